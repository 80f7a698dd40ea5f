"""A pool of a team on two processes and one Postgres: they share the asks, and a kill loses and doubles none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.apps.teams.crew import make_agents, make_team, team_facts
from tests.workers.crew import until
from tests.workers.storm import storm

from aule.apps.teams.figures import Figures
from aule.apps.teams.wire.routes import TeamRequests, ask_many
from aule.contracts.events.facts import RunStarted
from aule.contracts.runs.run import RunStatus

pytestmark = pytest.mark.xdist_group("workers")

REQUESTS = 60
INSTANCES = 12
"""More than one worker takes at a time."""


async def test_two_processes_share_the_asks_of_a_pool_and_a_kill_loses_none(url: str, tmp_path: Path) -> None:
    """ST-4, OS-37, K-7: twelve instances on two workers, one killed -9 at work; each request is answered once."""
    async with storm(tmp_path, url) as world:
        for name in ("one", "two"):
            world.child(name)
        for child in world.children.values():
            await child.ready()
        await make_agents(world.server, "ana")
        await make_team(world.server, agents=["ana"], instances=INSTANCES)
        body = TeamRequests(requests=["what time is it?"] * REQUESTS)
        parts = (await ask_many("crew", body, world.kernel)).runs
        assert sorted(place for part in parts for place in part.requests) == list(range(REQUESTS))

        async def is_under_way() -> bool:
            return len(await world.kernel.journal.read(None, types=["team.finished"])) >= 4

        await until(is_under_way)
        world.children["one"].kill()
        assert await world.finish([part.run for part in parts]) == 0
        runs = [await world.kernel.runs.get(part.run) for part in parts]
        assert [run.status for run in runs] == [RunStatus.DONE] * INSTANCES
        for part in parts:
            output = (await world.kernel.engine.graph(part.run)).output
            assert [bool(each["answer"]) for each in output] == [True] * len(part.requests)
        events = await world.kernel.journal.read(None)
        counted = Counter(fact.type for fact in team_facts(events))
        assert counted == {"team.routed": REQUESTS, "team.finished": REQUESTS}
        members = [run for part in parts for run in await world.kernel.runs.tree(part.run) if run.team == "crew"]
        assert Counter(run.status for run in members) == {RunStatus.DONE: REQUESTS}
        workers = {
            event.data.worker for event in events if isinstance(event.data, RunStarted) and event.data.started.team
        }
        assert len(workers) == 2, "one process did all"
        assert [(each.agent, each.asks, each.well) for each in await Figures(world.kernel).of("crew")] == [
            ("ana", REQUESTS, REQUESTS)
        ]
