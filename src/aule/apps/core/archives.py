"""Unpacking an archive into the workspace: all of it, or nothing."""

from __future__ import annotations

import asyncio
from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import FilePath
from aule.apps.core.messages import say
from aule.apps.core.patches.edits import Edit, carry_out, refuse_nested
from aule.contracts.access.autorun import autoruns
from aule.sdk import Context, Effect, Model, Preview, Table, errors
from aule.sdk.archives import LARGEST_ARCHIVE, unpack
from aule.text.hashing import bytes_hash

MOST_SHOWN = 100


class Extracted(Model):
    """What came out of an archive."""

    path: str
    into: str
    files: list[str] = Field(description=f"The first {MOST_SHOWN} files that were made.")
    total: int
    size: int = Field(description="Bytes of all of them.")


async def _preview(context: Context, path: str, into: str) -> Preview:
    edits = await asyncio.to_thread(_edits, context, path, into)
    rows = [[edit.path, len(edit.after or b""), bytes_hash(edit.after or b"")[:16]] for edit in edits]
    runs = [each for edit in edits for each in autoruns(edit.path, None, edit.after)]
    return Table(columns=["path", "size", "sha256"], rows=rows, total=len(rows), autoruns=runs)


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Unpack an archive", "pt": "Descompactar um arquivo"},
    category="files",
    targets=["path", "into"],
    reversible=True,
    preview=_preview,
    timeout_s=60,
)
async def extract_archive(
    context: Context,
    path: FilePath,
    into: Annotated[str, "The folder to unpack into; it is made if there is none."],
) -> Extracted:
    """Unpack a zip, tar or tar.gz into a folder of the workspace. Nothing that is there is replaced."""
    edits = await asyncio.to_thread(_edits, context, path, into)
    path, into = context.workspace.check(path), context.workspace.check(into)
    title = say("unpack", context.locale, path=path, into=into)
    await carry_out(context, edits, op="extract", title=title)
    names = [edit.path for edit in edits]
    size = sum(len(edit.after or b"") for edit in edits)
    return Extracted(path=path, into=into, files=names[:MOST_SHOWN], total=len(names), size=size)


def _edits(context: Context, path: str, into: str) -> list[Edit]:
    workspace = context.workspace
    path, into = workspace.check(path), workspace.check(into)
    edits: list[Edit] = []
    for member in unpack(workspace.read(path, LARGEST_ARCHIVE), path):
        name = workspace.check(member.name)  # by itself first: behind a folder, an absolute path looks relative
        target = workspace.check_writable(name if into == "." else f"{into}/{name}")
        if workspace.stat(target) is not None or workspace.replaced(target) is not None:
            raise errors.Conflict(
                f"There already is a {target!r} in the workspace, which the archive holds too.",
                code="already_exists",
                field="into",
                hint="Unpack it into an empty folder. Nothing was written.",
            )
        edits.append(Edit(target, None, member.content, 0o755 if member.is_executable else None))
    refuse_nested(edits)
    return edits
