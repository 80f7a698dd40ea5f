"""Check-ins: those that were made, and those that are due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from aule.apps.atlas.app import atlas
from aule.apps.atlas.figures import progress
from aule.apps.atlas.figures.derived import next_period
from aule.apps.atlas.figures.months import last_day, read_day, read_month, width_of
from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.reading.queries import Columns, When
from aule.apps.atlas.reading.scores import in_cycle, measured
from aule.apps.atlas.reading.view_context import Above, ViewContext, item, look, names, words
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES, VALUES
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.views.company_views import Due, DueList
from aule.apps.atlas.views.item_views import CheckIn
from aule.sdk import Reading

MOST = 100
"""Check-ins one goes through in a sitting; the heaviest come first."""


@atlas.view("due")
async def due(reading: Reading, company: str = "", owner: str = "") -> DueList:
    """The key results whose check-in is due, the heaviest first."""
    async with look(reading, company) as sight:
        return await due_list(sight, owner or None)


async def due_list(sight: ViewContext, owner: str | None = None, most: int = MOST) -> DueList:
    """Return the check-ins that are due, of one owner or of everybody."""
    here, when = sight.scope.company.id, When.of(sight.as_of)
    columns = Columns(sight.source, here, owner)
    aims = {each.id for each in in_cycle(await Columns(sight.source, here).all(OBJECTIVES), sight.scope)}
    lights = [each for each in await columns.stale(when.day) if each.parent in aims]
    places = {each.id: place for place, each in enumerate(lights[:most])}
    rows = sorted(await sight.queries.rows(KEY_RESULTS, list(places)), key=lambda row: places[row.id])
    above = await sight.queries.ancestors(rows)
    latest: dict[str | None, Row] = {}
    for value in await sight.queries.children(VALUES, list(places)):
        known = latest.get(value.parent)
        if known is None or _period(value) >= _period(known):
            latest[value.parent] = value
    people = await names(sight.queries, [row.owner for row in rows])
    items = [_due(sight, row, above, latest.get(row.id), people) for row in rows]
    return DueList(company=sight.company, items=items, total=len(lights))


def check_in(row: Row, people: Mapping[str, str]) -> CheckIn:
    """Return a value somebody recorded."""
    record = row.record
    by = words(record.get("recorded_by"))
    return CheckIn(
        id=row.id,
        period=_period(row),
        value=exact.plain(number(record.get("value"))),
        confidence=confidence(row),
        status=words(record.get("status")),
        comment=words(record.get("comments")),
        blockers=words(record.get("blockers")),
        by=people.get(by or "", by),
    )


def confidences(values: Sequence[Row]) -> dict[str, int]:
    """Return how sure people were, by month; the last one said counts."""
    return {_period(row)[:7]: sure for row in values if (sure := confidence(row)) is not None}


def confidence(row: Row) -> int | None:
    """Return how sure somebody was at a check-in, from 1 to 10."""
    said = number(row.record.get("confidence"))
    return int(said) if said is not None and 1 <= said <= 10 else None


def _period(row: Row) -> str:
    return str(exact.plain(row.record.get("period_date")) or "")


def _due(sight: ViewContext, row: Row, above: Above, latest: Row | None, people: Mapping[str, str]) -> Due:
    settings = sight.scope.settings
    kr = progress.read(row.record, settings)
    percent = measured(row, settings, sight.as_of)
    period = next_period(kr, sight.as_of, settings)
    month, seen = read_month(period), None if not kr.actuals else max(kr.actuals)
    return Due(
        **item(row, above, percent).model_dump(),
        period=period,
        unit=words(row.record.get("unit")),
        target=exact.plain(kr.targets.get(month or 0, kr.target)),
        last_value=exact.plain(kr.current if seen is None else kr.actuals[seen]),
        last_value_in=row.seen,
        last_confidence=None if latest is None else confidence(latest),
        days=_days(row, latest, sight.as_of),
        owner=people.get(row.owner or ""),
        stamp=row.stamp,
    )


def _days(row: Row, latest: Row | None, as_of: date) -> int | None:
    """Return how long ago the last value was recorded, or the period it was for ended."""
    made = None if latest is None else read_day(latest.record.get("created_at"))
    if made is None and row.seen is not None and (month := read_month(row.seen)) is not None:
        made = last_day(month + width_of(row.record.get("frequency")) - 1)
    return None if made is None else max((as_of - made).days, 0)
