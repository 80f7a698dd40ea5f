"""Repositories: how rows become things again, one by id, all that fit, or page by page."""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import StrictInt, StrictStr, TypeAdapter
from sqlalchemy import Select, Text, bindparam, select, tuple_
from sqlalchemy.sql.elements import ColumnElement

from aule.contracts.errors import Invalid, NotFound
from aule.contracts.views import Page
from aule.stores.source import Source

Item = TypeVar("Item")
Row = Sequence[Any]

MOST = 500
"""Items in one page, at most."""


class Repository(Generic[Item]):
    """The things of one table: what they are called, their columns, their order and how a row becomes one.

    `order` names columns that together are unique; lists begin with the newest. Rows that do not meet `there` are
    left out.
    """

    def __init__(
        self,
        noun: str,
        columns: Sequence[Any],
        *,
        key: Any,
        order: Sequence[Any],
        thing: Callable[[Row], Item],
        there: Sequence[ColumnElement[bool]] = (),
    ) -> None:
        self.noun, self.nouns = noun, f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
        self.columns = tuple(columns)
        self.order = tuple(order)
        self.thing = thing
        self.there = tuple(there)
        self.query: Select[*tuple[Any, ...]] = select(*self.columns).where(*self.there)
        self._by_key = self.query.where(key == bindparam("key"))

    async def find(self, source: Source, id: str) -> Item | None:
        """One thing by its id, if there is one."""
        rows = await source.fetch(self._by_key, key=id)
        return self.thing(rows[0]) if rows else None

    async def get(self, source: Source, id: str) -> Item:
        """One thing by its id."""
        found = await self.find(source, id)
        if found is None:
            raise NotFound(f"There is no {self.noun} {id!r}", hint=f"List the {self.nouns} to see which there are.")
        return found

    async def all(self, source: Source, query: Any, **params: Any) -> list[Item]:
        """Everything a query on these columns gives."""
        return [self.thing(row) for row in await source.fetch(query, **params)]

    async def page(
        self,
        source: Source,
        where: Mapping[str, Any],
        *,
        limit: int,
        after: str | None,
        also: tuple[ColumnElement[bool], ...] = (),
        **params: Any,
    ) -> Page[Item]:
        """Some of what fits, newest first, beginning behind `after`; a filter of None is no filter.

        `also` holds further conditions, made once, whose values come in `params`.
        """
        size = max(1, min(limit, MOST))
        wanted = {name: value for name, value in where.items() if value is not None}
        values: dict[str, Any] = {f"is_{name}": value for name, value in wanted.items()}
        if after is not None:
            values |= {f"after_{place}": part for place, part in enumerate(unpack(after, len(self.order)))}
        query = _listing(self, tuple(wanted), after is not None, also)
        rows = await source.fetch(query, most=size + 1, **values, **params)
        width = len(self.columns)
        items = [self.thing(row[:width]) for row in rows[:size]]
        return Page[Any].model_construct(items=items, next=pack(rows[size - 1][width:]) if len(rows) > size else None)


@lru_cache(maxsize=512)
def _listing(
    items: Repository[Any], names: tuple[str, ...], after: bool, also: tuple[Any, ...]
) -> Select[*tuple[Any, ...]]:
    columns = {column.name: column for column in items.order[0].table.columns}
    query = select(*items.columns, *items.order).where(*items.there, *also)
    for name in names:
        query = query.where(columns[name] == bindparam(f"is_{name}"))
    if after:
        places = [bindparam(f"after_{place}", type_=column.type) for place, column in enumerate(items.order)]
        query = query.where(tuple_(*items.order) < tuple_(*places))
    return query.order_by(*(column.desc() for column in items.order)).limit(bindparam("most"))


def containing(word: str) -> str:
    """The pattern of texts that hold a word, whose own wildcards mean themselves (`escape` is a backslash)."""
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def holds(column: Any, name: str) -> ColumnElement[bool]:
    """Whether a column holds the word whose pattern comes as a parameter of this name.

    The pattern is an expression: for a mere parameter, SQLite makes a new plan of the query each time it changes.
    """
    return column.like(bindparam(name, type_=Text()).concat(""), escape="\\")


async def every(page: Callable[[str | None], Awaitable[Page[Item]]]) -> list[Item]:
    """All of many, asked for page by page."""
    found: list[Item] = []
    after: str | None = None
    while True:
        some = await page(after)
        found += some.items
        if some.next is None:
            return found
        after = some.next


_PLACE = TypeAdapter(list[StrictStr | StrictInt])


def pack(key: Row) -> str:
    """A place in a list, as it is handed out."""
    return base64.urlsafe_b64encode(json.dumps(list(key)).encode()).rstrip(b"=").decode()


def unpack(after: str, width: int) -> list[Any]:
    """The place that was handed out; `Invalid` for anything else."""
    try:
        key = _PLACE.validate_json(base64.urlsafe_b64decode(after.encode() + b"=" * (-len(after) % 4)))
    except ValueError:
        key = []
    if len(key) != width:
        raise misplaced(after)
    return key


def misplaced(after: str) -> Invalid:
    """What to say of a place that was never handed out."""
    return Invalid(
        f"{after!r} is not a place in a list", hint="Pass back `next` as it was given.", code="invalid_after"
    )
