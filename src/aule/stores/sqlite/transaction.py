"""A transaction on a SQLite connection, used on the loop itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aule.stores.log.events import LOG_START, Committed, Prepared, prepare
from aule.stores.log.fact_rows import make_rows
from aule.stores.log.projections import Entry
from aule.stores.log.write_batches import collapsed
from aule.stores.sqlite.driver import PROBLEMS, as_ours, translated
from aule.stores.statements import Compiler, Statement

_LAST_EVENT = f"SELECT coalesce(max(seq), {LOG_START}) FROM events"
_INSERT_ROW = "INSERT INTO events (seq, ts, topic, type, session_id, run, data) VALUES (?, ?, ?, ?, ?, ?, ?)"


class SqliteTransaction:
    """An open transaction on a connection."""

    def __init__(self, path: Path, connection: sqlite3.Connection, compiler: Compiler) -> None:
        self._path = path
        self._connection = connection
        self._compile = compiler

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query, with what this transaction wrote."""
        compiled = self._compile(statement)
        try:
            return self._connection.execute(compiled.sql, compiled.positional(params)).fetchall()
        except PROBLEMS as problem:
            raise as_ours(self._path, problem) from problem

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        compiled = self._compile(statement)
        try:
            return self._connection.execute(compiled.sql, compiled.positional(params)).rowcount
        except PROBLEMS as problem:
            raise as_ours(self._path, problem) from problem

    async def execute_many(self, statement: Statement, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement that writes once for each of some values; tells how many rows they touched together."""
        compiled = self._compile(statement)
        with translated(self._path):
            return self._connection.executemany(compiled.sql, [compiled.positional(each) for each in values]).rowcount

    async def append(self, entries: Sequence[Entry | Prepared]) -> Committed:
        """Write facts to the log with their projections."""
        prepared = [prepare(entry) for entry in entries]
        if not prepared:
            return Committed([], [])
        try:
            cursor = self._connection.cursor()
            for write in collapsed([write for one in prepared for write in one.writes]):
                compiled = self._compile(write.statement)
                cursor.execute(compiled.sql, compiled.positional(write.params))
            (last,) = cursor.execute(_LAST_EVENT).fetchone()  # the write lock is ours: nobody takes the next number
            rows, seqs = make_rows([one.piece for one in prepared], last)
            cursor.executemany(_INSERT_ROW, rows)
        except PROBLEMS as problem:
            raise as_ours(self._path, problem) from problem
        return Committed(prepared, seqs)
