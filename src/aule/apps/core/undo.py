"""Taking back what this conversation changed, when somebody says so in words. It is shown first, like every write."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.messages import say
from aule.contracts.access.change import UndoPreview
from aule.sdk import Context, Effect, Model, Preview, Text, errors


class Undone(Model):
    """What was taken back."""

    changes: list[str]
    message: str


async def _preview_undo(context: Context, run: str) -> Preview:
    lines = [f"- {item.title}" for item in (await _possible(context, run)).items]
    return Text(text="\n".join(lines))


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Undo changes", "pt": "Desfazer mudanças"},
    category="history",
    reversible=True,
    preview=_preview_undo,
)
async def undo_changes(
    context: Context,
    run: Annotated[str, "The run whose changes are taken back; one of this conversation.", Field(max_length=80)],
) -> Undone:
    """Take back all that a run of this conversation changed. Undoing an undo brings the changes back."""
    found = await _possible(context, run)
    changes = await context.undo(run)
    titles = ", ".join(f"“{item.title}”" for item in found.items)
    return Undone(changes=changes, message=say("undone", context.locale, titles=titles))


async def _possible(context: Context, run: str) -> UndoPreview:
    """Return what would be taken back; refused where that is another conversation's, or something was changed since."""
    preview = await context.undo_preview(run)
    if not preview.items:
        raise errors.Conflict(say("nothing_to_undo", context.locale), code="nothing_to_undo")
    conflicts = [item for item in preview.items if item.conflict]
    if conflicts:
        told = "; ".join(f"“{item.title}”: {item.conflict}" for item in conflicts)
        raise errors.Conflict(
            say("cannot_be_undone", context.locale, told=told),
            code="undo_conflict",
            hint=say("undo_newer_first", context.locale),
        )
    return preview
