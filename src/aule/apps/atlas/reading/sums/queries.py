"""What key results come to together, by their objective: worked out by the database from columns alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Float,
    Integer,
    Select,
    Text,
    bindparam,
    case,
    cast,
    func,
    literal,
    not_,
    or_,
    select,
)
from sqlalchemy.sql.elements import ColumnElement

from aule.apps.atlas.figures.series import MONTHS, WIDTH
from aule.apps.atlas.figures.status import EXCELLENT, FAIR, GOOD
from aule.apps.atlas.reading.queries import AT_ONCE, HERE, LIVE, OWNED, WHOLE, Columns, Light, When
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES
from aule.apps.atlas.tables import rows

_c = rows.c
_HALF = 0.05
"""Bands are those of the figures as they are shown, with one digit behind the point."""


class Sums(NamedTuple):
    """What the key results of one objective come to together. A tuple, as thousands are made at a time."""

    objective: str | None
    size: int = 0
    """How many there are."""
    with_data: int = 0
    weighted: float = 0
    """The sum of weight times progress, as far as it counts."""
    weight: float = 0
    """The sum of the weights of those with data."""
    excellent: int = 0
    good: int = 0
    fair: int = 0
    stale: int = 0
    outdated: int = 0
    """How many are not known as of the month that is asked for, and not counted."""

    def plus(self, *others: Sums) -> Sums:
        """Return all of them together, under the name of this one."""
        some = (self, *others)
        return Sums(
            self.objective,
            sum(each.size for each in some),
            sum(each.with_data for each in some),
            sum(each.weighted for each in some),
            sum(each.weight for each in some),
            sum(each.excellent for each in some),
            sum(each.good for each in some),
            sum(each.fair for each in some),
            sum(each.stale for each in some),
            sum(each.outdated for each in some),
        )


_FRESH = _c.month == bindparam("month", type_=Text)
_OUTDATED = or_(_c.month.is_(None), _c.month != bindparam("month", type_=Text))
_NOW: BindParameter[int] = bindparam("now", type_=BigInteger)
_IN_SERIES = func.coalesce((_c.first <= _NOW) & (_c.first + MONTHS > _NOW), literal(value=False))
_PLACE = cast((_NOW - _c.first) * WIDTH + 1, Integer)
_OF_SERIES = cast(func.nullif(func.trim(func.substr(_c.series, _PLACE, WIDTH)), ""), Float)
_OUTDATED_ONES = WHOLE.where(HERE, _c.kind == KEY_RESULTS, LIVE, OWNED, _OUTDATED, not_(_IN_SERIES))


def _times(condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return func.sum(case((condition, 1), else_=0))


Under = Literal["company", "pillars", "objectives"]
"""Whose key results are summed up."""


@lru_cache
def _sums(under: Under, count: int, *, is_series: bool) -> Select[*tuple[Any, ...]]:
    """Return sums of what is kept as of the month that is asked for; or, of the rest, of what its series know of it.

    They are two questions because the first is answered by an index alone.
    """
    known = _IN_SERIES if is_series else _FRESH
    cap = bindparam("cap", type_=Float)
    weight = func.coalesce(_c.weight, 1.0)
    percent = case((known, _OF_SERIES if is_series else _c.progress), else_=None)
    counted = case((percent > cap, cap), else_=percent)  # with no cap the comparison is never true
    has_data = percent.is_not(None)
    summed = select(
        _c.parent,
        _times(known),
        _times(has_data),
        func.coalesce(func.sum(weight * counted), 0.0),
        func.coalesce(func.sum(case((has_data, weight), else_=None)), 0.0),
        _times(percent >= EXCELLENT + _HALF),
        _times((percent >= GOOD - _HALF) & (percent < EXCELLENT + _HALF)),
        _times((percent >= FAIR - _HALF) & (percent < GOOD - _HALF)),
        _times(known & (_c.stale <= bindparam("today", type_=Text))),
        func.count() - _times(known),
    ).where(HERE, _c.kind == KEY_RESULTS, LIVE, OWNED)
    if is_series:
        summed = summed.where(_OUTDATED)
    ids: list[BindParameter[str]] = [bindparam(f"id_{n}") for n in range(count)]
    if under == "objectives":
        summed = summed.where(_c.parent.in_(ids))
    elif under == "pillars":
        own = rows.alias()
        inside = select(own.c.id).where(
            own.c.company == bindparam("company"),
            own.c.kind == OBJECTIVES,
            own.c.deleted.is_(None),
            own.c.parent.in_(ids),
        )
        summed = summed.where(_c.parent.in_(inside))
    return summed.group_by(_c.parent)


async def kept(
    columns: Columns, when: When, cap: float | None, under: Under = "company", ids: Sequence[str] = ()
) -> dict[str | None, Sums]:
    """Return what key results come to by their objective: all of them, or those under some pillars or objectives."""
    found: dict[str | None, Sums] = {}
    for some in [list(ids[n : n + AT_ONCE]) for n in range(0, len(ids), AT_ONCE)] if ids else [[]]:
        padded = some and some + [some[-1]] * (AT_ONCE - len(some) if len(some) > 1 else 0)
        given: dict[str, Any] = {f"id_{n}": id for n, id in enumerate(padded)}
        given |= {"today": when.day, "month": when.month, "cap": cap, "owner": columns.owner}
        fresh = await columns.fetch(_sums(under, len(padded), is_series=False), **given)
        part = {each[0]: Sums._make(each) for each in fresh}
        if any(each.outdated for each in part.values()):
            known = await columns.fetch(_sums(under, len(padded), is_series=True), now=when.now, **given)
            for each in map(Sums._make, known):
                part[each.objective] = part[each.objective]._replace(outdated=0).plus(each)
        found |= part
    return found


async def outdated(columns: Columns, when: When) -> list[tuple[Light, str]]:
    """Return key results whose progress is not known as of a month, with their documents as text."""
    found = await columns.fetch(_OUTDATED_ONES, month=when.month, now=when.now, owner=columns.owner)
    return [(Light._make(each[:-1]), each[-1]) for each in found]
