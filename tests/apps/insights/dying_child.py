"""A workflow runs and its metrics are read, in a process that dies at a chosen moment.

Run as `python -m tests.apps.insights.dying_child HOME N`: the moments are transactions and moves of files. Without N
the whole story is told, and how many moments it had.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

from tests.apps.insights.glass import PLAIN, YAML, Talker, glass
from tests.simulation.crash_child import Countdown, tell


async def story(home: Path, countdown: Countdown) -> None:
    """Run a workflow, and read its metrics."""
    async with glass(home, model=Talker()) as box:
        await box.client.post("/v1/workflows", content=PLAIN, headers=YAML)
        await box.get("/v1/metrics/summary")
        countdown.armed = True
        started = await box.client.post("/v1/workflows/plain/run", json={"inputs": {}})
        tell(f"run {started.json()['id']}")
        await box.aule.until_still(started.json()["id"])
        await box.get("/v1/metrics/summary")
        tell("read")
    tell(f"moments {countdown.seen}")


if __name__ == "__main__":
    watcher = Countdown(int(sys.argv[2]))
    sys.addaudithook(watcher.watch)
    sqlite3.connect = watcher.connect
    asyncio.run(story(Path(sys.argv[1]), watcher))
