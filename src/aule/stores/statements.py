"""Statements: built with SQLAlchemy Core, compiled once for a dialect, run raw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from sqlalchemy import Dialect, Table, bindparam, text
from sqlalchemy.sql import ClauseElement

DialectName = Literal["sqlite", "postgresql"]


@dataclass(frozen=True, eq=False)
class Upsert:
    """Insert a row, or update the one that has its key; each dialect spells it in its own words.

    `values` replaces the bound value of a column, `keep` names columns an update leaves as they are,
    `change` gives an update another value (it gets the row that was to be inserted).
    """

    table: Table
    values: Mapping[str, Any]
    keep: frozenset[str]
    change: Callable[[Any], Mapping[str, Any]]

    def build(self, dialect: DialectName) -> ClauseElement:
        """The statement in the words of one dialect."""
        if dialect == "sqlite":
            from sqlalchemy.dialects.sqlite import insert  # only the dialect in use is loaded
        else:
            from sqlalchemy.dialects.postgresql import insert  # only the dialect in use is loaded
        binds: dict[str, Any] = {column.name: bindparam(column.name) for column in self.table.columns}
        statement: Any = insert(self.table).values({**binds, **self.values})
        key = [column.name for column in self.table.primary_key.columns]
        update = {name: statement.excluded[name] for name in binds if name not in self.keep and name not in key}
        if not update:
            return statement.on_conflict_do_nothing(index_elements=key)
        return statement.on_conflict_do_update(index_elements=key, set_={**update, **self.change(statement.excluded)})


def upsert(
    table: Table,
    *,
    values: Mapping[str, Any] | None = None,
    keep: frozenset[str] = frozenset(),
    change: Callable[[Any], Mapping[str, Any]] = lambda _: {},
) -> Upsert:
    """An `Upsert` of a whole row of a table."""
    return Upsert(table, values or {}, keep, change)


@dataclass(frozen=True, eq=False)
class Native:
    """A query that each dialect says in its own words, with the same parameters and columns."""

    texts: Mapping[DialectName, str]

    def build(self, dialect: DialectName) -> ClauseElement:
        """The query in the words of one dialect."""
        return text(self.texts[dialect])


Statement = ClauseElement | Upsert | Native


class Write(NamedTuple):
    """One statement and its values."""

    statement: Statement
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Compiled:
    """SQL text, the order its parameters come in, and the values the statement itself carries."""

    sql: str
    fixed: dict[str, Any]
    pick: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    """Takes the parameters out of all that are given, in order."""

    def named(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters by name."""
        return {**self.fixed, **params}

    def positional(self, params: Mapping[str, Any]) -> tuple[Any, ...]:
        """All parameters in order."""
        return self.pick({**self.fixed, **params} if self.fixed else params)


_KNOWN: dict[tuple[DialectName, str], dict[Statement, Compiled]] = {}
"""What was compiled, by the dialect and its way to mark parameters; whoever opens another store finds it here."""
MOST_KNOWN = 4096
"""Statements that are remembered; there are some hundreds, unless somebody makes a new one each time."""


class Compiler:
    """Compiles statements for one dialect and remembers the outcome."""

    def __init__(self, name: DialectName, dialect: Dialect) -> None:
        self._name: DialectName = name
        self._dialect = dialect
        self._known = _KNOWN.setdefault((name, dialect.paramstyle), {})

    def __call__(self, statement: Statement) -> Compiled:
        known = self._known.get(statement)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[statement] = self._compile(statement)
        return known

    def _compile(self, statement: Statement) -> Compiled:
        element = statement.build(self._name) if isinstance(statement, Upsert | Native) else statement
        compiled: Any = element.compile(dialect=self._dialect)
        fixed = {name: value for name, value in compiled.params.items() if value is not None}
        return Compiled(str(compiled), fixed, _picking(tuple(compiled.positiontup or ())))


def _picking(names: tuple[str, ...]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    if len(names) > 1:
        return itemgetter(*names)  # a row of many columns takes a quarter of the time it would one by one
    return lambda given: tuple([given[name] for name in names])
