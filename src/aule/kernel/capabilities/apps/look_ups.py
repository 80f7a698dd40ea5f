"""Look-ups of apps: who answers questions from what it keeps, and what of it can be put beside a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from aule.contracts.talk.look_up import LookUp
from aule.kernel.capabilities.apps.reads import Reading, Readings

AttachmentTitle = Callable[[Reading, str], Awaitable[str]]
"""Returns what something of an app is called, by its id; raises `NotFound` where there is no such thing."""


@dataclass(frozen=True, slots=True)
class LookUps:
    """The look-ups of all apps, and the kinds of things that messages may carry."""

    by_app: Mapping[str, LookUp]
    titles: Mapping[str, tuple[str, AttachmentTitle]]
    """The app of each kind of reference, and who tells what such a thing is called."""
    with_tables: frozenset[str]
    """Apps that keep tables."""
    readings: Readings

    async def available(self) -> tuple[LookUp, ...]:
        """Return the look-ups of apps that keep something; an app without tables always may."""
        return tuple([each for app, each in self.by_app.items() if await self._keeps_something(app)])

    async def _keeps_something(self, app: str) -> bool:
        return app not in self.with_tables or await self.readings.keeps_rows(app)

    def of_kind(self, kind: str) -> LookUp | None:
        """Return the look-up that can be narrowed to a kind of reference."""
        return next((each for each in self.by_app.values() if kind in each.attached), None)

    async def title(self, kind: str, id: str, locale: str = "en") -> str | None:
        """Return what something of an app is called; none where no app has things of this kind."""
        found = self.titles.get(kind)
        if found is None:
            return None
        app, tell = found
        await self.readings.load(app)
        return await tell(self.readings.of(app, locale), id)
