"""A digest is carried out in a process that dies at a chosen moment.

Run as `python -m tests.apps.knowledge.digest_child HOME N`: the moments are transactions, and blobs that are written.
Without N the whole story is told, and how many moments it had.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

from tests.apps.knowledge.contracts import CONTRACTS
from tests.simulation.crash_child import Countdown, tell

from aule.apps.knowledge.ingestion.intake import Batch, Intake
from aule.apps.knowledge.ingestion.originals import keep
from aule.boot import running
from aule.boot.system import System
from aule.kernel.plans.execution import PlanStart
from aule.stores.home.directory import Home


async def plan(kernel: System) -> str:
    """Add three contracts, and return the run of the digest of them."""
    files = [await keep(kernel.blobs, name, text.encode(), "upload") for name, text in CONTRACTS.items()]
    await kernel.loads.load("knowledge")
    run, _ = await Intake(kernel).take(Batch(files, "general.home", "home", "pt-BR"))
    await kernel.driver.wait(run)
    called = await kernel.call("knowledge.plan_digest", {"kind": "summary"}, locale="pt-BR")
    return called.result.data["plan"]


async def story(home: Path, countdown: Countdown) -> None:
    """Plan a digest, approve it, and wait until it was written."""
    place = Home(home)
    place.prepare()
    async with running(place) as kernel:
        id = await plan(kernel)
        view = await kernel.plans.get(id)
        countdown.armed = True
        run = await kernel.plans.run(id, PlanStart(), (view.plan.version, view.card.content_hash))
        tell("begun")
        await kernel.driver.wait(run.id)
        tell("written")
    tell(f"moments {countdown.seen}")


if __name__ == "__main__":
    watcher = Countdown(int(sys.argv[2]))
    sys.addaudithook(watcher.watch)
    sqlite3.connect = watcher.connect
    asyncio.run(story(Path(sys.argv[1]), watcher))
