"""The School Power wire: one address for plans in its own words, and a WebSocket that tells how they go.

Any app's agent can be spoken to this way; the words stay Portuguese whatever the language of the desktop.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Any

from fastapi import APIRouter, Response, WebSocket
from starlette.responses import JSONResponse
from starlette.websockets import WebSocketDisconnect

from aule.contracts.errors import AuleError, Conflict, Invalid
from aule.contracts.events.plans import PlanShown
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.plans.views import PlanView
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.talk.messages import Conversation
from aule.kernel.kernel import Kernel
from aule.kernel.plans.execution import PlanStart
from aule.kernel.plans.refusals import stale
from aule.server.events import first_of
from aule.server.front import CLOSING
from aule.server.openapi import PROBLEM
from aule.server.params import Since, System
from aule.server.problems import MEDIA_TYPE
from aule.server.school.bodies import Process, edits_of
from aule.server.school.conversing import LOCALE, answered, conversation_of, is_asked
from aule.server.school.errors import IMPOSSIBLE, WireRoute, as_answer
from aule.server.school.progress import Progress
from aule.server.school.words import RUN_STATUS, projection

router = APIRouter(tags=["school"], route_class=WireRoute)

_OBJECT: dict[str, Any] = {"schema": {"type": "object"}}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The plan, or how its run ended.", "content": {"application/json": _OBJECT}},
    202: {"description": "Its run goes on.", "content": {"application/json": _OBJECT}},
    "4XX": {
        "description": "What is wrong, in the form of this wire; who may not come in is told as everywhere.",
        "content": {"application/json": _OBJECT, MEDIA_TYPE: {"schema": {"$ref": PROBLEM}}},
    },
}
DOOR = "school"


@router.post("/api/agente-jota/process", responses=_ANSWERS)
async def process_with_agent(body: Process, kernel: System) -> Response:
    """Make, change, read, run or give up a plan. `execute_plan` is the click on the card this door showed last."""
    try:
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
    except AuleError as error:
        return as_answer(error)


@router.websocket("/agent/{session}")
async def follow_agent(websocket: WebSocket, session: str, kernel: System, since: Since = None) -> None:
    """How the plans of a session go: `agent:progress` frames, in order, from after `since` on."""

    async def plan(id: str) -> Plan:
        return (await (await kernel.plans.plan_stores.of(id)).read(id)).plan

    async def result(run: str, place: str) -> Any:
        return (await kernel.engine.step(run, place)).result

    progress = Progress(session, kernel.runs.get, plan, result)
    try:
        start = since if since is not None else await kernel.journal.cursor()
        await kernel.journal.check_reaches(start)
    except AuleError as error:
        await websocket.close(code=1008, reason=error.problem.code)
        return
    await websocket.accept()
    closing: asyncio.Event | None = websocket.scope.get(CLOSING)

    async def send_all() -> None:
        async with aclosing(kernel.journal.follow(start, session=session)) as events:
            async for event in events:
                if (frame := await progress.frame(event)) is not None:
                    await websocket.send_json(frame)

    async def listen() -> None:
        while True:
            await websocket.receive_text()

    with suppress(WebSocketDisconnect, OSError, RuntimeError):  # a peer that left cannot be told goodbye
        await first_of(send_all(), listen(), *([closing.wait()] if closing else []))
        await websocket.close(code=1001)


async def _create(kernel: Kernel, body: Process) -> Response:
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
    return JSONResponse(said, status_code=200 if planned.is_talk else IMPOSSIBLE)


async def _talked(kernel: Kernel, body: Process, talk: Conversation) -> Response:
    """What the agent answers to a question, or to words that turned out to ask for a plan after all."""
    said = await answered(kernel, talk, body.prompt or "")
    if said.plan is not None:
        return await _answer(kernel, body, await kernel.plans.get(said.plan), said.text)
    return JSONResponse({"plan": None, "initialMessage": said.text, "opcoes": said.options})


async def _update(kernel: Kernel, body: Process) -> Response:
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


async def _execute(kernel: Kernel, body: Process) -> Response:
    view = await _view(kernel, body)
    plan = view.plan
    if plan.status is PlanStatus.EXECUTING:
        raise Conflict("Este plano já está em execução.", code="plan_running", subject=plan.id)
    now = (plan.version, view.card.content_hash)
    seen = await _seen(kernel, plan) or now  # what this door never showed is meant as it is now
    if seen != now:
        raise stale(plan)
    run = await kernel.plans.run(plan.id, PlanStart(), seen)
    if body.is_async:
        return JSONResponse({"runId": run.id}, status_code=202)
    return await _ended(kernel, run)


async def _cancel(kernel: Kernel, body: Process) -> Response:
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


async def _answer(kernel: Kernel, body: Process, view: PlanView, message: str) -> Response:
    """A plan as it stands; from here on, `execute_plan` means exactly this."""
    shown = PlanShown(plan=view.plan.id, version=view.plan.version, content_hash=view.card.content_hash, door=DOOR)
    await kernel.journal.write(shown, session=view.plan.session_id or body.sessionId)
    told: JsonObject = {"plan": projection(view), "initialMessage": message}
    if view.plan.question is not None:
        asked = view.plan.question
        told["pergunta"] = {"texto": asked.question, "opcoes": [each.label for each in asked.options]}
    return JSONResponse(told)


async def _seen(kernel: Kernel, plan: Plan) -> tuple[int, str] | None:
    """The version and content of a plan that this door showed last."""
    events = await kernel.journal.read(None, session=plan.session_id, types=["plan.shown"])
    shown = [each.data for each in events if isinstance(each.data, PlanShown) and each.data.plan == plan.id]
    return (shown[-1].version, shown[-1].content_hash) if shown else None


async def _ended(kernel: Kernel, run: Run) -> Response:
    """How a run ended, with its report; one that waits for a person says so and is not waited for."""
    cursor = await kernel.journal.cursor()
    ended = await kernel.runs.get(run.id)
    async with aclosing(kernel.journal.follow(cursor, run=run.id)) as events:
        while not (ended.status.is_final or ended.status in (RunStatus.WAITING, RunStatus.PAUSED)):
            await anext(events)
            ended = await kernel.runs.get(run.id)
    if not ended.status.is_final:
        return JSONResponse({"status": "aguardando_aprovacao", "runId": run.id}, status_code=202)
    await kernel.plan_status_writer.reflect(ended.id)
    report = await kernel.reporting.write(ended)
    return JSONResponse({"status": RUN_STATUS[ended.status], "relatorio": report.markdown, "runId": ended.id})
