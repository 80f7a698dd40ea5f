"""Dispatchers in one process, each with a connection of its own to the database they share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from aule.ambient import ambient
from aule.contracts.events.facts import RunFinished, RunStarted
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.journal import Journal
from aule.kernel.runs.queue import SharedDispatcher, Terms
from aule.stores.database import SharedDatabase, open_database
from aule.stores.repositories.runs import Runs
from aule.stores.repositories.workers import Worker

DEADLINE = 20.0
QUICK = Terms(beat_s=0.1, lease_s=0.6, grace_s=0.5)
"""Terms of workers that do not make a test wait."""


class Hand:
    """One worker: its dispatcher, and the runs it was given to drive."""

    def __init__(self, name: str, journal: Journal, database: SharedDatabase) -> None:
        self.name = name
        self.journal = journal
        self.database = database
        self.driven: list[tuple[str, int]] = []
        self.heard: list[str] = []
        self.dispatcher: SharedDispatcher
        self.work: Callable[[str], Awaitable[None]] = self.finish

    async def drive(self, run: str, epoch: int | None) -> None:
        """What an engine would do: here it only does the work the test gave."""
        assert epoch is not None
        self.driven.append((run, epoch))
        await self.work(run)

    async def finish(self, run: str) -> None:
        """Come to the end at once."""
        await self.journal.write(RunFinished(status=RunStatus.DONE), run=run)

    async def start(self) -> None:
        """Begin to take runs."""
        await self.dispatcher.start(self.drive, self.heard.append)

    async def get(self, run: str) -> Run:
        """A run as it stands."""
        return await Runs(self.database).get(run)


@asynccontextmanager
async def hand(url: str, name: str, *, host: str = "here", **terms: Any) -> AsyncGenerator[Hand]:
    """A worker that is closed at the end; it begins when its dispatcher is started."""
    database = await open_database(url, ambient())
    assert isinstance(database, SharedDatabase)
    journal = Journal(database, ambient(), worker=name)
    made = Hand(name, journal, database)
    me = Worker(id=name, host=host, pid=1, version="0")
    made.dispatcher = SharedDispatcher(journal, database, ambient(), me, replace(QUICK, **terms))
    try:
        yield made
    finally:
        await made.dispatcher.close()
        await journal.close()
        await database.close()


def a_run(id: str, **more: Any) -> Run:
    """A run that waits in the queue."""
    given = {"kind": RunKind.WORKFLOW, "project": "home", "status": RunStatus.QUEUED, "queue": "default"}
    return Run(id=id, started_at=f"2026-05-31T10:00:00.{id[-3:]:0>3}Z", **{**given, **more})


async def queue(journal: Journal, *runs: Run) -> None:
    """Put runs into the queue."""
    await journal.write(*(RunStarted(started=run) for run in runs))


async def until(true: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(DEADLINE):
        while True:
            found = true()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.01)
