"""Reading and writing the tables of insights: every statement the app has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from sqlalchemy import Table, bindparam, delete, func, select, text
from sqlalchemy.sql import ClauseElement

from aule.apps.insights import tables as t
from aule.apps.insights.metrics.entries import Additions, MetricRow
from aule.sdk import Source

LEDGER, EXPORT = "metrics.2", "export"
"""Who reads the log. The number of the ledger goes up when it writes other rows: then all are made again."""
COUNTED = t.COUNTS
FIGURES = (*t.COUNTS, *t.SUMS)


class Writable(Source, Protocol):
    """A transaction, as far as it is written in."""

    async def execute(self, statement: Any, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        ...

    async def execute_many(self, statement: Any, values: Sequence[Mapping[str, Any]], /) -> int:
        """Run a statement once for each of some values; tells how many rows they touched together."""
        ...


def _adding(table: Table, *summed: str) -> ClauseElement:
    """Return a statement that adds figures to the row of a key, or makes it."""
    names = [str(column.name) for column in table.columns]
    key = [str(column.name) for column in table.primary_key.columns]
    into, unique = (", ".join(f'"{name}"' for name in some) for some in (names, key))
    given = ", ".join(f":{name}" for name in names)
    sums = [f'"{name}" = "{table.name}"."{name}" + excluded."{name}"' for name in summed]
    changed = ", ".join([*sums, '"stamp" = excluded."stamp"'])
    return text(f'INSERT INTO "{table.name}" ({into}) VALUES ({given}) ON CONFLICT ({unique}) DO UPDATE SET {changed}')


_ADD_METRIC = text(
    'INSERT INTO "insights_metrics" ("id", "run", "step", "name", "value", "unit", "at", "stamp") '
    "VALUES (:id, :run, :step, :name, :value, :unit, :at, :stamp) ON CONFLICT DO NOTHING"
)
_ADD_DAY = _adding(t.days, *FIGURES)
_ADD_BUCKET = _adding(t.buckets, "count")
_CURSOR = select(t.cursors.c.seq).where(t.cursors.c.id == bindparam("id"))
_READ_AT = select(t.cursors.c.at).where(t.cursors.c.id == bindparam("id"))
_BEGIN = text(
    'INSERT INTO "insights_cursors" ("id", "seq", "at", "stamp") VALUES (:id, :seq, :at, :stamp) ON CONFLICT DO NOTHING'
)
_MOVE = text('UPDATE "insights_cursors" SET "seq" = :to, "at" = :at WHERE "id" = :id AND "seq" = :from')
_EMPTY = [delete(t.metrics), delete(t.days), delete(t.buckets), delete(t.cursors).where(t.cursors.c.id == LEDGER)]
_COUNT = select(func.count()).select_from(t.metrics)
_OF_RUN = select(t.metrics).where(t.metrics.c.run == bindparam("run")).order_by(t.metrics.c.id)


async def cursor(source: Source, id: str) -> int:
    """Return how far somebody has read the log."""
    found = await source.fetch(_CURSOR, id=id)
    return int(found[0][0]) if found else 0


async def read_at(source: Source, id: str) -> str | None:
    """Return when somebody last read the log."""
    found = await source.fetch(_READ_AT, id=id)
    return str(found[0][0]) if found else None


async def move_cursor(record: Writable, id: str, place: int, until: int, now: str) -> bool:
    """Move somebody's place in the log; return whether it was still where they thought."""
    if place == 0 and await record.execute(_BEGIN, id=id, seq=until, at=now, stamp=""):
        return True
    return await record.execute(_MOVE, **{"id": id, "from": place, "to": until, "at": now}) == 1


async def count(source: Source) -> int:
    """Return how many metrics there are."""
    return int((await source.fetch(_COUNT))[0][0])


async def empty(record: Writable) -> None:
    """Remove all that follows from the log."""
    for statement in _EMPTY:
        await record.execute(statement)


async def add(record: Writable, additions: Additions, stamp: str) -> None:
    """Write metrics, and add to the figures of days."""
    rows = [{**_columns(row), "id": id, "stamp": id.partition(".")[0]} for id, row in additions.rows]
    days = [
        {**dict.fromkeys(FIGURES, 0), **added.figures, "grouping": grouping, "day": day, "key": key, "stamp": stamp}
        for (grouping, day, key), added in additions.days.items()
    ]
    buckets = [
        {
            **{"grouping": grouping, "day": day, "key": key, "stamp": stamp},
            **{"measure": measure, "bucket": bucket, "count": count},
        }
        for (grouping, day, key), added in additions.days.items()
        for (measure, bucket), count in added.buckets.items()
    ]
    for statement, values in ((_ADD_METRIC, rows), (_ADD_DAY, days), (_ADD_BUCKET, buckets)):
        if values:
            await record.execute_many(statement, values)


def _columns(row: MetricRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("run", "step", "name", "value", "unit", "at")}


async def metrics_of(source: Source, run: str) -> list[MetricRow]:
    """Return the metrics of a run, in the order they came."""
    return [
        MetricRow(row[1], row[2], row[3], float(row[4]), row[5], row[6]) for row in await source.fetch(_OF_RUN, run=run)
    ]


@lru_cache(maxsize=32)
def _summed(by: str, keyed: bool) -> Any:
    """Return the question for figures of a grouping, added up by key or by day."""
    c = t.days.c
    column = c[by]
    asked = select(column, *(func.sum(c[name]) for name in FIGURES)).where(
        c.grouping == bindparam("grouping"), c.day >= bindparam("first"), c.day <= bindparam("last")
    )
    asked = asked.where(c.key == bindparam("key")) if keyed else asked
    return asked.group_by(column)


@lru_cache(maxsize=32)
def _counted(by: str, keyed: bool) -> Any:
    """Return the question for buckets of a grouping, added up by key or by day."""
    c = t.buckets.c
    column = c[by]
    asked = select(column, c.measure, c.bucket, func.sum(c.count)).where(
        c.grouping == bindparam("grouping"),
        c.day >= bindparam("first"),
        c.day <= bindparam("last"),
    )
    asked = asked.where(c.key == bindparam("key")) if keyed else asked
    return asked.group_by(column, c.measure, c.bucket)


Buckets = dict[str, dict[int, int]]
"""Counts by measure and bucket."""


async def figures(source: Source, by: str, where: Mapping[str, str]) -> dict[str, tuple[dict[str, float], Buckets]]:
    """Return figures and buckets by `key` or by `day`; `where` has grouping, first and last day, maybe a key."""
    keyed = "key" in where
    found: dict[str, tuple[dict[str, float], Buckets]] = {}
    for name, *values in await source.fetch(_summed(by, keyed), **where):
        found[str(name)] = (dict(zip(FIGURES, map(float, values), strict=True)), {})
    for name, measure, bucket, count in await source.fetch(_counted(by, keyed), **where):
        if str(name) in found:
            found[str(name)][1].setdefault(str(measure), {})[int(bucket)] = int(count)
    return found
