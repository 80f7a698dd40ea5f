"""Dispatchers: who drives runs that can go on, and how many at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from aule.contracts.events.facts import RunClaimed
from aule.contracts.runs.run import Run

Drive = Callable[[str, int | None], Awaitable[None]]
"""Drive a run, in the epoch it was claimed in, until it ended, waits, or is somebody else's."""

LookAgain = Callable[[str | None], None]
"""Takes a run about which another process recorded something; None says that some of that may have been missed."""

RUNS_AT_ONCE = 64
"""Runs one process drives at the same time; the others wait for their turn."""


class Dispatcher(Protocol):
    """Hands runs that can go on to whoever drives them."""

    is_shared: bool
    """Whether other processes drive runs of the same store."""

    @property
    def has_room(self) -> bool:
        """Whether a run that is woken now begins at once, in this process."""
        ...

    async def start(self, drive: Drive, look_again: LookAgain) -> None:
        """Begin to drive; `look_again` hears of runs about which others recorded something."""
        ...

    def claim(self, run: Run) -> RunClaimed | None:
        """The fact that makes a run this process's own, where that has to be said and there is room for it.

        It is recorded together with what lets the run go on; then the run is begun with `take`, or let go of.
        """
        ...

    def take(self, run: str, epoch: int) -> None:
        """Begin a run that was claimed in this epoch; that is committed already."""
        ...

    def let_go(self, run: str) -> None:
        """A claim was not recorded."""
        ...

    def wake(self, run: str, *, awaited: bool = False) -> None:
        """A run can go on; that it can is committed already. One that another run waits for needs no room to begin."""
        ...

    @property
    def grace_s(self) -> float:
        """How long steps under way may take to end when this process leaves."""
        ...

    async def drain(self) -> None:
        """Begin to drive nothing more; what is under way goes on."""
        ...

    async def close(self) -> None:
        """Drive nothing more; what is under way is the engine's to end."""
        ...


class LocalDispatcher:
    """Drives all runs in this process, in the order they were woken."""

    is_shared = False
    grace_s = 1.0

    def __init__(self, at_once: int = RUNS_AT_ONCE) -> None:
        self._at_once = at_once
        self._drive: Drive | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._queue: dict[str, None] = {}
        self._again: set[str] = set()

    @property
    def has_room(self) -> bool:
        """Whether a run that is woken now begins at once."""
        return len(self._tasks) < self._at_once

    async def start(self, drive: Drive, look_again: LookAgain) -> None:
        """Begin to drive; nobody else records anything here."""
        self._drive = drive
        self._fill()

    def claim(self, run: Run) -> RunClaimed | None:
        """Nobody else could take it, so nothing has to be said."""
        return None

    def take(self, run: str, epoch: int) -> None:
        """Nothing is ever claimed here; a run that can go on is woken."""
        self.wake(run)

    def let_go(self, run: str) -> None:
        """Nothing is ever claimed here."""

    def wake(self, run: str, *, awaited: bool = False) -> None:
        """A run can go on; one that is just ending is looked at once more."""
        if run in self._tasks:
            self._again.add(run)
        elif awaited and self._drive is not None:  # whoever waits for it keeps a place until it has ended
            self._queue.pop(run, None)
            self._begin(run, self._drive)
        else:
            self._queue[run] = None
            self._fill()

    async def drain(self) -> None:
        """Begin to drive nothing more."""
        self._drive = None
        self._queue.clear()

    async def close(self) -> None:
        """Drive nothing more, and wait for what is under way."""
        self._drive = None
        self._queue.clear()
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    def _fill(self) -> None:
        while self._drive is not None and self._queue and self.has_room:
            run = next(iter(self._queue))
            del self._queue[run]
            self._begin(run, self._drive)

    def _begin(self, run: str, drive: Drive) -> None:
        self._tasks[run] = asyncio.create_task(self._see_through(run, drive), name=f"run {run}")

    async def _see_through(self, run: str, drive: Drive) -> None:
        try:
            await drive(run, None)
        finally:
            del self._tasks[run]
            if run in self._again:
                self._again.discard(run)
                self._queue[run] = None
            self._fill()
