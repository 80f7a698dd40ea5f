"""Writing, editing and deleting files of the workspace: each is shown first, approved, and can be undone."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import FilePath
from aule.apps.core.messages import say
from aule.contracts.access.differences import counted, preview
from aule.contracts.documents import LARGEST, Document, decode
from aule.sdk import Context, Effect, Model, Preview, errors
from aule.text.hashing import bytes_hash

MOST_PLACES = 10


class Written(Model):
    """What a write did."""

    path: str
    size: int = Field(description="Bytes in the file now.")
    added: int = Field(description="Lines that were added.")
    removed: int = Field(description="Lines that were removed.")
    created: bool = Field(description="Whether the file is new.")
    changed: bool = Field(description="Whether anything is different now.")


class Deleted(Model):
    """What a deletion did."""

    path: str
    size: int = Field(description="Bytes that were in the file.")


@dataclass(frozen=True, slots=True)
class Draft:
    """A file as it is and as it would be."""

    path: str
    before: bytes | None
    after: bytes | None

    @property
    def shown(self) -> Preview:
        """What a person looks at before saying yes."""
        return preview(self.path, self.before, self.after)


async def _preview_write(context: Context, path: str, content: str, base: str | None) -> Preview:
    return _draft_write(context, path, content, base).shown


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Write a file", "pt": "Escrever um arquivo"},
    category="files",
    targets=["path"],
    reversible=True,
    idempotent=True,
    preview=_preview_write,
)
async def write_file(
    context: Context,
    path: FilePath,
    content: Annotated[str, "The whole new text of the file."],
    base: Annotated[
        str | None, "The `sha256` of the file as it was read: if it is another by now, nothing is written."
    ] = None,
) -> Written:
    """Write a text file in the workspace; missing folders are made, an existing file is replaced."""
    draft = _draft_write(context, path, content, base)
    title = say("write", context.locale, path=draft.path)
    return await put(context, draft, "write", title)


async def _preview_edit(context: Context, path: str, search: str, replace: str) -> Preview:
    return _draft_edit(context, path, search, replace).shown


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Edit a file", "pt": "Editar um arquivo"},
    category="files",
    targets=["path"],
    reversible=True,
    preview=_preview_edit,
)
async def edit_file(
    context: Context,
    path: FilePath,
    search: Annotated[str, "The exact text to replace; it must stand in the file exactly once."],
    replace: Annotated[str, "The text to put in its place."],
) -> Written:
    """Replace one passage of a text file. The passage must be unique, so that nothing else is changed."""
    draft = _draft_edit(context, path, search, replace)
    title = say("edit", context.locale, path=draft.path)
    return await put(context, draft, "edit", title)


async def _preview_append(context: Context, path: str, content: str) -> Preview:
    return _draft_append(context, path, content).shown


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Append to a file", "pt": "Acrescentar a um arquivo"},
    category="files",
    targets=["path"],
    reversible=True,
    preview=_preview_append,
)
async def append_file(
    context: Context, path: FilePath, content: Annotated[str, "The text to add at the end, on lines of its own."]
) -> Written:
    """Add text at the end of a file; the file is made if there is none."""
    draft = _draft_append(context, path, content)
    title = say("append", context.locale, path=draft.path)
    return await put(context, draft, "append", title)


async def _preview_delete(context: Context, path: str) -> Preview:
    return _draft_delete(context, path).shown


@core.capability(
    effect=Effect.DELETE,
    title={"en": "Delete a file", "pt": "Apagar um arquivo"},
    category="files",
    targets=["path"],
    reversible=True,
    preview=_preview_delete,
)
async def delete_file(context: Context, path: FilePath) -> Deleted:
    """Delete one file of the workspace. It can be brought back by undoing."""
    draft = _draft_delete(context, path)
    title = say("delete", context.locale, path=draft.path)
    await context.change_file(draft.path, None, op="delete", title=title)
    return Deleted(path=draft.path, size=len(draft.before or b""))


async def put(context: Context, draft: Draft, op: str, title: str) -> Written:
    """Carry out a draft as an undoable change; one that changes nothing is only reported."""
    if draft.after is None:
        raise errors.Invalid(f"There is nothing to write to {draft.path!r}.")
    changed = draft.before != draft.after
    if changed:
        await context.change_file(draft.path, draft.after, op=op, title=title)
    else:
        context.warn("unchanged", f"{draft.path} already was exactly so.")
    added, removed = counted(draft.path, draft.before, draft.after)
    return Written(
        path=draft.path,
        size=len(draft.after),
        added=added,
        removed=removed,
        created=draft.before is None,
        changed=changed,
    )


def _draft_write(context: Context, path: str, content: str, base: str | None) -> Draft:
    path = context.workspace.check_writable(path)
    before = context.workspace.replaced(path)
    if base is not None and (before is None or bytes_hash(before) != base):
        raise errors.Conflict(
            f"{path!r} is not the file that was read. It was left as it is.",
            code="changed_meanwhile",
            field="base",
            hint="Read it again, and write what it should be now.",
        )
    return Draft(path, before, _in_its_manner(context, path, before, content))


def _in_its_manner(context: Context, path: str, before: bytes | None, content: str) -> bytes:
    """Return a whole new text as the file that is there keeps its text; a new file is plain UTF-8."""
    try:
        document = Document("") if before is None else decode(before, path)
    except errors.Invalid:  # something binary is replaced
        document = Document("")
    text = document.written(content)
    try:
        after = document.encode(text.removeprefix("\ufeff") if document.mark else text, path)
    except errors.Invalid:
        context.warn("encoding", f"{path} was {document.manner}, which cannot hold this text; it is UTF-8 now.")
        return Document("").encode(text, path)
    kept = [document.manner] if document.manner != "utf-8" else []
    kept += ["CRLF line ends"] if text != content else []
    if kept:
        context.warn("kept", f"{path} keeps what it had: {', '.join(kept)}.")
    return after


def _draft_edit(context: Context, path: str, search: str, replace: str) -> Draft:
    path = context.workspace.check_writable(path)
    before = _there(context, path, LARGEST)
    document = decode(before, path)
    # People and models write plain line feeds, whatever the file has; who writes carriage returns means them.
    exactly = "\r" in search
    text = document.text if exactly else document.plain
    if not search or search == replace:
        raise errors.Invalid(
            f"The edit of {path!r} would change nothing.",
            code="nothing_to_change",
            field="search",
            hint="Give the text to replace, and something else to put in its place.",
        )
    count = text.count(search)
    if count != 1:
        raise _no_match(text, search, path) if count == 0 else _many_matches(text, search, path)
    place = text.index(search)
    if exactly:
        edited = text[:place] + replace + text[place + len(search) :]
    else:
        edited = document.spliced(place, place + len(search), replace)
    return Draft(path, before, document.encode(edited, path))


def _draft_append(context: Context, path: str, content: str) -> Draft:
    path = context.workspace.check_writable(path)
    before = context.workspace.replaced(path, LARGEST)
    document = Document("") if before is None else decode(before, path)
    return Draft(path, before, document.encode(document.appended(content), path))


def _draft_delete(context: Context, path: str) -> Draft:
    path = context.workspace.check_writable(path)
    return Draft(path, _there(context, path), None)


def _there(context: Context, path: str, max_bytes: int = 4 * LARGEST) -> bytes:
    """Return the content of a file that must exist and may be changed."""
    content = context.workspace.replaced(path, max_bytes)
    if content is None:
        raise errors.NotFound(f"There is no {path!r} in the workspace.", hint="List the folder to see what is there.")
    return content


def _no_match(text: str, search: str, path: str) -> errors.NotFound:
    lines = text.split("\n")
    first = next((line for line in search.split("\n") if line.strip()), search)
    near = difflib.get_close_matches(first, lines[:5_000], n=1, cutoff=0.6)
    hint = "Read the file and copy the passage exactly, with its spaces."
    if near:
        hint = f"Line {lines.index(near[0]) + 1} is similar: {near[0].strip()[:120]!r}. {hint}"
    return errors.NotFound(f"The text to replace is not in {path!r}.", code="no_match", field="search", hint=hint)


def _many_matches(text: str, search: str, path: str) -> errors.Invalid:
    numbers: list[int] = []
    place = text.find(search)
    while place >= 0 and len(numbers) < MOST_PLACES:
        numbers.append(text.count("\n", 0, place) + 1)
        place = text.find(search, place + len(search))
    count = text.count(search)
    shown = ", ".join(map(str, numbers)) + ("…" if count > len(numbers) else "")
    return errors.Invalid(
        f"The text to replace stands {count} times in {path!r} (lines {shown}).",
        code="ambiguous_match",
        field="search",
        hint="Take more of the lines around it, so that it stands there once.",
    )
