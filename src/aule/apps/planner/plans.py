"""Plans as capabilities: anybody may have one made, and talk about it. Approving one is the person's alone."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.planner.app import planner
from aule.contracts.plans.plan import PlanRequest, PlanStep
from aule.contracts.plans.views import Planned
from aule.contracts.runs.graph import StepCall
from aule.sdk import Approve, Context, Effect, Model
from aule.text.messages import Messages

_MESSAGES = Messages("aule.apps.planner")
PlanName = Annotated[str, "The plan's id.", Field(min_length=6, max_length=40)]


class Said(Model):
    """What came of it."""

    plan: str | None = Field(description="The plan's id; null when no plan was made.")
    status: str | None = Field(description="`clarifying`: a question is open; `ready`: a person can approve it.")
    message: str = Field(description="What to tell the person.")


class Line(Model):
    """One step of a plan."""

    id: str
    title: str
    status: str


class Shown(Model):
    """A plan, without its parameters."""

    plan: str
    title: str
    status: str
    version: int
    question: str | None = Field(description="The open question, if there is one.")
    steps: list[Line]
    message: str


class Listed(Model):
    """A plan in a list."""

    plan: str
    title: str
    status: str


class Plans(Model):
    """The plans there are."""

    plans: list[Listed]


@planner.capability(
    effect=Effect.WRITE,
    title={"en": "Make a plan", "pt": "Fazer um plano"},
    approval=Approve.AUTO,
    idempotent=True,
    timeout_s=600,
)
async def plan(
    context: Context,
    request: Annotated[str, "All that is wanted, in the person's own words.", Field(min_length=1, max_length=20_000)],
    calls: Annotated[
        list[StepCall],
        "The calls it comes to, in order, where they are known; left out, they are found.",
        Field(max_length=12),
    ] = [],  # noqa: B006 (never changed; the schema says that it may be left out)
) -> Said:
    """Make a plan for work of several steps or writes. It is reviewed and shown; nothing runs until a person agrees."""
    wanted = PlanRequest(words=request, calls=calls)
    return _said(await context.plans.plan(context.run, wanted, context.call.idempotency_key, context.run.about))


@planner.capability(
    effect=Effect.WRITE,
    unspoken=True,
    title={"en": "Answer a plan's question", "pt": "Responder à pergunta de um plano"},
    approval=Approve.AUTO,
    timeout_s=600,
)
async def answer(
    context: Context,
    plan: PlanName,
    text: Annotated[str, "The person's answer, in their words.", Field(min_length=1, max_length=20_000)],
) -> Said:
    """Answer the open question of a plan with what the person said; it is reviewed again."""
    return _said(await context.plans.answer(context.run, plan, text))


@planner.capability(
    effect=Effect.WRITE,
    title={"en": "Change a plan", "pt": "Ajustar um plano"},
    approval=Approve.AUTO,
    timeout_s=600,
)
async def suggest(
    context: Context,
    plan: PlanName,
    text: Annotated[str, "What should be different, in words.", Field(min_length=1, max_length=20_000)],
) -> Said:
    """Change a plan as somebody's words say; it is reviewed again, and an earlier approval is void."""
    return _said(await context.plans.suggest(context.run, plan, text))


@planner.capability(
    effect=Effect.WRITE,
    unspoken=True,
    title={"en": "Take a plan as it is", "pt": "Seguir com o plano assim mesmo"},
    approval=Approve.AUTO,
)
async def go_on(context: Context, plan: PlanName) -> Said:
    """Take a plan as it is: what the critic still says becomes an assumption and a risk. Unsafe findings stay."""
    return _said(await context.plans.go_on(context.run, plan))


@planner.capability(
    effect=Effect.WRITE,
    title={"en": "Give a plan up", "pt": "Deixar um plano de lado"},
    approval=Approve.AUTO,
)
async def drop(context: Context, plan: PlanName) -> Said:
    """Give a plan up that is still being made. Nothing of it runs."""
    return _said(await context.plans.drop(context.run, plan))


@planner.capability(effect=Effect.READ, title={"en": "Show a plan", "pt": "Mostrar um plano"})
async def show(context: Context, plan: PlanName) -> Shown:
    """Look at a plan: its steps, how it stands, and the question that is open."""
    found = await context.plans.current(plan)
    asked = found.question
    return Shown(
        plan=found.id,
        title=found.title,
        status=found.status,
        version=found.version,
        question=None if asked is None else asked.question,
        steps=[_line(step) for step in found.steps],
        message=_MESSAGES.say("decide_there", context.locale),
    )


@planner.capability(effect=Effect.READ, title={"en": "List plans", "pt": "Listar os planos"})
async def list_plans(context: Context) -> Plans:
    """List the plans of this project, the one changed last first."""
    found = await context.plans.of_project(context.project.id)
    context.cite("plans", rows=len(found))
    return Plans(plans=[Listed(plan=each.id, title=each.title, status=each.status) for each in found])


def _said(planned: Planned) -> Said:
    view = planned.plan
    if view is None:
        return Said(plan=None, status=None, message=planned.message)
    return Said(plan=view.plan.id, status=view.plan.status, message=planned.message)


def _line(step: PlanStep) -> Line:
    return Line(id=step.id, title=step.title, status=step.status)
