"""A turn to write among all processes on one Postgres: an advisory lock that its connection holds."""

from __future__ import annotations

import asyncio
import zlib
from contextlib import suppress
from typing import Any

from aule.contracts.errors import StorageInterrupted
from aule.stores.postgres.driver import FAILURES, driver, translated

TURNS = 0x61756C66
"""The first half of the lock's number, which tells turns from all other locks."""
LONGEST_WAIT = "20s"
"""How long one waits for its turn; whoever holds it for longer hangs."""


class PostgresTurn:
    """One turn. Its connection is kept for the next time; when it breaks, the server gives the turn to the next."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._number = zlib.crc32(name.encode()) - 2**31  # the server takes a signed number
        self._lock = asyncio.Lock()
        self._connection: Any = None

    async def acquire(self) -> None:
        """Wait until it is this caller's turn, first in this process and then among all."""
        await self._lock.acquire()
        try:
            with translated():
                if self._connection is None or self._connection.is_closed():
                    settings = {"application_name": "aule", "lock_timeout": LONGEST_WAIT}
                    self._connection = await driver.connect(self._url, server_settings=settings)
                await self._connection.execute("SELECT pg_advisory_lock($1, $2)", TURNS, self._number)
        except BaseException:  # the lock may be had or not: it goes with the connection
            self._drop()
            self._lock.release()
            raise

    async def release(self) -> None:
        """Let the next one have it."""
        try:
            await self._connection.execute("SELECT pg_advisory_unlock($1, $2)", TURNS, self._number)
        except FAILURES:
            self._drop()
        except BaseException:
            self._drop()
            raise
        finally:
            self._lock.release()

    def check(self) -> None:
        """Raise when the turn was lost on the way; then others may have written."""
        if self._connection is None or self._connection.is_closed():
            raise StorageInterrupted(
                "The connection that held the turn to write broke. Nothing was written.", hint="Try again."
            )

    async def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None and not self._connection.is_closed():
            with suppress(*FAILURES, TimeoutError):
                await self._connection.close(timeout=1.0)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
