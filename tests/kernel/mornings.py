"""A system whose clock a test sets by hand, one minute before seven on a Monday."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from aule import boot
from aule.ambient import SystemClock
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import ScheduleFired
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.runs.schedule import Schedule
from aule.stores.repositories.runs import Which
from aule.testing import ScriptedModel, say
from aule.testing.scripted_model import Response
from aule.testing.system import System, system

WORKFLOW = """
id: news
title: News
steps:
  - id: look
    capability: core.list_notes
"""
SECOND = timedelta(seconds=1)
START = datetime(2026, 3, 2, 6, 59, tzinfo=UTC)
"""A Monday."""


class Hands(SystemClock):
    """A clock a test sets by hand."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def now(self) -> datetime:
        """The time that was set."""
        return self.at


@dataclass
class Morning:
    """A system whose clock a test sets."""

    aule: System
    clock: Hands

    async def make(self, **fields: Any) -> Schedule:
        given = {"id": "new", "title": "Morning", "prompt": "what is new?", "project": "home", "cron": "0 7 * * *"}
        given |= {name: None for name in ("cron",) if {"at", "interval_s"} & set(fields)}
        view = await self.aule.kernel.schedules.create(Schedule.model_validate({**given, **fields}))
        return view.schedule

    async def at(self, time: str | datetime) -> None:
        """It is this late now: whatever is due is fired."""
        self.clock.at = time if isinstance(time, datetime) else datetime.fromisoformat(time).replace(tzinfo=UTC)
        await self.aule.kernel.ticker.look()

    async def fired(self) -> list[tuple[str, str | None]]:
        """What each time came to: when it was due, and why nothing began."""
        events = [event.data for event in await self.aule.events() if event.type == "schedule.fired"]
        return [(fact.due_at[5:16], fact.why_not) for fact in events if isinstance(fact, ScheduleFired)]

    async def until_fired(self, times: int) -> None:
        """Wait until the ticker has fired so often by itself."""
        async with asyncio.timeout(10):
            fired = self.aule.kernel.journal.follow(None, types=["schedule.fired"])
            async with aclosing(fired):
                async for _ in fired:
                    times -= 1
                    if not times:
                        return

    async def runs(self) -> list[Run]:
        """The runs that schedules started, the oldest first, each standing still."""
        page = await self.aule.kernel.runs.list(Which(kind=RunKind.SCHEDULE), limit=200)
        return [await self.aule.until_still(run.id) for run in page.items[::-1]]


@asynccontextmanager
async def morning(path: Path, *script: Response, clock: Hands | None = None, **more: Any) -> AsyncGenerator[Morning]:
    """A system at one minute to seven. Its ticker looks when a test says so, unless `ticking`."""
    clock = clock or Hands()
    around = boot.ambient()
    ticking = more.pop("recover", False)
    ambient = Ambient(clock, around.ids, around.dice)
    async with system(path, *script, ambient=ambient, recover=ticking, **more) as aule:
        yield Morning(aule, clock)


class Parrot(ScriptedModel):
    """A model that always says the same, however often it is asked."""

    def _next(self, prompt: object) -> object:  # pyright: ignore[reportIncompatibleMethodOverride]
        return say("It rains.")
