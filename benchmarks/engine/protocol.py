"""What every contender is asked and what it tells: one JSON line each way. Needs nothing but Python itself.

A contender is started as `python -m benchmarks.engine.<contender> '<asked>'`. It opens its database, warms up on
another one, prints a line, waits for a line, works, and prints what it took. All are treated alike: imports, opening
and compiling are never on the clock. The clock is the system's monotonic one, so processes can be compared.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

WARM_UP = {"steps": 10, "runs": 10}
"""How much of a shape is done before the clock starts, at most."""

COLD = frozenset({"setup", "resume", "idle", "standby"})
"""Shapes without a warm-up: there is nothing to do, or each can be done once (its first repetitions do not count)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What to do, how often, and on which database."""

    shape: str
    folder: str
    """Where the database file is, or is to be."""
    steps: int = 1
    runs: int = 1
    at_once: int = 16
    """How many runs are under way at a time."""
    first: int = 0
    """The number of the first run, when several processes share them."""
    synchronous: str = "NORMAL"
    """SQLite's `synchronous`; for Postgres, NORMAL is `synchronous_commit = off`, FULL is `on`."""
    database: str = ""
    """The URL of a Postgres; nothing means a SQLite file in the folder."""
    schema: str = "public"
    """The place in that Postgres."""
    form: str = ""
    """Which of a contender's ways to write the shape."""
    saver: str = ""
    """Which of a contender's ways to store."""
    durability: str = ""
    """When a contender stores."""
    decision: str = ""
    """When a contender stores a decision."""
    until: str = "code"
    """What is waited for after a decision: the `code` of the step it allows, or the run's `end`."""

    @property
    def file(self) -> Path:
        """The SQLite file of a contender that needs only one."""
        return Path(self.folder) / "bench.db"

    def line(self) -> str:
        """As an argument."""
        return json.dumps(asdict(self))


@dataclass(frozen=True, slots=True)
class Told:
    """What it took."""

    began: float
    ended: float
    cpu: float
    """Seconds of processor time of the whole process."""
    each: tuple[float, ...] = ()
    """Seconds of each repetition, where the shape has some."""
    bytes: int = 0
    """Of the database after it was closed."""
    empty: int = 0
    """Of the database before anything was done."""
    memory_mb: float = 0.0
    notes: str = ""

    @property
    def seconds(self) -> float:
        """Wall time."""
        return self.ended - self.began


Work = Callable[[], Awaitable[tuple[float, ...]]]
Prepare = Callable[[Asked], Awaitable["Stage"]]


@dataclass(frozen=True, slots=True)
class Stage:
    """A shape that is ready to be done: everything is open and compiled."""

    work: Work
    close: Callable[[], Awaitable[None]]
    size: Callable[[], int] = lambda: 0


def serve(shapes: Mapping[str, Prepare]) -> None:
    """Do what the command line asks."""
    asked = Asked(**json.loads(sys.argv[1]))
    told = asyncio.run(_serve(shapes[asked.shape], asked))
    print(json.dumps(asdict(told)), flush=True)


async def _serve(prepare: Prepare, asked: Asked) -> Told:
    if asked.shape not in COLD:
        with TemporaryDirectory(prefix="aule-bench-") as folder:
            small = {name: min(most, getattr(asked, name)) for name, most in WARM_UP.items()}
            await _do(prepare, replace(asked, folder=folder, first=asked.first + 1_000_000, **small), wait=False)
    return await _do(prepare, asked, wait=True)


async def _do(prepare: Prepare, asked: Asked, *, wait: bool) -> Told:
    stage = await prepare(asked)
    empty = stage.size()
    if wait:
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)  # the loop goes on: others may wait for what it has begun
    began, worked = time.perf_counter(), time.process_time()
    each = await stage.work()
    ended, cpu = time.perf_counter(), time.process_time() - worked
    memory = resident_mb()
    await stage.close()
    return Told(began, ended, cpu, each, stage.size(), empty, memory)


def resident_mb() -> float:
    """Resident memory of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def pages_bytes(file: Path) -> int:
    """What a SQLite database takes once its log is folded in, also while it is open and the log has room to spare."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return pages * size


def file_bytes(file: Path) -> int:
    """A SQLite database with its log."""
    return sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))
