"""The search of teams, by their names."""

from __future__ import annotations

from aule.apps.teams import queries
from aule.apps.teams.app import teams
from aule.apps.teams.records import TeamMember
from aule.sdk import Hit, Reading
from aule.text.words import holds


@teams.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return teams whose names hold the words."""
    found = [each for each in await queries.all_teams(reading) if holds(each.name, query)]
    return [
        Hit(
            ref=f"teams:{each.id}", kind="item", title=each.name, detail=_members(each.agents), path=f"/teams/{each.id}"
        )
        for each in found[:limit]
    ]


def _members(agents: list[TeamMember]) -> str:
    return ", ".join(each.agent for each in agents)
