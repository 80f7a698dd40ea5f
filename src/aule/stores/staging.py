"""Staging: many rows of apps stand beside the tables until all of them become true in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from sqlalchemy import Dialect, Table, text

from aule.contracts.errors import Conflict
from aule.stores.repositories.app_rows import Writable, shape_of, taken
from aule.stores.repositories.app_tables import STAMP, WAS, column_text
from aule.stores.source import Source

Values = tuple[Any, ...]
GONE = "__gone"
"""What the table of rows that are to go is called, behind the name of theirs."""


@dataclass(slots=True)
class Counts:
    """How much is staged of one table."""

    rows: int = 0
    replacing: int = 0
    """How many of them take the place of others."""
    gone: int = 0

    def add(self, rows: Sequence[Values], gone: Sequence[Values]) -> None:
        """Count some more."""
        self.rows += len(rows)
        self.replacing += sum(row[-1] is not None for row in rows)
        self.gone += len(gone)


@dataclass(frozen=True, slots=True)
class Form:
    """How values are staged: those of a row, and those of a row that is to go."""

    row: tuple[str, ...]
    """All columns but the stamp, the stamp, and the stamp of the row whose place it takes, if there is one."""
    gone: tuple[str, ...]
    """The key, and the stamp."""


@lru_cache(maxsize=256)
def form_of(table: Table) -> Form:
    """How values of a table are staged."""
    shape = shape_of(table)
    return Form((*[name for name in shape.columns if name != STAMP], STAMP, WAS), (*shape.key, STAMP))


def tables_for(table: Table, dialect: Dialect, *, kind: str = "TABLE") -> list[str]:
    """The statements that make a table's staged twins: the same columns and key, and the stamp a row had. Nothing else
    has to hold yet."""
    shape = shape_of(table)
    key = ", ".join(f'"{name}"' for name in shape.key)
    columns = [column_text(column, dialect) for column in table.columns]
    keys = [text for name, text in zip(shape.columns, columns, strict=True) if name in shape.key]
    return [
        f'CREATE {kind} "{table.name}" ({", ".join(columns)}, "{WAS}" TEXT, PRIMARY KEY ({key}))',
        f'CREATE {kind} "{table.name}{GONE}" ({", ".join(keys)}, "{STAMP}" TEXT, PRIMARY KEY ({key}))',
    ]


class Staging(Protocol):
    """Rows that are not true yet."""

    @property
    def source(self) -> Source:
        """Where they are read, under the names of their tables; rows that are to go are not among them."""
        ...

    async def put(self, table: Table, rows: Sequence[Values], gone: Sequence[Values]) -> None:
        """Add rows, and rows that are to go, in the form of their table; whatever raises spoils all that is staged."""
        ...

    async def move(self, transaction: Writable) -> None:
        """Let all of them become true in a transaction that was begun for this; `Conflict` when one does not fit."""
        ...

    async def close(self) -> None:
        """Forget all that has not become true."""
        ...


@dataclass(frozen=True, slots=True)
class Names:
    """What the tables are called in a transaction that moves rows: where they go, where they are, which are to go."""

    live: str
    staged: str
    gone: str
    is_sqlite: bool


async def move(transaction: Writable, table: Table, names: Names, counts: Counts) -> None:
    """Move what is staged of one table to where it belongs."""
    columns = ", ".join(f'"{name}"' for name in shape_of(table).columns)
    order = "ORDER BY rowid " if names.is_sqlite else ""
    insert = (
        f"INSERT INTO {names.live} ({columns}) SELECT {columns} FROM {names.staged} WHERE true {order}"
        "ON CONFLICT DO NOTHING"
    )
    for wanted, statement in (
        (counts.gone, _clearing(table, names, names.gone, STAMP)),
        (counts.replacing, _clearing(table, names, names.staged, WAS)),
        (counts.rows, insert),
    ):
        if wanted and await transaction.execute(text(statement)) != wanted:
            raise await _in_the_way(transaction, table, names)


def _clearing(table: Table, names: Names, staged: str, stamp: str) -> str:
    """Remove the rows whose place is taken, those only that still carry the stamp they had when they were read."""
    same = f'{_same_key(table)} AND t."{STAMP}" = s."{stamp}"'
    if names.is_sqlite:  # a cross join keeps the order: through what is staged, looking each up in the table
        found = f"SELECT t.rowid FROM {staged} s CROSS JOIN {names.live} t WHERE {same}"
        return f"DELETE FROM {names.live} WHERE rowid IN ({found})"
    return f"DELETE FROM {names.live} t USING {staged} s WHERE {same}"


async def _in_the_way(transaction: Writable, table: Table, names: Names) -> Conflict:
    """Which row was not as it was read. What fitted is out of the way by now, so whatever stands there did not."""
    key = ", ".join(f't."{name}"' for name in shape_of(table).key)
    stamps = f'SELECT "{STAMP}" FROM {names.staged}'
    for staged in (names.staged, names.gone):
        found = await transaction.fetch(
            text(
                f"SELECT {key} FROM {staged} s JOIN {names.live} t ON {_same_key(table)}"
                f' WHERE t."{STAMP}" NOT IN ({stamps}) LIMIT 1'
            )
        )
        if found:
            return taken(table, dict(zip(shape_of(table).key, found[0], strict=True)))
    return Conflict(
        f"Rows of {table.name!r} that were to be replaced were removed in the meantime.",
        code="row_changed",
        hint="Nothing was written. Look at what is there now, and do it again.",
        subject=table.name,
    )


def _same_key(table: Table) -> str:
    return " AND ".join(f't."{name}" = s."{name}"' for name in shape_of(table).key)
