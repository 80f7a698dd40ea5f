"""Postgres for what takes long: staged rows in temporary tables, and large reads of one moment, each on a connection of
its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Dialect, Table

from aule.stores.postgres.driver import FAILURES, driver, translated
from aule.stores.repositories.app_rows import Writable
from aule.stores.staging import GONE, Counts, Names, Values, form_of, move, tables_for
from aule.stores.statements import Compiler, Statement

BUFFERS = "64MB"
"""What a connection that stages rows keeps of them in memory: most of their key, into which they come in any order."""
STAGED = "__staged"
"""What a table of staged rows is called, behind the name of theirs, while they are moved."""


class Alone:
    """A connection that answers one query after the other."""

    def __init__(self, connection: Any, compiler: Compiler) -> None:
        self._connection = connection
        self._compile = compiler
        self.turn = asyncio.Lock()
        """Whoever uses the connection has it."""

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        compiled = self._compile(statement)
        async with self.turn:
            with translated():
                found = await self._connection.fetch(compiled.sql, *compiled.positional(params))
        return [tuple(row) for row in found]


@asynccontextmanager
async def snapshot(url: str, compiler: Compiler) -> AsyncGenerator[Alone]:
    """Everything as of one moment, however long it is looked at."""
    with translated():
        connection = await driver.connect(url, server_settings={"application_name": "aule"})
        await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1 FROM alembic_version")
    try:
        yield Alone(connection, compiler)
    finally:
        await _left(connection)


class PostgresStaging:
    """Rows that are not true yet, in tables only their connection sees; they go when it does."""

    def __init__(self, url: str, compiler: Compiler, dialect: Dialect) -> None:
        self._url = url
        self._compile = compiler
        self._dialect = dialect
        self._connection: Any = None
        self._source: Alone | None = None
        self._counts: dict[Table, Counts] = {}

    @property
    def source(self) -> PostgresStaging:
        """Where they are read, under the names of their tables."""
        return self

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query about what is staged."""
        await self.connection()
        assert self._source is not None
        return await self._source.fetch(statement, **params)

    async def connection(self) -> Any:
        """The connection they are on."""
        if self._connection is None:
            with translated():
                settings = {"application_name": "aule", "synchronous_commit": "off", "temp_buffers": BUFFERS}
                self._connection = await driver.connect(self._url, server_settings=settings)
            self._source = Alone(self._connection, self._compile)
        return self._connection

    async def put(self, table: Table, rows: Sequence[Values], gone: Sequence[Values]) -> None:
        """Add rows, and rows that are to go."""
        connection, form = await self.connection(), form_of(table)
        assert self._source is not None
        async with self._source.turn:
            with translated():
                if table not in self._counts:
                    for statement in tables_for(table, self._dialect, kind="TEMPORARY TABLE"):
                        await connection.execute(statement)
                for name, columns, some in ((table.name, form.row, rows), (table.name + GONE, form.gone, gone)):
                    await connection.copy_records_to_table(name, records=some, columns=columns)
        self._counts.setdefault(table, Counts()).add(rows, gone)

    async def move(self, transaction: Writable) -> None:
        """Let all of them become true in a transaction on the same connection."""
        connection = await self.connection()
        with translated():
            for table in self._counts:  # under its own name it would hide the table the rows belong in
                await connection.execute(f'ALTER TABLE pg_temp."{table.name}" RENAME TO "{table.name}{STAGED}"')
                await connection.execute(f'ANALYZE pg_temp."{table.name}{STAGED}"')
        for table, counts in self._counts.items():
            name = table.name
            names = Names(f'"{name}"', f'pg_temp."{name}{STAGED}"', f'pg_temp."{name}{GONE}"', is_sqlite=False)
            await move(transaction, table, names, counts)

    async def close(self) -> None:
        """Forget all that has not become true."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await _left(connection)


async def _left(connection: Any) -> None:
    """Let go of a connection, also in the middle of something."""
    try:
        await connection.close(timeout=5)
    except (TimeoutError, *FAILURES):
        connection.terminate()
