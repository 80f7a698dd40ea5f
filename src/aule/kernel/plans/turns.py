"""Turns: of those who change a plan in this process, one at a time; whoever only looks does not wait long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

PATIENCE_S = 1.0
"""How long whoever looks at a plan waits for somebody who changes it."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Whose turn it is, for each plan."""

    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary[str, asyncio.Lock])

    def __call__(self, id: str) -> asyncio.Lock:
        """Nobody else in this process works on a plan meanwhile."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock

    @asynccontextmanager
    async def to_look(self, id: str) -> AsyncGenerator[bool]:
        """Look at a plan; False when somebody is at it who may think for minutes."""
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
