"""A process that dies in a direct call: an approved effect happens once, whenever that was."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from aule.contracts.runs.run import RunStatus
from aule.testing.system import System, system
from tests.processes.nursery import nursery
from tests.simulation.call_child import ENTRY, ledger

MOMENTS = 20
"""A few more than the story has, so that its end is among them; the child says how many there are."""


@pytest.mark.parametrize("moment", range(1, MOMENTS + 1))
async def test_dying_in_a_direct_call_loses_and_doubles_nothing(tmp_path: Path, moment: int) -> None:
    """K-7, E.7: also between the recorded effect and the end of its run."""
    told = await _die(tmp_path, moment)
    async with system(tmp_path, apps=[ledger()]) as aule:
        for run in await aule.kernel.runs.unfinished():
            await aule.until_still(run.id)
        entered = _ledger(aule)
        assert entered in (["", ENTRY] if "approved" not in told else [ENTRY]), "lost, or done twice"
        for run in (await aule.kernel.runs.list()).items:
            types = await aule.types(run.id)
            ends = types.count("call.completed") + types.count("call.failed")
            assert (run.status is RunStatus.DONE) == ("call.completed" in types)
            assert run.status.is_final or run.status is RunStatus.WAITING
            assert ends <= 1
            if entered:
                await aule.kernel.undo(f"run:{run.id}")
                assert _ledger(aule) == ""


async def test_one_file_changed_twice_in_a_call_that_died_can_be_undone(tmp_path: Path) -> None:
    """K-7, K-8: each change is settled by what the one after it found."""
    await _die(tmp_path, -1)
    async with system(tmp_path, apps=[ledger()]) as aule:
        changes = (await aule.kernel.changes.list()).items
        assert [change.status for change in changes] == ["applied", "applied"]
        await aule.kernel.undo(f"run:{changes[0].run}")
        assert _ledger(aule) == ""


async def test_a_link_where_a_file_was_being_written_does_not_keep_the_system_down(tmp_path: Path) -> None:
    """K-7: what cannot be looked at is unknown, and said to be."""
    await _die(tmp_path, -1)
    file = tmp_path / "projects/home/ledger.txt"
    file.unlink()
    file.symlink_to("/etc/hostname")
    async with system(tmp_path, apps=[ledger()]) as aule:
        assert [change.status for change in (await aule.kernel.changes.list()).items] == ["unknown", "unknown"]


async def _die(home: Path, moment: int) -> list[str]:
    """Let a child die at a moment; gives what it had told a person by then."""
    child = await asyncio.to_thread(nursery().run, str(home), str(moment), module="tests.simulation.call_child")
    told = child.out.split("\n")
    if child.code == 0:
        assert moment > int(told[-2].removeprefix("moments ")), child.err
    else:
        assert child.code == 137, child.err
    return told


def _ledger(aule: System) -> str:
    file = aule.workspace / "ledger.txt"
    return file.read_text() if file.exists() else ""
