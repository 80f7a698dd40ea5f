"""Sub-agents that wait for sub-agents go on after a restart, like every other run that waits for a person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.contracts.runs.run import Run, RunStatus, Usage
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Observed, Piece, Prompt, Speech, Spent, Wish
from aule.kernel.engine.run_request import RunRequest
from aule.testing import ScriptedModel
from aule.testing.scripted_model import last_words
from aule.testing.system import System, system
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare

DELEGATE, WRITE = "core.delegate", "core.write_file"
WISHES = {
    "Have it written.": (DELEGATE, {"briefs": [{"task": "Find a writer."}]}),
    "Find a writer.": (DELEGATE, {"briefs": [{"task": "Write it."}]}),
    "Write it.": (WRITE, {"path": "it.txt", "content": "written"}),
}


class Family(ScriptedModel):
    """A brain that hands work down twice, and writes a file at the bottom."""

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Wish for the one call that fits the words, and having seen what came of it, answer."""
        words = last_words(prompt.history).strip()
        if any(isinstance(entry, Observed) for entry in prompt.history):
            yield Speech(f"Done: {words}")
        else:
            capability, params = WISHES[words]
            yield Wish(CallRequested(id=f"call_{len(words)}", capability=capability, params=params))
        yield Spent(Usage(tokens_in=10, tokens_out=5, model_calls=1))


async def test_sub_agents_that_wait_for_sub_agents_survive_a_stop(tmp_path: Path) -> None:
    """OS-12, K-7: the person decides after the restart, and everybody above hears the answer."""
    async with system(tmp_path, model=Family()) as aule:
        asked = await aule.kernel.ask(Ask(message="Have it written.", locale="en"))
        await _waiting(aule)
    async with system(tmp_path, model=Family()) as aule:
        tree = await aule.kernel.runs.tree(asked.run)
        assert [run.status for run in tree] == [RunStatus.EXECUTING, RunStatus.EXECUTING, RunStatus.WAITING]
        await _decide(aule)
        ended = await aule.until_still(asked.run)
        assert ended.status is RunStatus.DONE
        assert [run.status for run in await aule.kernel.runs.tree(asked.run)] == [RunStatus.DONE] * 3
        assert (aule.workspace / "it.txt").read_text() == "written"
        assert (await aule.messages(ended))[-1].content == "Done: Have it written."


async def test_sub_agents_of_a_turn_end_honestly_whenever_the_system_died(tmp_path: Path) -> None:
    """OS-12, K-7: while the writer waits nothing is lost; nobody is left behind, and nothing is written twice."""
    site = await prepare(tmp_path)
    album = Album(site.home, tmp_path / "pictures")
    with photographed(album):
        async with system(site.home, model=Family()) as aule:
            asked = await aule.kernel.ask(Ask(message="Have it written.", locale="en"))
            await _waiting(aule)
            await _decide(aule)
            assert (await aule.until_still(asked.run)).status is RunStatus.DONE
    waited = 0
    for picture in album.pictures:
        with connecting(Hasty):
            async with system(site.restore(picture), model=Family()) as aule:
                was_asked = bool(await aule.kernel.approvals.pending())
                await _bring_to_end(aule)
                tree = (await aule.kernel.runs.list(limit=50)).items
                assert all(run.status.is_final for run in tree), picture.name
                if was_asked:
                    waited += 1
                    assert [run.status for run in tree] == [RunStatus.DONE] * 3, picture.name
                assert not [run for run in tree if run.status is RunStatus.FAILED and run.error is None]
                files = [path.name for path in aule.workspace.iterdir() if path.suffix == ".txt"]
                assert files in ([], ["it.txt"]), picture.name
                changes = (await aule.kernel.changes.list(limit=50)).items
                assert sum(change.entity == "file:home/it.txt" for change in changes) <= 1, picture.name
    assert waited >= 2


async def test_sub_agents_below_a_step_go_on_with_its_graph_whenever_the_system_died(tmp_path: Path) -> None:
    """OS-12, K-7: the agent of a step finds the sub-agents it had, so their work is neither lost nor done twice."""
    graph = Graph(nodes=[Step(id="agent", kind=StepKind.AGENT, prompt="Have it written.")])
    order = RunRequest(id="run_family", graph=graph, inputs={}, title="Family", project="home")
    site = await prepare(tmp_path)
    album = Album(site.home, tmp_path / "pictures")
    with photographed(album):
        await _carried_out(site.home, order)
    for picture in album.pictures:
        with connecting(Hasty):
            runs, written = await _carried_out(site.restore(picture), order)
        assert [run.status for run in runs[:3]] == [RunStatus.DONE] * 3, picture.name
        # A write that was made and not yet told is not made again: its agent is told what the change log knows.
        assert runs[3].status in (RunStatus.DONE, RunStatus.DONE_WITH_FAILURES), picture.name
        assert written == 1, picture.name


async def _carried_out(home: Path, order: RunRequest) -> tuple[list[Run], int]:
    """Start a graph, or go on with it, and say yes until it has ended; return its runs and how often was written."""
    async with system(home, model=Family()) as aule:
        run = await aule.kernel.engine.start(order)
        async with asyncio.timeout(20):
            while not run.status.is_final:
                await _decide(aule)
                await asyncio.sleep(0.001)
                run = await aule.kernel.runs.get(run.id)
        changes = (await aule.kernel.changes.list(limit=50)).items
        return await aule.kernel.runs.tree(run.id), sum(change.entity == "file:home/it.txt" for change in changes)


async def _bring_to_end(aule: System) -> None:
    """Say yes to what waits, until everything has ended."""
    async with asyncio.timeout(20):
        while await aule.kernel.runs.unfinished():
            await _decide(aule)
            await asyncio.sleep(0.001)


async def _waiting(aule: System) -> None:
    """Wait until the writer waits for the person."""
    async with asyncio.timeout(20):
        async for event in aule.kernel.journal.follow("0"):
            if event.type == "run.waiting" and event.run is not None:
                await aule.until_still(event.run)
                return


async def _decide(aule: System) -> None:
    for approval in await aule.kernel.approvals.pending():
        await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
