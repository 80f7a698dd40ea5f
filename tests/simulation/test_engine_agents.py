"""Steps that agents carry out, and a system that dies around any write: no model call is paid twice for nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import RunStatus
from aule.kernel.engine.run_request import RunRequest
from aule.testing.system import system
from tests.simulation.engine_model import ActingModel
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare
from tests.simulation.engine_world import World

RUN = "run_agents"
LOOK = "trial.look"
GRAPH = Graph(
    nodes=[
        Step(id="a", kind=StepKind.CALL, call=StepCall(capability=LOOK, params={"at": "plot/a", "given": []})),
        Step(id="agent", kind=StepKind.AGENT, prompt="plot/agent", tools=["trial.keep"], dependencies=["a"]),
        Step(
            id="b",
            kind=StepKind.CALL,
            call=StepCall(capability=LOOK, params={"at": "plot/b", "given": [{"$from": "agent.result"}]}),
            dependencies=["agent"],
        ),
    ],
    output="{{steps.b.result.sum}}",
)


async def test_an_agents_step_goes_on_where_it_stood_whenever_the_system_died(tmp_path: Path) -> None:
    """K-7, OS-21: what the model said is not asked again, and what it had done is not done again."""
    site = await prepare(tmp_path)
    album = Album(site.home, tmp_path / "pictures")
    with photographed(album):
        whole = await live(site.home)
    assert whole[0] is RunStatus.DONE and whole[2] == 1
    for picture in album.pictures:
        with connecting(Hasty):
            assert await live(site.restore(picture)) == whole, picture.name


async def live(home: Path) -> tuple[RunStatus, object, int, int]:
    """Carry the run out; tells its end, its output, how often the agent acted and how often the model was paid for."""
    world = World(home)
    async with system(home, apps=[world.app()], model=ActingModel()) as aule:
        run = await aule.kernel.engine.start(RunRequest(id=RUN, graph=GRAPH, inputs={}, title="Agents", project="home"))
        async with asyncio.timeout(20):
            while not run.status.is_final:
                for approval in await aule.kernel.approvals.pending():
                    await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
                await asyncio.sleep(0.001)
                run = await aule.kernel.runs.get(RUN)
        output = (await aule.kernel.engine.graph(RUN)).output
        return run.status, output, len(world.lines("keep")), run.usage.model_calls
