"""The tables apps bring: made when an app is first used, widened when an app adds a column, never narrowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, Boolean, Dialect, Float, Integer, MetaData, String, Table
from sqlalchemy.schema import CreateColumn, CreateIndex, CreateTable

from aule.stores.source import Source
from aule.stores.statements import Native
from aule.stores.tables import metadata as own_tables

__all__ = [
    "STAMP",
    "WAS",
    "MetaData",
    "Standing",
    "Table",
    "checked",
    "column_text",
    "holds_rows",
    "holds_true",
    "making",
    "texts_in",
]

STAMP = "stamp"
"""The column that names the change a row was last written by."""
WAS = "was_stamp"
"""How a row's former stamp is called beside it; no column may have this name."""
_PLAIN = (BigInteger, Boolean, Float, Integer, String)
"""Types whose values JSON holds without losing anything, so that a row can be kept and brought back."""


_EXISTING = Native(
    {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
        "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
    }
)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a store holds of these tables: the columns of each, and the names of all indexes."""

    columns: Mapping[str, Set[str]]
    indexes: Set[str]


def checked(app: str, tables: MetaData) -> tuple[Table, ...]:
    """The tables of an app, once it is sure that their rows can be written, kept and brought back."""
    for table in tables.sorted_tables:
        names = {str(column.name) for column in table.columns}
        if not table.name.startswith(f"{app}_") or table.name in own_tables.tables or table.schema is not None:
            raise TypeError(f"the table {table.name!r} of the app {app!r} has to be called {app}_…")
        if not table.primary_key.columns or STAMP not in names or WAS in names:
            raise TypeError(f"the table {table.name!r} needs a primary key and a column {STAMP!r}, and no {WAS!r}")
        for column in table.columns:
            if not isinstance(column.type, _PLAIN):
                raise TypeError(f"{table.name}.{column.name} is neither text, nor a number, nor a yes or no")
    return tuple(tables.sorted_tables)


def making(dialect: Dialect, tables: Sequence[Table], standing: Standing) -> list[str]:
    """The statements that make what is not there yet; none where all is as the apps want it."""
    made: list[Any] = []
    for table in tables:
        there = standing.columns.get(table.name)
        if there is None:
            made.append(CreateTable(table))
        else:
            made += [_added(dialect, table, column) for column in table.columns if str(column.name) not in there]
        missing = [index for index in table.indexes if str(index.name) not in standing.indexes]
        made += [CreateIndex(index) for index in sorted(missing, key=lambda index: str(index.name))]
    return [part if isinstance(part, str) else str(part.compile(dialect=dialect)) for part in made]


async def holds_rows(source: Source, tables: tuple[str, ...]) -> bool:
    """Whether any of these tables exists and has a row."""
    found = {str(name) for (name,) in await source.fetch(_EXISTING)}
    standing = tuple(name for name in tables if name in found)
    return bool(standing) and bool((await source.fetch(_any_row(standing)))[0][0])


async def holds_true(source: Source, table: str, column: str) -> bool:
    """Whether a table exists and a column is true in some row of it."""
    if table not in {str(name) for (name,) in await source.fetch(_EXISTING)}:
        return False
    sql = f'SELECT EXISTS (SELECT 1 FROM "{table}" WHERE "{column}")'
    return bool((await source.fetch(Native({"sqlite": sql, "postgresql": sql})))[0][0])


async def texts_in(source: Source, table: str, column: str) -> list[str]:
    """The texts in a column, without the empty ones; none where there is no such table yet."""
    if table not in {str(name) for (name,) in await source.fetch(_EXISTING)}:
        return []
    sql = f'SELECT "{column}" FROM "{table}" WHERE "{column}" <> \'\''
    return [str(text) for (text,) in await source.fetch(Native({"sqlite": sql, "postgresql": sql}))]


@lru_cache(maxsize=64)
def _any_row(tables: tuple[str, ...]) -> Native:
    """The question whether any of these tables has a row; made once, as statements are compiled once."""
    sql = "SELECT " + " OR ".join(f'EXISTS (SELECT 1 FROM "{name}")' for name in tables)
    return Native({"sqlite": sql, "postgresql": sql})


def column_text(column: Any, dialect: Dialect) -> str:
    """A column as it is written where a table is made."""
    made = CreateColumn(column)
    return str(made.compile(dialect=dialect))


def _added(dialect: Dialect, table: Table, column: Any) -> str:
    if not column.nullable and column.server_default is None:
        raise TypeError(f"{table.name}.{column.name} came later: rows that are there need a default, or nothing in it")
    return f'ALTER TABLE "{table.name}" ADD COLUMN {column_text(column, dialect)}'
