"""The search of evaluations, by their titles."""

from __future__ import annotations

from aule.apps.evaluations import queries
from aule.apps.evaluations.app import evaluations
from aule.sdk import Hit, Reading
from aule.text.words import holds


@evaluations.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return evaluations whose titles hold the words."""
    found = [each for each in await queries.all_evaluations(reading) if holds(each.title, query)]
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
