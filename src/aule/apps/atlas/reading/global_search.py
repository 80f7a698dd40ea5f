"""Items of Atlas in the search of everything."""

from __future__ import annotations

from aule.apps.atlas.app import atlas
from aule.apps.atlas.reading.search import hits
from aule.apps.atlas.reading.view_context import look
from aule.apps.atlas.rows.kinds import BY_NOUN
from aule.apps.atlas.rows.queries import companies
from aule.sdk import Hit, Name, Reading, errors

_MOST = 8
_MOST_NAMES = 1_000
_NAMED = ("pillar", "objective", "key_result", "initiative", "project", "task", "meeting", "agenda_item", "insight")


@atlas.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return pillars, objectives, key results, initiatives and projects whose titles hold the words."""
    try:
        async with look(reading) as sight:
            found = await hits(sight, query, limit=min(limit, _MOST))
            company = sight.scope.company.title
    except errors.NotFound:  # there is no company yet
        return []
    return [
        Hit(
            ref=f"atlas:{each.id}",
            kind="item",
            title=each.title,
            detail=" › ".join(each.path) or company,
            path=f"/atlas/{each.id}",
        )
        for each in found.items
    ]


@atlas.tells_records
async def records(reading: Reading) -> list[Name]:
    """Return what the items of the company are called; of several companies, those themselves."""
    found = await names(reading)
    return list(found) or [Name("company", each.title, each.short) for each in await companies(reading.source)]


@atlas.tells_names
async def names(reading: Reading) -> list[Name]:
    """Return what the items of the company are called that is looked at."""
    try:
        async with look(reading) as sight:
            found = [Name("company", sight.scope.company.title, sight.scope.company.short)]
            for noun in (each for each in _NAMED if each in BY_NOUN):
                rows = await sight.queries.of_kind(BY_NOUN[noun].table, most=_MOST_NAMES)
                found += [Name(noun, row.title, row.short) for row in rows if row.title and row.deleted is None]
    except (errors.NotFound, errors.Ambiguous):  # there is no company yet, or nobody said which
        return []
    return found
