"""Teams are kept, asked, deleted and brought back the same on every database."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.teams.crew import Crew, hand, make_agents, make_team, team_facts

from aule.apps.teams import queries
from aule.apps.teams.figures import Figures
from aule.kernel.capabilities.gate.caller import ByHand
from aule.testing.system import system

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_the_same_story_of_a_team_on_every_database(tmp_path: Path, url: str) -> None:
    """ST-4: two versions, an ask with a handoff, its figures, a deletion, undone."""
    model = Crew(ana=[hand("bia", "write it")], bia=["Written."])
    async with system(tmp_path / "home", model=model, database_url=url) as aule:
        await make_agents(aule, "ana", "bia")
        await make_team(aule, agents=["ana"])
        await make_team(aule, agents=["ana", "bia"])
        assert [each.version for each in await queries.versions(aule.kernel.database, "crew")] == [2, 1]
        run = await aule.ask("a text", team="crew")
        assert (await aule.messages(run))[-1].content == "Written."
        routed = ["team.routed", "team.handed_over", "team.routed", "team.finished"]
        assert [fact.type for fact in team_facts(await aule.events())] == routed
        figures = Figures(aule.kernel)
        told = [(each.agent, each.asks, each.well, each.handed) for each in await figures.of("crew")]
        assert told == [("ana", 1, 0, 1), ("bia", 1, 1, 0)]
        gone = await aule.kernel.call("teams.forget_figures", {"team": "crew", "agent": "ana"}, by_hand=ByHand())
        await figures.rebuild()
        assert [each.agent for each in await figures.of("crew")] == ["bia"]
        await aule.kernel.undo(f"change:{gone.result.changes[0]}")
        assert [
            (each.agent, each.asks, each.well, each.handed) for each in await Figures(aule.kernel).of("crew")
        ] == told
        params = {"team": "crew", "expected": 2}
        shown = await aule.kernel.preview("teams.delete_team", params)
        gone = await aule.kernel.call("teams.delete_team", params, by_hand=ByHand(seen=shown.content_hash))
        assert await queries.all_teams(aule.kernel.database) == []
        await aule.kernel.undo(f"change:{gone.result.changes[0]}")
        assert (await queries.team(aule.kernel.database, "Crew")).version == 2
