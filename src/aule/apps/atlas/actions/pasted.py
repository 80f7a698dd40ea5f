"""Plans that stand in a pasted chat of the former program: seen first, and done only if a person says so (AT-53)."""

from __future__ import annotations

from typing import Annotated, Any

from aule.apps.atlas.actions.batches import Outcome, outcome
from aule.apps.atlas.actions.execution import plan
from aule.apps.atlas.actions.params import Company
from aule.apps.atlas.app import atlas
from aule.apps.atlas.batch import preview as telling
from aule.apps.atlas.batch.batch import deletes
from aule.apps.atlas.batch.planned import Batch
from aule.apps.atlas.importing.legacy import plan_actions
from aule.apps.atlas.importing.refusals import told_in
from aule.sdk import Approve, Context, Effect, Preview, errors

Pasted = Annotated[str, "The text with its `[ATLAS_PLAN]…[/ATLAS_PLAN]` blocks, as it is."]


async def _preview(context: Context, text: Pasted, company: Company = "") -> Preview:
    return telling.preview(await _plan(context, text, company))


def _effect(text: Pasted, **_: Any) -> Effect:
    try:
        return Effect.DELETE if deletes(plan_actions(text)) else Effect.WRITE
    except errors.Invalid:
        return Effect.WRITE  # it is refused anyway


@atlas.capability(
    effect=Effect.WRITE,
    effect_of=_effect,
    title={"en": "Do the plan of a pasted text", "pt": "Fazer o plano de um texto colado"},
    category="strategy",
    reversible=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_preview,
)
async def execute_pasted(context: Context, text: Pasted, company: Company = "") -> Outcome:
    """Do what the `[ATLAS_PLAN]` blocks of a pasted text say. It is always shown first, and asked about every time."""
    await context.write_turn()
    return await outcome(context, await _plan(context, text, company))


async def _plan(context: Context, text: str, company: str) -> Batch:
    with told_in(context.locale):
        actions = plan_actions(text)
    if not actions:
        raise errors.Invalid(
            "The text holds no plan.", field="text", hint="A plan stands between [ATLAS_PLAN] and [/ATLAS_PLAN]."
        )
    return await plan(context, actions, company, "", atomic=True)
