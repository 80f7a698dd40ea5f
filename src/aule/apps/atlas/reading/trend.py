"""How a score went: as of the end of each month, from the values that are known for it."""

from __future__ import annotations

from datetime import date

from aule.apps.atlas.app import atlas
from aule.apps.atlas.figures.months import last_day, month_of, period_at, read_day, write_month
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.reading.queries import Columns
from aule.apps.atlas.reading.scores import measured, percent_of, score, sums_of
from aule.apps.atlas.reading.view_context import Percent, ViewContext, item, look
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES, PILLARS
from aule.apps.atlas.rows.queries import Row, short_parts
from aule.apps.atlas.rows.references import resolve
from aule.apps.atlas.views.company_views import ScorePoint, Trend
from aule.sdk import Reading

_MOST = 24
"""Months a trend goes back."""


@atlas.view("trend")
async def trend(reading: Reading, company: str = "", of: str = "") -> Trend:
    """How the score of a company, a pillar, an objective or a key result went, month by month."""
    async with look(reading, company, item=of) as sight:
        kind, _ = short_parts(of)
        row = sight.scope.company
        if of.strip():
            kind = kind if kind in (PILLARS, OBJECTIVES, KEY_RESULTS) else OBJECTIVES
            row = (await resolve(sight.queries, kind, of, field="of")).row
        above = await sight.queries.ancestors([row])
        days = _days(sight)
        scores = [await _of(sight, row, day) for day in days]
        points = [
            ScorePoint(month=write_month(month_of(day)), progress=shown(percent))
            for day, percent in zip(days, scores, strict=True)
        ]
        return Trend(of=item(row, above, scores[-1]), points=points)


async def _of(sight: ViewContext, row: Row, day: date) -> Percent:
    """Return what a company, pillar, objective or key result had come to by a day."""
    settings, columns = sight.scope.settings, Columns(sight.source, sight.scope.company.id)
    match row.kind:
        case "key_results":
            return measured(row, settings, day)
        case "strategic_objectives":
            return percent_of((await sums_of(columns, settings, day, "objectives", [row.id])).get(row.id))
        case "strategic_pillars":
            return (await score(sight.source, sight.scope, day, pillars=[row.id])).of_pillar[row.id]
        case _:
            return (await score(sight.source, sight.scope, day)).of_company


def _days(sight: ViewContext) -> list[date]:
    """Return the last days of the cycle's months so far; the day looked at stands for the present month."""
    now = month_of(sight.as_of)
    year = period_at(now, "year", sight.scope.settings.fiscal_year_start)
    began = None if sight.scope.cycle is None else read_day(sight.scope.cycle.record.get("period_start"))
    first = year.start if began is None else max(month_of(began), now - _MOST + 1)
    return [*(last_day(month) for month in range(min(first, now), now)), sight.as_of]
