"""Finding evaluations by their titles."""

from __future__ import annotations

from aule.apps.evaluations import queries
from aule.apps.evaluations.app import evaluations
from aule.sdk import Hit, Reading
from aule.text.words import fold


@evaluations.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return evaluations whose titles hold the words."""
    words = fold(query).split()
    if not words:
        return []
    found = [each for each in await queries.all_evaluations(reading) if all(one in fold(each.title) for one in words)]
    return [
        Hit(
            ref=f"evaluations:{each.id}",
            kind="item",
            title=each.title,
            detail=each.description[:200],
            path=f"/evaluations/{each.id}",
        )
        for each in found[:limit]
    ]
