"""What a box costs: how much later a command begins than a bare subprocess, and what keeping its files undoable takes.

The command says itself when it begins. In a workspace of 1,000 files everything counts: the gate, the look at the
files before, the note of it, the box. For 50,000 files the parts are printed one by one.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measuring import Figures, check, spread

FILES = 1_000
MANY = 50_000
TURNS = 40
GOAL_MS = 25
_SAYS_WHEN = 'printf "%s" "$EPOCHREALTIME"'


def measure() -> Figures:
    """Both workspaces, one after the other."""
    return {**asyncio.run(_start()), "many_files": _many()}


async def _start() -> Figures:
    from aule.contracts.access.sandbox import Level, SandboxView
    from aule.sandbox.box import prove
    from aule.testing.system import system

    figures: Figures = {"files": FILES}
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        (home / "settings.toml").write_text('[policy]\nallow = ["core.exec"]\n')
        async with system(home) as aule:
            _fill(aule.workspace, FILES)
            bare = [await _bare() for _ in range(TURNS)]
            figures["bare"] = spread(bare)
            for level in (Level.BUBBLEWRAP, Level.LANDLOCK):
                if not all(proof.held for proof in await prove(level, thorough=False)):
                    continue
                aule.kernel.commands.prober.found = SandboxView(level=level, why="measured")
                began: list[float] = []
                whole: list[float] = []
                for _ in range(TURNS):
                    at, clock = time.time(), time.perf_counter()
                    called = await aule.kernel.call("core.exec", {"command": _SAYS_WHEN})
                    whole.append(time.perf_counter() - clock)
                    began.append(float(called.result.data["stdout"]) - at)
                over = (median(began[1:]) - median(bare)) * 1e3
                title = f"{level.value}: begins later than a subprocess, p50"
                if level is Level.BUBBLEWRAP:
                    check(title, over, GOAL_MS, "ms")
                else:  # there, the files are copied first
                    print(f"{title:<46} {over:8.1f} ms")
                print(f"{'':2}first {began[0] * 1e3:.0f} ms; whole call {median(whole[1:]) * 1e3:.1f} ms")
                figures[level.value] = {
                    "begins": spread(began[1:]),
                    "over_bare_ms": round(over, 2),
                    "whole": spread(whole[1:]),
                    "first_ms": round(began[0] * 1e3, 1),
                }
    return figures


async def _bare() -> float:
    at = time.time()
    process = await asyncio.create_subprocess_exec("/bin/bash", "-c", _SAYS_WHEN, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    return float(said) - at


def _many() -> Figures:
    from aule.sandbox.scratch import scratch
    from aule.sandbox.trees import Trees, compare_trees
    from aule.stores.home.blobs import Blobs

    figures: Figures = {"files": MANY}
    with TemporaryDirectory() as folder:
        work = Path(folder) / "work"
        _fill(work, MANY)
        trees = Trees(Blobs(Path(folder) / "blobs").put_many)
        first, before = _timed(lambda: trees.take(work))
        again, after = _timed(lambda: trees.take(work))
        compared, _ = _timed(lambda: compare_trees(before, after))
        copying = scratch(work, before, lends=True)
        copied, made = _timed(copying.__enter__)
        looked, _ = _timed(lambda: made.tree(before, {}))
        removed, _ = _timed(lambda: copying.__exit__(None, None, None))
    costs = {
        "first snapshot, with contents": first,
        "snapshot again": again,
        "comparison": compared,
        "scratch copy": copied,
        "look at the copy": looked,
        "removal of the copy": removed,
    }
    for name, seconds in costs.items():
        print(f"{MANY} files: {name:<40} {seconds * 1e3:10.1f} ms")
        figures[name] = round(seconds * 1e3, 1)
    return figures


def _fill(root: Path, count: int) -> None:
    for number in range(count):
        folder = root / f"part{number // 400}" / f"room{number // 20}"
        if number % 20 == 0:
            folder.mkdir(parents=True, exist_ok=True)
        (folder / f"file{number}.py").write_text(f"def answer_{number}() -> int:\n    return {number}\n" * 20)


def _timed(do):  # pyright: ignore
    began = time.perf_counter()
    result = do()
    return time.perf_counter() - began, result
