"""What a score, a list or a search needs of very many rows, from their columns alone: no document is read here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Select,
    Text,
    bindparam,
    func,
    or_,
    select,
)
from sqlalchemy.sql.elements import ColumnElement

from aule.apps.atlas.figures.months import month_of, write_month
from aule.apps.atlas.figures.staleness import LONGEST
from aule.apps.atlas.figures.status import AT_RISK
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES
from aule.apps.atlas.rows.queries import ESCAPE, Source, literal, short_parts
from aule.apps.atlas.tables import rows

_c = rows.c
FOUND = 400
"""How many rows of each kind a search looks at to find the best of them."""
AT_ONCE = 64
"""Ids one question names."""
_MANY = 500
"""Titles one question names."""


@dataclass(frozen=True, slots=True)
class When:
    """A day, as columns are compared with it."""

    day: str
    month: str
    now: int
    """The month, counted."""
    soon: str
    """The day before which something that has begun is stale, if it goes on without a value."""

    @classmethod
    def of(cls, day: date) -> When:
        """Return the moment that a day stands for."""
        month = month_of(day)
        return cls(day.isoformat(), write_month(month), month, (day + LONGEST).isoformat())


class Light(NamedTuple):
    """A row without its document. A tuple, as thousands are made at a time."""

    id: str
    number: int | None
    parent: str | None
    cycle: str | None
    weight: float | None
    progress: float | None
    month: str | None
    status: str | None
    seen: str | None
    stale: str | None
    due: str | None
    owner: str | None


class Named(NamedTuple):
    """A row a search found: its kind, folded title and number."""

    kind: str
    name: str
    number: int | None


HERE = _c.company == bindparam("company")
_KIND = _c.kind == bindparam("kind")
LIVE = _c.deleted.is_(None)
OWNED = or_(bindparam("owner", type_=Text).is_(None), _c.owner == bindparam("owner", type_=Text))
_LIGHTLY = select(*(_c[field] for field in Light._fields))
_ALL = _LIGHTLY.where(HERE, _KIND, LIVE, OWNED)
WHOLE = _LIGHTLY.add_columns(_c.doc)
"""Rows and their documents."""
_DOCUMENTS = WHOLE.where(HERE, _c.kind == KEY_RESULTS, LIVE, OWNED)
_SERIES = _LIGHTLY.add_columns(_c.first, _c.series).where(HERE, _c.kind == KEY_RESULTS, LIVE, OWNED)


def _is_one_of(column: ColumnElement[Any], *values: str) -> ColumnElement[bool]:
    return or_(*(column == value for value in values))


_HEAVY = (
    _LIGHTLY.where(
        HERE,
        _KIND,
        LIVE,
        OWNED,
        or_(
            _is_one_of(_c.status, "at_risk", "delayed", "behind", "off_track"),
            _c.due < bindparam("today", type_=Text),
            _c.stale <= bindparam("today", type_=Text),
            _c.progress < float(AT_RISK * 100),
            _c.progress.is_(None) & (_c.stale <= bindparam("soon", type_=Text)),
        ),
    )
    .order_by(func.coalesce(_c.weight, 1.0).desc(), _c.number)
    .limit(bindparam("most", type_=BigInteger))
)
_STALE = _LIGHTLY.where(HERE, _c.kind == KEY_RESULTS, LIVE, OWNED, _c.stale <= bindparam("today", type_=Text)).order_by(
    func.coalesce(_c.weight, 1.0).desc(), _c.number
)
_OWNERS = (
    select(_c.owner, _c.kind, func.count())
    .where(HERE, _is_one_of(_c.kind, OBJECTIVES, KEY_RESULTS), LIVE, _c.owner.is_not(None))
    .group_by(_c.owner, _c.kind)
)
_NAMED = select(_c.kind, _c.name, _c.number)
_BEGINNING = (
    _NAMED.where(HERE, _KIND, LIVE, _c.name >= bindparam("first"), _c.name < bindparam("behind"))
    .order_by(_c.name)
    .limit(bindparam("most", type_=BigInteger))
)
_IN_STATUS = (
    _NAMED.where(HERE, _KIND, LIVE, _c.status == bindparam("status"))
    .order_by(_c.number + 0)  # not by the index of numbers, which has those of all companies
    .limit(bindparam("most", type_=BigInteger))
)
_COUNT = select(func.count()).where(HERE, _KIND, LIVE)
_NUMBERED = select(_c.number, _c.company).where(
    _KIND, _c.number.in_([bindparam(f"number_{n}", type_=BigInteger) for n in range(AT_ONCE)])
)
_WITH_ID = select(_c.company).where(_c.id == bindparam("id")).limit(1)
_LATELY = (
    select(_c.kind, _c.id)
    .where(HERE, LIVE, _c.number.is_not(None))
    .order_by(_c.changed_at.desc())
    .limit(bindparam("most", type_=BigInteger))
)


class Columns:
    """A company's rows by their columns."""

    def __init__(self, source: Source, company: str, owner: str | None = None) -> None:
        self._source = source
        self._company = company
        self.owner = owner
        """Only what this person is responsible for; none: everything."""

    async def all(self, kind: str) -> list[Light]:
        """Return every row of a kind."""
        return [Light._make(each) for each in await self.fetch(_ALL, kind=kind, owner=self.owner)]

    async def documents(self) -> list[tuple[Light, str]]:
        """Return all key results with their documents, as text."""
        found = await self.fetch(_DOCUMENTS, owner=self.owner)
        return [(Light._make(each[:-1]), each[-1]) for each in found]

    async def series(self) -> list[tuple[Light, int | None, str | None]]:
        """Return all key results with the months their series begin with, and the series."""
        found = await self.fetch(_SERIES, owner=self.owner)
        return [(Light._make(each[:-2]), each[-2], each[-1]) for each in found]

    async def troubled(self, kind: str, when: When, most: int) -> list[Light]:
        """Return rows of a kind that may ask for attention, the heaviest first."""
        return await self._light(_HEAVY, kind=kind, today=when.day, soon=when.soon, most=most)

    async def stale(self, today: str) -> list[Light]:
        """Return key results of which a value is missed, the heaviest first."""
        return await self._light(_STALE, today=today)

    async def count(self, kind: str) -> int:
        """Return how many rows of a kind there are."""
        return int((await self.fetch(_COUNT, kind=kind))[0][0])

    async def owners(self) -> list[tuple[str, str, int]]:
        """Return who is responsible: their id or name, a kind, and for how many of it."""
        return [(str(owner), str(kind), int(count)) for owner, kind, count in await self.fetch(_OWNERS)]

    async def lately(self, most: int) -> list[tuple[str, str]]:
        """Return what was changed last: kinds and ids."""
        return [(str(kind), str(id)) for kind, id in await self.fetch(_LATELY, most=most)]

    async def beginning(self, kind: str, part: str, most: int = FOUND) -> list[Named]:
        """Return rows whose folded title begins so."""
        found = await self.fetch(_BEGINNING, kind=kind, first=part, behind=f"{part}\U0010ffff", most=most)
        return [Named._make(each) for each in found]

    async def containing(self, kinds: Sequence[str], parts: Sequence[str], most: int = FOUND) -> list[Named]:
        """Return rows of these kinds whose folded title contains all of these, in no order."""
        statement = _containing(len(kinds), len(parts))
        return [Named._make(each) for each in await self.fetch(statement, most=most, **_looked_for(kinds, parts))]

    async def containing_count(self, kinds: Sequence[str], parts: Sequence[str]) -> int:
        """Return how many of these kinds contain all of these in their folded titles."""
        statement = _how_many(len(kinds), len(parts))
        return int((await self.fetch(statement, **_looked_for(kinds, parts)))[0][0])

    async def sharing(self, kinds: Sequence[str], parts: Sequence[str], most: int) -> list[Named]:
        """Return rows of these kinds whose folded title contains any of these, in no order."""
        statement = _containing(len(kinds), len(parts), is_any=True)
        return [Named._make(each) for each in await self.fetch(statement, most=most, **_looked_for(kinds, parts))]

    async def exactly(self, kinds: Sequence[str], names: Sequence[str]) -> list[Named]:
        """Return rows of these kinds whose folded title is one of these."""
        found: list[Named] = []
        for start in range(0, len(names), _MANY):
            some = list(names[start : start + _MANY])
            listed = {f"name_{n}": each for n, each in enumerate(some + [some[-1]] * (_MANY - len(some)))}
            wanted = {f"kind_{n}": kind for n, kind in enumerate(kinds)}
            found += [Named._make(each) for each in await self.fetch(_exactly(len(kinds)), **listed, **wanted)]
        return found

    async def in_status(self, kind: str, status: str, most: int = FOUND) -> list[Named]:
        """Return rows of a kind in a status."""
        return [Named._make(each) for each in await self.fetch(_IN_STATUS, kind=kind, status=status, most=most)]

    async def _light(self, statement: Select[*tuple[Any, ...]], **params: Any) -> list[Light]:
        return [Light._make(each) for each in await self.fetch(statement, owner=self.owner, **params)]

    async def fetch(self, statement: Select[*tuple[Any, ...]], **params: Any) -> list[tuple[Any, ...]]:
        """Return all rows of a query about the company."""
        return await self._source.fetch(statement, company=self._company, **params)


async def holder_of(source: Source, reference: str) -> str | None:
    """Return the company that has an item with this id or short id; none if there is no such item."""
    kind, number = short_parts(reference)
    if kind is not None and number is not None and (found := await companies_of(source, kind, [number])):
        return found[number]
    rows = await source.fetch(_WITH_ID, id=reference)
    return str(rows[0][0]) if rows else None


async def companies_of(source: Source, kind: str, numbers: Sequence[int]) -> dict[int, str]:
    """Return the companies of rows by the numbers of their short ids; also of rows in the trash."""
    found: dict[int, str] = {}
    for start in range(0, len(numbers), AT_ONCE):
        some = list(numbers[start : start + AT_ONCE])
        listed = {f"number_{n}": each for n, each in enumerate(some + [some[-1]] * (AT_ONCE - len(some)))}
        found |= {int(number): str(company) for number, company in await source.fetch(_NUMBERED, kind=kind, **listed)}
    return found


def _looked_for(kinds: Sequence[str], parts: Sequence[str]) -> dict[str, str]:
    patterns = {f"pattern_{n}": f"%{literal(part)}%" for n, part in enumerate(parts)}
    return patterns | {f"kind_{n}": kind for n, kind in enumerate(kinds)}


def _among(kinds: int) -> list[ColumnElement[bool]]:
    return [HERE, _c.kind.in_([bindparam(f"kind_{n}") for n in range(kinds)]), LIVE]


def _alike(parts: int) -> list[ColumnElement[bool]]:
    return [_c.name.like(bindparam(f"pattern_{n}"), escape=ESCAPE) for n in range(parts)]


@lru_cache
def _containing(kinds: int, parts: int, *, is_any: bool = False) -> Select[*tuple[Any, ...]]:
    alike = [or_(*_alike(parts))] if is_any else _alike(parts)
    return _NAMED.where(*_among(kinds), *alike).limit(bindparam("most", type_=BigInteger))


@lru_cache
def _how_many(kinds: int, parts: int) -> Select[*tuple[Any, ...]]:
    return select(func.count()).where(*_among(kinds), *_alike(parts))


@lru_cache
def _exactly(kinds: int) -> Select[*tuple[Any, ...]]:
    return _NAMED.where(*_among(kinds), _c.name.in_([bindparam(f"name_{n}") for n in range(_MANY)]))
