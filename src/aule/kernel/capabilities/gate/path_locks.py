"""Path locks: calls of one process that change the same file wait for each other in line.

They keep writers of this process from overtaking each other again and again. Lost updates are prevented by the
comparison at the moment of writing, which also holds between processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _PathLock:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class PathLocks:
    """One lock per file, by entity name, while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._places: dict[str, _PathLock] = {}

    @asynccontextmanager
    async def holding(self, names: Iterable[str]) -> AsyncGenerator[None]:
        """Hold the locks of some files for the block."""
        held = HeldPaths(self)
        await held.extend(names)
        try:
            yield
        finally:
            held.release()

    async def take(self, name: str) -> None:
        """Wait for the lock of a file, and take it."""
        place = self._places.setdefault(name, _PathLock())
        place.users += 1
        try:
            await place.lock.acquire()
        except BaseException:
            self._leave(name, place)
            raise

    def release(self, name: str) -> None:
        """Release the lock of a file to the next in line."""
        place = self._places[name]
        place.lock.release()
        self._leave(name, place)

    def _leave(self, name: str, place: _PathLock) -> None:
        place.users -= 1
        if not place.users:
            del self._places[name]


class HeldPaths:
    """The file locks one call holds."""

    def __init__(self, locks: PathLocks) -> None:
        self._locks = locks
        self._names: list[str] = []

    async def extend(self, names: Iterable[str]) -> None:
        """Take more locks. All are taken in one order, so that no two calls wait for each other."""
        wanted = {*self._names, *names}
        if wanted == {*self._names}:
            return
        self.release()
        for name in sorted(wanted):
            await self._locks.take(name)
            self._names.append(name)

    def release(self) -> None:
        """Release all locks."""
        while self._names:
            self._locks.release(self._names.pop())
