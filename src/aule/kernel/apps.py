"""Apps: which ones are installed, and what they show."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from aule.contracts.errors import NotFound, TimedOut
from aule.contracts.views import AppInfo, ViewInfo
from aule.kernel.capabilities.context.app_reads import Readings
from aule.kernel.capabilities.context.views import View

LONGEST = 30.0
"""Seconds a view may take."""


@dataclass(frozen=True, slots=True)
class Installed:
    """An app with the views behind its names."""

    info: AppInfo
    views: tuple[View, ...]


class Apps:
    """The installed apps by id. Looking at what they show leaves no trace."""

    def __init__(self, installed: Iterable[Installed], readings: Readings) -> None:
        self._installed = {each.info.id: each for each in installed}
        self._readings = readings

    def list(self) -> list[AppInfo]:
        """Every app, by id."""
        return [self._installed[id].info for id in sorted(self._installed)]

    def views(self) -> list[View]:
        """Everything the apps show."""
        return [view for id in sorted(self._installed) for view in self._installed[id].views]

    def view(self, app: str, name: str) -> View:
        """What an app shows under a name."""
        known = {view.name: view for view in self._found(app).views}
        if name not in known:
            raise _unknown(f"The app {app!r} shows nothing called {name!r}.", name, known)
        return known[name]

    def get(self, app: str) -> AppInfo:
        """An app by its id."""
        return self._found(app).info

    async def look(self, view: View, asked: Mapping[str, list[str]], *, locale: str) -> Any:
        """What a view shows now to somebody who speaks a language."""
        try:
            async with asyncio.timeout(LONGEST):
                return await view.look(self._readings.of(view.app, locale), asked)
        except TimeoutError:
            raise TimedOut(
                f"{view.app}/{view.name} took longer than {LONGEST:g} s.", hint="Ask for less at a time."
            ) from None

    def _found(self, app: str) -> Installed:
        found = self._installed.get(app)
        if found is None:
            raise _unknown(f"There is no app {app!r}.", app, self._installed)
        return found


def installed(info: AppInfo, views: Iterable[View]) -> Installed:
    """An app as it is listed: with its views."""
    shown = tuple(sorted(views, key=lambda view: view.name))
    told = [
        ViewInfo(
            name=view.name, description=view.description, params=view.signature.params, is_download=view.is_download
        )
        for view in shown
    ]
    return Installed(info.model_copy(update={"views": told}), shown)


def _unknown(message: str, name: str, known: Iterable[str]) -> NotFound:
    names = sorted(known)
    near = get_close_matches(name, names, n=5, cutoff=0.5) or names[:5]
    return NotFound(message, candidates=near, hint="List them at /v1/apps.")
