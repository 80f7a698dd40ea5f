"""A process that dies while a waiting run takes up what a person drew: the change is there once, at whatever commit."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.access.approval import StepEdit
from aule.contracts.access.capability import Policy
from aule.contracts.events.facts import Event
from aule.contracts.events.steps import StepStarted
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.kernel.workflows.library import StartOptions
from aule.testing.system import System, system
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare

LINES = """\
id: lines
steps:
  - {id: first, capability: core.append_file, params: {path: log.txt, content: "first\\n"}}
  - {id: sure, ask: Go on?, depends_on: first}
  - {id: third, capability: core.append_file, params: {path: log.txt, content: "third\\n"}, depends_on: sure}
"""


async def test_what_was_drawn_survives_dying_at_every_commit_of_the_decision(tmp_path: Path) -> None:
    """OS-21, OS-22, ST-23: nobody is asked again, and each line is written once, the third as it was drawn."""
    site = await prepare(tmp_path)
    async with system(site.home) as aule:
        await aule.kernel.save_settings(Settings(policy=Policy(allow=["*"])), expected=None)
        await aule.kernel.library.save(await aule.kernel.library.read(LINES), expected=None)
        run = await aule.kernel.library.run("lines", StartOptions(inputs={}))
        assert (await aule.until_still(run.id)).status is RunStatus.WAITING
    album = Album(site.home, tmp_path / "pictures", lambda number: number % 2 == 0)  # after each commit
    with photographed(album):
        async with system(site.home) as aule:
            [asked] = await aule.kernel.approvals.pending(run=run.id)
            told = await aule.kernel.engine.graph(run.id)
            drawn = [
                step.model_copy(
                    update={"call": step.call.model_copy(update={"params": {**step.call.params, "content": "drawn\n"}})}
                )
                if step.id == "third" and step.call is not None
                else step
                for step in told.graph.nodes
            ]
            edit = StepEdit(graph=told.graph.model_copy(update={"nodes": drawn}), seen=told.graph_hash)
            said = asked.options[0].id
            await aule.kernel.decide(asked.id, said, content_hash=asked.binds.content_hash, answer="yes", edit=edit)
            assert await _ended(aule, run.id) == "first\ndrawn\n"
    decided = 0
    for picture in album.pictures:
        with connecting(Hasty):
            async with system(site.restore(picture)) as aule:
                if await aule.kernel.approvals.pending(run=run.id):
                    continue  # it died before the decision was on record
                decided += 1
                assert await _ended(aule, run.id) == "first\ndrawn\n", picture.name
    assert decided >= 3


async def _ended(aule: System, run: str) -> str:
    """Wait until the run stands still, and return what was written; each step began once."""
    last = await aule.until_still(run)
    assert last.status is RunStatus.DONE, await aule.kernel.approvals.pending(run=run)
    events: list[Event] = list(await aule.kernel.journal.read(None, run=run))
    begun = [event.data.step for event in events if isinstance(event.data, StepStarted)]
    assert begun.count("first") == 1
    return (aule.workspace / "log.txt").read_text()
