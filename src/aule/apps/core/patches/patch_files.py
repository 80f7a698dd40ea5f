"""Patching several files at once: all of what was shown, or nothing."""

from __future__ import annotations

import asyncio
from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.messages import say
from aule.apps.core.patches.diffs import read_diff
from aule.apps.core.patches.edits import Edit, Edited, carry_out, edited, refuse_nested, shown
from aule.apps.core.patches.envelopes import BEGIN, read_envelope
from aule.apps.core.patches.fit import added, does_not_fit, fitted
from aule.apps.core.patches.patches import FilePatch, Reader, invalid_patch
from aule.contracts.documents import LARGEST, Document, decode
from aule.sdk import Context, Effect, Model, Preview, errors

MOST_FILES = 200
LONGEST = 4_000_000
"""Characters of a patch."""


class Patched(Model):
    """What a patch did."""

    files: list[Edited]
    added: int = Field(description="Lines that were added, in all files.")
    removed: int = Field(description="Lines that were removed, in all files.")


def parse(patch: str) -> list[FilePatch]:
    """Return the files a patch is about, with all that it says of them; one that cannot be read is refused."""
    if len(patch) > LONGEST:
        raise invalid_patch(f"The patch has more than {LONGEST} characters.", "Make several smaller ones.")
    lines = patch.split("\n")
    head = next((line for line in lines if line.startswith(("diff --git ", "--- ", "*** "))), "")
    if head.endswith("\r"):  # the patch itself came with such line ends; in a hunk they would be the file's
        lines = [line.removesuffix("\r") for line in lines]
    if not lines[-1]:
        lines.pop()
    read = read_envelope if any(line.strip() == BEGIN for line in lines) else read_diff
    files = read(Reader(lines))
    if not files:
        raise invalid_patch("The patch changes no file.", f"Give a unified diff, or the {BEGIN} form.")
    if len(files) > MOST_FILES:
        raise invalid_patch(f"The patch is about {len(files)} files; {MOST_FILES} are the most.", "Make several of it.")
    return files


def touched(patch: str) -> list[str]:
    """Return every path a patch names, once; none for one that cannot be read, which changes nothing either."""
    try:
        files = parse(patch)
    except errors.AuleError:
        return []
    return list(dict.fromkeys(path for file in files for path in (file.source, file.target) if path is not None))


def edits_of(context: Context, patch: str, paths: list[str]) -> list[Edit]:
    """Return every file as it is and as it would be. What does not fit is refused as a whole."""
    files = parse(patch)
    if set(paths) != set(touched(patch)):
        raise errors.Invalid(
            "The paths given are not those the patch is about.",
            code="invalid_param",
            field="paths",
            hint="Leave `paths` out: it is read from the patch.",
        )
    edits = [edit for file in files for edit in _edits(context, file)]
    refuse_nested(edits)
    return edits


async def _preview(context: Context, patch: str, paths: list[str]) -> Preview:
    return await asyncio.to_thread(lambda: shown(edits_of(context, patch, paths)))


def _paths(given: dict[str, str]) -> list[str]:
    return touched(given.get("patch", ""))


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Apply a patch", "pt": "Aplicar um patch"},
    category="files",
    targets=["paths"],
    reversible=True,
    preview=_preview,
)
async def apply_patch(
    context: Context,
    patch: Annotated[
        str,
        "A unified diff as `git diff` writes it; or `*** Begin Patch`, then `*** Add File: a.md`, "
        "`*** Delete File: b.md` or `*** Update File: c.md` with lines that begin with space, - or +, "
        "then `*** End Patch`.",
    ],
    paths: Annotated[list[str], "The files it is about; read from the patch when left out."] = Field(  # noqa: B008 - a default the schema computes
        default_factory=_paths
    ),
) -> Patched:
    """Change several text files of the workspace at once: all of them, or none if one place does not fit."""
    edits = await asyncio.to_thread(edits_of, context, patch, paths)
    names = _names([edit.path for edit in edits if not edit.is_moved])
    title = say("patch", context.locale, names=names)
    changed = await carry_out(context, edits, op="patch", title=title)
    done = await asyncio.to_thread(lambda: [edited(edit) for edit in changed])
    return Patched(files=done, added=sum(each.added for each in done), removed=sum(each.removed for each in done))


def _edits(context: Context, file: FilePatch) -> list[Edit]:
    """Return what one file of a patch comes to; a renamed one is two files."""
    if file.source is None:
        target = _free(context, file.path)
        content = Document("").encode(added(file), target)
        return [Edit(target, None, content, file.mode, sets_mode=file.mode == 0o755)]
    workspace = context.workspace
    source = workspace.check(file.source) if file.is_copy else workspace.check_writable(file.source)
    before = _there(context, source, file)
    after = _patched(before, source, file) if file.hunks else before
    if file.target is None:
        if file.hunks and after:
            raise does_not_fit(
                f"The patch deletes {source!r}, but not all that is in it.",
                "Read the file as it is now. Nothing was written.",
            )
        return [Edit(source, before, None)]
    if source == workspace.check(file.target):
        return [Edit(source, before, after, file.mode, sets_mode=file.mode is not None)]
    mode = workspace.permissions(source) if file.mode is None else file.mode
    target = Edit(
        _free(context, file.target), None, after, mode, sets_mode=file.mode is not None, origin=(source, before)
    )
    return [target] if file.is_copy else [Edit(source, before, None, is_moved=True), target]


def _patched(before: bytes, path: str, file: FilePatch) -> bytes:
    document = decode(before, path)
    text = fitted(document, file)
    return document.encode(text, path) if text or file.target is not None else b""


def _there(context: Context, path: str, file: FilePatch) -> bytes:
    limit = LARGEST if file.hunks else 4 * LARGEST
    content = context.workspace.read(path, limit) if file.is_copy else context.workspace.replaced(path, limit)
    if content is None:
        raise errors.NotFound(
            f"There is no {path!r} in the workspace, which the patch changes.",
            hint="List the folder to see what is there. Nothing was written.",
        )
    return content


def _free(context: Context, path: str) -> str:
    """Return a path where a new file may be put; one that is taken is refused."""
    path = context.workspace.check_writable(path)
    if context.workspace.replaced(path, 4 * LARGEST) is not None:
        raise errors.Conflict(
            f"There already is a {path!r} in the workspace, which the patch would make.",
            code="already_exists",
            field="patch",
            hint="Change the file that is there instead. Nothing was written.",
        )
    return path


def _names(paths: list[str]) -> str:
    first = ", ".join(paths[:3])
    return first if len(paths) <= 3 else f"{first} +{len(paths) - 3}"
