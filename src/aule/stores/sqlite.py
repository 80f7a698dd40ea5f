"""SQLite: one file, one writer connection used on the loop itself, one for reading beside it.

A commit costs some 30 µs, a hop to a thread twenty times that, so statements run inline. What may take
long leaves the loop: waiting for another process's lock, and copying the log into the file.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Busy, Conflict, Corrupt, Invalid, Unavailable
from aule.stores.bundles import bundled
from aule.stores.checkpoints import LOG_LIMIT, Checkpoints
from aule.stores.database import Wake
from aule.stores.events import LOG_START, Committed, Prepared, prepare
from aule.stores.projections import Entry
from aule.stores.rounds import told_once
from aule.stores.sqlite_schema import bring_up
from aule.stores.statements import Compiler, Statement

INLINE_WAIT_MS = 5
"""How long a statement may hold the loop waiting for another process."""
LONGEST_WAIT_MS = 10_000
"""How long a thread waits for another process before giving up."""
READ_WAIT_MS = 2_000
"""Readers wait only for a log that is being recovered after a crash."""
POLL_S = 0.01
"""How often a watch looks for other processes' commits."""

_DIALECT = SQLiteDialect(paramstyle="qmark")
_LAST_EVENT = "SELECT seq FROM sqlite_sequence WHERE name = 'events'"
_INSERT_ROW = "INSERT INTO events (seq, ts, topic, type, session_id, run, data) VALUES (?, ?, ?, ?, ?, ?, ?)"


class SqliteDatabase:
    """A store in one file."""

    shared = False

    def __init__(self, path: Path, ambient: Ambient) -> None:
        self._path = path
        self._ambient = ambient
        self._compile = Compiler("sqlite", _DIALECT)
        self._turn = asyncio.Lock()
        self._writer = connect(path)
        self._reader = connect(path)
        self._reader.execute("PRAGMA query_only=ON")
        self._reader.execute(f"PRAGMA busy_timeout={READ_WAIT_MS}")
        self._checkpoints = Checkpoints(path, lambda: connect(path), self._turn)
        self._closed = False

    @classmethod
    async def open(cls, path: Path, ambient: Ambient) -> SqliteDatabase:
        """Open the file, making it or upgrading its schema when needed."""
        with _translated(path):
            await bring_up(path, ambient)
            return cls(path, ambient)

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query, as of the last commit."""
        self._check_open()
        compiled = self._compile(statement)
        with _translated(self._path):
            return self._reader.execute(compiled.sql, compiled.positional(params)).fetchall()

    @asynccontextmanager
    async def transaction(self, *, durable: bool = False) -> AsyncGenerator[SqliteTransaction]:
        """Begin; commit at the end of the block, roll back when it raises."""
        async with self._turn:
            self._check_open()
            if durable:
                self._writer.execute("PRAGMA synchronous=FULL")
            try:
                with _translated(self._path):
                    await self._begin()
                if durable:
                    self._checkpoints.make_room()
                try:
                    yield SqliteTransaction(self._path, self._writer, self._compile)
                    with _translated(self._path):
                        self._writer.execute("COMMIT")
                finally:
                    if self._writer.in_transaction:  # the block raised, or the commit did
                        self._writer.execute("ROLLBACK")
            finally:
                if durable:
                    self._writer.execute("PRAGMA synchronous=NORMAL")
            self._checkpoints.committed()

    async def _begin(self) -> None:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as problem:
            if not _is_busy(problem):
                raise
            await self._begin_patiently()

    async def _begin_patiently(self) -> None:
        """Another process is writing: wait for it in a thread, where it holds up nobody."""
        waiting = asyncio.ensure_future(asyncio.to_thread(self._begin_in_thread))
        try:
            await asyncio.shield(waiting)
        except asyncio.CancelledError:
            await asyncio.wait([waiting])
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    def _begin_in_thread(self) -> None:
        self._writer.execute(f"PRAGMA busy_timeout={LONGEST_WAIT_MS}")
        try:
            self._writer.execute("BEGIN IMMEDIATE")
        finally:
            self._writer.execute(f"PRAGMA busy_timeout={INLINE_WAIT_MS}")

    async def watch(self, wake: Wake) -> OutsideWatch:
        """Call `wake` whenever another process committed."""
        self._check_open()
        return OutsideWatch(self._version, self._ambient, wake)

    def _version(self) -> int | None:
        """Changes when somebody else commits; None while the writer is in use, maybe by a thread."""
        if self._turn.locked() or self._closed:
            return None
        return int(self._writer.execute("PRAGMA data_version").fetchone()[0])

    async def close(self) -> None:
        """Fold the log into the file and let go of it."""
        await self._checkpoints.close()
        async with self._turn:
            if self._closed:
                return
            self._closed = True
            self._reader.close()
            with suppress(sqlite3.OperationalError):  # somebody else reads: the log stays, nothing is lost
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._writer.close()

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable(f"The database {self._path.name!r} is closed", hint="The system is shutting down.")


class SqliteTransaction:
    """An open transaction on the writer connection."""

    def __init__(self, path: Path, connection: sqlite3.Connection, compiler: Compiler) -> None:
        self._path = path
        self._connection = connection
        self._compile = compiler

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query, with what this transaction wrote."""
        compiled = self._compile(statement)
        with _translated(self._path):
            return self._connection.execute(compiled.sql, compiled.positional(params)).fetchall()

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        compiled = self._compile(statement)
        with _translated(self._path):
            return self._connection.execute(compiled.sql, compiled.positional(params)).rowcount

    async def append(self, entries: Sequence[Entry | Prepared]) -> Committed:
        """Write facts to the log with their projections."""
        prepared = [prepare(entry) for entry in entries]
        if not prepared:
            return Committed([], [])
        with _translated(self._path):
            cursor = self._connection.cursor()
            for write in told_once([write for one in prepared for write in one.writes]):
                compiled = self._compile(write.statement)
                cursor.execute(compiled.sql, compiled.positional(write.params))
            last = cursor.execute(_LAST_EVENT).fetchone()  # the write lock is ours: nobody else takes the next number
            rows, seqs = bundled([one.piece for one in prepared], last[0] if last else LOG_START)
            cursor.executemany(_INSERT_ROW, rows)
        return Committed(prepared, seqs)


class OutsideWatch:
    """Looks every 10 ms whether another connection changed the file."""

    def __init__(self, version: Callable[[], int | None], ambient: Ambient, wake: Wake) -> None:
        self._version = version
        self._ambient = ambient
        self._wake = wake
        self._task = asyncio.get_running_loop().create_task(self._look(), name="sqlite watch")

    async def stop(self) -> None:
        """Stop watching."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _look(self) -> None:
        seen = self._version()
        while True:
            await self._ambient.clock.sleep(POLL_S)
            version = self._version()
            if version is not None and version != seen:
                seen = version
                self._wake(frozenset())


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


def _is_busy(problem: sqlite3.Error) -> bool:
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@contextmanager
def _translated(path: Path) -> Generator[None]:
    try:
        yield
    except (sqlite3.Error, OverflowError) as problem:
        raise _translate(path, problem) from problem


def _translate(path: Path, problem: Exception) -> AuleError:
    name = path.name
    match problem:
        case OverflowError() | sqlite3.DataError():
            return Invalid(f"A number is too large to store: {problem}", hint="Use 64 bits.", code="invalid_data")
        case sqlite3.IntegrityError():
            return Conflict(f"That is already in {name!r}: {problem}", code="already_exists")
        case sqlite3.Error() if _is_busy(problem):
            return Busy(f"Another process is writing to {name!r}", hint="Wait for it to finish, then try again.")
        case sqlite3.DatabaseError() if getattr(problem, "sqlite_errorcode", 0) & 0xFF in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
        ):
            return Corrupt(f"{name!r} is not a readable database", hint="Nothing was changed; restore a backup of it.")
        case _:
            return Unavailable(
                f"{name!r} cannot be used: {problem}",
                hint="Check free space and permissions of the data directory.",
                code="storage_failed",
            )
