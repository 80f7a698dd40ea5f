"""Staged rows in a SQLite file of their own, beside the database: filling it keeps nobody from anything."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Table
from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from aule.stores.repositories.app_rows import Writable
from aule.stores.sqlite.background import PAGES_KB, BackgroundConnection
from aule.stores.sqlite.driver import translated
from aule.stores.staging import GONE, Counts, Names, Values, form_of, move, tables_for
from aule.stores.statements import Compiler

_ENDING = ".staged-"


class SqliteStaging:
    """Rows that are not true yet."""

    def __init__(self, database: Path, name: str, compiler: Compiler) -> None:
        self.path = database.with_name(f"{database.name}{_ENDING}{name}")
        self._compile = compiler
        self._reading: BackgroundConnection | None = None
        self._counts: dict[Table, Counts] = {}

    @property
    def source(self) -> BackgroundConnection:
        """Where they are read, under the names of their tables."""
        if self._reading is None:
            self._reading = BackgroundConnection(self.path, _scratch(self.path), self._compile)
        return self._reading

    async def put(self, table: Table, rows: Sequence[Values], gone: Sequence[Values]) -> None:
        """Add rows, and rows that are to go."""
        is_first = table not in self._counts
        counts = self._counts.setdefault(table, Counts())
        await self.source.do(lambda connection: _write(connection, table, rows, gone, is_first))
        counts.add(rows, gone)

    async def finish(self) -> Path:
        """The file, once nobody has it open any more."""
        if self._reading is not None:
            apart, self._reading = self._reading, None
            await apart.do(_finish)
        return self.path

    async def move(self, transaction: Writable) -> None:
        """Let all of them become true in a transaction that has the file at hand."""
        for table, counts in self._counts.items():
            name = table.name
            names = Names(f'main."{name}"', f'staged."{name}"', f'staged."{name}{GONE}"', is_sqlite=True)
            await move(transaction, table, names, counts)

    async def close(self) -> None:
        """Forget all that has not become true."""
        await self.finish()
        await asyncio.to_thread(self.path.unlink, missing_ok=True)


def sweep(database: Path) -> None:
    """Remove what was staged by a process that is no more."""
    for leftover in database.parent.glob(f"{database.name}{_ENDING}*"):
        leftover.unlink(missing_ok=True)


def _scratch(path: Path) -> sqlite3.Connection:
    """A file that need not survive anything."""
    with translated(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # what is in it is nobody else's to read
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for setting in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", f"cache_size=-{PAGES_KB}"):
            connection.execute(f"PRAGMA {setting}")
        # One transaction for all of it: after each commit, most pages of the key would be written once more.
        connection.execute("BEGIN")
        return connection


def _finish(connection: sqlite3.Connection) -> None:
    connection.execute("COMMIT")
    connection.close()


def _write(
    connection: sqlite3.Connection, table: Table, rows: Sequence[Values], gone: Sequence[Values], is_first: bool
) -> None:
    form = form_of(table)
    if is_first:
        for statement in tables_for(table, SQLiteDialect()):
            connection.execute(statement)
    for name, columns, some in ((table.name, form.row, rows), (table.name + GONE, form.gone, gone)):
        listed, marks = ", ".join(f'"{column}"' for column in columns), ", ".join("?" for _ in columns)
        connection.executemany(f'INSERT INTO "{name}" ({listed}) VALUES ({marks})', some)
