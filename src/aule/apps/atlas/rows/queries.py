"""Reading a company: every query Atlas asks its table, each of them a few indexed look-ups.

What was put into the trash is not seen unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import BigInteger, BindParameter, Column, Select, bindparam, exists, func, or_, select

from aule.apps.atlas.rows.kinds import (
    COMPANIES,
    KEY_RESULTS,
    KINDS,
    LINKS,
    OBJECTIVES,
    PROJECT_KRS,
    PROJECT_OBJECTIVES,
    UNKNOWN_ONCE,
)
from aule.apps.atlas.rows.row import Row, short_parts
from aule.apps.atlas.tables import rows
from aule.sdk import Source

Value = TypeVar("Value", str, int)
_c = rows.c
_CHUNKS = (1, 8, 64, 500)
"""How many ids one question names; the statements for these are made once."""
ESCAPE = "\\"
"""What stands before a character of a pattern that means itself."""
_UNDER: dict[str, tuple[str, ...]] = {
    table: tuple(kind.table for kind in KINDS.values() if kind.parent_table == table) for table in KINDS
}
JOINS: dict[str, str] = {PROJECT_KRS: KEY_RESULTS, PROJECT_OBJECTIVES: OBJECTIVES, LINKS: OBJECTIVES}
"""Kinds that join two rows, and the kind of their other end, whose id stands in their column `name`."""


_ALL = select(*rows.columns)
_HERE = _c.company == bindparam("company")
_THIS_KIND = _c.kind == bindparam("kind")
_LIVE = _c.deleted.is_(None)
_MOST: BindParameter[int] = bindparam("most", type_=BigInteger)
# Said so that they never decide which index answers: there is a better one for the question they stand in.
_AMONG_OURS = func.coalesce(_c.company, "") == bindparam("company")
_AMONG_LIVE = func.coalesce(_c.deleted, "") == ""
_IN_PLACE = _c.position + 0
_BY_NAME = _c.name > ""  # so that the index of names is looked through, and not the rows

_COMPANIES = _ALL.where(_c.kind == COMPANIES, _LIVE).order_by(_c.position, _c.id)
_LAST_CHANGED = select(func.max(_c.changed_at)).where(_HERE)
_OF_KIND = (
    _ALL.where(_HERE, _THIS_KIND, _LIVE, _c.position > bindparam("after")).order_by(_c.position, _c.id).limit(_MOST)
)
_BY_NUMBER = _ALL.where(_THIS_KIND, _c.number == bindparam("number"), _HERE, _LIVE)
_BY_ID = _ALL.where(_c.id == bindparam("id"), _AMONG_OURS, _AMONG_LIVE)
_NAMED = _ALL.where(_HERE, _THIS_KIND, _LIVE, _c.name == bindparam("name")).order_by(_IN_PLACE).limit(_MOST)
_LIKE = (
    _ALL.where(_HERE, _THIS_KIND, _LIVE, _BY_NAME, _c.name.like(bindparam("pattern"), escape=ESCAPE))
    .order_by(_IN_PLACE)
    .limit(_MOST)
)
_COUNTS = select(_c.kind, func.count()).where(_HERE, _LIVE).group_by(_c.kind)
_TOP = select(_c.kind, func.max(_c.number)).where(_c.number.is_not(None)).group_by(_c.kind)
_LAST_PLACE = select(func.max(_c.position)).where(_HERE, _THIS_KIND)


class RowQueries:
    """One company's rows, read from a database or inside a transaction."""

    def __init__(self, source: Source, company: str) -> None:
        self.source = source
        self.company = company

    async def row(self, kind: str, id: str) -> Row | None:
        """Return the row of a kind with exactly this id."""
        found = await self.rows(kind, [id])
        return found[0] if found else None

    async def rows(self, kind: str, ids: Iterable[str], *, deleted: bool = False) -> list[Row]:
        """Return the rows of a kind with these ids; with `deleted`, also those in the trash."""
        return [
            row
            for some in _chunked(ids)
            for row in await self._fetch(_by_ids(len(some), deleted), kind=kind, **_listed("id", some))
        ]

    async def find(self, reference: str) -> list[Row]:
        """Return the rows of any kind with this id or short id: mostly one."""
        found = sorted(await self._fetch(_BY_ID, id=reference), key=lambda row: row.kind)
        kind, number = short_parts(reference)
        if kind is not None and number is not None:
            found += [row for row in await self.by_number(kind, number) if row not in found]
        return found

    async def by_number(self, kind: str, number: int) -> list[Row]:
        """Return the row of a kind with the number of a short id; none or one."""
        return await self._fetch(_BY_NUMBER, kind=kind, number=number)

    async def numbered(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return the rows of a kind with the numbers of short ids, in no order."""
        return [
            row
            for some in _chunked(numbers)
            for row in await self._fetch(_by_numbers(len(some)), kind=kind, **_listed("number", some))
        ]

    async def called(self, kind: str, references: Iterable[str]) -> dict[str, Row]:
        """Return the rows of a kind that have these short ids, by how they were written; other words find nothing."""
        wanted: dict[int, list[str]] = {}
        for reference in references:
            of, number = short_parts(reference)
            if of == kind and number is not None:
                wanted.setdefault(number, []).append(reference)
        return {
            reference: row for row in await self.numbered(kind, wanted) for reference in wanted.get(row.number or 0, ())
        }

    async def named(self, kind: str, name: str, most: int = 50) -> list[Row]:
        """Return rows whose folded title, or of joins whose other end, is exactly this."""
        return await self._fetch(_NAMED, kind=kind, name=name, most=most)

    async def containing(self, kind: str, part: str, most: int = 500) -> list[Row]:
        """Return rows whose folded title contains this; `%` and `_` stand for themselves."""
        return await self._fetch(_LIKE, kind=kind, pattern=f"%{literal(part)}%", most=most)

    async def beginning(self, kind: str, part: str, most: int = 500) -> list[Row]:
        """Return rows whose folded title begins with this."""
        return await self._fetch(_LIKE, kind=kind, pattern=f"{literal(part)}%", most=most)

    async def sharing(self, kind: str, parts: Sequence[str], most: int = 500) -> list[Row]:
        """Return rows whose folded title contains any of these."""
        some = list(dict.fromkeys(parts))[:8]
        if not some:
            return await self.of_kind(kind, most=most)
        patterns = [f"%{literal(part)}%" for part in some]
        return await self._fetch(_like_any(len(some)), kind=kind, most=most, **_listed("pattern", patterns))

    async def of_kind(self, kind: str, *, after: int = -1, most: int = 1_000_000) -> list[Row]:
        """Return rows of a kind in their order, from behind a position on."""
        return await self._fetch(_OF_KIND, kind=kind, after=after, most=most)

    async def children(self, kind: str, parents: Iterable[str]) -> list[Row]:
        """Return rows of a kind that belong to any of these, in their order."""
        wanted = list(parents)
        found = [
            row
            for some in _chunked(wanted)
            for row in await self._fetch(_of_parents(len(some)), kind=kind, **_listed("parent", some))
        ]
        column = KINDS[kind].parent if kind in UNKNOWN_ONCE else None
        if column is not None:
            old = [row for row in await self.of_kind(kind) if row.parent is None]
            found += [row for row in old if row.record.get(column) in wanted]
        return sorted(found, key=lambda row: (row.position, row.id))

    async def joined(self, kind: str, ends: Iterable[str]) -> list[Row]:
        """Return rows of a kind whose folded title, or of joins whose other end, is one of these, in no order."""
        return [
            row
            for some in _chunked(ends)
            for row in await self._fetch(_of_names(len(some)), kind=kind, **_listed("name", some))
        ]

    async def ancestors(self, found: Iterable[Row]) -> dict[tuple[str, str], Row]:
        """Return all that these rows belong to, up to but without the company, by kind and id."""
        known: dict[tuple[str, str], Row] = {}
        wanted = _parents_of(found, known)
        while wanted:
            level = [row for kind, ids in wanted.items() for row in await self.rows(kind, sorted(ids))]
            known.update({row.key: row for row in level})
            wanted = _parents_of(level, known)
        return known

    async def cascade(self, found: Iterable[Row]) -> list[Row]:
        """Return what goes with these rows, level by level.

        Children of all kinds, and joins that end at any of them.
        """
        seen = {row.key for row in found}
        level = list(found)
        gone: list[Row] = []
        while level:
            below: list[Row] = []
            for kind, ids in _by_kind(level).items():
                for under in _UNDER.get(kind, ()):
                    below += await self.children(under, ids)
                for join, end in JOINS.items():
                    if end == kind:
                        below += await self.joined(join, ids)
            level = [row for row in {row.key: row for row in below}.values() if row.key not in seen]
            seen.update(row.key for row in level)
            gone += level
        return gone

    async def counts(self) -> dict[str, int]:
        """Return how many rows of each kind there are."""
        return dict(await self._pairs(_COUNTS, company=self.company))

    async def last_position(self, kind: str) -> int:
        """Return the last place among those of a kind, in the trash or not; -1 where there are none."""
        found = await self.source.fetch(_LAST_PLACE, company=self.company, kind=kind)
        return -1 if found[0][0] is None else int(found[0][0])

    async def numbers(self) -> dict[str, int]:
        """Return the highest number of a short id of each kind, over all companies; the next is one more."""
        return dict(await self._pairs(_TOP))

    async def _pairs(self, statement: Select[*tuple[Any, ...]], **params: Any) -> list[tuple[str, int]]:
        return [(str(name), int(count)) for name, count in await self.source.fetch(statement, **params)]

    async def _fetch(self, statement: Select[*tuple[Any, ...]], **params: Any) -> list[Row]:
        return [Row(*each) for each in await self.source.fetch(statement, company=self.company, **params)]


async def companies(source: Source) -> list[Row]:
    """Return all companies, in the order they came."""
    return [Row(*each) for each in await source.fetch(_COMPANIES)]


async def last_changed(source: Source) -> dict[str, str]:
    """Return when each company was last changed, by its id."""
    moments = {row.id: await source.fetch(_LAST_CHANGED, company=row.id) for row in await companies(source)}
    return {id: str(found[0][0]) for id, found in moments.items()}


def literal(part: str) -> str:
    """Return text as a pattern that means nothing but itself."""
    return part.replace(ESCAPE, ESCAPE * 2).replace("%", f"{ESCAPE}%").replace("_", f"{ESCAPE}_")


def _parents_of(found: Iterable[Row], known: dict[tuple[str, str], Row]) -> dict[str, set[str]]:
    wanted: dict[str, set[str]] = {}
    for row in found:
        kind = KINDS.get(row.kind)
        above = kind.parent_table if kind else None
        if above is not None and above != COMPANIES and row.parent and (above, row.parent) not in known:
            wanted.setdefault(above, set()).add(row.parent)
    return wanted


def _by_kind(found: Iterable[Row]) -> dict[str, list[str]]:
    ids: dict[str, list[str]] = {}
    for row in found:
        ids.setdefault(row.kind, []).append(row.id)
    return ids


def _chunked(ids: Iterable[Value]) -> Iterator[list[Value]]:
    """Yield the ids in lists of a few sizes; a list that is not full says its last one again."""
    wanted = list(dict.fromkeys(ids))
    for start in range(0, len(wanted), _CHUNKS[-1]):
        some = wanted[start : start + _CHUNKS[-1]]
        size = next(size for size in _CHUNKS if size >= len(some))
        yield some + [some[-1]] * (size - len(some))


def _listed(name: str, values: Sequence[Value]) -> dict[str, Value]:
    return {f"{name}_{place}": value for place, value in enumerate(values)}


def _names(name: str, count: int) -> list[Any]:
    return [bindparam(f"{name}_{place}") for place in range(count)]


@lru_cache
def _by_ids(count: int, deleted: bool) -> Select[*tuple[Any, ...]]:
    found = _ALL.where(_HERE, _THIS_KIND, _c.id.in_(_names("id", count)))
    return found if deleted else found.where(_AMONG_LIVE)


@lru_cache
def _by_numbers(count: int) -> Select[*tuple[Any, ...]]:
    return _ALL.where(_THIS_KIND, _c.number.in_(_names("number", count)), _AMONG_OURS, _AMONG_LIVE)


@lru_cache
def _of_parents(count: int) -> Select[*tuple[Any, ...]]:
    return _ALL.where(_HERE, _c.parent.in_(_names("parent", count)), _THIS_KIND, _LIVE)


@lru_cache
def _of_names(count: int) -> Select[*tuple[Any, ...]]:
    return _ALL.where(_HERE, _THIS_KIND, _c.name.in_(_names("name", count)), _LIVE)


@lru_cache
def _like_any(count: int) -> Select[*tuple[Any, ...]]:
    alike = [_c.name.like(pattern, escape=ESCAPE) for pattern in _names("pattern", count)]
    return _ALL.where(_HERE, _THIS_KIND, _LIVE, _BY_NAME, or_(*alike)).order_by(_IN_PLACE).limit(_MOST)


async def companies_with_rows(source: Source) -> list[str]:
    """Return the ids of companies that have any rows, also where the company itself is gone."""
    return [str(company) for (company,) in await source.fetch(_WITH_ROWS)]


async def orphan(source: Source, company: str, kind: str, above: str, *, is_other_end: bool = False) -> Row | None:
    """Return a row of a kind whose parent, or of joins whose other end, is not there; mostly none."""
    missed, left = (_MISSED_END, _LEFT_END) if is_other_end else (_MISSED, _LEFT)
    ends = await source.fetch(missed, company=company, kind=kind, above=above)
    if not ends:
        return None
    return Row(*(await source.fetch(left, company=company, kind=kind, end=ends[0][0]))[0])


def _missed(end: Column[str]) -> Select[*tuple[Any, ...]]:
    """Return ends that rows of a kind name and that are not there; each is looked up once, over an index alone."""
    named = select(end.label("end")).where(_HERE, _THIS_KIND, _LIVE, end.is_not(None), end != "").distinct().subquery()
    there = exists().where(
        _above.c.company == bindparam("company"),
        _above.c.kind == bindparam("above"),
        _above.c.id == named.c.end,
        _above.c.deleted.is_(None),
    )
    return select(named.c.end).where(~there).limit(1)


_above = rows.alias("above")
_WITH_ROWS = select(_c.company).where(_LIVE).distinct()
_MISSED, _MISSED_END = _missed(_c.parent), _missed(_c.name)
_LEFT = _ALL.where(_HERE, _THIS_KIND, _LIVE, _c.parent == bindparam("end")).limit(1)
_LEFT_END = _ALL.where(_HERE, _THIS_KIND, _LIVE, _c.name == bindparam("end")).limit(1)
