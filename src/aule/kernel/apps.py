"""Apps: which ones are installed, and what they show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from aule.contracts.errors import NotFound, TimedOut
from aule.contracts.model import JsonObject
from aule.contracts.views import AppInfo, ViewInfo
from aule.kernel.capabilities.additions import Addition, AdditionKind, AppAdditions
from aule.kernel.capabilities.apps.reads import Reading, Readings
from aule.kernel.capabilities.apps.views import Shown, View

LONGEST = 30.0
"""Seconds a view may take."""


@dataclass(frozen=True, slots=True)
class Installed:
    """An app as it is listed: described when somebody looks."""

    id: str
    describe: Callable[[], AppInfo]
    """Describes the app as it is now, but for its views."""
    views: Callable[[], Sequence[Shown]]
    """Returns what the app shows."""
    folders: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Packages and folders of files that another app reads, by what they are."""
    additions: Callable[[], Sequence[AdditionKind]] = tuple
    """Returns the kinds of things that can be added to the app."""


class Apps:
    """The installed apps by id. Looking at what they show leaves no trace."""

    def __init__(self, installed: Iterable[Installed], readings: Readings) -> None:
        self._installed = {each.id: each for each in installed}
        self._readings = readings

    def list(self) -> list[AppInfo]:
        """Every app, by id."""
        return [_listed(self._installed[id]) for id in sorted(self._installed)]

    def views(self) -> list[Shown]:
        """Everything the apps show."""
        return [view for id in sorted(self._installed) for view in _sorted(self._installed[id])]

    def view(self, app: str, name: str) -> Shown:
        """What an app shows under a name."""
        known = {view.name: view for view in self._found(app).views()}
        if name not in known:
            raise _unknown(f"The app {app!r} shows nothing called {name!r}.", name, known)
        return known[name]

    def folders(self, kind: str) -> dict[str, tuple[str, str]]:
        """Return in which package and folder each app has files of a kind, by the app's id."""
        found = {id: self._installed[id].folders.get(kind) for id in sorted(self._installed)}
        return {id: (place[0], place[1]) for id, place in found.items() if place is not None}

    def addition_kinds(self) -> Sequence[AppAdditions]:
        """Return the kinds of things that can be added, each with its app; of two that share a word, the first app's.

        No app is loaded for that.
        """
        found: dict[str, AppAdditions] = {}
        for id in sorted(self._installed):
            for kind in self._installed[id].additions():
                found.setdefault(kind.kind, AppAdditions(id, kind))
        return [*found.values()]

    async def additions_here(self, of: AppAdditions, locale: str) -> Sequence[Addition]:
        """Return what is here of a kind; its app is loaded if it is not there yet."""
        await self._readings.load(of.app)
        async with asyncio.timeout(LONGEST):
            return await of.kind.here(self._readings.of(of.app, locale))

    async def read_addition(self, of: AppAdditions, params: JsonObject, locale: str) -> Addition:
        """Return what a call with these parameters would add; raises what the call would be refused with."""
        if of.kind.read is None:
            raise NotFound(f"Nothing of the kind {of.kind.kind!r} is added from a catalogue.")
        await self._readings.load(of.app)
        async with asyncio.timeout(LONGEST):
            return await of.kind.read(self._readings.of(of.app, locale), params)

    def get(self, app: str) -> AppInfo:
        """An app by its id."""
        return _listed(self._found(app))

    async def load(self, view: Shown) -> View:
        """Return a view with its function; the app's code is loaded if it is not there yet."""
        await self._readings.load(view.app)
        return view.loaded()

    def reading(self, app: str, locale: str) -> Reading:
        """Read access to an app's tables, for routes of the app itself."""
        return self._readings.of(app, locale)

    async def look(self, view: Shown, asked: Mapping[str, list[str]], *, locale: str) -> Any:
        """What a view shows now to somebody who speaks a language."""
        view = await self.load(view)
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


def _sorted(app: Installed) -> list[Shown]:
    return sorted(app.views(), key=lambda view: view.name)


def _listed(app: Installed) -> AppInfo:
    told = [
        ViewInfo(name=view.name, description=view.description, params=view.params, is_download=view.is_download)
        for view in _sorted(app)
    ]
    return app.describe().model_copy(update={"views": told})


def _unknown(message: str, name: str, known: Iterable[str]) -> NotFound:
    names = sorted(known)
    near = get_close_matches(name, names, n=5, cutoff=0.5) or names[:5]
    return NotFound(message, candidates=near, hint="List them at /v1/apps.")
