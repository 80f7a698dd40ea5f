"""Hear of other processes' commits: LISTEN on a connection of its own, made anew when it breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from aule.contracts.ambient import Ambient
from aule.stores.log.events import Prepared
from aule.stores.postgres.driver import FAILURES, driver

EVENTS = "aule_events"
"""Where every commit is told: the process that made it, and the types of its facts."""
RUNS = "aule_runs"
"""Where it is told that a run can go on, or that whoever drives it has to look: process, type of the fact, run."""
RETRY_S = 1.0

TOLD_TYPES = frozenset(
    {
        "run.started",
        "run.resumed",
        "run.claimed",
        "run.paused",
        "run.finished",
        "approval.granted",
        "approval.denied",
    }
)

FREEING = frozenset({"run.started", "run.resumed"})
"""Which of them say that a run is to be had."""

_log = logging.getLogger(__name__)


def told_to_all(prepared: Sequence[Prepared], process: str) -> str:
    """What everybody is told when facts are committed: enough to see whether they need look."""
    return " ".join([process, *sorted({one.piece.type for one in prepared})])


def told_of(prepared: Sequence[Prepared], process: str) -> list[str]:
    """What is told about runs when these facts are committed."""
    told = [one.piece for one in prepared if one.piece.type in TOLD_TYPES]
    taken = {piece.run for piece in told if piece.type == "run.claimed"}  # nobody else need look for these
    return [
        f"{process} {piece.type} {piece.run}" for piece in told if piece.type != "run.started" or piece.run not in taken
    ]


class NotifyWatch:
    """Listens until it is stopped. What was missed while the line was broken is announced by an empty message."""

    def __init__(self, url: str, channel: str, process: str, ambient: Ambient, heard: Callable[[str], None]) -> None:
        self._url = url
        self._channel = channel
        self._process = process
        self._ambient = ambient
        self._hear = heard
        self._broken = asyncio.Event()
        self._connection: Any = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> NotifyWatch:
        """Begin to listen; on return nothing that commits goes unheard."""
        await self._listen()
        self._task = asyncio.get_running_loop().create_task(self._keep(), name="postgres watch")
        return self

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if not self._connection.is_closed():
            with suppress(*FAILURES):  # a server that is gone has hung up already
                await self._connection.close(timeout=RETRY_S)

    async def _listen(self) -> None:
        connection = await driver.connect(self._url)
        try:
            self._broken.clear()
            connection.add_termination_listener(self._lost)
            await connection.add_listener(self._channel, self._heard)
        except BaseException:  # whoever is stopped in the middle leaves no line open
            connection.terminate()
            raise
        self._connection = connection

    def _lost(self, _connection: Any) -> None:
        self._broken.set()

    def _heard(self, _connection: Any, _pid: int, _channel: str, message: object) -> None:
        process, _, told = str(message).partition(" ")
        if process != self._process:
            self._hear(told)

    async def _keep(self) -> None:
        while True:
            await self._broken.wait()
            await self._ambient.clock.sleep(RETRY_S)
            try:
                await self._listen()
            except FAILURES as problem:
                _log.warning("cannot hear of other processes: %s", problem)
            else:
                self._hear("")
