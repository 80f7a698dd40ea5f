"""Search: finds files by name and lines by content, within limits that are reported when reached."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from aule.child_processes import end_child
from aule.contracts.errors import Invalid, NotFound, Refused, TimedOut, TooLarge, Unavailable
from aule.contracts.model import JsonObject
from aule.sandbox.entries import SKIPPED, Entry, is_ordinary
from aule.sandbox.file_errors import missing_path
from aule.sandbox.globs import Globs
from aule.sandbox.matcher import WIDE, as_text, clip
from aule.sandbox.secret_files import refuse_secret

if TYPE_CHECKING:
    from aule.sandbox.workspace import Workspace

MOST_ENTRIES = 200_000
"""Files and folders that are visited."""
MOST_BYTES = 512 * 1024 * 1024
"""Bytes that are read, one file after the other."""
LARGEST_FILE = 2 * 1024 * 1024
BATCH = 1024 * 1024
"""Bytes that are sent at once to the matcher."""
MOST_BATCHES_S = 15
"""Seconds a regular expression may take for all batches."""
LONGEST_PATTERN = 500
WIDTH = 300
"""Characters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class Query:
    """What to search, and where. A literal pattern without capital letters ignores case."""

    pattern: str
    path: str = "."
    glob: str | None = None
    regex: bool = False
    limit: int = 50
    seconds: float = 5
    """How long a regular expression may take for one batch of files."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A matching line."""

    path: str
    line: int
    text: str


@dataclass(slots=True)
class FoundLines:
    """The lines found, how many files were searched, and whether those are all."""

    lines: list[FoundLine] = field(default_factory=list[FoundLine])
    files: int = 0
    unread: int = 0
    """Files that are binary, secret, too large or closed."""
    complete: bool = True


def find(workspace: Workspace, glob: str, path: str = ".", *, limit: int = 1_000) -> tuple[list[Entry], bool]:
    """Return files and folders under `path` that a pattern matches, and whether those are all.

    A pattern without a slash is matched against names in every folder. Hidden names and folders of tools are left out
    unless the pattern names them.
    """
    path, matches = workspace.check(path), _matcher(glob)
    prefix = 0 if path == "." else len(path) + 1
    walked = workspace.walk(path, max_entries=MOST_ENTRIES, keep=_keep(glob))
    found = [entry for entry in walked.entries if matches.match(entry.path[prefix:])]
    return found[:limit], walked.complete and len(found) <= limit


def _keep(glob: str) -> Callable[[Entry], bool]:
    """Return which entries to visit for a pattern: ordinary ones, and those the pattern names."""
    named = set(glob.replace("{", "/").replace("}", "/").replace(",", "/").split("/"))
    hidden = any(part.startswith(".") and part != "." for part in named)

    def keep(entry: Entry) -> bool:
        name = entry.path.rpartition("/")[2]
        if name in named:
            return True
        return is_ordinary(entry) or (hidden and name.startswith(".") and name not in SKIPPED)

    return keep


async def search(workspace: Workspace, query: Query) -> FoundLines:
    """Return lines under a folder, or of one file, that contain a text or match a regular expression.

    A regular expression is matched in a process of its own, which is killed when it makes no progress.
    """
    if not query.pattern or len(query.pattern) > LONGEST_PATTERN or "\n" in query.pattern:
        raise Invalid(
            f"The pattern is empty, longer than {LONGEST_PATTERN} characters, or more than one line.",
            code="invalid_pattern",
            field="pattern",
            hint="Look for a shorter piece of one line.",
        )
    if query.regex:
        return await _match(workspace, query)
    return await asyncio.to_thread(_literal, workspace, query)


def _literal(workspace: Workspace, query: Query) -> FoundLines:
    found = FoundLines()
    ignore_case = query.pattern == query.pattern.lower()
    wanted = query.pattern.lower() if ignore_case else query.pattern
    for path, content in _contents(workspace, query, found):
        if _lacks(content, wanted, ignore_case):
            continue
        for number, line in enumerate(as_text(content).split("\n"), start=1):
            place = (line.lower() if ignore_case else line).find(wanted)
            if place < 0:
                continue
            if len(found.lines) >= query.limit:
                found.complete = False
                return found
            found.lines.append(FoundLine(path, number, clip(line.rstrip("\r"), place, WIDTH)))
    return found


def _lacks(content: bytes, wanted: str, ignore_case: bool) -> bool:
    """Return whether a file certainly lacks a text, without decoding it, which is most of the work."""
    if not wanted.isascii() or content.startswith(WIDE):
        return False
    return wanted.encode() not in (content.lower() if ignore_case else content)


def _contents(workspace: Workspace, query: Query, found: FoundLines) -> Generator[tuple[str, bytes]]:
    """Yield the texts to search, and count the files left out."""
    left, entries = MOST_BYTES, MOST_ENTRIES
    for path, content in _files(workspace, query):
        entries -= 1
        if content is None or (b"\0" in content[:8192] and not content.startswith(WIDE)):
            found.unread += 1
            continue
        left -= len(content)
        if left < 0 or entries < 0:
            found.complete = False
            return
        found.files += 1
        yield path, content


def _files(workspace: Workspace, query: Query) -> Generator[tuple[str, bytes | None]]:
    place = workspace.stat(query.path)
    if place is None:
        raise missing_path(query.path)
    if place.kind == "file" or (place.kind == "link" and _leads_to_a_file(workspace, place.path)):
        yield place.path, _content(workspace, place.path)
        return
    prefix = 0 if place.path == "." else len(place.path) + 1
    keep, matches = (None, None) if query.glob is None else (_keep(query.glob), _matcher(query.glob))
    for entry, content in workspace.contents(place.path, keep=keep, max_bytes=LARGEST_FILE):
        if matches is None or matches.match(entry.path[prefix:]):
            yield entry.path, content


def _content(workspace: Workspace, path: str) -> bytes | None:
    refuse_secret(path)
    try:
        return workspace.read(path, LARGEST_FILE)
    except (NotFound, Refused, Invalid, TooLarge, Unavailable):
        return None


def _leads_to_a_file(workspace: Workspace, link: str) -> bool:
    try:
        workspace.head(link, 1)
    except Invalid:
        return False
    return True


async def _match(workspace: Workspace, query: Query) -> FoundLines:
    """Match in a process of its own, which receives the files while it works."""
    found = FoundLines()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-I", "-S", str(Path(__file__).with_name("matcher.py"))),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={},
    )
    assert process.stdin is not None and process.stdout is not None
    files = _contents(workspace, query, found)
    try:
        async with asyncio.timeout(query.seconds) as patience:
            feeding = _feed(process.stdin, query, files, patience)
            answers, _ = await asyncio.gather(process.stdout.read(), feeding)
            await process.wait()
    except TimeoutError:
        raise _ran_away(query) from None
    finally:
        await end_child(process)
    if process.returncode != 0:
        raise _ran_away(query)
    for answer in answers.splitlines():
        _understand(json.loads(answer), query, found)
    return found


async def _feed(
    pipe: asyncio.StreamWriter, query: Query, files: Generator[tuple[str, bytes]], patience: asyncio.Timeout
) -> None:
    """Send the files in batches; the matcher may stop early, and gets more time for each batch it takes."""
    clock = asyncio.get_running_loop().time
    end = clock() + max(MOST_BATCHES_S, query.seconds)
    pipe.write(json.dumps({"pattern": query.pattern, "limit": query.limit, "width": WIDTH}).encode() + b"\n")
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while batch := await asyncio.to_thread(_batch, files):
            pipe.write(batch)
            await pipe.drain()
            patience.reschedule(min(clock() + query.seconds, end))
    pipe.close()


def _batch(files: Generator[tuple[str, bytes]]) -> bytes:
    pieces: list[bytes] = []
    size = 0
    for path, content in files:
        text = as_text(content).encode() if content.startswith(WIDE) else content
        pieces += (json.dumps({"path": path, "size": len(text)}).encode(), b"\n", text)
        size += len(text)
        if size >= BATCH:
            break
    return b"".join(pieces)


def _understand(answer: JsonObject, query: Query, found: FoundLines) -> None:
    match answer:
        case {"error": str(why)}:
            raise Invalid(
                f"{query.pattern!r} is not a regular expression: {why}.",
                code="invalid_pattern",
                field="pattern",
                hint="Correct it, or search for the plain text.",
            )
        case {"path": str(path), "line": int(line), "text": str(text)}:
            found.lines.append(FoundLine(path, line, text))
        case _:
            found.complete = False


def _ran_away(query: Query) -> TimedOut:
    return TimedOut(
        f"The regular expression {query.pattern!r} took too much time or memory and was stopped.",
        hint="Make it simpler (no nested repetition), narrow the files, or search for the plain text.",
    )


def _matcher(glob: str) -> Globs:
    return Globs([glob if "/" in glob else f"**/{glob}"])
