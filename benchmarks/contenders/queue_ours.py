"""A worker on our journal: takes runs that have nothing to do until it is stopped; or a client that puts them in."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from contextlib import aclosing

from aule.ambient import ambient
from aule.contracts.events.facts import RunFinished, RunStarted
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.journal import Journal
from aule.kernel.runs.queue import SharedDispatcher, Terms
from aule.stores.database import SharedDatabase, open_database
from aule.stores.repositories.workers import Worker


async def work(url: str, name: str) -> None:
    """Take runs, as many at once as the others."""
    around = ambient()
    database = await open_database(url, around)
    assert isinstance(database, SharedDatabase)
    journal = Journal(database, around)

    async def end(run: str, _: int | None) -> None:
        await journal.write(RunFinished(status=RunStatus.DONE), run=run)

    dispatcher = SharedDispatcher(journal, database, around, Worker(name, "here", 1, "0"), Terms(at_once=8))
    await dispatcher.start(end, lambda run: None)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await dispatcher.close()
    await journal.close()
    await database.close()


async def ask(url: str) -> None:
    """Put in as many runs as a line says, and tell when all of them are done."""
    around = ambient()
    database = await open_database(url, around)
    journal = Journal(database, around)
    numbers = itertools.count()
    print("ready", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        cursor = await journal.cursor()
        began = time.perf_counter()
        for _ in range(int(line)):
            id, now = f"run_{next(numbers):06d}", around.timestamp()
            run = Run(
                id=id, kind=RunKind.WORKFLOW, project="home", status=RunStatus.QUEUED, queue="default", started_at=now
            )
            await journal.write(RunStarted(started=run))
        ended = 0
        async with aclosing(journal.follow(cursor, types=["run.finished"])) as events:
            async for _ in events:
                ended += 1
                if ended == int(line):
                    break
        print(time.perf_counter() - began, flush=True)
    await journal.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[2], sys.argv[3]) if sys.argv[1] == "work" else ask(sys.argv[2]))
