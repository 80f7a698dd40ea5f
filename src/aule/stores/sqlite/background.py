"""SQLite away from the loop: what takes long has a connection of its own, whose statements run in threads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from aule.stores.log.events import Committed, Prepared
from aule.stores.log.projections import Entry
from aule.stores.sqlite.driver import LONGEST_WAIT_MS, connect, translated
from aule.stores.sqlite.transaction import SqliteTransaction
from aule.stores.statements import Compiler, Statement

PAGES_KB = 64 * 1024
"""What a connection that writes many rows keeps of the file in memory: most pages of the indexes it adds to."""

T = TypeVar("T")
P = ParamSpec("P")


class BackgroundConnection:
    """A connection whose statements run in threads, one after the other."""

    def __init__(self, path: Path, connection: sqlite3.Connection, compiler: Compiler) -> None:
        self.path = path
        self._connection = connection
        self._compile = compiler
        self._turn = asyncio.Lock()

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        compiled = self._compile(statement)
        values = compiled.positional(params)
        return await self.do(lambda connection: connection.execute(compiled.sql, values).fetchall())

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the connection in a thread; whoever is stopped meanwhile stops it, and waits for that."""
        async with self._turn:
            working = asyncio.ensure_future(asyncio.to_thread(work, self._connection))
            try:
                with translated(self.path):
                    return await asyncio.shield(working)
            except asyncio.CancelledError:
                self._connection.interrupt()
                await asyncio.wait([working])
                working.exception()  # it was stopped; nobody needs to hear how
                raise


class BackgroundTransaction(BackgroundConnection):
    """A transaction that may take long; the loop and everybody who reads go on."""

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        compiled = self._compile(statement)
        values = compiled.positional(params)
        return await self.do(lambda connection: connection.execute(compiled.sql, values).rowcount)

    async def execute_many(self, statement: Statement, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement that writes once for each of some values; tells how many rows they touched together."""
        compiled = self._compile(statement)
        return await self.do(
            lambda connection: connection.executemany(compiled.sql, map(compiled.positional, values)).rowcount
        )

    async def append(self, entries: Sequence[Entry | Prepared]) -> Committed:
        """Write facts to the log with their projections."""
        async with self._turn:  # a few facts; a thread would cost more
            return await SqliteTransaction(self.path, self._connection, self._compile).append(entries)


async def ended(thread: asyncio.Future[Any]) -> None:
    """Wait until a thread is done, however often whoever waits is told to stop: what it does is not undone by that."""
    while not thread.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait([thread])
    thread.exception()  # whoever waited goes; nobody else needs to hear of it


async def _opened(open: Callable[P, sqlite3.Connection], *arguments: P.args, **more: P.kwargs) -> sqlite3.Connection:
    """A connection that is opened in a thread; nobody who stops waiting leaves it open, with all that it locks."""
    opening = asyncio.ensure_future(asyncio.to_thread(open, *arguments, **more))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        await ended(opening)
        if opening.exception() is None:
            opening.result().close()
        raise


@asynccontextmanager
async def snapshot(path: Path, compiler: Compiler) -> AsyncGenerator[BackgroundConnection]:
    """Everything as of one moment, however long it is looked at."""
    connection = await _opened(_reading, path)
    try:
        yield BackgroundConnection(path, connection, compiler)
    finally:
        connection.close()


def _reading(path: Path) -> sqlite3.Connection:
    with translated(path):
        connection = connect(path)
        connection.execute("PRAGMA query_only=ON")
        connection.execute(f"PRAGMA busy_timeout={LONGEST_WAIT_MS}")
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on nothing changes
        return connection


@asynccontextmanager
async def long_transaction(
    path: Path, compiler: Compiler, scratch: Path | None = None
) -> AsyncGenerator[BackgroundTransaction]:
    """Begin; commit at the end of the block, durably, or roll back. A file of staged rows is at hand as `staged`.

    Whoever calls this has the turn to write.
    """
    connection = await _opened(_writing, path, scratch)
    transaction = BackgroundTransaction(path, connection, compiler)
    try:
        yield transaction
        await transaction.do(lambda connection: connection.execute("COMMIT"))
    finally:
        await asyncio.shield(asyncio.to_thread(connection.close))  # what was not committed is rolled back


def _writing(path: Path, scratch: Path | None) -> sqlite3.Connection:
    with translated(path):
        connection = connect(path)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA cache_size=-{PAGES_KB}")
        connection.execute(f"PRAGMA busy_timeout={LONGEST_WAIT_MS}")
        if scratch is not None:
            connection.execute("ATTACH ? AS staged", (str(scratch),))
        connection.execute("BEGIN IMMEDIATE")
        return connection
