"""Write batches: the writes of a commit, with those of one statement together, so that few trips to a server do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table

from aule.stores.log.call_rows import USE, used_once
from aule.stores.log.projections import CLAIM_RUN, KEEP_GRAPH, PLAN_RUN, START_RUN
from aule.stores.log.search_rows import SHARE, shared_once
from aule.stores.statements import Native, Statement, Write
from aule.stores.tables import runs, usage_days

READS: Mapping[Any, frozenset[Table]] = {usage_days: frozenset({runs})}
"""Tables whose writes look into another one: at the row of the run they are about."""
KEYS: Mapping[Any, tuple[str, ...]] = {runs: ("key", "id")}
"""Tables of which it is known which row a write is about, and under which of these names its values say so."""
Join = Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]
JOINED: Mapping[Any, tuple[tuple[str, ...], Join]] = {
    USE: (("run", "capability"), used_once),
    SHARE: (("ref",), shared_once),
    KEEP_GRAPH: (("hash",), lambda one, _: one),
}
"""Statements of which one does for all about the same row: the names that say which it is, and how two are joined."""

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


def collapsed(writes: Iterable[Write]) -> list[Write]:
    """The same writes, but what is begun and claimed among them, used again or shares a row is written once."""
    kept: list[Write] = []
    begun: dict[str, int] = {}
    joined: dict[tuple[Any, ...], int] = {}
    for write in writes:
        statement, params = write.statement, write.params
        if (joining := JOINED.get(statement)) is not None:
            key, join = joining
            place = joined.setdefault((statement, *[params[name] for name in key]), len(kept))
            if place < len(kept):
                kept[place] = Write(statement, join(kept[place].params, params))
                continue
        elif statement is START_RUN:
            begun[params["id"]] = len(kept)
        elif (place := begun.get(params.get("key", ""))) is not None:
            now = _now(kept[place].params, write)
            if now is not None:
                kept[place] = Write(START_RUN, {**kept[place].params, **now})
                continue
            del begun[params["key"]]  # whatever this is comes after all of that
        kept.append(write)
    return kept


def _now(row: Mapping[str, Any], write: Write) -> Mapping[str, Any] | None:
    """What a run that was just begun is like after a write; None for a write that stands for itself."""
    params = write.params
    if write.statement is PLAN_RUN:
        return {"graph": params["does"], "inputs": params["given"]}
    if write.statement is CLAIM_RUN and row["finished_at"] is None:
        return {"status": params["to"], "worker": params["by"], "epoch": row["epoch"] + 1}
    return None
