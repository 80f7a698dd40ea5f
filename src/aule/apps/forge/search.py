"""The search of tools made here, by their names and titles."""

from __future__ import annotations

from aule.apps.forge import queries
from aule.apps.forge.app import forge
from aule.sdk import Hit, Reading
from aule.text.words import holds


@forge.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return tools whose names or titles hold the words."""
    found = [
        each
        for each in await queries.all_tools(reading)
        if holds(f"{each.name.replace('_', ' ')} {each.name} {each.title.en} {each.title.pt}", query)
    ]
    return [
        Hit(
            ref=f"forge:{each.name}",
            kind="item",
            title=each.title.en,
            detail=each.capability,
            path=f"/made-tools/{each.name}",
        )
        for each in found[:limit]
    ]
