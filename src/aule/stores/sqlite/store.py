"""SQLite: one file, one writer connection used on the loop itself, one for reading beside it.

A commit costs some 30 µs, a hop to a thread twenty times that, so statements run inline. What may take
long leaves the loop: waiting for another process's lock, copying the log into the file, and durable commits
while the disk is slow.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Unavailable
from aule.stores.database import Wake
from aule.stores.sqlite.background import BackgroundConnection, BackgroundTransaction, ended, long_transaction, snapshot
from aule.stores.sqlite.checkpoints import Checkpoints
from aule.stores.sqlite.driver import INLINE_WAIT_MS, LONGEST_WAIT_MS, PROBLEMS, as_ours, connect, is_busy, translated
from aule.stores.sqlite.schema import bring_tables, bring_up
from aule.stores.sqlite.staging import SqliteStaging, sweep
from aule.stores.sqlite.transaction import SqliteTransaction
from aule.stores.staging import Staging
from aule.stores.statements import Compiler, Statement
from aule.stores.turns import LocalTurn

READ_WAIT_MS = 2_000
"""Readers wait only for a log that is being recovered after a crash."""
LONG_COMMIT_S = 0.004
"""A durable commit that took longer was waiting for a slow disk; so will the next, which is left to a thread."""
POLL_S = 0.01
"""How often a watch looks for other processes' commits."""

_DIALECT = SQLiteDialect(paramstyle="qmark")


class SqliteDatabase:
    """A store in one file."""

    shared = False

    def __init__(self, path: Path, ambient: Ambient) -> None:
        self._path = path
        self._ambient = ambient
        self._compile = Compiler("sqlite", _DIALECT)
        self._turn = asyncio.Lock()
        self._writer = connect(path)
        self._is_lasting = False
        """Whether the writer's commits wait for the disk."""
        self._commit_s = 0.0
        """How long the last durable commit took."""
        self._reader = connect(path)
        self._reader.execute("PRAGMA query_only=ON")
        self._reader.execute(f"PRAGMA busy_timeout={READ_WAIT_MS}")
        self._checkpoints = Checkpoints(path, lambda: connect(path), self._turn)
        self._closed = False
        self._turns: dict[str, LocalTurn] = {}

    @classmethod
    async def open(cls, path: Path, ambient: Ambient) -> SqliteDatabase:
        """Open the file, making it or upgrading its schema when needed."""
        with translated(path):
            await bring_up(path, ambient)
            return cls(path, ambient)

    async def bring(self, tables: Sequence[Table]) -> None:
        """Make the tables, columns and indexes of apps that are not there yet."""
        async with self._turn:
            with translated(self._path):
                await asyncio.to_thread(self._bring_in_thread, tables)

    def _bring_in_thread(self, tables: Sequence[Table]) -> None:
        with closing(connect(self._path)) as connection:
            connection.execute(f"PRAGMA busy_timeout={LONGEST_WAIT_MS}")
            bring_tables(connection, tables)

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query, as of the last commit."""
        self._check_open()
        compiled = self._compile(statement)
        try:
            return self._reader.execute(compiled.sql, compiled.positional(params)).fetchall()
        except PROBLEMS as problem:
            raise as_ours(self._path, problem) from problem

    def transaction(self, *, durable: bool = False) -> Inline:
        """Begin; commit at the end of the block, roll back when it raises."""
        return Inline(self, durable)

    async def begin(self, *, durable: bool) -> SqliteTransaction:
        """Take the turn to write, and begin."""
        await self._turn.acquire()
        try:
            self._check_open()
            if durable is not self._is_lasting:  # said again only when the next one differs
                self._writer.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
                self._is_lasting = durable
            with translated(self._path):
                await self._begin()
            if durable:
                self._checkpoints.make_room()
        except BaseException:
            await self.end(is_whole=False)
            raise
        return SqliteTransaction(self._path, self._writer, self._compile)

    async def end(self, *, is_whole: bool) -> None:
        """Commit what is whole, roll anything else back, and give the turn to the next one."""
        try:
            if is_whole:
                with translated(self._path):
                    await self._commit()
                self._checkpoints.committed()
        finally:
            try:
                if not self._closed and self._writer.in_transaction:  # the block raised, or the commit did
                    self._writer.execute("ROLLBACK")
            finally:
                self._turn.release()

    async def _commit(self) -> None:
        """Commit on the loop, or in a thread while the disk is slow: everybody who only reads goes on meanwhile."""
        if not self._is_lasting:
            self._writer.execute("COMMIT")
        elif self._commit_s <= LONG_COMMIT_S:
            self._commit_durably()
        else:
            committing = asyncio.ensure_future(asyncio.to_thread(self._commit_durably))
            try:
                await asyncio.shield(committing)
            except asyncio.CancelledError:  # it happens all the same; whoever has the turn waits for it
                await ended(committing)
                raise

    def _commit_durably(self) -> None:
        began = self._ambient.clock.monotonic()
        self._writer.execute("COMMIT")
        self._commit_s = self._ambient.clock.monotonic() - began

    @asynccontextmanager
    async def long_transaction(self, staged: Staging | None = None) -> AsyncGenerator[BackgroundTransaction]:
        """Like a durable transaction, away from the loop; rows that are staged can be moved in it."""
        scratch = await staged.finish() if isinstance(staged, SqliteStaging) else None
        async with self._turn:
            self._check_open()
            async with long_transaction(self._path, self._compile, scratch) as transaction:
                yield transaction
            self._checkpoints.grown()

    def staging(self) -> SqliteStaging:
        """A place for many rows that become true all at once."""
        self._check_open()
        return SqliteStaging(self._path, self._ambient.ids.new("rows"), self._compile)

    def turn(self, name: str) -> LocalTurn:
        """A turn to write; one process has the store to itself."""
        return self._turns.setdefault(name, LocalTurn())

    def snapshot(self) -> AbstractAsyncContextManager[BackgroundConnection]:
        """Everything as of one moment; what is fetched there keeps nobody waiting."""
        self._check_open()
        return snapshot(self._path, self._compile)

    def sweep(self) -> None:
        """Remove what was staged by a process that is no more."""
        sweep(self._path)

    async def _begin(self) -> None:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as problem:
            if not is_busy(problem):
                raise
            await self._begin_patiently()

    async def _begin_patiently(self) -> None:
        """Another process is writing: wait for it in a thread, where it holds up nobody."""
        waiting = asyncio.ensure_future(asyncio.to_thread(self._begin_in_thread))
        try:
            await asyncio.shield(waiting)
        except asyncio.CancelledError:  # whoever has the turn rolls back what the thread still begins
            await ended(waiting)
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


class Inline:
    """A transaction as a block, on the loop itself. Written out: a generator would take three times as long."""

    __slots__ = ("_database", "_durable")

    def __init__(self, database: SqliteDatabase, durable: bool) -> None:
        self._database = database
        self._durable = durable

    async def __aenter__(self) -> SqliteTransaction:
        return await self._database.begin(durable=self._durable)

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self._database.end(is_whole=kind is None)


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
