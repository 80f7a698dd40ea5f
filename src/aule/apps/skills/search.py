"""SkillFinding accepted skills by words, among what the search of everything finds."""

from __future__ import annotations

from aule.apps.skills import queries
from aule.apps.skills.app import skills
from aule.sdk import Hit, Reading
from aule.text.words import fold, words


@skills.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return accepted skills whose names or descriptions hold the words."""
    wanted = [fold(word) for word in words(query)]
    if not wanted:
        return []
    found = await queries.all_skills(reading)
    fitting = [
        each
        for each in found
        if all(word in fold(f"{each.id} {each.header.name} {each.header.description}") for word in wanted)
    ]
    return [
        Hit(
            ref=f"skill:{each.id}",
            kind="item",
            title=each.header.name,
            detail=each.header.description[:200],
            path=f"/skills/{each.id}",
        )
        for each in fitting[:limit]
    ]
