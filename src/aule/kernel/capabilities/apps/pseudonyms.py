"""Pseudonyms: which words of apps are replaced before a prompt goes to a model on another machine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence

from aule.contracts.access.veil import EVERY_APP, Veiled
from aule.contracts.errors import ModelUnavailable, StorageFailed
from aule.kernel.capabilities.apps.reads import Readings, Roster
from aule.models.brains.veil import Veil

log = logging.getLogger(__name__)

LONGEST = 10.0
"""Seconds an app may take to return its roster."""


class Pseudonyms:
    """Collects the rosters of all apps for each prompt; if one app fails, nothing is sent."""

    def __init__(self, rosters: Sequence[tuple[str, Roster]], readings: Readings) -> None:
        self._rosters = tuple(rosters)
        self._readings = readings
        self._made: dict[frozenset[str], tuple[list[Veiled], Veil]] = {}

    async def veil(self, apps: Collection[str]) -> Veil:
        """Return the pseudonyms as of now; given names are replaced too in prompts about their app."""
        known_apps = frozenset(app for app, _ in self._rosters)
        named = known_apps if EVERY_APP in apps else known_apps & frozenset(apps)
        entries: list[Veiled] = []
        for app, roster in self._rosters:
            told = await self._ask(app, roster)
            entries += told if app in named else [each for each in told if not each.is_given]
        known = self._made.get(named)
        if known is None or known[0] != entries:
            veil = await asyncio.to_thread(Veil, entries) if len(entries) > 1_000 else Veil(entries)
            known = self._made[named] = (entries, veil)
        return known[1]

    async def _ask(self, app: str, roster: Roster) -> Sequence[Veiled]:
        try:
            if not await self._readings.has_something(app):
                return ()
            async with asyncio.timeout(LONGEST):
                return await roster(self._readings.of(app, "pt-BR"))
        except StorageFailed:
            raise  # nothing is sent either, and the run goes on when the database is back
        except Exception as error:  # the step boundary: an app that fails must not let its data out
            log.exception("what %s hides could not be told", app)
            raise ModelUnavailable(
                f"Nothing was sent to the model: {app!r} could not say what must not leave this machine.",
                code="veil_failed",
                hint="Try again, or choose a model on this machine.",
            ) from error
