"""A limited child reads the file it was given, and reaches nothing else: it is attacked from inside."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.box.levels import until

from aule.contracts.access.sandbox import Level
from aule.contracts.errors import AuleError, TimedOut, TooLarge
from aule.sandbox.limited import probe
from aule.sandbox.limited.child import ChildDied, ChildLimits, LimitedCall, limited_level, limited_lines

pytestmark = pytest.mark.anyio

WALLS = [Level.BUBBLEWRAP, Level.LANDLOCK]
MB = 1024 * 1024


@pytest.fixture(params=WALLS, ids=str)
def walls(request: pytest.FixtureRequest) -> Level:
    """Each kind of walls that this machine has."""
    from aule.sandbox.limited.child import holds

    if not holds(request.param):
        pytest.skip(f"there is no {request.param} on this machine")
    return request.param


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a secret beside it."""
    (tmp_path / "secret").write_text("correct horse")
    (tmp_path / "secret").chmod(0o600)
    path = tmp_path / "document"
    path.write_text("twelve bytes")
    path.chmod(0o600)
    return path


async def told(path: Path, level: Level, limits: ChildLimits | None = None, **argument: Any) -> list[dict[str, Any]]:
    """All that a child tells."""
    with path.open("rb") as opened:
        call = LimitedCall(probe.__name__, argument, limits or ChildLimits())
        return [line async for line in limited_lines(opened.fileno(), call, level)]


async def test_a_reader_that_turned_against_us_reaches_nothing(walls: Level, file: Path, tmp_path: Path) -> None:
    """KN-2: no file of the person, no writing, no network, no variable; the file it reads stays as it is."""
    os.environ["AULE_TEST_KEY"] = "correct horse"
    try:
        lines = await told(file, walls, do="reach", secret=str(tmp_path / "secret"))
    finally:
        del os.environ["AULE_TEST_KEY"]
    assert lines == [{"through": [], "size": 12}]
    assert _seen(tmp_path) == {"document": ("twelve bytes", 0o600), "secret": ("correct horse", 0o600)}


async def test_this_machine_has_walls_or_says_that_it_has_none() -> None:
    """The level is found by attacking it, and is one that can be shown."""
    level = await asyncio.to_thread(limited_level)
    assert level in Level


async def test_without_walls_limits_remain(file: Path) -> None:
    """On a machine without walls a reader still may not take more memory or time than it is given."""
    lines = await told(file, Level.NONE, ChildLimits(memory=300 * MB), do="hoard", bytes=600 * MB)
    assert lines == [{"held": 0}]
    with pytest.raises(TimedOut):
        await told(file, Level.NONE, ChildLimits(silent_s=0.5), do="spin")


async def test_a_reader_takes_no_more_memory_than_it_may(walls: Level, file: Path) -> None:
    """KN-2: memory is capped."""
    assert await told(file, walls, ChildLimits(memory=300 * MB), do="hoard", bytes=600 * MB) == [{"held": 0}]


async def test_a_silent_reader_is_killed(walls: Level, file: Path) -> None:
    """KN-2: time is capped."""
    with pytest.raises(TimedOut):
        await told(file, walls, ChildLimits(silent_s=1), do="spin")


async def test_processor_time_is_capped(walls: Level, file: Path) -> None:
    """KN-2: also for one who talks all the while."""
    with pytest.raises(ChildDied):
        await told(file, walls, ChildLimits(cpu_s=1, printed=10**12), do="spin")


async def test_a_reader_that_never_ends_its_story_is_killed(walls: Level, file: Path) -> None:
    """KN-2: output is capped, of one line and of all."""
    with pytest.raises(TooLarge):
        await told(file, walls, ChildLimits(printed=5 * MB), do="flood")


async def test_a_crash_is_an_error_and_what_was_told_before_it_counts(walls: Level, file: Path) -> None:
    """KN-2: a library that crashes takes its own process down, and nothing else."""
    heard: list[dict[str, Any]] = []
    with file.open("rb") as opened, pytest.raises(ChildDied):
        async for line in limited_lines(opened.fileno(), LimitedCall(probe.__name__, {"do": "fall"}), walls):
            heard.append(line)
    assert heard == [{"before": True}]


@pytest.mark.parametrize("level", [*WALLS, Level.NONE], ids=str)
async def test_cancelling_kills_the_child_and_all_it_started(level: Level, file: Path) -> None:
    """KN-2: stop means stop, also for processes that left their parent's session."""
    first = asyncio.Event()
    argument = {"do": "start" if level is not Level.NONE else "spin", "mark": str(file)}

    async def listen() -> None:
        with file.open("rb") as opened:
            async with aclosing(_lines(opened.fileno(), LimitedCall(probe.__name__, argument), level)) as lines:
                async for _ in lines:
                    first.set()

    task = asyncio.create_task(listen())
    async with asyncio.timeout(30):
        await first.wait()
    assert _children(file)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: not _children(file))


async def test_a_module_that_is_not_there_is_an_error(file: Path) -> None:
    """It is told as a child that died, not as a success without lines."""
    with file.open("rb") as opened, pytest.raises(AuleError):
        async for _ in limited_lines(opened.fileno(), LimitedCall("aule.nothing"), Level.NONE):
            pass


def _lines(file: int, call: LimitedCall, level: Level) -> AsyncGenerator[dict[str, Any]]:
    return limited_lines(file, call, level)


def _seen(folder: Path) -> dict[str, tuple[str, int]]:
    return {path.name: (path.read_text(), path.stat().st_mode & 0o777) for path in folder.iterdir()}


def _children(mark: Path) -> set[int]:
    """Processes of limited children that were given this mark: other workers have children of their own."""
    found: set[int] = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if b"limited/entry.py" in words and os.fsencode(mark) in words:
            found.add(int(name))
    return found
