"""Finding tools made here by their words."""

from __future__ import annotations

from aule.apps.forge import queries
from aule.apps.forge.app import forge
from aule.sdk import Hit, Reading
from aule.text.words import fold


@forge.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return tools whose names or titles hold the words."""
    words = fold(query).split()
    if not words:
        return []
    hits: list[Hit] = []
    for each in await queries.all_tools(reading):
        text = fold(f"{each.name.replace('_', ' ')} {each.name} {each.title.en} {each.title.pt}")
        if all(word in text for word in words):
            hits.append(
                Hit(
                    ref=f"forge:{each.name}",
                    kind="item",
                    title=each.title.en,
                    detail=each.capability,
                    path=f"/tools/{each.name}",
                )
            )
    return hits[:limit]
