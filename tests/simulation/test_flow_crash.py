"""A process that dies while an agent's flow works: at any single commit nothing is lost, and no step is done twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Policy
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.testing.system import System, system
from tests.apps.teams.crew import Crew
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare

NOTE = {"path": "log.txt", "content": "{{inputs.request}} {{steps.think.result}} {{steps.which.result}}\n"}
FLOW = {
    "inputs": {"request": {"type": "string"}},
    "nodes": [
        {"id": "think", "kind": "agent", "prompt": "Think about {{inputs.request}}"},
        {"id": "which", "kind": "human", "dependencies": ["think"], "question": {"message": "Which colour?"}},
        {
            "id": "note",
            "kind": "call",
            "dependencies": ["which", "think"],
            "call": {"capability": "core.append_file", "params": NOTE},
        },
    ],
    "output": "Noted {{steps.which.result}}.",
}


def crew() -> Crew:
    """Return a model that is the agent of the flow."""
    return Crew(clerk=["hard"])


async def test_a_flow_survives_dying_at_every_commit(tmp_path: Path) -> None:
    """ST-1, K-7: asked is asked: one run of the flow, one line in the file, the same answer from every moment."""
    site = await prepare(tmp_path)
    async with system(site.home, model=crew()) as aule:
        await aule.kernel.save_settings(Settings(policy=Policy(allow=["*"])), expected=None)
        graph = Graph.model_validate(FLOW)
        agent = Agent(
            id="clerk", name="Clerk", persona_text="I am clerk.", policy=Policy(allow=["*"]), flow_graph=graph
        )
        await aule.kernel.documents.save_agent(agent, expected=None)
    album = Album(site.home, tmp_path / "pictures", lambda number: number % 2 == 0)  # after each commit
    with photographed(album):
        async with system(site.home, model=crew()) as aule:
            await aule.kernel.ask(Ask(message="a wall", agent="clerk", locale="en"))
            whole = await _ended(aule)
    assert whole == (["turn", "workflow", "delegate"], "Noted blue.", "a wall hard blue\n")
    asked = 0
    for picture in album.pictures:
        with connecting(Hasty):
            async with system(site.restore(picture), model=crew()) as aule:
                if not (await aule.kernel.conversations.list()).items:
                    continue  # it died before the ask was on record
                asked += 1
                assert await _ended(aule) == whole, picture.name
    assert asked >= 8


async def _ended(aule: System) -> tuple[list[str], str, str]:
    """Answer what is asked until the flow has ended; tell its runs, its answer, and what it wrote."""
    async with asyncio.timeout(20):
        while await aule.kernel.runs.unfinished():
            for approval in await aule.kernel.approvals.pending():
                binds = approval.binds.content_hash
                await aule.kernel.decide(approval.id, "answer", answer="blue", content_hash=binds)
            await asyncio.sleep(0.001)
    (top,) = [run for run in (await aule.kernel.runs.list(limit=50)).items if run.kind == "turn"]
    tree = await aule.kernel.runs.tree(top.id)
    assert {run.status for run in tree} == {RunStatus.DONE}
    written = (aule.workspace / "log.txt").read_text()
    return [str(run.kind) for run in tree], (await aule.messages(top))[-1].content, written
