"""The ticker: one task that sleeps until the next schedule is due."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

from aule.contracts.ambient import Ambient, timestamp
from aule.contracts.errors import AuleError, Unavailable
from aule.contracts.runs.schedule import ScheduleView
from aule.kernel.journal import Journal
from aule.kernel.schedules.rules import GRACE
from aule.kernel.schedules.trigger import ScheduleTrigger
from aule.kernel.times import moment
from aule.stores.repositories.schedules import Schedules

log = logging.getLogger(__name__)

LOOK_S = 60.0
"""How often the clock is checked at least: it may be set, or the machine may sleep."""
RETRY_S = 5.0
"""Seconds until an unreachable store is tried again."""
_TELLING = ("schedule.saved", "schedule.deleted", "run.finished")


class Ticker:
    """Fires schedules when they are due. It keeps only the names of those that wait for a run to end."""

    def __init__(self, journal: Journal, schedules: Schedules, firing: ScheduleTrigger, ambient: Ambient) -> None:
        self._journal = journal
        self._schedules = schedules
        self._firing = firing
        self._ambient = ambient
        self._woken = asyncio.Event()
        self._waiting: set[str] = set()
        self._asks_agents = True
        self._latest: datetime | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, *, asks_agents: bool = True) -> None:
        """Handle missed times by each schedule's own rule, then fire schedules when they are due.

        A worker fires workflows, which any worker resumes after a crash. Words for an agent are left to the servers:
        only they recover an interrupted agent.
        """
        self._asks_agents = asks_agents
        cursor = await self._journal.cursor()
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._tick(), name="ticker"),
            loop.create_task(self._listen(cursor), name="ticker listens"),
        ]

    def wake(self) -> None:
        """Check the clock and the schedules now."""
        self._woken.set()

    async def close(self) -> None:
        """Stop; started runs go on."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def look(self) -> float | None:
        """Fire all that is due; return the seconds until the next check, None when nothing will be due."""
        now = self._ambient.clock.now()
        await self._notice_set_back(now)
        self._waiting.clear()
        while due := await self._schedules.due(timestamp(now), besides=len(self._waiting)):
            for view in due:
                await self._fire(view, now)
        earliest = await self._schedules.earliest(timestamp(now))
        return None if earliest is None else pause(self._ambient.clock.now(), moment(earliest))

    async def _notice_set_back(self, now: datetime) -> None:
        """Recompute due times when the clock shows less than before, in this process or in the log."""
        if self._latest is None:
            last = await self._journal.last()
            self._latest = now if last is None else moment(last.ts)
        if now < self._latest - GRACE:
            count = await self._firing.set_back(now)
            log.warning("the clock was set back to %s: %d schedules are due earlier now", timestamp(now), count)
            self._latest = now
        self._latest = max(self._latest, now)

    async def _fire(self, view: ScheduleView | None, now: datetime) -> None:
        """Fire one schedule until it is no longer due, or has to wait for the previous run."""
        while view is not None and view.next_at is not None and view.next_at <= timestamp(now):
            try:
                is_mine = self._asks_agents or view.schedule.workflow is not None
                moved = is_mine and await self._firing.fire(view, now)
            except Unavailable:
                raise  # the store is unreachable: the ticker tries again
            except Exception as error:  # the background loop: one failing schedule must not stop the others
                if isinstance(error, AuleError):
                    log.warning("schedule %s started nothing: %s", view.schedule.id, error)
                else:
                    log.exception("schedule %s failed", view.schedule.id)
                moved = await self._firing.let_go(view, now)
            if not moved:
                self._waiting.add(view.schedule.id)
                return
            view = await self._schedules.find(view.schedule.id)

    async def _tick(self) -> None:
        while True:
            self._woken.clear()
            try:
                seconds = await self.look()
            except AuleError as error:
                log.warning("schedules wait: %s", error)
                seconds = RETRY_S
            try:
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
            except TimeoutError:
                pass  # the next schedule is due

    async def _listen(self, cursor: str) -> None:
        """Wake on changed schedules, here or in another process, and on ended runs that schedules wait for."""
        while True:
            try:
                async for event in self._journal.follow(cursor, types=_TELLING):
                    cursor = event.seq
                    if event.topic == "schedule" or self._waiting:
                        self.wake()
                return
            except AuleError as error:
                log.warning("schedules hear nothing: %s", error)
                await self._ambient.clock.sleep(RETRY_S)


def pause(now: datetime, due: datetime) -> float:
    """Return the seconds to sleep until a time is due, limited so that a changed clock is noticed."""
    seconds = (due - now).total_seconds()
    return max(0.0, min(seconds, LOOK_S))
