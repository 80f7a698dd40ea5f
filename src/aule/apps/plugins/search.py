"""Finding plugins that were approved, by their words."""

from __future__ import annotations

from aule.apps.plugins import queries
from aule.apps.plugins.app import plugins
from aule.sdk import Hit, Reading
from aule.text.words import fold


@plugins.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return plugins whose names or titles hold the words."""
    words = fold(query).split()
    if not words:
        return []
    hits: list[Hit] = []
    for each in await queries.all_approved(reading):
        found = each.descriptor
        text = fold(f"{found.name.replace('_', ' ')} {found.name} {found.title.en} {found.title.pt}")
        if all(word in text for word in words):
            path = f"/plugins/{found.name}"
            hits.append(
                Hit(ref=f"plugins:{found.name}", kind="item", title=found.title.en, detail=found.name, path=path)
            )
    return hits[:limit]
