"""Contents that nobody uses any more: originals of rows that an app removed long ago are found and cleared away.

A content goes only if it was named by removed rows of the app, and is named nowhere else. Everything that may name one
is looked through as plain text, so what this module has never heard of keeps its contents.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from aule.contracts.errors import AuleError, TooLarge
from aule.stores.home.blobs import Blobs
from aule.stores.log.integrity import read_only

MOST_AT_ONCE = 200
"""Contents that are looked at in one sweep; the next one looks at the others."""
MOST_READ = 1024 * 1024 * 1024
"""Bytes of contents that are looked through for names. Where there are more, all that is in question stays."""
_SHA = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_SHA_BYTES = re.compile(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_RECORD = frozenset({"events", "graphs", "runs", "changes", "approvals", "workers", "blobs"})
"""Tables that tell of the past too: of these only what still counts is looked at."""
_OPEN = "SELECT id FROM runs WHERE finished_at IS NULL"
_LIVE = (
    f"SELECT data FROM events WHERE run IN ({_OPEN})",
    "SELECT doc FROM runs WHERE finished_at IS NULL",
    "SELECT inputs FROM runs WHERE finished_at IS NULL",
    "SELECT graph FROM graphs WHERE hash IN (SELECT graph FROM runs WHERE finished_at IS NULL)",
    "SELECT doc FROM approvals WHERE status = 'pending'",
)
"""What runs that are not over, and decisions that wait, say."""
_FORMER = "kind = :app AND ts < :before"
_REMEMBERED = f"SELECT doc FROM changes WHERE NOT ({_FORMER})"


@dataclass(frozen=True, slots=True)
class FormerContents:
    """Which contents may go: those that removed rows of an app named before a time."""

    app: str
    before: str
    """Changes older than this time can be undone without their originals."""
    columns: Mapping[str, Sequence[str]]
    """The columns of the app's own tables that name contents; its other tables name none."""
    now: float
    """Seconds; a content that was put in the last hour stays, since what names it may be on its way."""


@dataclass(frozen=True, slots=True)
class ClearedContents:
    """What a sweep did."""

    cleared: int
    size: int
    kept: int
    """Contents of removed rows that something else still names, or that were put again."""


def clear_contents(database: Path, blobs: Blobs, former: FormerContents) -> ClearedContents:
    """Remove contents that nothing names any more. It may be killed at any moment, and begins anew. Blocks.

    Each is set aside first and looked for afterwards: whoever keeps the same content meanwhile makes it anew. Where
    machines share a store nothing is cleared: another one may be about to name a content.
    """
    if blobs.is_shared:
        return ClearedContents(0, 0, 0)
    blobs.put_back_all()
    found = _former_contents(database, blobs, former)
    aside = list(islice((sha for sha in sorted(found) if blobs.set_aside(sha, former.now)), MOST_AT_ONCE))
    try:
        with closing(read_only(database)) as connection:
            used = _named(connection, blobs, former, set(aside))
    except BaseException:
        blobs.put_back_all()
        raise
    size = sum(blobs.drop_aside(sha) for sha in aside if sha not in used)
    blobs.put_back_all()
    gone = sum(sha not in used for sha in aside)
    return ClearedContents(gone, size, len(found) - gone)


def _former_contents(database: Path, blobs: Blobs, former: FormerContents) -> set[str]:
    """Return the contents that removed rows name and that are still there, but for those that rows name now. Blocks."""
    if blobs.is_shared:
        return set()
    with closing(read_only(database)) as connection:
        return {sha for sha in _removed(connection, blobs, former) - _own(connection, former) if blobs.has(sha)}


def _removed(connection: sqlite3.Connection, blobs: Blobs, former: FormerContents) -> set[str]:
    given = {"app": former.app, "before": former.before}
    found: set[str] = set()
    for (doc,) in connection.execute(f"SELECT doc FROM changes WHERE {_FORMER} ORDER BY position", given):
        rows: dict[str, Any] = json.loads(doc).get("rows") or {}
        replaced: list[dict[str, Any]] = rows.get("replaced") or []
        for each in (*replaced, *_lines(blobs, rows.get("blob"))):
            for column in former.columns.get(each["table"], ()):
                sha = each["row"].get(column)
                if isinstance(sha, str) and _SHA.fullmatch(sha):
                    found.add(sha)
    return found


def _lines(blobs: Blobs, sha: str | None) -> Iterator[dict[str, Any]]:
    """Yield the former rows that a change keeps as a content; none where it is gone or damaged."""
    if sha is None:
        return
    try:
        path = blobs.sound(sha)
    except AuleError:
        return
    with path.open("rb") as lines:
        for line in lines:
            yield json.loads(line)


def _own(connection: sqlite3.Connection, former: FormerContents) -> set[str]:
    """Return the contents that rows of the app name now."""
    tables = _columns(connection)
    wanted = [(table, name) for table, names in former.columns.items() if table in tables for name in names]
    found: set[str] = set()
    for table, name in wanted:
        found.update(sha for (sha,) in connection.execute(f'SELECT DISTINCT "{table}"."{name}" FROM "{table}"'))
    return found


def _named(connection: sqlite3.Connection, blobs: Blobs, former: FormerContents, asked: set[str]) -> set[str]:
    """Return those of some contents that anything names."""
    if not asked:
        return set()
    found = _own(connection, former) & asked
    for table, names in _columns(connection).items():
        if table in _RECORD or table.startswith(f"{former.app}_"):
            continue
        for name in names:
            values = connection.execute(f'SELECT "{name}" FROM "{table}" WHERE length("{name}") >= 64')
            found |= asked & _names_in(value for (value,) in values)
    given = {"app": former.app, "before": former.before}
    inner = {sha for select in _LIVE for sha in _names_in(value for (value,) in connection.execute(select))}
    for (doc,) in connection.execute(_REMEMBERED, given):
        inner |= _names_in([doc])
    return found | (inner & asked) | (_named_within(blobs, inner - asked) & asked if asked - found - inner else set())


def _columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {table: [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')] for table in tables}


def _names_in(values: Iterable[Any]) -> set[str]:
    found: set[str] = set()
    for value in values:
        if isinstance(value, str):
            found.update(_SHA.findall(value))
        elif isinstance(value, bytes):
            found.update(each.decode() for each in _SHA_BYTES.findall(value))
    return found


def _named_within(blobs: Blobs, named: Iterable[str]) -> set[str]:
    """Return what contents name themselves: former rows, trees of folders, large values of steps.

    Raises where there is too much to look through, or a content is damaged: then nothing is cleared.
    """
    found: set[str] = set()
    room = MOST_READ
    for sha in named:
        if not blobs.has(sha):
            continue
        content = blobs.get(sha)  # raises where it is damaged: nobody knows what it named
        room -= len(content)
        if room < 0:
            raise TooLarge("There is too much to look through for what is still used.", hint="Nothing was cleared.")
        found |= _names_in([content])
    return found
