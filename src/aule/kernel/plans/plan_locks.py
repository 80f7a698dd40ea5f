"""Plan locks: in this process one task at a time changes a plan; readers do not wait long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

PATIENCE_S = 1.0
"""How long a reader waits for somebody who changes the plan."""


@dataclass(frozen=True, slots=True)
class PlanLocks:
    """One lock for each plan."""

    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary[str, asyncio.Lock])

    def __call__(self, id: str) -> asyncio.Lock:
        """Return the lock of a plan."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock

    @asynccontextmanager
    async def to_look(self, id: str) -> AsyncGenerator[bool]:
        """Hold a plan's lock for reading; yield False when a writer holds it, which may take minutes."""
        lock = self(id)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await lock.acquire()
        except TimeoutError:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()
