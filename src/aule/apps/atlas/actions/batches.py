"""Several actions at once: seen together, approved together, done together (AT-10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from aule.apps.atlas.actions.execution import Done, perform, plan
from aule.apps.atlas.actions.params import Company
from aule.apps.atlas.app import atlas
from aule.apps.atlas.batch import preview as telling
from aule.apps.atlas.batch.aliases import normalised, type_of
from aule.apps.atlas.batch.batch import deletes
from aule.apps.atlas.batch.planned import Batch
from aule.apps.atlas.importing.batch_import import document_of
from aule.apps.atlas.importing.capabilities import LONGEST_S, bulk_import, preview_bulk
from aule.apps.atlas.words import say
from aule.sdk import Context, Effect, Model, Preview, errors

Actions = Annotated[
    list[dict[str, Any]],
    'Actions in order, `{"type": "create_objective", "data": {…}}`. `*_ref` in data is the index of an earlier one.',
]
Atomic = Annotated[bool, "All or nothing; otherwise what can be done is done."]
AsOf = Annotated[str, "The day it is, for periods and progress; left out: today."]


class Outcome(Model):
    """What became of a batch."""

    success: bool
    results: list[Done]
    warnings: list[str] = []


async def _preview(
    context: Context, actions: Actions, company: Company = "", atomic: Atomic = True, as_of: AsOf = ""
) -> Preview:
    if _is_import(actions):
        return await preview_bulk(context, _imported(actions), "merge", company)
    return telling.preview(await plan(context, actions, company, as_of, atomic=atomic))


def _effect(actions: Actions, **_: Any) -> Effect:
    """Return the effect of a batch: one that deletes anything is a delete (AT-52)."""
    return Effect.DELETE if deletes(actions) else Effect.WRITE


@atlas.capability(
    effect=Effect.WRITE,
    effect_of=_effect,
    title={"en": "Do several actions", "pt": "Fazer várias ações"},
    category="strategy",
    reversible=True,
    anywhere=True,
    preview=_preview,
    timeout_s=LONGEST_S,
)
async def execute(
    context: Context, actions: Actions, company: Company = "", atomic: Atomic = True, as_of: AsOf = ""
) -> Outcome:
    """Do up to 25 actions on a company's strategy, all or none of them. Rows are named by id, short id or title.

    Later actions may refer to what earlier ones make: `pillar_ref`, `objective_ref`, `key_result_ref`. More than that
    is one action `bulk_import`, among others or alone.
    """
    if _is_import(actions):
        return await _import(context, actions, company)
    await context.write_turn()
    return await outcome(context, await plan(context, actions, company, as_of, atomic=atomic))


async def outcome(context: Context, batch: Batch) -> Outcome:
    """Do a batch that was planned, and tell what became of it."""
    results = await perform(context, batch)
    warnings = [warning for planned in batch.done for warning in planned.warnings]
    told = Outcome(success=all(each.success for each in results), results=results, warnings=warnings)
    if not told.success:
        reasons = [batch.failed[index].problem.message for index in sorted(batch.failed)]
        count = f"{len(reasons)}/{len(results)}"
        message = say("actions_were_not_done", context.locale, count=count, reason=reasons[0])
        raise errors.PartlyDone(message, given=told, code="actions_failed")
    return told


def _is_import(actions: Sequence[Any]) -> bool:
    return len(actions) == 1 and type_of(actions[0]) == "bulk_import"


def _imported(actions: Sequence[Any]) -> Any:
    return document_of(normalised(actions[0], 0))


async def _import(context: Context, actions: Sequence[Any], company: str) -> Outcome:
    mode: Literal["merge"] = "merge"
    imported = await bulk_import(context, _imported(actions), mode, company)
    change = context.changes[0] if context.changes else None
    done = Done(type="bulk_import", success=True, title=imported.company_name, change_id=change)
    return Outcome(success=True, results=[done], warnings=[*imported.warnings, *imported.skipped])
