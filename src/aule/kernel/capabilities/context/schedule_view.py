"""The schedules as capabilities see them: they read and draft; storing one is a change."""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.ambient import Ambient
from aule.contracts.runs.schedule import Schedule, ScheduleView
from aule.contracts.views import Page
from aule.kernel.times import checked, moment, moments, rhythm
from aule.stores.repositories.schedules import Schedules


@dataclass(frozen=True, slots=True)
class Timetable:
    """Reads schedules and describes their times in words."""

    schedules: Schedules
    ambient: Ambient

    async def find(self, id: str) -> ScheduleView | None:
        """Return a schedule by its id, or None."""
        return await self.schedules.find(id)

    async def list(self, project: str, limit: int) -> Page[ScheduleView]:
        """Return schedules of a project, the newest first."""
        return await self.schedules.list(project=project, limit=limit)

    def checked(self, draft: Schedule, since: str | None = None) -> Schedule:
        """Return a schedule whose times were checked as of a stored moment or of now."""
        return checked(draft, self.ambient.clock.now() if since is None else moment(since))

    def rhythm(self, schedule: Schedule, locale: str) -> str:
        """Return in words how often a schedule runs, or its cron expression where no simple words exist."""
        return rhythm(schedule, locale) or schedule.cron or ""

    def moments(self, schedule: Schedule, locale: str, *, since: str | None = None, count: int = 5) -> list[str]:
        """Return the next times in words, counted from a stored moment or from now."""
        after = self.ambient.clock.now() if since is None else moment(since)
        return moments(schedule, after, locale, count)
