"""App names: what apps call their things and people, read when somebody's words are understood."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aule.contracts.errors import AuleError
from aule.contracts.project import Project
from aule.contracts.talk.brain import Name
from aule.kernel.capabilities.apps.reads import Names, Reading, Readings
from aule.kernel.capabilities.context.workspaces import Workspaces

log = logging.getLogger(__name__)

LONGEST = 2.0
"""Seconds an app may take to return its names; without them, words are understood by the rest."""
MOST = 5_000


@dataclass(frozen=True, slots=True)
class AppNames:
    """Asks apps for the names of their things and people."""

    known: Sequence[tuple[str, Names]]
    """The functions that return names, with their app."""
    readings: Readings
    records: Mapping[str, Names]
    """Functions that return what an app has on record, where that differs from its names."""
    workspaces: Workspaces

    async def of(self, apps: frozenset[str], locale: str) -> tuple[Name, ...]:
        """Return the names of some apps; of all apps if none is given."""
        found: list[Name] = []
        for app, tell in self.known:
            if not apps or app in apps or app == "core":
                found += await self._ask_app(app, tell, self.readings.of(app, locale))
        return tuple(found)

    async def on_record(
        self, names: Sequence[Name], apps: frozenset[str], project: Project, locale: str
    ) -> tuple[Name, ...]:
        """Return what some apps have on record in a project, starting from names already known."""
        found = [each for each in names if each.app not in self.records]
        for app, tell in self.records.items():
            if not apps or app in apps:
                reading = replace(self.readings.of(app, locale), workspace=self.workspaces.of(project))
                found += await self._ask_app(app, tell, reading)
        return tuple(found)

    async def _ask_app(self, app: str, tell: Names, reading: Reading) -> list[Name]:
        try:
            if not await self.readings.has_something(app):
                return []
            async with asyncio.timeout(LONGEST):
                told = await tell(reading)
        except (AuleError, TimeoutError) as error:
            log.warning("the names of %s are not known now: %s", app, error)
            return []
        return [replace(each, app=app) for each in told[:MOST]]
