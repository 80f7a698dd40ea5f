"""Postgres: the same store for many processes.

Transactions take turns, as SQLite's do: each begins by taking an advisory lock and holds it until its commit. So
nobody comes between looking at something and writing it, rows that count on from the last one never get the same
number, and events are numbered in the order of their commits: a reader at a cursor never misses a late one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sqlalchemy import Table
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from aule.contracts.ambient import Ambient
from aule.contracts.errors import StorageInterrupted, Unavailable
from aule.stores.database import Heard, Wake
from aule.stores.log.events import LOG_START, Committed, Prepared, prepare
from aule.stores.log.fact_rows import make_rows
from aule.stores.log.projections import Entry
from aule.stores.log.write_batches import collapsed, grouped
from aule.stores.postgres.driver import FAILURES, driver, translated
from aule.stores.postgres.schema import bring_tables, bring_up
from aule.stores.postgres.staging import Alone, PostgresStaging, snapshot
from aule.stores.postgres.turn import PostgresTurn
from aule.stores.postgres.watch import EVENTS, RUNS, NotifyWatch, told_of, told_to_all
from aule.stores.staging import Staging
from aule.stores.statements import Compiler, Statement

CONNECTIONS = 8
CLOSE_S = 5.0
PATIENCE_S = 3.0
"""How long a broken connection is replaced by another one before whoever waits hears of it."""
PAUSE_S = 0.05
"""Seconds before the second attempt; each further pause is twice as long."""
COMMIT_ORDER = 0x61756C65
"""The advisory lock every transaction begins with, whichever process makes it (the letters "aule")."""

Came = TypeVar("Came")
_DIALECT = PGDialect_asyncpg()
# Sent in one go: every trip to the server before the commit keeps the others waiting.
_BEGIN = f"BEGIN; SELECT pg_advisory_xact_lock({COMMIT_ORDER})"
_BEGIN_LASTING = f"BEGIN; SET LOCAL synchronous_commit TO on; SELECT pg_advisory_xact_lock({COMMIT_ORDER})"
# Facts are numbered by the sequence, so that a process of an older version may write beside this one.
_APPEND = """
WITH numbered AS MATERIALIZED (
    SELECT setval(counter, nextval(counter) + $1 - 1) - $1 AS last
    FROM (SELECT CAST(pg_get_serial_sequence('events', 'seq') AS regclass) AS counter) AS of
),
written AS (
    INSERT INTO events (seq, ts, topic, type, session_id, run, data)
    SELECT numbered.last + row.place, row.ts, row.topic, row.type, row.session_id, row.run, row.data
    FROM numbered, unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
        AS row(place, ts, topic, type, session_id, run, data)
),
told AS (SELECT pg_notify(channel, message) FROM unnest($9::text[], $10::text[]) AS each(channel, message))
SELECT last FROM numbered WHERE (SELECT count(*) FROM told) > 0
"""


class PostgresDatabase:
    """A store on a Postgres server."""

    shared = True

    def __init__(self, pool: Any, url: str, ambient: Ambient) -> None:
        self._pool = pool
        self._url = url
        self._ambient = ambient
        self._name = ambient.ids.new("process")
        self._compile = Compiler("postgresql", _DIALECT)
        self._closed = False
        self._turns: dict[str, PostgresTurn] = {}

    @classmethod
    async def open(cls, url: str, ambient: Ambient) -> PostgresDatabase:
        """Connect, making the schema or upgrading it when needed."""
        with translated():
            # Like SQLite's NORMAL: the end of the process loses nothing, a power cut at most the last moment.
            settings = {"application_name": "aule", "synchronous_commit": "off"}
            connection = await driver.connect(url, server_settings=settings)
            try:
                await bring_up(connection, url, store_name(url), _DIALECT)
            finally:
                await connection.close()
            kept = {"min_size": 0, "max_size": CONNECTIONS, "reset": _as_it_is}
            pool = await driver.create_pool(url, **kept, server_settings=settings)
        return cls(pool, url, ambient)

    async def bring(self, tables: Sequence[Table]) -> None:
        """Make the tables, columns and indexes of apps that are not there yet."""
        with translated():
            async with self._pool.acquire() as connection:
                await bring_tables(connection, tables, _DIALECT)

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query, as of the last commit."""
        compiled = self._compile(statement)
        values = compiled.positional(params)

        async def read() -> list[tuple[Any, ...]]:
            with translated():
                return [tuple(row) for row in await self._pool.fetch(compiled.sql, *values)]

        return await self._patiently(read)

    @asynccontextmanager
    async def transaction(self, *, durable: bool = False) -> AsyncGenerator[PostgresTransaction]:
        """Begin; commit at the end of the block, roll back when it raises."""
        connection = await self._patiently(lambda: self._acquire_begun(durable))
        try:
            async with self._committed(connection) as transaction:
                yield transaction
        finally:
            await self._pool.release(connection)

    async def _acquire_begun(self, durable: bool) -> Any:
        """Get a connection on which a transaction has begun."""
        with translated():
            connection = await self._pool.acquire()
            try:
                await connection.execute(_BEGIN_LASTING if durable else _BEGIN)
            except BaseException:
                connection.terminate()  # the lock may be had or not
                await self._pool.release(connection)
                raise
        return connection

    async def _patiently(self, work: Callable[[], Awaitable[Came]]) -> Came:
        """Do something that can be repeated until the connection holds, for some seconds at most."""
        clock = self._ambient.clock
        deadline, pause = clock.monotonic() + PATIENCE_S, PAUSE_S
        while True:
            self._check_open()
            try:
                return await work()
            except StorageInterrupted:
                if clock.monotonic() + pause > deadline:
                    raise
            await clock.sleep(pause)
            pause *= 2

    @asynccontextmanager
    async def long_transaction(self, staged: Staging | None = None) -> AsyncGenerator[PostgresTransaction]:
        """Like a durable transaction; rows that are staged can be moved in it."""
        if not isinstance(staged, PostgresStaging):
            async with self.transaction(durable=True) as transaction:
                yield transaction
            return
        self._check_open()
        connection = await staged.connection()
        with translated():
            await connection.execute(_BEGIN_LASTING)
        async with self._committed(connection) as transaction:
            yield transaction

    @asynccontextmanager
    async def _committed(self, connection: Any) -> AsyncGenerator[PostgresTransaction]:
        """Commit the transaction of a connection at the end of the block, or roll it back."""
        committed = False
        try:
            yield PostgresTransaction(connection, self._compile, self._name)
            with translated(committing=True):
                await connection.execute("COMMIT")
            committed = True
        finally:
            if not committed:
                with suppress(*FAILURES):  # what the block raised matters, not this
                    await connection.execute("ROLLBACK")

    def staging(self) -> PostgresStaging:
        """A place for many rows that become true all at once."""
        self._check_open()
        return PostgresStaging(self._url, self._compile, _DIALECT)

    def turn(self, name: str) -> PostgresTurn:
        """A turn to write, among all processes that use the store; the same one for the same name."""
        if name not in self._turns:
            self._turns[name] = PostgresTurn(self._url, name)
        return self._turns[name]

    def snapshot(self) -> AbstractAsyncContextManager[Alone]:
        """Everything as of one moment; what is fetched there keeps nobody waiting."""
        self._check_open()
        return snapshot(self._url, self._compile)

    def sweep(self) -> None:
        """Nothing is left behind here: what was staged goes with its connection."""

    async def watch(self, wake: Wake) -> NotifyWatch:
        """Call `wake` whenever another process committed, with the types of what it recorded."""
        self._check_open()

        def told(message: str) -> None:
            wake(frozenset(message.split()))

        with translated():
            return await NotifyWatch(self._url, EVENTS, self._name, self._ambient, told).start()

    async def watch_runs(self, heard: Heard) -> NotifyWatch:
        """Call `heard` with what other processes recorded about a run, and with nothing when some may be missing."""
        self._check_open()

        def told(message: str) -> None:
            type_, _, run = message.partition(" ")
            heard(type_, run)

        with translated():
            return await NotifyWatch(self._url, RUNS, self._name, self._ambient, told).start()

    async def close(self) -> None:
        """Let go of the server."""
        if not self._closed:
            self._closed = True
            for turn in self._turns.values():
                await turn.close()
            try:
                async with asyncio.timeout(CLOSE_S):
                    await self._pool.close()
            except TimeoutError:  # somebody never gave a connection back
                self._pool.terminate()

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("The database is closed", hint="The system is shutting down.")


class PostgresTransaction:
    """An open transaction on one connection."""

    def __init__(self, connection: Any, compiler: Compiler, process: str) -> None:
        self._connection = connection
        self._compile = compiler
        self._process = process

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query, with what this transaction wrote."""
        compiled = self._compile(statement)
        with translated():
            return [tuple(row) for row in await self._connection.fetch(compiled.sql, *compiled.positional(params))]

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        compiled = self._compile(statement)
        with translated():
            tag: str = await self._connection.execute(compiled.sql, *compiled.positional(params))
        count = tag.rpartition(" ")[2]
        return int(count) if count.isdigit() else -1

    async def execute_many(self, statement: Statement, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement that writes once for each of some values; tells how many rows they touched together."""
        compiled = self._compile(statement)
        with translated():
            touched = await self._connection.fetchmany(
                f"{compiled.sql} RETURNING 1", [compiled.positional(each) for each in values]
            )
        return len(touched)

    async def append(self, entries: Sequence[Entry | Prepared]) -> Committed:
        """Write facts to the log with their projections."""
        prepared = [prepare(entry) for entry in entries]
        if not prepared:
            return Committed([], [])
        rows, places = make_rows([one.piece for one in prepared], LOG_START)
        told = told_of(prepared, self._process)
        with translated():
            for group in grouped(collapsed([write for one in prepared for write in one.writes])):
                compiled = self._compile(group.statement)
                await self._connection.executemany(compiled.sql, [compiled.positional(each) for each in group.values])
            columns = [list(column) for column in zip(*rows, strict=True)]
            messages = ([EVENTS, *[RUNS] * len(told)], [told_to_all(prepared, self._process), *told])
            last: int = await self._connection.fetchval(_APPEND, len(prepared), *columns, *messages)
        return Committed(prepared, [last + place for place in places])


async def _as_it_is(_connection: Any) -> None:
    """Nothing here outlives its transaction, so a connection goes back without another trip to the server."""


def store_name(url: str) -> str:
    """The server and database of a URL, without its password."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'local'}{parts.path}"
