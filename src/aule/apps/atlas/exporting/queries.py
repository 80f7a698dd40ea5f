"""Rows by the thousand, as imports and exports read them: page by page in their order, or by their ids elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, BindParameter, Select, and_, bindparam, func, select, tuple_

from aule.apps.atlas.rows.kinds import COMPANIES, PEOPLE
from aule.apps.atlas.rows.queries import Row, Source
from aule.apps.atlas.tables import rows

PAGE = 2_000
TEXTS = 500
"""Texts of rows that are in memory at once."""
_IDS = 500
_c = rows.c
_MOST: BindParameter[int] = bindparam("most", type_=BigInteger)
_HERE = _c.company == bindparam("company")
_THIS_KIND = _c.kind == bindparam("kind")
_LIVE = _c.deleted.is_(None)
_AFTER: BindParameter[int] = bindparam("position", type_=BigInteger)
# The first half is for the index. A walk begins at 0: rows at -1 do not go out, they are made of what names them.
_BEHIND = and_(_c.position >= _AFTER, tuple_(_c.position, _c.id) > tuple_(_AFTER, bindparam("id")))

_DOCS = (
    select(_c.position, _c.id, _c.doc)
    .where(_HERE, _THIS_KIND, _LIVE, _BEHIND)
    .order_by(_c.position, _c.id)
    .limit(_MOST)
)
_NUMBERS = (
    select(_c.position, _c.id, _c.number)
    .where(_HERE, _THIS_KIND, _LIVE, _c.number.is_not(None), _BEHIND)
    .order_by(_c.position, _c.id)
    .limit(_MOST)
)
_ROWS = select(*rows.columns).where(_HERE, _THIS_KIND, _LIVE, _BEHIND).order_by(_c.position, _c.id).limit(_MOST)
_KINDS = select(_c.kind, func.count()).where(_HERE, _LIVE).group_by(_c.kind)
_UNSEEN = select(func.count()).where(_HERE, _THIS_KIND, _LIVE, _c.position < 0)
_EVERY_KIND = select(_c.kind, func.count()).where(_HERE).group_by(_c.kind)
_OTHERS = select(func.count()).where(_c.kind == COMPANIES, _c.company != bindparam("company"))


async def docs(source: Source, company: str, kind: str) -> AsyncIterator[list[str]]:
    """Yield the texts of the rows of a kind in their order, page by page."""
    position, id = 0, ""
    while page := await source.fetch(_DOCS, company=company, kind=kind, position=position, id=id, most=TEXTS):
        yield [str(doc) for _, _, doc in page]
        position, id = page[-1][0], page[-1][1]


async def numbers(source: Source, company: str, kind: str) -> AsyncIterator[list[tuple[str, int]]]:
    """Yield ids and numbers of the rows of a kind in their order, page by page."""
    position, id = 0, ""
    while page := await source.fetch(_NUMBERS, company=company, kind=kind, position=position, id=id, most=PAGE):
        yield [(str(id), int(number)) for _, id, number in page]
        position, id = page[-1][0], page[-1][1]


async def pages(source: Source, company: str, kind: str) -> AsyncIterator[list[Row]]:
    """Yield the rows of a kind in their order, page by page."""
    position, id = 0, ""
    while page := await source.fetch(_ROWS, company=company, kind=kind, position=position, id=id, most=PAGE):
        yield [Row(*each) for each in page]
        position, id = page[-1][3], page[-1][2]


async def exported(source: Source, company: str) -> dict[str, int]:
    """Return how many rows of each kind go out with an export."""
    counts = {str(kind): int(count) for kind, count in await source.fetch(_KINDS, company=company)}
    unseen = await source.fetch(_UNSEEN, company=company, kind=PEOPLE)
    people = counts.pop(PEOPLE, 0) - int(unseen[0][0])
    return {**counts, PEOPLE: people} if people else counts


async def stored(source: Source, company: str) -> dict[str, int]:
    """Return how many rows of each kind there are, in the trash or not."""
    return {str(kind): int(count) for kind, count in await source.fetch(_EVERY_KIND, company=company)}


async def has_others(source: Source, company: str) -> bool:
    """Tell whether there are other companies."""
    return bool((await source.fetch(_OTHERS, company=company))[0][0])


async def taken(source: Source, company: str, kind: str, ids: Iterable[str]) -> set[str]:
    """Return those of some ids that rows of other companies have."""
    wanted = list(ids)
    found: set[str] = set()
    for start in range(0, len(wanted), _IDS):
        some = wanted[start : start + _IDS]
        some += [some[-1]] * (_IDS - len(some))
        named = {f"id_{place}": id for place, id in enumerate(some)}
        found.update(str(each[0]) for each in await source.fetch(_elsewhere(), company=company, kind=kind, **named))
    return found


@lru_cache
def _elsewhere() -> Select[*tuple[Any, ...]]:
    ids: list[Any] = [bindparam(f"id_{place}") for place in range(_IDS)]
    is_kind = func.coalesce(_c.kind, "") == bindparam("kind")  # so that SQLite looks up the ids, not all of the kind
    return select(_c.id).where(_c.id.in_(ids), is_kind, _c.company != bindparam("company"))
