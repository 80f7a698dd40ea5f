"""Connections to a SQLite file as this system uses them, and what goes wrong with one in our words."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Literal

from aule.contracts.errors import AuleError, Conflict, Corrupt, DiskFull, Invalid, ReadOnly, StorageFailed
from aule.stores.sqlite.checkpoints import LOG_LIMIT

INLINE_WAIT_MS = 5
"""How long a statement may hold the loop waiting for another process."""
LONGEST_WAIT_MS = 10_000
"""How long a thread waits for another process before giving up."""


# The driver asks whatever is no text and no number at length what it is, unless it was told beforehand.
sqlite3.register_adapter(bytes, bytes)
sqlite3.register_adapter(type(None), lambda nothing: nothing)


def connect(path: Path) -> sqlite3.Connection:
    """A connection as this module uses them: no implicit transactions, log kept until a checkpoint."""
    connection = sqlite3.connect(
        path, timeout=INLINE_WAIT_MS / 1000, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute(f"PRAGMA journal_size_limit={2 * LOG_LIMIT}")  # a log that was folded in is written over
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def is_busy(problem: sqlite3.Error) -> bool:
    """Whether somebody else has the file just now."""
    return _code(problem) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _code(problem: sqlite3.Error) -> int:
    """What kind of problem it is, without SQLite's finer shades."""
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


def translated(path: Path) -> Translated:
    """What goes wrong with the file inside the block, as a problem a person can act on."""
    return Translated(path)


class Translated:
    """Such a block, written out: a generator would take three times as long. Where it counts most, even this is left
    to the statement itself."""

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, _: object) -> Literal[False]:
        if isinstance(problem, PROBLEMS):
            raise as_ours(self._path, problem) from problem
        return False


PROBLEMS = (sqlite3.Error, OverflowError, UnicodeEncodeError)
"""What the driver raises."""


def as_ours(path: Path, problem: Exception) -> AuleError:
    """What went wrong with the file, as a problem a person can act on."""
    name = path.name
    match problem:
        case UnicodeEncodeError():
            return Invalid("A text is not valid Unicode.", hint="Send well-formed text.", code="invalid_text")
        case OverflowError() | sqlite3.DataError():
            return Invalid(f"A number is too large to store: {problem}", hint="Use 64 bits.", code="invalid_data")
        case sqlite3.IntegrityError():
            return Conflict(f"That is already in {name!r}: {problem}", code="already_exists")
        case sqlite3.Error() if is_busy(problem):
            return StorageFailed(
                f"Another process is writing to {name!r}", hint="Wait for it to finish, then try again.", code="busy"
            )
        case sqlite3.DatabaseError() if _code(problem) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return Corrupt(f"{name!r} is not a readable database.", hint="Nothing was changed; restore a backup of it.")
        case sqlite3.Error() if _code(problem) == sqlite3.SQLITE_FULL:
            return DiskFull(
                f"There is no room left on the disk for {name!r}. Nothing was half written.",
                hint="Free some space and try again; nothing has to be started anew.",
            )
        case sqlite3.Error() if _code(problem) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
            return ReadOnly(
                f"The system does not let auleOS write to {name!r}.",
                hint="Make the data directory writable, or choose another one with AULE_HOME.",
            )
        case _:
            return StorageFailed(
                f"{name!r} cannot be used: {problem}", hint="Check free space and permissions of the data directory."
            )
