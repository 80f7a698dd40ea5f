"""Rows of apps: each is written only where it still is as it was read, which its stamp tells.

No statement here raises because of what somebody else wrote: what did not fit is counted, and then named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from sqlalchemy import Table, bindparam, select, text

from aule.contracts.errors import Conflict
from aule.stores.repositories.app_tables import STAMP, WAS
from aule.stores.source import Source
from aule.stores.statements import Statement

Row = Mapping[str, Any]
WholeRow = dict[str, Any]
"""A row by the names of all columns of its table, as it was read."""


class Writable(Source, Protocol):
    """A transaction, as far as rows are written in it."""

    async def execute(self, statement: Statement, /, **params: Any) -> int:
        """Run a statement; tells how many rows it touched."""
        ...

    async def execute_many(self, statement: Statement, values: Sequence[Row], /) -> int:
        """Run a statement that writes once for each of some values; tells how many rows they touched together."""
        ...


@dataclass(frozen=True, slots=True)
class RowWrite:
    """One row as it becomes."""

    table: Table
    """A table of the app."""
    before: Row | None
    """The whole row as it was read, with its stamp; None: there is none."""
    after: Row | None
    """The whole row as it becomes, without a stamp; None removes it for good."""

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells the row from all others of its table."""
        return key_of(self.table, self.after if self.after is not None else self.before or {})


def key_of(table: Table, row: Row) -> tuple[Any, ...]:
    """What tells a row from all others of its table."""
    return tuple([row[str(column.name)] for column in table.primary_key.columns])


def columns_of(table: Table) -> tuple[str, ...]:
    """The names of a table's columns, in order."""
    return shape_of(table).columns


@dataclass(frozen=True, eq=False)
class Shape:
    """A table's columns and the statements its rows are written with."""

    columns: tuple[str, ...]
    key: tuple[str, ...]
    insert: Statement
    update: Statement
    delete: Statement
    stamped: Statement
    count: Statement
    stamp_of: Statement
    clear: Statement


@lru_cache(maxsize=256)
def shape_of(table: Table) -> Shape:
    """The statements of a table; made once."""
    columns = tuple(str(column.name) for column in table.columns)
    key = tuple(str(column.name) for column in table.primary_key.columns)
    name, this_one = f'"{table.name}"', " AND ".join(f'"{column}" = :{column}' for column in key)
    settings = ", ".join(f'"{column}" = :{column}' for column in columns if column not in key)
    every = select(*table.columns).where(table.c[STAMP] == bindparam("by"))
    return Shape(
        columns,
        key,
        insert=text(
            f"INSERT INTO {name} ({', '.join(map(_quoted, columns))}) "
            f"VALUES ({', '.join(f':{column}' for column in columns)}) ON CONFLICT DO NOTHING"
        ),
        update=text(f'UPDATE {name} SET {settings} WHERE {this_one} AND "{STAMP}" = :{WAS}'),
        delete=text(f'DELETE FROM {name} WHERE {this_one} AND "{STAMP}" = :{WAS}'),
        stamped=every.order_by(*table.primary_key.columns),
        count=text(f'SELECT count(*) FROM {name} WHERE "{STAMP}" = :by'),
        stamp_of=text(f'SELECT "{STAMP}" FROM {name} WHERE {this_one}'),
        clear=text(f'DELETE FROM {name} WHERE "{STAMP}" = :by'),
    )


def _quoted(column: str) -> str:
    return f'"{column}"'


async def fetch_rows(source: Source, table: Table, statement: Statement, /, **params: Any) -> list[WholeRow]:
    """Return the rows of a statement that selects all columns of a table, by the names of its columns."""
    names = columns_of(table)
    return [dict(zip(names, row, strict=True)) for row in await source.fetch(statement, **params)]


async def fetch_row(source: Source, table: Table, statement: Statement, /, **params: Any) -> WholeRow | None:
    """Return the first row of a statement that selects all columns of a table, or None."""
    return next(iter(await fetch_rows(source, table, statement, **params)), None)


async def stamped_count(source: Source, table: Table, stamp: str) -> int:
    """How many rows carry a stamp."""
    return int((await source.fetch(shape_of(table).count, by=stamp))[0][0])


class AppRows:
    """Writes rows of apps in a transaction."""

    def __init__(self, transaction: Writable) -> None:
        self._transaction = transaction

    async def write(self, writes: Sequence[RowWrite], stamp: str) -> None:
        """Make, edit and remove rows; `Conflict` when one is no longer as it was read, or its key is taken."""
        for table in dict.fromkeys(write.table for write in writes):
            await self._write(table, [write for write in writes if write.table is table], stamp)

    async def _write(self, table: Table, writes: Sequence[RowWrite], stamp: str) -> None:
        shape, run = shape_of(table), self._transaction
        gone = [write for write in writes if write.after is None]
        edited = [write for write in writes if write.after is not None and write.before is not None]
        made = [write for write in writes if write.before is None]
        for some, statement in ((gone, shape.delete), (edited, shape.update), (made, shape.insert)):
            values = [_values(write, stamp) for write in some]
            if values and await run.execute_many(statement, values) != len(values):
                raise await self._conflict(some, stamp)

    async def stamp_of(self, table: Table, row: Row) -> str | None:
        """The stamp of the row with the same key; None if there is no such row."""
        shape = shape_of(table)
        found = await self._transaction.fetch(shape.stamp_of, **{name: row[name] for name in shape.key})
        return str(found[0][0]) if found else None

    async def stamped(self, table: Table, stamp: str) -> list[WholeRow]:
        """The rows that carry a stamp, as they are."""
        return await fetch_rows(self._transaction, table, shape_of(table).stamped, by=stamp)

    async def clear(self, table: Table, stamp: str) -> int:
        """Remove the rows that carry a stamp; tells how many there were."""
        return await self._transaction.execute(shape_of(table).clear, by=stamp)

    async def remove(self, table: Table, rows: Sequence[Row]) -> None:
        """Remove rows that are still as they were; `Conflict` when one is not."""
        values = [{**row, WAS: row[STAMP]} for row in rows]
        if values and await self._transaction.execute_many(shape_of(table).delete, values) != len(values):
            raise Conflict("it was altered since")

    async def put_back(self, table: Table, rows: Sequence[Row]) -> None:
        """Bring rows back exactly as they were, stamps included; `Conflict` when one's place is taken."""
        shape = shape_of(table)
        full = [{**dict.fromkeys(shape.columns), **row} for row in rows]
        if full and await self._transaction.execute_many(shape.insert, full) != len(full):
            for row in full:
                if await self.stamp_of(table, row) != row[STAMP]:
                    raise taken(table, row)
            raise taken(table, full[0])

    async def _conflict(self, writes: Sequence[RowWrite], stamp: str) -> Conflict:
        """Which of some writes did not happen, and why."""
        for write in writes:
            table, row = write.table, write.after if write.after is not None else write.before or {}
            now = await self.stamp_of(table, row)
            if now == stamp or (now is None and write.after is None):
                continue
            if write.before is None:
                return taken(table, row)
            if now is None or now != write.before[STAMP]:
                return changed(table, row, is_there=now is not None)
        return taken(writes[0].table, writes[0].after or writes[0].before or {})


def _values(write: RowWrite, stamp: str) -> Row:
    was = write.before or {}
    return {**was, **(write.after or {}), STAMP: stamp, WAS: was.get(STAMP)}


def changed(table: Table, row: Row, *, is_there: bool) -> Conflict:
    """The refusal of a write to a row that is no longer as it was read."""
    name = named(table, row)
    return Conflict(
        f"{name!r} {'was changed by somebody else' if is_there else 'was removed'} in the meantime.",
        code="row_changed",
        hint="Nothing was written. Look at it as it is now, and do it again.",
        subject=name,
    )


def taken(table: Table, row: Row) -> Conflict:
    """The refusal of a row whose key, or something else only one row may have, another row has."""
    name = named(table, row)
    return Conflict(
        f"The place of {name!r} was taken in the meantime.",
        code="row_changed",
        hint="Nothing was written. Look at what is there now, and do it again.",
        subject=name,
    )


def named(table: Table, row: Row) -> str:
    """A row as a text: `atlas_rows/acme/key_results/kr-1`."""
    return "/".join([table.name, *[str(part) for part in key_of(table, row)]])
