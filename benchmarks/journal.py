"""How fast the journal is: rows a second, microseconds a commit, and how long a follower waits.

    python benchmarks/journal.py [sqlite:///path | postgresql://…]

Prints JSON. Without a URL it uses a new SQLite file in a temporary directory.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import RunFinished, RunStarted, TurnSpoke
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.journal import Journal
from aule.stores.database import open_database

ROWS = 20_000
COMMITS = 2_000
LOOKS = 1_000


class _Real:
    """The real clock, ids that count."""

    _ids = itertools.count()

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def new(self, prefix: str) -> str:
        return f"{prefix}_{time.time_ns()}_{next(self._ids)}"

    def secret(self) -> str:
        return self.new("secret")

    def random(self) -> float:
        return 0.5


def _spoke() -> TurnSpoke:
    return TurnSpoke(step=1, delta="some words of an answer ")


async def _put(journal: Journal) -> float:
    """Rows a second when a model streams: many puts a turn of the loop."""
    began = time.perf_counter()
    for number in range(ROWS):
        journal.put(_spoke(), run="run_1", session="con_1")
        if number % 50 == 49:
            await asyncio.sleep(0)
    await journal.flush()
    return ROWS / (time.perf_counter() - began)


async def _each(count: int, work: Callable[[int], Awaitable[object]]) -> dict[str, float]:
    """Microseconds of one thing done again and again."""
    took: list[float] = []
    for number in range(count):
        began = time.perf_counter()
        await work(number)
        took.append((time.perf_counter() - began) * 1e6)
    return {"p50": round(median(took), 1), "p99": round(quantiles(took, n=100)[98], 1)}


async def _follower(journal: Journal) -> dict[str, float]:
    """Microseconds from `write` being called until a follower holds the event."""
    arrived: asyncio.Queue[float] = asyncio.Queue()

    async def follow() -> None:
        async for _ in journal.follow(await journal.cursor()):
            arrived.put_nowait(time.perf_counter())

    following = asyncio.create_task(follow())
    await asyncio.sleep(0.05)
    took: list[float] = []
    for _ in range(LOOKS):
        began = time.perf_counter()
        journal.put(_spoke(), run="run_1")
        took.append((await arrived.get() - began) * 1e6)
    following.cancel()
    return {"p50": round(median(took), 1), "p99": round(quantiles(took, n=100)[98], 1)}


async def measure(url: str) -> dict[str, object]:
    """All figures for one database."""
    ambient = Ambient(clock=_Real(), ids=_Real(), dice=_Real())
    began = time.perf_counter()
    database = await open_database(url, ambient)
    opened = (time.perf_counter() - began) * 1e3
    journal = Journal(database, ambient)
    ids = iter(lambda: ambient.ids.new("run"), None)

    async def run(_: int) -> None:
        id = next(ids)
        started = Run(id=id, kind=RunKind.CALL, project="home", started_at=ambient.timestamp())
        await journal.write(RunStarted(started=started))
        await journal.write(RunFinished(status=RunStatus.DONE), run=id)

    figures: dict[str, object] = {
        "database": url.partition(":")[0],
        "open_ms": round(opened, 1),
        "put_rows_per_s": round(await _put(journal)),
        "write_us": await _each(COMMITS, lambda _: journal.write(_spoke(), run="run_1")),
        "durable_write_us": await _each(COMMITS // 10, lambda _: journal.write(_spoke(), run="run_1", durable=True)),
        "run_started_and_finished_us": await _each(COMMITS // 4, run),
        "read_100_us": await _each(COMMITS // 10, lambda _: journal.read(run="run_1", limit=100)),
        "put_to_follower_us": await _follower(journal),
    }
    await journal.close()
    await database.close()
    return figures


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as directory:
        url = sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{Path(directory) / 'aule.db'}"
        print(json.dumps(asyncio.run(measure(url)), indent=2))


if __name__ == "__main__":
    main()
