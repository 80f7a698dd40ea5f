"""Finding files by name and lines by content, within bounds that are told when they are reached."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from aule.contracts.errors import Invalid, NotFound, OutsideScope, Refused, TimedOut, TooLarge, Unavailable
from aule.sandbox.entries import SKIPPED, Entry, is_ordinary
from aule.sandbox.globs import Globs
from aule.sandbox.matcher import clip

if TYPE_CHECKING:
    from aule.sandbox.paths import Workspace

MOST_ENTRIES = 50_000
MOST_BYTES = 32 * 1024 * 1024
LARGEST_FILE = 2 * 1024 * 1024
LONGEST_PATTERN = 500
WIDTH = 300
"""Characters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for, and where. A literal pattern without capital letters ignores case."""

    pattern: str
    path: str = "."
    glob: str | None = None
    regex: bool = False
    limit: int = 50
    seconds: float = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A line that matches."""

    path: str
    line: int
    text: str


@dataclass(slots=True)
class Found:
    """What was found, how much was looked at, and whether that was all there is."""

    lines: list[Line] = field(default_factory=list[Line])
    files: int = 0
    unread: int = 0
    """Files that are binary, too large or closed."""
    complete: bool = True


def find(workspace: Workspace, glob: str, path: str = ".", *, limit: int = 1_000) -> tuple[list[Entry], bool]:
    """Files and folders under `path` that a pattern matches, and whether those are all.

    A pattern without a slash is matched against names in every folder. Hidden names and folders
    of tools are left out unless the pattern names them.
    """
    matches = _matcher(glob)
    named = set(glob.replace("{", "/").replace("}", "/").replace(",", "/").split("/"))
    hidden = any(part.startswith(".") and part != "." for part in named)
    prefix = "" if workspace.check(path) == "." else workspace.check(path) + "/"

    def keep(entry: Entry) -> bool:
        name = entry.path.rpartition("/")[2]
        if name in named:
            return True
        return is_ordinary(entry) or (hidden and name.startswith(".") and name not in SKIPPED)

    walked = workspace.walk(path, max_entries=MOST_ENTRIES, keep=keep)
    found = [entry for entry in walked.entries if matches.match(entry.path.removeprefix(prefix))]
    return found[:limit], walked.complete and len(found) <= limit


async def search(workspace: Workspace, query: Query) -> Found:
    """Lines under a folder, or of one file, that contain a text or match a regular expression.

    A regular expression is matched in a process of its own and stopped after `query.seconds`.
    """
    if not query.pattern or len(query.pattern) > LONGEST_PATTERN or "\n" in query.pattern:
        raise Invalid(
            f"The pattern is empty, longer than {LONGEST_PATTERN} characters, or more than one line.",
            code="invalid_pattern",
            field="pattern",
            hint="Look for a shorter piece of one line.",
        )
    if query.regex:
        found = Found()
        texts = await asyncio.to_thread(lambda: list(_texts(workspace, query, found)))
        return await _match(query, texts, found)
    return await asyncio.to_thread(_literal, workspace, query)


def _literal(workspace: Workspace, query: Query) -> Found:
    found = Found()
    ignore_case = query.pattern == query.pattern.lower()
    wanted = query.pattern.lower() if ignore_case else query.pattern
    for path, text in _texts(workspace, query, found):
        if wanted not in (text.lower() if ignore_case else text):
            continue
        for number, line in enumerate(text.split("\n"), start=1):
            place = (line.lower() if ignore_case else line).find(wanted)
            if place < 0:
                continue
            if len(found.lines) >= query.limit:
                found.complete = False
                return found
            found.lines.append(Line(path, number, clip(line.rstrip("\r"), place, WIDTH)))
    return found


def _texts(workspace: Workspace, query: Query, found: Found) -> Generator[tuple[str, str]]:
    """The texts to look at, one by one, counting what is left out."""
    left = MOST_BYTES
    for path in _paths(workspace, query, found):
        try:
            content = workspace.read(path, LARGEST_FILE)
        except (NotFound, OutsideScope, Refused, Invalid, TooLarge, Unavailable):
            found.unread += 1
            continue
        if b"\0" in content[:8192]:
            found.unread += 1
            continue
        left -= len(content)
        if left < 0:
            found.complete = False
            return
        found.files += 1
        yield path, content.decode("utf-8", "replace")


def _paths(workspace: Workspace, query: Query, found: Found) -> list[str]:
    place = workspace.stat(query.path)
    if place is None:
        raise NotFound(f"There is no {query.path!r} in the workspace.", hint="List the folder to see what is there.")
    if place.kind == "file" or (place.kind == "link" and _leads_to_a_file(workspace, place.path)):
        return [place.path]
    if query.glob is not None:
        entries, complete = find(workspace, query.glob, query.path, limit=MOST_ENTRIES)
    else:
        walked = workspace.walk(query.path, max_entries=MOST_ENTRIES)
        entries, complete = walked.entries, walked.complete
    found.complete = complete
    return [entry.path for entry in entries if entry.kind == "file"]


def _leads_to_a_file(workspace: Workspace, link: str) -> bool:
    try:
        workspace.head(link, 1)
    except Invalid:
        return False
    return True


async def _match(query: Query, texts: list[tuple[str, str]], found: Found) -> Found:
    head = json.dumps({"pattern": query.pattern, "limit": query.limit, "width": WIDTH})
    lines = [head, *(json.dumps({"path": path, "text": text}) for path, text in texts)]
    answers = await _ask_matcher("\n".join(lines).encode(), query)
    for answer in answers.splitlines():
        match json.loads(answer):
            case {"error": str(why)}:
                raise Invalid(
                    f"{query.pattern!r} is not a regular expression: {why}.",
                    code="invalid_pattern",
                    field="pattern",
                    hint="Correct it, or search for the plain text.",
                )
            case {"path": str(path), "line": int(line), "text": str(text)}:
                found.lines.append(Line(path, line, text))
            case _:
                found.complete = False
    return found


async def _ask_matcher(request: bytes, query: Query) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-I", "-S", str(Path(__file__).with_name("matcher.py"))),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={},
    )
    try:
        async with asyncio.timeout(query.seconds):
            answers, _ = await process.communicate(request)
    except TimeoutError:
        raise _ran_away(query) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise _ran_away(query)
    return answers


def _ran_away(query: Query) -> TimedOut:
    return TimedOut(
        f"The regular expression {query.pattern!r} took too much time or memory and was stopped.",
        hint="Make it simpler (no nested repetition), narrow the files, or search for the plain text.",
    )


def _matcher(glob: str) -> Globs:
    return Globs([glob if "/" in glob else f"**/{glob}"])
