"""References: what people's words for an app's things mean, looked up when a plan is made and when it is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from aule.kernel.capabilities.context.app_reads import Reading, Readings


@dataclass(frozen=True, slots=True)
class Named:
    """One thing an app keeps: its id, and what people call it."""

    id: str
    name: str


Reference = Callable[[Reading, str], Awaitable[Named]]
"""Finds the one thing that is meant by an id or a name; raises `Ambiguous` with the matches, or `NotFound` with
candidates."""


@dataclass(frozen=True, slots=True)
class References:
    """Looks up what parameters of apps' capabilities name."""

    known: Mapping[tuple[str, str], Reference]
    """By app and parameter."""
    readings: Readings

    def takes(self, app: str, param: str) -> bool:
        """Whether a parameter of an app's capabilities names something the app keeps."""
        return (app, param) in self.known

    async def find(self, app: str, param: str, said: str, locale: str) -> Named:
        """What is meant by a value of a parameter that names something."""
        return await self.known[app, param](self.readings.of(app, locale), said)
