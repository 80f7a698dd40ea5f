"""The search of approved plugins, by their names and titles."""

from __future__ import annotations

from aule.apps.plugins import queries
from aule.apps.plugins.app import plugins
from aule.sdk import Hit, Reading
from aule.text.words import holds


@plugins.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return plugins whose names or titles hold the words."""
    all_approved = [each.descriptor for each in await queries.all_approved(reading)]
    found = [
        each
        for each in all_approved
        if holds(f"{each.name.replace('_', ' ')} {each.name} {each.title.en} {each.title.pt}", query)
    ]
    return [
        Hit(
            ref=f"plugins:{each.name}",
            kind="item",
            title=each.title.en,
            detail=each.name,
            path=f"/plugins/{each.name}",
        )
        for each in found[:limit]
    ]
