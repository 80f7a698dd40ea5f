"""Rounds: the writes of a batch, with those of one statement together, so that it takes few trips to a server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table

from aule.stores.projections import CLAIM_RUN, END_CALL, PLAN_RUN, SAVE_CALL, START_RUN
from aule.stores.statements import Native, Statement, Write
from aule.stores.tables import calls, runs, usage_days

READS: Mapping[Any, frozenset[Table]] = {calls: frozenset({runs}), usage_days: frozenset({runs})}
"""Tables whose writes look into another one: at the row of the run they are about."""
KEYS: Mapping[Any, tuple[str, ...]] = {runs: ("key", "id"), calls: ("id",)}
"""Tables of which it is known which row a write is about, and under which of these names its values say so."""

Row = tuple[Any, Any]
"""A table and the key of one of its rows; no key means that it may be any."""


@dataclass(frozen=True, slots=True)
class Group:
    """One statement and all the values it is run with, in order."""

    statement: Statement
    table: Any
    values: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    written: set[Row] = field(default_factory=set[Row])
    seen: set[Row] = field(default_factory=set[Row])
    """The rows it looks into."""

    def add(self, values: Mapping[str, Any], written: Row, seen: Sequence[Row]) -> None:
        """Run it with these values too."""
        self.values.append(values)
        self.written.add(written)
        self.seen.update(seen)

    def minds(self, written: Row, seen: Sequence[Row]) -> bool:
        """Whether it makes a difference if a write happens before or after this."""
        return _meet(written, self.written) or _meet(written, self.seen) or any(_meet(r, self.written) for r in seen)


def grouped(writes: Iterable[Write]) -> list[Group]:
    """Writes in an order with the same outcome, and with as few changes of statement as that allows.

    A write joins the latest one of its kind, unless something in between writes to what it writes or looks into, or
    looks into what it writes.
    """
    found: list[Group] = []
    for write in writes:
        statement, params = write.statement, write.params
        table = None if isinstance(statement, Native) else getattr(statement, "table", None)
        written: Row = (table, next((params[name] for name in KEYS.get(table, ()) if name in params), None))
        seen: list[Row] = [(read, params.get("run")) for read in READS.get(table, ())]
        group = _joined(found, statement, written, seen)
        if group is None:
            found.append(group := Group(statement, table))
        group.add(params, written, seen)
    return found


def _joined(found: list[Group], statement: Statement, written: Row, seen: Sequence[Row]) -> Group | None:
    for group in reversed(found):
        if group.statement is statement:
            return group
        if written[0] is None or group.table is None or group.minds(written, seen):
            return None
    return None


def _meet(row: Row, rows: set[Row]) -> bool:
    table, key = row
    if key is None:
        return any(other is table for other, _ in rows)
    return row in rows or (table, None) in rows


def told_once(writes: Iterable[Write]) -> list[Write]:
    """The same writes, but a run that is begun and claimed among them, or a call that ends, is written once."""
    kept: list[Write] = []
    begun: dict[Row, int] = {}
    for write in writes:
        statement, params = write.statement, write.params
        if statement is START_RUN or statement is SAVE_CALL:
            begun[_row(params)] = len(kept)
        elif (place := begun.get(_row(params))) is not None:
            now = _now(kept[place].params, write)
            if now is not None:
                kept[place] = Write(kept[place].statement, {**kept[place].params, **now})
                continue
            del begun[_row(params)]  # whatever this is comes after all of that
        kept.append(write)
    return kept


def _row(params: Mapping[str, Any]) -> Row:
    return (params.get("run"), params.get("key", params.get("id")))


def _now(row: Mapping[str, Any], write: Write) -> Mapping[str, Any] | None:
    """What a row that was just made is like after a write; None for a write that stands for itself."""
    params = write.params
    if write.statement is PLAN_RUN:
        return {"graph": params["does"], "inputs": params["given"]}
    if write.statement is CLAIM_RUN and row["finished_at"] is None:
        return {"status": params["to"], "worker": params["by"], "epoch": row["epoch"] + 1}
    if write.statement is END_CALL:
        return {name: params[name] for name in ("status", "outcome")}
    return None
