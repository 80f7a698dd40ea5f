"""Notes: Markdown files in the folder `notes`, found again by their title."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import moment
from aule.apps.core.writing import Draft, put, said
from aule.contracts.documents import decode
from aule.contracts.text import fold, headline
from aule.sdk import Context, Effect, Model, Preview, errors

FOLDER = "notes"
LONGEST_NAME = 60
MOST_NOTES = 500
MOST_NAMESAKES = 50

Title = Annotated[str, "The note's title.", Field(max_length=200)]


class Note(Model):
    """A note, without its text."""

    title: str
    path: str
    modified: str


class Notes(Model):
    """All notes, the latest first."""

    notes: list[Note]
    total: int


class NoteText(Model):
    """A note with its text."""

    title: str
    path: str
    text: str


class NoteWritten(Model):
    """A note that was made."""

    title: str
    path: str


@dataclass(frozen=True, slots=True)
class _Known:
    title: str
    path: str
    mtime: float


async def _preview_note(context: Context, title: str, text: str) -> Preview:
    return _draft(context, title, text)[1].shown


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Create a note", "pt": "Criar uma nota"},
    category="notes",
    targets=["title"],
    reversible=True,
    preview=_preview_note,
)
async def create_note(
    context: Context, title: Title = "", text: Annotated[str, "What the note says, in Markdown."] = ""
) -> NoteWritten:
    """Create a note. Without a title, the beginning of its text is the title."""
    name, draft = _draft(context, title, text)
    await put(context, draft, "create", said(context, en=f"Note: {name}", pt=f"Nota: {name}"))
    return NoteWritten(title=name, path=draft.path)


@core.capability(effect=Effect.READ, title={"en": "List notes", "pt": "Listar as notas"}, category="notes")
async def list_notes(context: Context) -> Notes:
    """List the notes of the workspace, the latest first."""
    known = _known(context)
    if len(known) > MOST_NOTES:
        context.warn("truncated", f"There are {len(known)} notes; these are the latest {MOST_NOTES}.")
    context.cite(FOLDER, rows=len(known))
    notes = [Note(title=note.title, path=note.path, modified=moment(note.mtime)) for note in known[:MOST_NOTES]]
    return Notes(notes=notes, total=len(known))


@core.capability(effect=Effect.READ, title={"en": "Read a note", "pt": "Ler uma nota"}, category="notes")
async def read_note(context: Context, title: Title) -> NoteText:
    """Read a note by its title; capital letters and accents do not matter."""
    known = _known(context)
    wanted = [note for note in known if _key(note.title) == _key(title) or note.path == title]
    if len(wanted) != 1:
        near = [note.title for note in known if _key(title) and _key(title) in _key(note.title)][:5]
        what = f"There are {len(wanted)} notes" if wanted else "There is no note"
        raise errors.NotFound(
            f"{what} with the title {title!r}.",
            candidates=[note.path for note in wanted][:5] or near,
            hint="Give the path of one of them." if wanted else "List the notes to see their titles.",
        )
    note = wanted[0]
    text = decode(context.workspace.read(note.path), note.path).text
    heading, _, rest = text.replace("\r\n", "\n").partition("\n")
    context.cite(note.path, rows=1)
    body = rest.strip("\n") if heading.startswith("# ") else text
    return NoteText(title=note.title, path=note.path, text=body)


def _draft(context: Context, title: str, text: str) -> tuple[str, Draft]:
    """The note's title and its file as it would be; a title is used once."""
    title = " ".join(title.split()) or headline(text)
    if not title:
        raise errors.Invalid("The note is empty.", field="text", hint="Say what it should contain.")
    body = text.strip()
    if _key(body) == _key(title):
        body = ""
    path = _free_path(context, title)
    content = f"# {title}\n" + (f"\n{body}\n" if body else "")
    try:
        return title, Draft(path, None, content.encode())
    except UnicodeEncodeError:
        raise errors.Invalid("The note contains half of a character.", code="invalid_text", field="text") from None


def _free_path(context: Context, title: str) -> str:
    name = _file_name(title)
    for number in range(1, MOST_NAMESAKES):
        path = f"{FOLDER}/{name}.md" if number == 1 else f"{FOLDER}/{name}-{number}.md"
        if context.workspace.replaced(path) is None:
            return path
        if _key(_title_in(context, path)) == _key(title):
            raise errors.Conflict(
                f"There already is a note {title!r}.",
                code="note_exists",
                subject=path,
                hint=f"Choose another title, or append to {path}.",
            )
    raise errors.Conflict(f"There are too many notes with names like {name!r}.", hint="Choose another title.")


def _file_name(title: str) -> str:
    words = re.sub(r"[^\w]+", "-", fold(title), flags=re.UNICODE).strip("-_")
    while len(words.encode("utf-8", "replace")) > LONGEST_NAME * 3 or len(words) > LONGEST_NAME:
        words = words[:-1]
    return words.strip("-_") or "note"


def _known(context: Context) -> list[_Known]:
    """Every note, the latest first."""
    try:
        entries = context.workspace.list(FOLDER)
    except errors.NotFound:
        return []
    files = [entry for entry in entries if entry.kind == "file" and entry.path.endswith(".md")]
    files.sort(key=lambda entry: (-entry.mtime, entry.path))
    return [_Known(_title_in(context, entry.path), entry.path, entry.mtime) for entry in files]


def _title_in(context: Context, path: str) -> str:
    """The first heading of a note, or its file's name."""
    try:
        first = context.workspace.head(path, 1_000).decode("utf-8", "replace").partition("\n")[0].strip()
    except errors.AuleError:
        first = ""
    if first.startswith("# ") and first[2:].strip():
        return first[2:].strip()
    return path.rpartition("/")[2].removesuffix(".md").replace("-", " ")


def _key(title: str) -> str:
    return " ".join(fold(title).split())
