"""Hear of other processes' commits: LISTEN on a connection of its own, made anew when it breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aule.contracts.ambient import Ambient
from aule.stores.postgres_driver import FAILURES, driver

CHANNEL = "aule_events"
RETRY_S = 1.0

_log = logging.getLogger(__name__)


class NotifyWatch:
    """Listens until it is stopped. What was missed while the line was broken is announced by one wake."""

    def __init__(self, url: str, process: str, ambient: Ambient, wake: Callable[[], None]) -> None:
        self._url = url
        self._process = process
        self._ambient = ambient
        self._wake = wake
        self._broken = asyncio.Event()
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, url: str, process: str, ambient: Ambient, wake: Callable[[], None]) -> NotifyWatch:
        """Begin to listen; on return nothing that commits goes unheard."""
        watch = cls(url, process, ambient, wake)
        await watch._listen()
        watch._task = asyncio.get_running_loop().create_task(watch._keep(), name="postgres watch")
        return watch

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if not self._connection.is_closed():
            await self._connection.close(timeout=RETRY_S)

    async def _listen(self) -> None:
        self._broken.clear()
        connection = await driver.connect(self._url)
        connection.add_termination_listener(self._lost)
        await connection.add_listener(CHANNEL, self._heard)
        self._connection = connection

    def _lost(self, _connection: Any) -> None:
        self._broken.set()

    def _heard(self, _connection: Any, _pid: int, _channel: str, process: object) -> None:
        if process != self._process:
            self._wake()

    async def _keep(self) -> None:
        while True:
            await self._broken.wait()
            await self._ambient.clock.sleep(RETRY_S)
            try:
                await self._listen()
            except FAILURES as problem:
                _log.warning("cannot hear of other processes: %s", problem)
            else:
                self._wake()
