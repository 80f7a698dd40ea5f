"""The alarm: rings when the next attempt of a failed step is due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aule.contracts.ambient import Clock
from aule.kernel.engine.progress import Progress


class Alarm:
    """One clock for all steps that are tried again."""

    def __init__(self, ring: Callable[[], None], clock: Clock) -> None:
        self._ring = ring
        self._clock = clock
        self._timer: asyncio.Task[None] | None = None
        self._at = 0.0

    def set(self, progress: Progress) -> bool:
        """Have the earliest next attempt called at its time; tells whether there is one to come."""
        if not progress.retrying:
            return False
        at = min(node.again_at or 0.0 for node in progress.retrying.values())
        if self._timer is None or self._timer.done() or at < self._at:
            self.stop()
            delay = max(0.0, at - self._clock.now().timestamp())
            self._at, self._timer = at, asyncio.create_task(self._wait(delay), name="retry")
        return True

    def stop(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()

    def let_begin(self, progress: Progress) -> None:
        """Let every step be tried again whose time has come."""
        if not progress.retrying:
            return
        now = self._clock.now().timestamp()
        for node in list(progress.retrying.values()):
            if (node.again_at or 0) <= now:
                progress.again(node)

    async def _wait(self, delay: float) -> None:
        await self._clock.sleep(delay)
        self._ring()
