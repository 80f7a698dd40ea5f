"""Plans for initiatives: one asks for a plan, and once it is carried out Atlas proposes the check-in."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.atlas.app import atlas
from aule.apps.atlas.reading.sight import Sight, look, words
from aule.apps.atlas.rows.kinds import INITIATIVES, KEY_RESULTS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import ambiguous, look_up
from aule.contracts.plans.plan import PlanRequest
from aule.sdk import ANSWER, Approve, Context, Effect, FollowUp, Model, PlanEnd, Reading, errors


class PlanFor(Model):
    """What came of it."""

    plan: str | None = Field(description="The plan's id; null when no plan was made.")
    status: str | None
    message: str


@atlas.capability(
    effect=Effect.WRITE,
    title={"en": "Plan an initiative", "pt": "Planejar uma iniciativa"},
    approval=Approve.AUTO,
    idempotent=True,
    timeout_s=600,
)
async def plan_initiative(
    context: Context,
    initiative: Annotated[str, "The initiative, by id, short id or title.", Field(min_length=1, max_length=400)],
    request: Annotated[str, "What is to be done, where the initiative does not say it.", Field(max_length=8_000)] = "",
    company: Annotated[str, "The company: its id or name."] = "",
) -> PlanFor:
    """Have a plan made for an initiative. Nothing runs before you approve it; when it is done, a check-in follows."""
    async with look(context.reading, company, item=initiative) as sight:
        row = await _meant(sight, initiative)
        wanted = request or _request(row)
        about = f"{atlas.id}:{row.short}"
    planned = await context.plans.plan(context.run, PlanRequest(words=wanted), context.call.idempotency_key, about)
    view = planned.plan
    return PlanFor(
        plan=None if view is None else view.plan.id,
        status=None if view is None else view.plan.status.value,
        message=planned.message,
    )


@atlas.after_plan
async def after_plan(reading: Reading, about: str, end: PlanEnd) -> FollowUp | None:
    """The check-in of the key result an initiative is for; nothing where either is gone by now."""
    try:
        async with look(reading, item=about) as sight:
            row = await _meant(sight, about)
            found = [] if row.parent is None else await sight.shelf.rows(KEY_RESULTS, [row.parent])
    except (errors.NotFound, errors.Ambiguous):
        return None
    if not found:
        return None
    return _check_in(found[0], row, end, reading.locale)


def _check_in(kr: Row, initiative: Row, end: PlanEnd, locale: str) -> FollowUp:
    now = kr.record.get("current_value")
    if locale.startswith("pt"):
        title = f"Check-in de {kr.title}"
        known = f" O último valor é {now}." if now is not None else ""
        question = f"O plano “{end.title}” está concluído. Qual é agora o valor de “{kr.title}”?{known}"
        comment = f"Plano concluído: {end.title} ({initiative.title})"
    else:
        title = f"Check-in of {kr.title}"
        known = f" Its last value is {now}." if now is not None else ""
        question = f"The plan “{end.title}” is done. What is the value of “{kr.title}” now?{known}"
        comment = f"Plan done: {end.title} ({initiative.title})"
    params = {"company": kr.company, "kr_id": kr.id, "value": ANSWER, "comment": comment}
    return FollowUp(title, question, "atlas.check_in", params)


def _request(row: Row) -> str:
    """An initiative as a request: what it is called, and what it says."""
    told = words(row.record.get("description")) or ""
    return f"{row.title}. {told}".strip().rstrip(".") + "."


async def _meant(sight: Sight, wanted: str) -> Row:
    found = await look_up(sight.shelf, INITIATIVES, wanted)
    rows = [] if found is None else found[1]
    if len(rows) > 1:
        raise ambiguous(wanted, rows, await sight.shelf.ancestors(rows), field="initiative")
    if not rows:
        raise errors.NotFound(
            f"There is no initiative {wanted[:80]!r}.", field="initiative", hint="Search with atlas.search."
        )
    return rows[0]
