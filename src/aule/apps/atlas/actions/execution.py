"""How an action is done: planned against the company as it is, shown, and written in one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Unpack

from aule.apps.atlas.app import atlas
from aule.apps.atlas.batch import batch as batches
from aule.apps.atlas.batch import preview as telling
from aule.apps.atlas.batch.aliases import alone
from aule.apps.atlas.batch.draft import Draft, Moment, fresh_id, label
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.capabilities import companies
from aule.apps.atlas.rows import queries
from aule.apps.atlas.scope import day_in, scope_of
from aule.apps.atlas.tables import rows
from aule.contracts.errors import Match
from aule.sdk import Context, Effect, Function, Model, Preview, RowWrite, Traits, errors

_OF_COMPANY = {"update_company": companies.update_company, "switch_defaults": companies.switch_defaults}


class Done(Model):
    """What became of one action."""

    type: str
    success: bool
    id: str | None = None
    """The short id of what it was about."""
    uuid: str | None = None
    """Its id as exports hold it."""
    title: str | None = None
    error: str | None = None
    """Why it was not done: the code of the error."""
    message: str | None = None
    candidates: list[Match] = []
    change_id: str | None = None
    """The change it made, which can be undone; none if everything already was so."""


def action(*, effect: Effect, **traits: Unpack[Traits]) -> Callable[[Function], Function]:
    """Make a function a capability that is the action of its name: shown first, undoable, the same on any machine."""

    def register(function: Function) -> Function:
        usual: Traits = {"reversible": True, "anywhere": True, "preview": _showing(function.__name__)}
        return atlas.capability(effect=effect, **{**usual, **traits})(function)

    return register


def _showing(type: str) -> Callable[..., Awaitable[Preview]]:
    """Return the preview of a capability that is one action."""

    async def preview(context: Context, **fields: Any) -> Preview:
        return telling.preview(await _plan_one(context, type, fields))

    return preview


async def act(context: Context, type: str, fields: Mapping[str, Any]) -> Done:
    """Do one action."""
    await context.write_turn()
    batch = await _plan_one(context, type, fields)
    return (await perform(context, batch))[0]


async def plan(context: Context, actions: Sequence[Any], company: str, as_of: str, *, atomic: bool) -> Batch:
    """Plan a whole batch against the company as it is now."""
    read = batches.read(actions, context.locale)
    draft = await _draft(context, company, as_of)
    return await batches.plan(draft, read, atomic=atomic)


async def perform(context: Context, batch: Batch) -> list[Done]:
    """Write what was planned: one change for each action, all of them true together or not at all."""
    _refuse_unconfirmed(context, batch)
    done: list[Done] = []
    for index, planned in enumerate(batch.planned):
        if planned is None:
            done.append(_failed(batch, index))
            continue
        for warning in planned.warnings:
            context.warn("noted", warning)
        done.append(await _write(context, planned))
    context.cite("atlas", rows=sum(len(planned.writes) for planned in batch.done))
    return done


async def _write(context: Context, planned: Planned) -> Done:
    change = await context.change_rows(
        [
            RowWrite(rows, None if each.before is None else each.before.values, each.after.values)
            for each in planned.writes
        ],
        entity=f"atlas:{label(planned.row)}",
        op=planned.op,
        title=telling.change_title(planned, context.locale),
        before=planned.before,
        after=planned.after,
    )
    row, type = planned.row, planned.action.type
    title = telling.title_of(row, context.locale)
    return Done(type=type, success=True, id=row.short, uuid=row.id, title=title, change_id=change or None)


def _failed(batch: Batch, index: int) -> Done:
    error = batch.failed[index]
    problem = error.problem
    return Done(
        type=batch.types[index],
        success=False,
        error=problem.code,
        message=problem.message,
        candidates=problem.matches,
    )


async def _plan_one(context: Context, type: str, fields: Mapping[str, Any]) -> Batch:
    company = str(fields.get("company") or "")
    action = alone(type, {name: value for name, value in fields.items() if name != "company"}, context.locale)
    if type == "create_company":
        return await companies.create_company(context.reading, action, _moment(context, ""))
    draft = await _draft(context, company, "")
    if (planner := _OF_COMPANY.get(type)) is not None:
        return await batches.plan_with(draft, [action], {type: planner})
    return await batches.plan(draft, [action])


async def _draft(context: Context, company: str, as_of: str) -> Draft:
    moment = _moment(context, as_of)
    scope = await scope_of(context.reading, company or context.reading.about, today=moment.today)
    is_only = len(await queries.companies(context.reading)) == 1
    return Draft(context.reading, scope.company, scope.settings, moment, is_only=is_only)


def _moment(context: Context, as_of: str) -> Moment:
    return Moment(
        today=day_in(as_of, "as_of") if as_of else context.reading.today,
        now=context.ambient.timestamp(),
        new_id=lambda: fresh_id(context.ambient.ids.new("atl")),
        locale=context.locale,
        by=context.actor.id,
        is_agent=context.actor.type == "agent",
        is_looking=context.is_looking,
    )


def _refuse_unconfirmed(context: Context, batch: Batch) -> None:
    """Refuse to delete something nobody has seen by a part of its title (AT-12)."""
    loose = [planned for planned in batch.done if planned.is_by_part]
    if loose and not context.is_granted:
        row = loose[0].row
        raise errors.Refused(
            f"Only a part of a title was given for {row.title!r} ({row.short}); that is not enough to delete it.",
            code="confirmation_needed",
            subject=row.short,
            hint=f"Say {row.short!r}, or its whole title.",
        )
