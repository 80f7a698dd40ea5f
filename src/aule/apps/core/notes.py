"""Notes: Markdown files in the folder `notes`, found again by their title."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import file_names, moment
from aule.apps.core.messages import say
from aule.apps.core.write import Draft, put
from aule.contracts.documents import decode
from aule.sdk import Context, Effect, Entry, Model, Name, Preview, Reading, errors
from aule.text.words import fold, headline

FOLDER = "notes"
LONGEST_NAME = 60
PAGE = 50
MOST_NAMESAKES = 50
MOST_TITLED = 5
"""Notes whose titles are told to somebody who says hello; the others are counted."""

Title = Annotated[str, "The note's title.", Field(max_length=200)]


class Note(Model):
    """A note, without its text."""

    title: str
    path: str
    modified: str


class Notes(Model):
    """Some notes, the latest first."""

    notes: list[Note]
    total: int = Field(description="How many notes there are.")
    next: str | None = Field(
        default=None, description="Goes back in as `after` for those that follow; none at the end."
    )


class NoteText(Model):
    """A note with its text."""

    title: str
    path: str
    text: str


class NoteWritten(Model):
    """A note that was made."""

    title: str
    path: str


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
    await put(context, draft, "create", say("note", context.locale, name=name))
    return NoteWritten(title=name, path=draft.path)


@core.capability(effect=Effect.READ, title={"en": "List notes", "pt": "Listar as notas"}, category="notes")
async def list_notes(
    context: Context,
    limit: Annotated[int, "How many at most.", Field(ge=1, le=200)] = PAGE,
    after: Annotated[str, "`next` of the page before; the first page needs none.", Field(max_length=1_200)] = "",
) -> Notes:
    """List the notes of the workspace, the latest first, a page at a time."""
    known, first_line = _known(context), context.workspace.first_line
    start = bisect_right(known, _place_after(after), key=_place) if after else 0
    page = known[start : start + limit]
    rest = len(known) - start - len(page)
    if rest > 0:
        context.warn("truncated", f"There are {len(known)} notes; {rest} more follow.")
    context.cite(FOLDER, rows=len(page))
    notes = [Note(title=_title_of(first_line, each), path=each.path, modified=moment(each.mtime)) for each in page]
    return Notes(notes=notes, total=len(known), next=_place_text(page[-1]) if rest > 0 else None)


@core.capability(effect=Effect.READ, title={"en": "Read a note", "pt": "Ler uma nota"}, category="notes")
async def read_note(context: Context, title: Title) -> NoteText:
    """Read a note by its title; capital letters and accents do not matter."""
    first_line = context.workspace.first_line
    known = [(_title_of(first_line, each), each.path) for each in _known(context)]
    wanted = [(name, path) for name, path in known if _key(name) == _key(title) or path == title]
    if len(wanted) != 1:
        near = [name for name, _ in known if _key(title) and _key(title) in _key(name)][:5]
        what = f"There are {len(wanted)} notes" if wanted else "There is no note"
        raise errors.NotFound(
            f"{what} with the title {title!r}.",
            candidates=[path for _, path in wanted][:5] or near,
            hint="Give the path of one of them." if wanted else "List the notes to see their titles.",
        )
    name, path = wanted[0]
    text = decode(context.workspace.read(path), path).text
    heading, _, rest = text.replace("\r\n", "\n").partition("\n")
    context.cite(path, rows=1)
    body = rest.strip("\n") if heading.startswith("# ") else text
    return NoteText(title=name, path=path, text=body)


@core.tells_records
async def records(reading: Reading) -> list[Name]:
    """Return what the notes of the project are called, the latest first, then its files."""
    return [*_note_names(reading), *file_names(reading)]


def _note_names(reading: Reading) -> list[Name]:
    if reading.workspace is None:
        return []
    try:
        known = reading.workspace.latest(FOLDER, ".md")
    except errors.NotFound:
        return []
    first_line = reading.workspace.first_line
    titles = {each.path: _title_of(first_line, each) for each in known[:MOST_TITLED]}
    return [Name("note", titles.get(each.path, ""), each.path) for each in known]


def _draft(context: Context, title: str, text: str) -> tuple[str, Draft]:
    """Return the note's title and its file as it would be; a title is used once."""
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


def _known(context: Context) -> Sequence[Entry]:
    """Return the files of all notes, the latest first."""
    try:
        return context.workspace.latest(FOLDER, ".md")
    except errors.NotFound:
        return []


def _place(entry: Entry) -> tuple[float, str]:
    """Return where a note stands in the list."""
    return -entry.mtime, entry.path


def _place_text(entry: Entry) -> str:
    return f"{entry.mtime!r}:{entry.path}"


def _place_after(after: str) -> tuple[float, str]:
    mtime, _, path = after.partition(":")
    try:
        return -float(mtime), path
    except ValueError:
        raise errors.Invalid(
            f"{after!r} is not a place in the list of notes.",
            code="invalid_after",
            field="after",
            hint="Pass back `next` as it was given.",
        ) from None


def _title_of(first_line: Callable[[Entry], bytes], entry: Entry) -> str:
    """Return the title of a note in a listing, by its first line."""
    try:
        return _title(first_line(entry), entry.path)
    except errors.AuleError:
        return _title(b"", entry.path)


def _title_in(context: Context, path: str) -> str:
    """Return the title of the note at a path, as it is now."""
    try:
        return _title(context.workspace.head(path, 1_000).partition(b"\n")[0], path)
    except errors.AuleError:
        return _title(b"", path)


def _title(line: bytes, path: str) -> str:
    """Return the first heading of a note, or its file's name."""
    first = line.decode("utf-8", "replace").strip()
    if first.startswith("# ") and first[2:].strip():
        return first[2:].strip()
    return path.rpartition("/")[2].removesuffix(".md").replace("-", " ")


def _key(title: str) -> str:
    return " ".join(fold(title).split())
