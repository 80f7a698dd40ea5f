"""A system killed while a command runs: nothing goes on running, what was done is found and undone (K-8, OS-17)."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from tempfile import gettempdir

import pytest
from tests.apps.core.calls import calls
from tests.sandbox.box.levels import LEVELS, needs, until

from aule.contracts.access.sandbox import Level
from aule.contracts.events.facts import CallFailed

pytestmark = pytest.mark.anyio

_DIES = """
import asyncio, sys
from pathlib import Path
from tempfile import gettempdir
from tests.apps.core.calls import calls
from aule.contracts.access.sandbox import Level, SandboxView

async def main():
    async with calls(Path(sys.argv[1])) as core:
        core.system.kernel.commands.prober.found = SandboxView(level=Level(sys.argv[2]), why="the test says so")
        (core.workspace / "a.txt").write_text("one")
        (core.workspace / "b.txt").write_text("two")
        approval = await core.ask("exec", command=sys.argv[3], timeout_s=100)
        print(approval.run, flush=True)
        await core.approve(approval)

asyncio.run(main())
"""


@pytest.mark.parametrize("level", LEVELS, ids=str)
async def test_a_kill_in_the_middle_of_a_command_leaves_nothing_running_and_everything_undoable(
    tmp_path: Path, level: Level
) -> None:
    needs(level)
    mark = f"67.{os.getpid()}"
    command = f"echo spoiled > a.txt; rm b.txt; mkdir c; echo n > c/d; echo up > $HOME/up; sleep {mark}"
    dying = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _DIES, str(tmp_path / "home"), level.value, command),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert dying.stdout is not None
    run = (await dying.stdout.readline()).decode().strip()
    await until(lambda: _sleeping(mark), 30)
    dying.send_signal(signal.SIGKILL)
    await dying.wait()
    await until(lambda: not _sleeping(mark), 5)
    async with calls(tmp_path / "home") as core:
        events = [event.data for event in await core.system.events(run)]
        ends = [fact.result.error for fact in events if isinstance(fact, CallFailed)]
        assert [end and end.code for end in ends] == ["interrupted"], "a command is not run again by itself"
        changes = await core.system.kernel.changes.of_run(run)
        if level is Level.BUBBLEWRAP:
            assert [change.entity.rpartition("/")[2] for change in changes] == ["a.txt", "b.txt", "d"]
            assert core.files() == {"a.txt": b"spoiled\n", "c/d": b"n\n"}
            await core.system.kernel.undo(f"run:{run}")
        assert core.files() == {"a.txt": b"one", "b.txt": b"two"}
        assert not (core.workspace / "c").exists()
        assert not _copies(dying.pid)


def _copies(pid: int) -> list[Path]:
    return [each for place in (gettempdir(), "/var/tmp") for each in Path(place).glob(f"aule-box-{pid}-*")]


def _sleeping(mark: str) -> bool:
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:2] == [b"sleep", mark.encode()]:
            return True
    return False
