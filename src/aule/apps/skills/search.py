"""The search of accepted skills, by their names and descriptions."""

from __future__ import annotations

from aule.apps.skills import queries
from aule.apps.skills.app import skills
from aule.sdk import Hit, Reading
from aule.text.words import holds


@skills.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return accepted skills whose names or descriptions hold the words."""
    found = [
        each
        for each in await queries.all_skills(reading)
        if holds(f"{each.id} {each.header.name} {each.header.description}", query)
    ]
    return [
        Hit(
            ref=f"skill:{each.id}",
            kind="item",
            title=each.header.name,
            detail=each.header.description[:200],
            path=f"/skills/{each.id}",
        )
        for each in found[:limit]
    ]
