"""What this process knows of runs that are under way: who waits for their ends, and which are being stopped."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Coroutine, Generator
from contextlib import contextmanager
from typing import Any, TypeVar

from aule.contracts.runs.run import Run

Outcome = TypeVar("Outcome")

STOP_SECONDS = 1.0
"""How long work that is stopped may take to end."""


class LiveRuns:
    """The state that the driver shares with those who carry out runs; all of it can be lost."""

    def __init__(self) -> None:
        self.is_closing = False
        """Whether the system is being stopped: nothing begins, and what is cut off goes on after the next start."""
        self._ends: dict[str, asyncio.Future[Run]] = {}
        self._halted: Counter[str] = Counter()
        self._short: set[asyncio.Task[Any]] = set()

    @contextmanager
    def halting(self, runs: Collection[str]) -> Generator[None]:
        """Let nothing of some runs begin or go on until the block ends."""
        self._halted.update(runs)
        try:
            yield
        finally:
            self._halted -= Counter(runs)

    def is_halted(self, run: str) -> bool:
        """Tell whether a run is being stopped."""
        return run in self._halted

    def end_of(self, run: str) -> asyncio.Future[Run]:
        """Return what becomes known when a run has ended."""
        return self._ends.setdefault(run, asyncio.get_running_loop().create_future())

    def is_awaited(self, run: str) -> bool:
        """Tell whether somebody waits for the end of a run."""
        return run in self._ends

    @property
    def awaited(self) -> Collection[str]:
        """The runs whose end somebody waits for."""
        return self._ends.keys()

    def tell(self, ended: Run) -> None:
        """Let everybody who waits for a run know that it has ended."""
        future = self._ends.pop(ended.id, None)
        if future is not None and not future.done():
            future.set_result(ended)

    async def see_through(self, work: Coroutine[Any, Any, Outcome]) -> Outcome:
        """Do something short to its end, also when whoever asked for it stops waiting."""
        task = asyncio.create_task(work)
        self._short.add(task)
        task.add_done_callback(self._short.discard)
        return await asyncio.shield(task)

    async def finish_short_work(self) -> None:
        """Wait a moment for what `see_through` has begun."""
        if self._short:
            await asyncio.wait(self._short, timeout=STOP_SECONDS)

    def forget_ends(self) -> None:
        """Let nobody wait for an end any longer: the system stops."""
        for future in self._ends.values():
            future.cancel()
