"""Trials as capabilities: begun in a chat, listed, and carried out answer by answer."""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import Field

from aule.apps.evaluations import queries
from aule.apps.evaluations import tables as t
from aule.apps.evaluations.app import evaluations
from aule.apps.evaluations.checks import check
from aule.apps.evaluations.judge import judge
from aule.apps.evaluations.observation import observe
from aule.apps.evaluations.records import Subject, TrialCell, TrialPlan, TrialStarted
from aule.apps.evaluations.results import place_of, status_of
from aule.apps.evaluations.trials import TrialBook, TrialOrder
from aule.apps.evaluations.words import say
from aule.contracts.runs.trial import TrialTurn
from aule.sdk import Approve, Context, Effect, Model, Preview, RecordChange, Records, RowWrite


class ListedEvaluation(Model):
    """An evaluation, as it is listed."""

    id: str
    title: str
    description: str
    agent: str | None
    questions: int


class EvaluationList(Model):
    """The evaluations there are."""

    items: list[ListedEvaluation]
    message: str


class StartedEvaluation(TrialStarted):
    """A trial that was begun, told in a chat."""

    message: str


@evaluations.capability(
    effect=Effect.READ,
    title={"en": "List evaluations", "pt": "Listar avaliações"},
    category="evaluations",
    unspoken=True,
    anywhere=True,
)
async def list_evaluations(context: Context) -> EvaluationList:
    """List the evaluations there are: sets of test questions with expectations, with the agent each belongs to."""
    found = await queries.all_evaluations(context.reading)
    context.cite("evaluations", rows=len(found))
    items = [
        ListedEvaluation(
            id=each.id,
            title=each.title,
            description=each.description,
            agent=each.agent,
            questions=len(each.questions),
        )
        for each in found
    ]
    lines = [say("listed", context.locale, title=each.title, count=each.questions) for each in items]
    return EvaluationList(items=items, message="\n".join(lines) or say("none_yet", context.locale))


Named = Annotated[str, Field(min_length=1, max_length=200, description="The evaluation, by id or title.")]
Agents = Annotated[
    list[str], Field(max_length=8, description="Agents to try, by id; without any, the agent the evaluation is of.")
]


async def _show_run(context: Context, evaluation: str, agents: Agents = []) -> Preview:  # noqa: B006 (never changed)
    found = await queries.evaluation(context.reading, evaluation)
    count = len(found.questions) * max(1, len(agents))
    record = RecordChange(op="create", kind="trial", id=found.id, title=found.title)
    summary = say("would_try", context.locale, title=found.title, count=count)
    return Records(summary=summary, records=[record], total=1)


@evaluations.capability(
    effect=Effect.WRITE,
    title={"en": "Run an evaluation", "pt": "Rodar uma avaliação"},
    category="evaluations",
    targets=["evaluation"],
    unspoken=True,
    anywhere=True,
    idempotent=True,
    preview=_show_run,
)
async def run_evaluation(context: Context, evaluation: Named, agents: Agents = []) -> StartedEvaluation:  # noqa: B006
    """Try agents with the test questions of an evaluation. Nothing the agents want has any effect; it costs tokens.

    The trial goes on by itself; its results are on the page of the evaluation and under the id that is given back.
    """
    found = await queries.evaluation(context.reading, evaluation)
    order = TrialOrder(found.questions, [Subject(agent=each) for each in agents], project=context.project.id)
    book = cast("TrialBook", context.own)
    key, locale = context.call.idempotency_key, context.locale
    started = await book.start(order, evaluation=found, key=key, locale=locale)
    return StartedEvaluation(**vars(started), message=say("begun", locale, title=found.title))


@evaluations.capability(
    effect=Effect.WRITE,
    approval=Approve.AUTO,
    title={"en": "Keep a trial", "pt": "Guardar um teste"},
    category="evaluations",
    internal=True,
    idempotent=True,
    anywhere=True,
    reversible=True,
)
async def keep_trial(context: Context) -> str:
    """Put a trial on the list of trials, as the first step of its run."""
    await context.write_turn()
    plan = await _plan(context)
    if await queries.trial_row(context.reading, plan.id) is None:
        shared = {"started_at": plan.started_at}
        row = {"id": plan.id, "evaluation": plan.evaluation or "", "doc": plan.model_dump_json(), **shared}
        subjects = [
            {"trial": plan.id, "place": place, "agent": each.agent.id, "version": each.version, **shared}
            for place, each in enumerate(plan.subjects)
        ]
        writes = [RowWrite(t.trials, None, row), *(RowWrite(t.subjects, None, each) for each in subjects)]
        await context.change_rows(writes, entity=f"evaluations:{plan.id}", op="create", title=plan.title)
    return plan.id


@evaluations.capability(
    effect=Effect.READ,
    title={"en": "Try a question", "pt": "Testar uma pergunta"},
    category="evaluations",
    internal=True,
    idempotent=True,
    timeout_s=86_400,
)
async def try_question(
    context: Context, place: Annotated[int, Field(ge=0, description="Which answer of the trial.")]
) -> TrialCell:
    """Ask one question of a trial, without any effect, and hold what was done against what is expected."""
    plan = await _plan(context)
    asked, whom, repeat = place_of(plan, place)
    question, subject = plan.questions[asked], plan.subjects[whom]
    turn = TrialTurn(agent=subject.agent, title=question.words, words=question.words, model=subject.model)
    end = await context.ports.trial_turns.take(context.run, context.call.id, turn)
    known = {each.name: each for each in context.agents.capabilities()}
    seen = observe(end.run, end.events, known, context.locale)
    checks = [check(each, seen, known, context.locale) for each in question.expectations]
    has_failed = end.run.status.is_failure
    if not has_failed:
        checks = [await judge(context, each, question.words, seen) for each in checks]
    return TrialCell(
        place=place,
        question=question.id,
        subject=whom,
        repeat=repeat + 1,
        run=end.run.id,
        status=status_of(checks, has_failed=has_failed),
        answer=seen.answer,
        problem=seen.problem,
        checks=checks,
        calls=list(seen.calls),
        model=seen.model,
        tokens=seen.tokens,
        cost=seen.usage.cost,
        seconds=seen.seconds,
    )


async def _plan(context: Context) -> TrialPlan:
    return await cast("TrialBook", context.own).plan(context.run.id)
