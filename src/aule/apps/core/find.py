"""Finding things in the workspace: files by name, lines by content."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.files import FolderPath
from aule.sdk import Context, Effect, Model


class Match(Model):
    """A line that matches."""

    path: str
    line: int
    text: str


class Matches(Model):
    """Lines that match, and how much was looked at."""

    pattern: str
    matches: list[Match]
    files_searched: int
    complete: bool = Field(description="Whether these are all; if not, narrow the search.")


class Place(Model):
    """A file or folder that was found."""

    path: str
    kind: Literal["file", "folder", "link", "other"]
    size: int


class Places(Model):
    """Files and folders whose path matches a pattern."""

    glob: str
    found: list[Place]
    complete: bool = Field(description="Whether these are all.")


@core.capability(
    effect=Effect.READ,
    title={"en": "Search in files", "pt": "Procurar em arquivos"},
    category="files",
    targets=["path"],
    timeout_s=20,
)
async def grep_search(
    context: Context,
    pattern: Annotated[str, "The text to find, on one line. Without capital letters, case is ignored."],
    path: Annotated[str, "A folder or file to search in; `.` is the whole workspace."] = ".",
    glob: Annotated[str | None, "Only files that match, such as *.md or src/**/*.py."] = None,
    regex: Annotated[bool, "Whether the pattern is a regular expression (then case counts)."] = False,
    max_results: Annotated[int, "How many lines to give at most.", Field(ge=1, le=500)] = 50,
) -> Matches:
    """Find lines in the text files of the workspace. Hidden, binary and very large files are left out."""
    found = await context.workspace.search(pattern, path, glob=glob, regex=regex, limit=max_results)
    if found.unread:
        context.warn("unread", f"{found.unread} files were not searched: binary, secret, too large or closed.")
    if not found.complete:
        context.warn("truncated", "There is more than what is given; narrow the search.")
    context.cite(context.workspace.check(path), rows=len(found.lines), query=pattern)
    matches = [Match(path=line.path, line=line.line, text=line.text) for line in found.lines]
    return Matches(pattern=pattern, matches=matches, files_searched=found.files, complete=found.complete)


@core.capability(
    effect=Effect.READ,
    title={"en": "Find files", "pt": "Encontrar arquivos"},
    category="files",
    targets=["path"],
    timeout_s=20,
)
async def file_search(
    context: Context,
    glob: Annotated[str, "A pattern such as *.md (in every folder), src/**/*.py or {a,b}/*.txt."],
    path: FolderPath = ".",
) -> Places:
    """Find files and folders of the workspace by a pattern of their path."""
    found, complete = await asyncio.to_thread(context.workspace.find, glob, path, limit=1_000)
    if not complete:
        context.warn("truncated", "There is more than what is given; narrow the pattern.")
    context.cite(context.workspace.check(path), rows=len(found), query=glob)
    places = [Place(path=entry.path, kind=entry.kind, size=entry.size) for entry in found]
    return Places(glob=glob, found=places, complete=complete)
