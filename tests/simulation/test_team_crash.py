"""A process that dies while a team works: at any single commit nothing is lost, and nobody speaks twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aule.apps.teams.figures import Figures
from aule.apps.teams.wire.routes import requests_graph
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.ask import Ask
from aule.kernel.engine.run_request import RunRequest
from aule.testing.system import System, system
from tests.apps.teams.crew import Crew, Move, hand, make_agents, make_team, team_facts
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare

Parts = dict[str, Sequence[Move] | Mapping[str, Sequence[Move]]]
HANDOFF: Parts = {"ana": [hand("bia", "write it", done=["looked"])], "bia": ["Written."]}
REVIEW: Parts = {
    "ana": {"again": ["Better."], "": ["Draft."]},
    "rev": {"Better": [json.dumps({"score": 1, "comments": ""})], "": [json.dumps({"score": 0, "comments": "More."})]},
}

POOL: Parts = {"ana": {"red": ["Red."], "blue": ["Blue."]}}


async def test_a_handoff_survives_dying_at_every_commit(tmp_path: Path) -> None:
    """ST-4, K-7: asked is asked: the person confirms once, the second one answers, each speaks in one run."""
    ways = [{"from_agent": "ana", "to_agent": "bia", "strategy": "interrupt"}]
    whole = await _dies_everywhere(tmp_path, HANDOFF, agents=["ana", "bia"], handoff_rules=ways)
    assert whole == (
        ["assistant", "ana", "bia"],
        "Written.",
        ["team.finished", "team.handed_over", "team.routed", "team.routed"],
    )


async def test_a_review_survives_dying_at_every_commit(tmp_path: Path) -> None:
    """ST-4, K-7: each round is there once, and the answer that was good enough is given."""
    review = {"reviewer": "rev", "rounds": 3}
    runs, answer, facts = await _dies_everywhere(tmp_path, REVIEW, agents=["ana", "rev"], review=review)
    assert (runs, answer) == (["assistant", "ana", "rev", "ana", "rev"], "Better.")
    assert (facts.count("team.reviewed"), facts.count("team.finished")) == (2, 1)


async def test_a_pool_survives_dying_at_every_commit(tmp_path: Path) -> None:
    """ST-4, K-7: each of many requests is answered once, by one run of a member."""
    site = await prepare(tmp_path)
    async with system(site.home, model=Crew(**POOL)) as aule:
        await make_agents(aule, "ana")
        await make_team(aule, agents=["ana"], instances=2)
    album = Album(site.home, tmp_path / "pictures", lambda number: number % 2 == 0)  # after each commit
    with photographed(album):
        whole = await _pooled(site.home)
    assert whole == (["Red.", "Blue."], [RunStatus.DONE] * 3)
    for picture in album.pictures:
        with connecting(Hasty):
            assert await _pooled(site.restore(picture)) == whole, picture.name


async def _pooled(home: Path) -> tuple[list[str], list[RunStatus]]:
    """Start a run of two requests, or go on with it; tell what was answered and how its runs ended."""
    graph, inputs = requests_graph("crew", 2), {"requests": ["red", "blue"]}
    order = RunRequest(graph=graph, inputs=inputs, title="Colours", project="home", at_once=2, id="run_pool")
    async with system(home, model=Crew(**POOL)) as aule:
        run = await aule.until_still((await aule.kernel.engine.start(order)).id)
        output = (await aule.kernel.engine.graph(run.id)).output
        return [each["answer"] for each in output], [each.status for each in await aule.kernel.runs.tree(run.id)]


async def _dies_everywhere(tmp_path: Path, parts: Parts, **team: Any) -> tuple[list[str], str, list[str]]:
    """Live once undisturbed, then from every moment at which that life could have ended; all come to the same."""
    site = await prepare(tmp_path)
    async with system(site.home, model=Crew(**parts)) as aule:
        await make_agents(aule, *parts)
        await make_team(aule, **team)
    album = Album(site.home, tmp_path / "pictures", lambda number: number % 2 == 0)  # after each commit
    with photographed(album):
        async with system(site.home, model=Crew(**parts)) as aule:
            await aule.kernel.ask(Ask(message="a text", team="crew", locale="en"))
            whole = await _ended(aule)
    asked = 0
    for picture in album.pictures:
        with connecting(Hasty):
            async with system(site.restore(picture), model=Crew(**parts)) as aule:
                if not (await aule.kernel.conversations.list()).items:
                    continue  # it died before the ask was on record
                asked += 1
                assert await _ended(aule) == whole, picture.name
    assert asked >= 10
    return whole


async def _ended(aule: System) -> tuple[list[str], str, list[str]]:
    """Say yes to what is asked until the team has answered; tell who spoke, what was answered and what happened."""
    async with asyncio.timeout(20):
        while await aule.kernel.runs.unfinished():
            for approval in await aule.kernel.approvals.pending():
                await aule.kernel.decide(approval.id, "option_1", content_hash=approval.binds.content_hash)
            await asyncio.sleep(0.001)
    (top,) = [run for run in (await aule.kernel.runs.list(limit=50)).items if run.team and run.parent is None]
    tree = await aule.kernel.runs.tree(top.id)
    assert {run.status for run in tree} == {RunStatus.DONE}
    facts = sorted(fact.type for fact in team_facts(await aule.events()))
    figures = await Figures(aule.kernel).of("crew")
    assert {each.asks for each in figures} == {1}  # each fact counts once, whenever it died
    return [str(run.agent) for run in tree], (await aule.messages(top))[-1].content, facts
