"""Two dates side by side: what went forward, what went back, what was made and what was finished."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from aule.apps.atlas.app import atlas
from aule.apps.atlas.figures import comparison as comparing
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.reading.log import elsewhere, entry
from aule.apps.atlas.reading.pages import items
from aule.apps.atlas.reading.past_progress import Figures, course_of
from aule.apps.atlas.reading.search import SEARCHED
from aule.apps.atlas.reading.view_context import ViewContext, item, look
from aule.apps.atlas.rows.kinds import KEY_RESULTS, OBJECTIVES, PILLARS
from aule.apps.atlas.rows.queries import short_parts
from aule.apps.atlas.scope import day_in
from aule.apps.atlas.views.company_views import Comparison, Item
from aule.contracts.access.change import Change
from aule.contracts.ids import split_ref
from aule.sdk import Reading

USUAL = timedelta(days=30)
"""How far back one looks when no day is named."""
MOST = 20
_CHANGES = 500
_PAGE = 100
_FINISHED = frozenset({"completed", "done"})


@atlas.view("compare")
async def compare(reading: Reading, company: str = "", since: str = "", until: str = "") -> Comparison:
    """What changed in a company between two days; from the values known today for the time up to each of them."""
    async with look(reading, company, as_of=until) as sight:
        return await compared(sight, since)


async def compared(sight: ViewContext, since: str) -> Comparison:
    """Return a day and the one that is looked at, side by side."""
    begin, end = _since(since, sight.as_of), sight.as_of
    whole = await course_of(sight, [begin, end])
    (before, was), (after, has_become) = await asyncio.to_thread(lambda: (whole.at(begin), whole.at(end)))
    moved = [key for key in after if key[0] != PILLARS and shown(before[key]) != shown(after[key])]
    differing = await _told(sight, moved, before, after)
    of = {one.id: key for key, one in differing.items()}
    found = comparing.compare(
        differing.values(),
        {id: before[key] for id, key in of.items()},
        {id: after[key] for id, key in of.items()},
        MOST,
    )
    changes = await _changes(sight, begin, end)
    return Comparison(
        company=sight.company,
        since=begin.isoformat(),
        until=end.isoformat(),
        before=shown(was),
        after=shown(has_become),
        pillars=[
            comparing.difference(item(row, {}, after[row.key]), before[row.key], after[row.key])
            for row in whole.pillars
        ],
        improved=found.improved,
        worsened=found.worsened,
        made=await _items(sight, [each for each in changes if each.op == "create"]),
        finished=await _items(sight, [each for each in changes if _is_finished(each)]),
        changes=[entry(each) for each in changes[:MOST]],
    )


async def _told(
    sight: ViewContext, moved: Sequence[tuple[str, str]], before: Figures, after: Figures
) -> dict[tuple[str, str], Item]:
    """Return the items that moved most, in a line each."""

    def distance(key: tuple[str, str]) -> Decimal:
        return abs((after[key] or Decimal(0)) - (before[key] or Decimal(0)))

    up = [key for key in moved if (after[key] or 0) >= (before[key] or 0)]
    down = [key for key in moved if (after[key] or 0) < (before[key] or 0)]
    wanted = [*sorted(up, key=distance, reverse=True)[:MOST], *sorted(down, key=distance, reverse=True)[:MOST]]
    rows = [
        row
        for kind in (OBJECTIVES, KEY_RESULTS)
        for row in await sight.queries.rows(kind, [id for of, id in wanted if of == kind])
    ]
    above = await sight.queries.ancestors(rows)
    return {row.key: item(row, above, after[row.key]) for row in rows}


async def _changes(sight: ViewContext, begin: date, end: date) -> list[Change]:
    """Return the company's changes of that time, the latest first."""
    found: list[Change] = []
    after: str | None = None
    first, behind = begin.isoformat(), (end + timedelta(days=1)).isoformat()
    while len(found) < _CHANGES:
        page = await sight.reading.changes(limit=_PAGE, after=after)
        other = await elsewhere(sight, page.items)
        found += [each for each in page.items if first <= each.ts < behind and each.entity not in other]
        after = page.next
        if after is None or page.items[-1].ts < first:
            break
    return [each for each in found if each.undone_by is None and each.undoes is None][:_CHANGES]


async def _items(sight: ViewContext, changes: Sequence[Change]) -> list[Item]:
    """Return what some changes are about, as far as it is still there."""
    numbers: dict[str, list[int]] = {}
    for each in changes:
        kind, number = short_parts(split_ref(each.entity)[1])
        if kind in SEARCHED and number is not None:
            numbers.setdefault(kind, []).append(number)
    rows = [row for kind, some in numbers.items() for row in await sight.queries.numbered(kind, some)]
    return (await items(sight, rows[:MOST])) if rows else []


def _is_finished(change: Change) -> bool:
    status = (change.after or {}).get("status")
    return isinstance(status, str) and status in _FINISHED and change.op == "update"


def _since(text: str, until: date) -> date:
    """Return the day to compare with; a day that has not come yet is meant as of the year before."""
    if not text:
        return until - USUAL
    day = day_in(text, "since")
    while day > until:
        day = day.replace(year=day.year - 1, day=min(day.day, 28) if day.month == 2 else day.day)
    return day
