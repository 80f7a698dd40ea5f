"""Replay: after the schema changed, every table but the log is written anew from the log.

Revisions therefore only shape tables; none of them has to know how its new columns are filled.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, bindparam, literal_column, select

from aule.contracts.errors import Corrupt
from aule.stores.log.events import GRAPH
from aule.stores.log.fact_rows import MANY, StoredFact, check_fact, named_graphs, parse_row
from aule.stores.log.projections import APPROVALS, RULES, Entry, emptying, project
from aule.stores.statements import Compiler, DialectName, Statement
from aule.stores.tables import events

BATCH = 500
"""Events held in memory at once."""

_c = events.c
_WRITING = (*(str(fact.model_fields["type"].default) for fact in (*RULES, *APPROVALS)), MANY)
_NEXT = (
    select(_c.seq, _c.ts, _c.run, _c.session_id, _c.type, _c.data)
    .where(_c.seq > bindparam("last"), _c.type.in_([literal_column(f"'{name}'") for name in _WRITING]))
    .order_by(_c.seq)
    .limit(bindparam("most"))
)


def replay_log(connection: Connection) -> int:
    """Empty the tables and write them again, inside the connection's transaction; tells of how many events.

    Most of a log are pieces of speech, which write nothing: those are not even read.
    """
    writer = _Writer(connection)
    for statement in emptying():
        writer.run(statement, {})
    told = 0
    for entry in _entries(writer):
        for write in project(entry):
            writer.run(write.statement, dict(write.params))
        told += 1
    return told


def _entries(writer: _Writer) -> Generator[Entry]:
    last = 0
    while rows := writer.run(_NEXT, {"last": last, "most": BATCH}).fetchall():
        for seq, ts, run, session_id, type_, data in rows:
            try:
                stored = parse_row(type_, ts, data)
                graphs = _graphs(writer, stored)
                told = [(check_fact(fact, graphs), at) for fact, at in stored]
            except (ValidationError, ValueError, KeyError) as problem:
                raise Corrupt(
                    f"Event {seq} of type {type_!r} cannot be read, so the store was not upgraded",
                    hint="It was left as it is. Use the version of auleOS that wrote it.",
                ) from problem
            for fact, at in told:
                yield Entry(fact, at, run, session_id)
        last = rows[-1][0]


def _graphs(writer: _Writer, stored: list[StoredFact]) -> dict[str, str]:
    """Return the texts of the graphs that facts name, by their hashes."""
    return {hash: graph for name in named_graphs(stored) for hash, graph in writer.run(GRAPH, {"hash": name})}


class _Writer:
    """Runs the very statements the stores run, compiled the same way."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_named = connection.dialect.name == "sqlite"
        name: DialectName = "sqlite" if self._is_named else "postgresql"
        self._compile = Compiler(name, _dialect(name))

    def run(self, statement: Statement, params: dict[str, Any]) -> Any:
        compiled = self._compile(statement)
        values = compiled.named(params) if self._is_named else compiled.positional(params)
        return self._connection.exec_driver_sql(compiled.sql, values or None)


def _dialect(name: DialectName) -> Any:
    if name == "sqlite":
        from sqlalchemy.dialects.sqlite.base import SQLiteDialect  # only the dialect in use is loaded

        return SQLiteDialect(paramstyle="named")
    from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg  # only the dialect in use is loaded

    return PGDialect_asyncpg()
