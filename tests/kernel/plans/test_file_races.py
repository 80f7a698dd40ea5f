"""Two processes and a text editor on one plan file: nothing anybody wrote is lost, and the history is whole."""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.kernel.planning.patches import apply_patch
from tests.kernel.plans.papers import ID, Desk, a_plan, desk, with_step
from tests.kernel.plans.scribe import CELLS, STEPS
from tests.processes.nursery import PATIENCE, Process, nursery

from aule.contracts.plans.plan import Plan

ROOT = Path(__file__).parents[3]
EDITS = {"one": 370, "two": 370, "editor": 260}


@pytest.fixture
def quick_path() -> Generator[Path]:
    """A folder in memory where there is one: no power is cut here, so nothing has to reach a disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def _scribe(name: str, root: Path, edits: int) -> Process:
    return nursery().start(name, str(root), str(edits), module="tests.kernel.plans.scribe")


def _spawn(module: str, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )


@pytest.mark.slow
async def test_a_thousand_edits_of_two_processes_and_an_editor_lose_nothing(quick_path: Path) -> None:
    """PL-20, PL-21, PL-23."""
    root = quick_path / "shop"
    async with desk(root, quick_path / "a.db") as one:
        await one.files.write(a_plan(), base=None, author="planner")
        scribes = {name: _scribe(name, root, edits) for name, edits in EDITS.items()}
        left: dict[str, dict[str, str]] = {}
        for name, process in scribes.items():
            left[name] = json.loads(await asyncio.to_thread(process.stdout.read))
            assert process.wait(PATIENCE) == 0
            process.end()
        plan = (await one.files.read(ID)).plan
        _nothing_is_lost(plan, left)
        await _history_is_whole(one, plan)


def _nothing_is_lost(plan: Plan, left: dict[str, dict[str, str]]) -> None:
    for name, field in CELLS.items():
        for id in STEPS:
            step = plan.step(id)
            assert step is not None
            assert getattr(step, field) == left[name].get(id, getattr(step, field)), f"{field} of step {id}"
    added = {cell.removeprefix("added ") for cells in left.values() for cell in cells if cell.startswith("added ")}
    assert {step.id for step in plan.steps} == {*STEPS, *added}
    assert added
    assert plan.goal in {cells["goal"] for cells in left.values() if "goal" in cells}


async def _history_is_whole(one: Desk, plan: Plan) -> None:
    """Every version is there, and each line of the log leads from one to the next."""
    log, folder = one.log(), one.plans / "history" / f"plan-{ID}"
    assert [line["to"] for line in log] == list(range(1, plan.version + 1)) == one.history()
    assert [line["from"] for line in log] == list(range(plan.version))
    assert sum(line["actor"] == "user" for line in log) == EDITS["one"] + EDITS["two"]
    assert plan.version > EDITS["one"] + EDITS["two"] + 20
    before: Any = {}
    for line in log:
        before = apply_patch(before, line["jsonPatch"])
        assert before == json.loads((folder / f"v{line['to']}.json").read_bytes())
    assert [each.version for each in await one.files.versions(ID)] == one.history()
    assert not list(one.plans.glob(".*.tmp"))


@pytest.mark.slow
async def test_a_writer_killed_at_any_moment_leaves_a_whole_file(quick_path: Path) -> None:
    """PL-S12, E.5: whatever it was doing, the next one goes on, and takes no half-done work for an editor's."""
    root, chance = quick_path / "shop", random.Random(5)
    async with desk(root, quick_path / "a.db") as one:
        await one.files.write(a_plan(), base=None, author="planner")
    for _ in range(4):
        process = _scribe("one", root, 100_000)
        await asyncio.to_thread(_wait_for_lines, root, chance.randrange(1, 12))
        process.end()
        async with desk(root, quick_path / "a.db") as one:
            kept = await one.files.read(ID)
            assert kept.broken is None
            assert one.document()["version"] == kept.plan.version == one.log()[-1]["to"]
            kept = await one.files.write(
                with_step(kept.plan, "4", rationale=str(kept.plan.version)), base=kept, author="user"
            )
            assert [line["to"] for line in one.log()] == list(range(1, kept.plan.version + 1)) == one.history()
            assert {line["actor"] for line in one.log()} <= {"planner", "user", "system"}


def _wait_for_lines(root: Path, lines: int) -> None:
    """Look on until a plan's log has so many lines more."""
    log = root / ".aule" / "plans" / "history" / f"plan-{ID}.log.jsonl"
    start = log.read_bytes().count(b"\n")
    for _ in range(30_000):
        if log.read_bytes().count(b"\n") >= start + lines:
            return
        select.select([], [], [], 0.001)
    raise AssertionError("nothing was written")


async def test_a_writer_killed_between_its_file_and_the_swap_changed_nothing(tmp_path: Path) -> None:
    """PL-S12: the old version is intact, the temporary file is ignored and cleared away by the next writer."""
    root = tmp_path / "shop"
    async with desk(root, tmp_path / "a.db") as one:
        kept = await one.files.write(a_plan(), base=None, author="planner")
        before = one.path.read_bytes()
        with _spawn("tests.kernel.plans.stopped", str(root), str(tmp_path / "b.db")) as process:
            assert process.stdout is not None
            assert await asyncio.to_thread(process.stdout.readline) == "here\n"
            process.kill()
        assert len(list(one.plans.glob(".*.tmp"))) == 1
        assert one.path.read_bytes() == before
        assert await one.files.read(ID) == kept
        assert await one.files.ids() == [ID]
        after = await one.files.write(with_step(kept.plan, "1", title="New"), base=kept, author="user")
        assert (after.plan.version, one.history(), [line["to"] for line in one.log()]) == (2, [1, 2], [1, 2])
        assert not list(one.plans.glob(".*.tmp"))
