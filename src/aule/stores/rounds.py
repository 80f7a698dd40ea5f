"""Rounds: the writes of a batch, with those of one statement together, so that it takes few trips to a server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table

from aule.stores.statements import Native, Statement, Write
from aule.stores.tables import calls, runs, usage_days

READS: Mapping[Any, frozenset[Table]] = {calls: frozenset({runs}), usage_days: frozenset({runs})}
"""Tables whose writes look into another one."""


@dataclass(frozen=True, slots=True)
class Group:
    """One statement and all the values it is run with, in order."""

    statement: Statement
    table: Any
    values: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])


def grouped(writes: Iterable[Write]) -> list[Group]:
    """Writes in an order with the same outcome, and with as few changes of statement as that allows.

    A write joins the latest one of its kind, unless something in between writes to what it writes or looks into, or
    looks into what it writes.
    """
    found: list[Group] = []
    for write in writes:
        statement = write.statement
        table = None if isinstance(statement, Native) else getattr(statement, "table", None)
        group = _joined(found, statement, table)
        if group is None:
            found.append(group := Group(statement, table))
        group.values.append(write.params)
    return found


def _joined(found: list[Group], statement: Statement, table: Any) -> Group | None:
    touched = {table, *READS.get(table, ())}
    for group in reversed(found):
        if group.statement is statement:
            return group
        if table is None or group.table is None or group.table in touched or table in READS.get(group.table, ()):
            return None
    return None
