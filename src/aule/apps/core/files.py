"""Looking at files and folders of the workspace."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import Field

from aule.apps.core.app import core
from aule.contracts.ambient import timestamp
from aule.contracts.documents import LARGEST, Newline, decode
from aule.sdk import Context, Effect, Model, Name, Reading, errors
from aule.text.hashing import bytes_hash

MOST_CHARACTERS = 60_000
MOST_ENTRIES = 1_000

FilePath = Annotated[str, "A path relative to the workspace, such as notes/ideas.md."]
FolderPath = Annotated[str, "A folder relative to the workspace; `.` is the workspace itself."]


class FileText(Model):
    """Some lines of a text file."""

    path: str
    text: str
    start_line: int = Field(description="The number of the first line given; lines count from 1.")
    end_line: int = Field(description="The number of the last line given.")
    total_lines: int
    truncated: bool = Field(description="Whether there is more behind what is given.")
    encoding: str | None = Field(default=None, description="How the file is encoded, where that is not plain UTF-8.")
    newline: Newline | None = Field(
        default=None, description="How its lines end, where that is not a plain line feed; a write keeps it."
    )
    sha256: str = Field(description="The hash of the whole file: `write_file` takes it as its `base`.")


class Item(Model):
    """One thing in a folder."""

    name: str
    path: str
    kind: Literal["file", "folder", "link", "other"]
    size: int = Field(description="Bytes, for a file.")
    modified: str


class Listing(Model):
    """What is in a folder, by name."""

    path: str
    entries: list[Item]
    total: int


@core.capability(
    effect=Effect.READ, title={"en": "Read a file", "pt": "Ler um arquivo"}, category="files", targets=["path"]
)
async def read_file(
    context: Context,
    path: FilePath,
    start_line: Annotated[int, "The first line to give.", Field(ge=1)] = 1,
    max_lines: Annotated[int, "How many lines to give at most.", Field(ge=1, le=5_000)] = 400,
) -> FileText:
    """Read a text file of the workspace, from a line on."""
    path = context.workspace.check(path)
    content = context.workspace.read(path, LARGEST)
    document = decode(content, path)
    if document.encoding == "cp1252":
        context.warn("encoding", f"{path} is not UTF-8; it was read as {document.encoding}.")
    lines = _lines(document.text)
    given = _within(lines[start_line - 1 : start_line - 1 + max_lines])
    end = start_line - 1 + len(given)
    text = "\n".join(given)
    if len(text) > MOST_CHARACTERS:
        text = text[:MOST_CHARACTERS]
        context.warn("truncated", f"Line {start_line} of {path} is longer than {MOST_CHARACTERS} characters.")
    elif end < len(lines):
        context.warn(
            "truncated", f"{path} has {len(lines)} lines, these are {start_line} to {end}; read on from there."
        )
    context.cite(path, rows=len(given), is_owners=await context.is_owners_file(path, content))
    return FileText(
        path=path,
        text=text,
        start_line=start_line,
        end_line=end,
        total_lines=len(lines),
        truncated=end < len(lines) or len(text) == MOST_CHARACTERS,
        encoding=None if document.manner == "utf-8" else document.manner,
        newline=None if document.newlines == "lf" else document.newlines,
        sha256=bytes_hash(content),
    )


@core.capability(
    effect=Effect.READ, title={"en": "List a folder", "pt": "Listar uma pasta"}, category="files", targets=["path"]
)
async def list_dir(context: Context, path: FolderPath = ".") -> Listing:
    """List what is in a folder of the workspace, by name."""
    path = context.workspace.check(path)
    found = context.workspace.list(path)
    if len(found) > MOST_ENTRIES:
        context.warn("truncated", f"{path} has {len(found)} entries; these are the first {MOST_ENTRIES}.")
    context.cite(path, rows=len(found))
    entries = [
        Item(
            name=entry.path.rpartition("/")[2],
            path=entry.path,
            kind=entry.kind,
            size=entry.size,
            modified=moment(entry.mtime),
        )
        for entry in found[:MOST_ENTRIES]
    ]
    return Listing(path=path, entries=entries, total=len(found))


def file_names(reading: Reading) -> list[Name]:
    """Return the files at the top of the project, what to read first at the beginning; hidden ones are left out."""
    if reading.workspace is None:
        return []
    try:
        found = [
            each.path for each in reading.workspace.list() if each.kind == "file" and not each.path.startswith(".")
        ]
    except errors.NotFound:
        return []
    read_first = sorted(found, key=lambda path: (not path.lower().startswith("readme"), not path.endswith(".md"), path))
    return [Name("file", path, path) for path in read_first]


def moment(seconds: float) -> str:
    """Return a time of the file system, as stored everywhere."""
    return timestamp(datetime.fromtimestamp(seconds, UTC))


def _lines(text: str) -> list[str]:
    """Return the lines of a text; an end of line at the very end begins no new one."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _within(lines: list[str]) -> list[str]:
    """Return as many whole lines as fit, and one at least."""
    total = 0
    for count, line in enumerate(lines):
        total += len(line) + 1
        if total > MOST_CHARACTERS:
            return lines[: max(count, 1)]
    return lines
