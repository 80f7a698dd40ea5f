"""References: finds the thing of an app that a person's words name, for plans and their display."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from aule.kernel.capabilities.apps.reads import Reading, Readings


@dataclass(frozen=True, slots=True)
class Named:
    """A thing of an app: its id, and the name people use."""

    id: str
    name: str


Reference = Callable[[Reading, str], Awaitable[Named]]
"""Finds the one thing meant by an id or a name; raises `Ambiguous` with the matches, or `NotFound` with candidates."""


@dataclass(frozen=True, slots=True)
class References:
    """Looks up the things that parameters of apps' capabilities name."""

    known: Mapping[tuple[str, str], Reference]
    """Lookup functions by app and parameter."""
    readings: Readings

    def takes(self, app: str, param: str) -> bool:
        """Return whether a parameter of an app's capabilities names a thing of the app."""
        return (app, param) in self.known

    async def find(self, app: str, param: str, said: str, locale: str) -> Named:
        """Return the thing that a parameter's value names."""
        await self.readings.load(app)
        return await self.known[app, param](self.readings.of(app, locale), said)
