"""A process that dies at any moment leaves a system that goes on honestly: nothing half, lost or done twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from aule.contracts.access.change import ChangeStatus
from aule.contracts.runs.run import RunStatus
from aule.stores.log.events import Events
from aule.testing import ScriptedModel, say
from aule.testing.system import System, system
from tests.conformance.world import contents, opened, replay
from tests.processes.nursery import nursery
from tests.simulation.crash_child import LINE

MOMENTS = 58
"""A few more than the story has, so that its end is among them; the child says how many there are."""


@pytest.mark.parametrize("moment", range(1, MOMENTS + 1))
async def test_dying_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, moment: int) -> None:
    """K-7, K-8, K-9: crash before and after each write."""
    child = await asyncio.to_thread(
        nursery().run, str(tmp_path / "home"), str(moment), module="tests.simulation.crash_child"
    )
    told = child.out.split("\n")
    if child.code == 0:
        assert moment > int(told[-2].removeprefix("moments ")), child.err
    else:
        assert child.code == 137, child.err
    model = ScriptedModel(say("Going on."), say("Going on."))
    async with system(tmp_path / "home", model=model) as aule:
        await _finish_what_resumed(aule)
        await _check_runs(aule)
        await _check_files(aule, told)
        await _check_messages(aule)
        model._script.clear()  # pyright: ignore - whether a turn was resumed depends on the moment
    async with (
        opened(f"sqlite:///{tmp_path / 'home' / 'aule.db'}") as left,
        opened(f"sqlite:///{tmp_path}/again.db") as again,
    ):
        await replay(await Events(left).read(0), again)
        assert await contents(again) == await contents(left)


async def _finish_what_resumed(aule: System) -> None:
    for run in await aule.kernel.runs.unfinished():
        await aule.until_still(run.id)


async def _check_runs(aule: System) -> None:
    """No run is left in the middle: it ended, waits for a person, or is marked as interrupted."""
    for run in (await aule.kernel.runs.list(limit=50)).items:
        assert run.status.is_final or run.status is RunStatus.WAITING
        if run.status is RunStatus.WAITING:
            assert await aule.kernel.approvals.pending(run=run.id)
        if run.status is RunStatus.FAILED:
            assert run.error is not None and run.error.code == "interrupted"
    assert await aule.kernel.changes.intended() == []


async def _check_files(aule: System, told: list[str]) -> None:
    log = (aule.workspace / "log.txt").read_text()
    assert log in ("begin\n", "begin\n" + LINE), "half a file, or an effect done twice"
    if "approved" in told and "appended" not in told:
        assert log == "begin\n" + LINE, "an approved write was lost"
    if "appended" in told and "undone" not in told:
        assert log in ("begin\n", "begin\n" + LINE)
    if "undone" in told:
        assert log == "begin\n"
    if "written" in told:
        assert (aule.workspace / "notes/new.txt").read_text() == "new"
    assert not [path for path in aule.workspace.rglob("*") if path.name.startswith(".aule-")], (
        "a temporary file was left"
    )
    applied = [
        change
        for change in (await aule.kernel.changes.list(limit=50)).items
        if change.status is ChangeStatus.APPLIED and change.undone_by is None and change.undoes is None
    ]
    assert {change.entity for change in applied} == _present(aule, log)


def _present(aule: System, log: str) -> set[str]:
    """The log must say exactly what the files show."""
    found = {"file:home/log.txt"} if LINE in log else set[str]()
    return found | ({"file:home/notes/new.txt"} if (aule.workspace / "notes/new.txt").exists() else set())


async def _check_messages(aule: System) -> None:
    """Each turn that ended has exactly one answer, whole or marked as interrupted."""
    for run in (await aule.kernel.runs.list(limit=50)).items:
        if run.kind != "turn" or not run.status.is_final:
            continue
        answers = [
            message
            for message in await aule.kernel.conversations.messages_of_run(run.id)
            if message.role == "assistant"
        ]
        assert len(answers) == 1
        assert answers[0].interrupted == (run.status is RunStatus.FAILED)
