"""Names of apps: what things and people are called there, asked of the apps when words are to be understood."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aule.contracts.brain import Name
from aule.contracts.errors import AuleError
from aule.kernel.capabilities.reading import Names, Readings

log = logging.getLogger(__name__)

LONGEST = 2.0
"""Seconds an app may take to tell its names; words are understood without them otherwise."""
MOST = 5_000


@dataclass(frozen=True, slots=True)
class AppNames:
    """Asks apps what their things and people are called."""

    known: Sequence[tuple[str, Names]]
    """Who tells them, by app."""
    readings: Readings

    async def of(self, apps: frozenset[str], locale: str) -> tuple[Name, ...]:
        """The names of some apps; of all where none is said."""
        found: list[Name] = []
        for app, tell in self.known:
            if apps and app not in apps and app != "core":
                continue
            try:
                async with asyncio.timeout(LONGEST):
                    told = await tell(self.readings.of(app, locale))
            except (AuleError, TimeoutError) as error:
                log.warning("the names of %s are not known now: %s", app, error)
                continue
            found += [replace(each, app=app) for each in told[:MOST]]
        return tuple(found)
