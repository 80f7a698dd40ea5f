"""Giving a file of the workspace another name or place."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import FilePath
from aule.apps.core.messages import say
from aule.apps.core.patches.edits import Edit, carry_out, shown
from aule.sdk import Context, Effect, Model, Preview, errors


class Moved(Model):
    """What a move did."""

    source: str
    target: str
    size: int = Field(description="Bytes in the file.")


async def _preview(context: Context, source: str, target: str) -> Preview:
    return shown(_edits(context, source, target))


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Move a file", "pt": "Mover um arquivo"},
    category="files",
    targets=["source", "target"],
    reversible=True,
    preview=_preview,
)
async def move_file(
    context: Context, source: FilePath, target: Annotated[str, "Its new path; nothing may be there yet."]
) -> Moved:
    """Give a file of the workspace another name or folder. Nothing that is there is replaced."""
    edits = _edits(context, source, target)
    gone, made = edits
    title = say("move", context.locale, path=gone.path, made_path=made.path)
    await carry_out(context, edits, op="move", title=title)
    return Moved(source=gone.path, target=made.path, size=len(gone.before or b""))


def _edits(context: Context, source: str, target: str) -> list[Edit]:
    workspace = context.workspace
    source, target = workspace.check_writable(source), workspace.check_writable(target)
    content = workspace.replaced(source)
    if content is None:
        raise errors.NotFound(f"There is no {source!r} in the workspace.", hint="List the folder to see what is there.")
    if source == target or workspace.replaced(target) is not None:
        raise errors.Conflict(
            f"There already is a {target!r} in the workspace.",
            code="already_exists",
            field="target",
            hint="Choose another name.",
        )
    made = Edit(target, None, content, workspace.permissions(source), origin=(source, content))
    return [Edit(source, content, None, is_moved=True), made]
