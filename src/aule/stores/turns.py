"""Turns to write: whoever has one reads and writes what it is named after without anybody else in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Protocol


class Turn(Protocol):
    """One turn. A process asks for it once at a time; the others wait in line."""

    async def acquire(self) -> None:
        """Wait until it is this caller's turn."""
        ...

    async def release(self) -> None:
        """Let the next one have it."""
        ...

    def check(self) -> None:
        """Raise when the turn was lost on the way; then others may have written."""
        ...


class LocalTurn:
    """A turn in a store that one process has to itself."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def acquire(self) -> None:
        """Wait until it is this caller's turn."""
        await self._lock.acquire()

    async def release(self) -> None:
        """Let the next one have it."""
        self._lock.release()

    def check(self) -> None:
        """It cannot be lost here."""


@asynccontextmanager
async def held(turn: Turn) -> AsyncGenerator[None]:
    """Have a turn for as long as the block lasts."""
    await turn.acquire()
    try:
        yield
    finally:
        await turn.release()
