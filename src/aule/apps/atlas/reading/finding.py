"""Items of Atlas in the search of everything."""

from __future__ import annotations

from aule.apps.atlas.app import atlas
from aule.apps.atlas.reading.search import hits
from aule.apps.atlas.reading.sight import look
from aule.sdk import Hit, Reading, errors

_MOST = 8


@atlas.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Pillars, objectives, key results, initiatives and projects whose titles hold the words."""
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
