"""The School Power wire: one address for plans in its own words, and a WebSocket that tells how they go.

Any app's agent can be spoken to this way; the words stay Portuguese whatever the language of the desktop.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from aule.apps.school.wire.bodies import Process, edits_of
from aule.apps.school.wire.conversing import LOCALE, answered, conversation_of, is_asked
from aule.apps.school.wire.errors import IMPOSSIBLE, as_reply
from aule.apps.school.wire.progress import STEPPING, Progress
from aule.apps.school.wire.words import RUN_STATUS, memory_projection, projection
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.plans import PlanShown
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.plans.views import PlanView
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.talk.messages import Conversation
from aule.sdk.http import PROBLEM, PROBLEM_TYPE, Answers, Kernel, PlanStart, Reply, Routes, Since, stale_plan

wire = Routes(tags=["school"], errors=as_reply, plain_text_is_json=True)

_OBJECT: dict[str, Any] = {"schema": {"type": "object"}}
_ANSWERS: Answers = {
    200: {"description": "The plan, or how its run ended.", "content": {"application/json": _OBJECT}},
    202: {"description": "Its run goes on.", "content": {"application/json": _OBJECT}},
    "4XX": {
        "description": "What is wrong, in the form of this wire; who may not come in is told as everywhere.",
        "content": {"application/json": _OBJECT, PROBLEM_TYPE: {"schema": {"$ref": PROBLEM}}},
    },
}
DOOR = "school"


@wire.route("POST", "/api/agente-jota/process", responses=_ANSWERS)
async def process_with_agent(body: Process, kernel: Kernel) -> Reply:
    """Make, change, read, run or give up a plan. `execute_plan` is the click on the card this door showed last."""
    match body.action:
        case "create_plan":
            return await _create(kernel, body)
        case "update_plan":
            return await _update(kernel, body)
        case "execute_plan":
            return await _execute(kernel, body)
        case "cancel_plan":
            return await _cancel(kernel, body)
        case "get_plan":
            return await _answer(kernel, body, await _view(kernel, body), "")
        case "get_context":
            return Reply({"contexto": await _context(kernel, body)})


@wire.stream("/agent/{session}")
async def follow_agent(session: str, kernel: Kernel, since: Since = None) -> AsyncGenerator[JsonObject]:
    """How the plans of a session go: `agent:progress` frames, in order, from after `since` on."""
    start = since if since is not None else await kernel.journal.cursor()
    await kernel.journal.check_reaches(start)
    return _frames(kernel, session, start)


async def _frames(kernel: Kernel, session: str, start: str) -> AsyncGenerator[JsonObject]:
    async def plan(id: str) -> Plan:
        return (await (await kernel.plans.plan_stores.of(id)).read(id)).plan

    async def result(run: str, place: str) -> Any:
        return (await kernel.engine.step(run, place)).result

    progress = Progress(session, kernel.runs.get, plan, result)
    for event in await kernel.journal.read(None, session=session, types=STEPPING):
        if int(event.seq) <= int(start):
            await progress.frames(event)  # told before: what is under way is known from it
    async with aclosing(kernel.journal.follow(start, session=session)) as events:
        async for event in events:
            for frame in await progress.frames(event):
                yield frame


async def _create(kernel: Kernel, body: Process) -> Reply:
    if body.prompt is None:
        raise Invalid("Diga o que precisa.", field="prompt", code="missing_param")
    talk = await conversation_of(kernel, body.sessionId)
    if await is_asked(kernel, talk.id):
        return await _talked(kernel, body, talk)
    planned = await kernel.plan_runs.plan(body.prompt, project=talk.project, talk=talk, locale=LOCALE, key=None)
    if planned.plan is not None:
        return await _answer(kernel, body, planned.plan, planned.message)
    if planned.is_talk and not planned.message:
        return await _talked(kernel, body, talk)
    said = {"plan": None, "initialMessage": planned.message, "opcoes": [each.label for each in planned.options]}
    return Reply(said, status=200 if planned.is_talk else IMPOSSIBLE)


async def _talked(kernel: Kernel, body: Process, talk: Conversation) -> Reply:
    """What the agent answers to a question, or to words that turned out to ask for a plan after all."""
    said = await answered(kernel, talk, body.prompt or "")
    if said.plan is not None:
        return await _answer(kernel, body, await kernel.plans.get(said.plan), said.text)
    return Reply({"plan": None, "initialMessage": said.text, "opcoes": said.options})


async def _update(kernel: Kernel, body: Process) -> Reply:
    view = await _view(kernel, body)
    if body.edits:
        edits = edits_of(view.plan, body.edits)
        view = await kernel.plans.edit(view.plan.id, edits, expected=view.plan.version)
        return await _answer(kernel, body, view, "")
    if body.prompt is None:
        raise Invalid("Diga o que mudar, em palavras ou em `edits`.", field="prompt", code="missing_param")
    words, id = body.prompt, view.plan.id
    if view.plan.question is not None:
        planned = await kernel.plan_runs.on(id, "answer", lambda run: kernel.plans.answer(run, id, words))
    else:
        planned = await kernel.plan_runs.on(id, "suggest", lambda run: kernel.plans.suggest(run, id, words))
    return await _answer(kernel, body, planned.plan or await kernel.plans.get(id), planned.message)


async def _execute(kernel: Kernel, body: Process) -> Reply:
    view = await _view(kernel, body)
    plan = view.plan
    if plan.status is PlanStatus.EXECUTING:
        raise Conflict("Este plano já está em execução.", code="plan_running", subject=plan.id)
    now = (plan.version, view.card.content_hash)
    seen = await _seen(kernel, plan) or now  # what this door never showed is meant as it is now
    if seen != now:
        raise stale_plan(plan)
    run = await kernel.plans.run(plan.id, PlanStart(), seen)
    if body.is_async:
        return Reply({"runId": run.id}, status=202)
    return await _ended(kernel, run)


async def _cancel(kernel: Kernel, body: Process) -> Reply:
    view = await _view(kernel, body)
    if view.plan.run is not None and view.plan.status is PlanStatus.EXECUTING:
        await kernel.cancel(view.plan.run.run_id)
        await kernel.plan_status_writer.reflect(view.plan.run.run_id)
    else:
        await kernel.plans.drop(None, view.plan.id)
    return await _answer(kernel, body, await kernel.plans.get(view.plan.id), "")


async def _view(kernel: Kernel, body: Process) -> PlanView:
    if body.planId is None:
        raise Invalid("Diga qual plano.", field="planId", code="missing_param")
    return await kernel.plans.get(body.planId)


async def _context(kernel: Kernel, body: Process) -> list[JsonObject]:
    """What the run of a plan has in mind; before it runs, only what it is to reach."""
    plan = (await _view(kernel, body)).plan
    if plan.run is None:
        return [{"tipo": "objetivo", "conteudo": plan.goal or plan.title}]
    await kernel.plan_status_writer.reflect(plan.run.run_id)
    return memory_projection(await kernel.memories.of_run(plan.run.run_id, now=kernel.ambient.timestamp()))


async def _answer(kernel: Kernel, body: Process, view: PlanView, message: str) -> Reply:
    """A plan as it stands; from here on, `execute_plan` means exactly this."""
    shown = PlanShown(plan=view.plan.id, version=view.plan.version, content_hash=view.card.content_hash, door=DOOR)
    await kernel.journal.write(shown, session=view.plan.session_id or body.sessionId)
    told: JsonObject = {"plan": projection(view), "initialMessage": message}
    if view.plan.question is not None:
        asked = view.plan.question
        told["pergunta"] = {"texto": asked.question, "opcoes": [each.label for each in asked.options]}
    return Reply(told)


async def _seen(kernel: Kernel, plan: Plan) -> tuple[int, str] | None:
    """The version and content of a plan that this door showed last."""
    events = await kernel.journal.read(None, session=plan.session_id, types=["plan.shown"])
    shown = [each.data for each in events if isinstance(each.data, PlanShown) and each.data.plan == plan.id]
    return (shown[-1].version, shown[-1].content_hash) if shown else None


async def _ended(kernel: Kernel, run: Run) -> Reply:
    """How a run ended, with its report; one that waits for a person says so and is not waited for."""
    cursor = await kernel.journal.cursor()
    ended = await kernel.runs.get(run.id)
    async with aclosing(kernel.journal.follow(cursor, run=run.id)) as events:
        while not (ended.status.is_final or ended.status in (RunStatus.WAITING, RunStatus.PAUSED)):
            await anext(events)
            ended = await kernel.runs.get(run.id)
    if not ended.status.is_final:
        return Reply({"status": "aguardando_aprovacao", "runId": run.id}, status=202)
    await kernel.plan_status_writer.reflect(ended.id)
    report = await kernel.plan_reports.write(ended)
    return Reply({"status": RUN_STATUS[ended.status], "relatorio": report.markdown, "runId": ended.id})
