"""Integrity of a store: whether its log is whole, and whether the contents its changes name are still there."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from aule.contracts.errors import AuleError, NotFound
from aule.stores.home.blobs import Blobs
from aule.stores.log.fact_rows import MANY, parse_row

LATEST = 200
"""Changes that are looked at when a system starts: a folder that is gone or emptied shows at once."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Facts that are not in the log although later ones are."""

    after: int
    before: int

    @property
    def missing(self) -> int:
        """How many there were."""
        return self.before - self.after - 1


@dataclass(frozen=True, slots=True)
class Lost:
    """A content that something names and that is not there, or is not what it was."""

    sha256: str
    what: str
    """The change or the artifact that names it."""
    how: Literal["gone", "damaged"]


def read_only(database: Path) -> sqlite3.Connection:
    """A connection on which nothing can be written, also beside a running system."""
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)


def gaps(database: Path) -> list[Gap]:
    """Where numbers of the log are missing; they follow each other without any."""
    found: list[Gap] = []
    last = 0
    with closing(read_only(database)) as connection:
        for seq, type_, ts, data in connection.execute("SELECT seq, type, ts, data FROM events ORDER BY seq"):
            first = seq if type_ != MANY else seq - len(parse_row(type_, ts, data)) + 1
            if first != last + 1:
                found.append(Gap(last, first))
            last = seq
    return found


def lost_contents(database: Path, blobs: Blobs, *, latest: int | None = None) -> list[Lost]:
    """The contents that changes and artifacts name and that are gone; without `latest`, all, each read and checked."""
    limit = "" if latest is None else f" LIMIT {latest:d}"
    named: dict[str, str] = {}
    with closing(read_only(database)) as connection:
        kept = connection.execute(f"SELECT id, doc FROM changes ORDER BY position DESC{limit}")
        for id, doc in kept:
            for sha in _named_by(json.loads(doc)):
                named.setdefault(sha, f"change:{id}")
        kept = connection.execute(f"SELECT id, sha256 FROM artifacts WHERE deleted = 0 ORDER BY created_at DESC{limit}")
        for id, sha in kept:
            named.setdefault(sha, f"artifact:{id}")
    return list(_lost(named.items(), blobs, is_quick=latest is not None))


def _named_by(change: dict[str, Any]) -> Iterator[str]:
    """What a change needs to be taken back: the file as it was, or the rows."""
    if str(change["entity"]).startswith("file:") and (before := change.get("before")) and before.get("sha256"):
        yield before["sha256"]
    rows: dict[str, Any] = change.get("rows") or {}
    if blob := rows.get("blob"):
        yield blob


def _lost(named: Iterable[tuple[str, str]], blobs: Blobs, *, is_quick: bool) -> Iterator[Lost]:
    for sha, what in named:
        if is_quick:
            if not blobs.has(sha):
                yield Lost(sha, what, "gone")
            continue
        try:
            blobs.sound(sha)
        except NotFound:
            yield Lost(sha, what, "gone")
        except AuleError:
            yield Lost(sha, what, "damaged")
