"""Reading: how an app looks at what it keeps, without a run and without any effect."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol

from aule.contracts.access.change import Change
from aule.contracts.access.veil import Veiled
from aule.contracts.ambient import Ambient
from aule.contracts.settings import Settings
from aule.contracts.talk.brain import Name
from aule.contracts.views import Hit, Page
from aule.kernel.times.clocks import zone_of
from aule.sandbox.paths import Workspace
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.source import Source
from aule.stores.statements import Statement


class Readable(Source, Protocol):
    """A source that can hold still."""

    def snapshot(self) -> AbstractAsyncContextManager[Source]:
        """A source that shows everything as it is now, for as long as the block lasts."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """A look at an app's tables: what a view, a download, an agent's context and a capability read with."""

    app: str
    source: Readable
    ambient: Ambient
    settings: Settings
    """The settings as they are now."""
    locale: str
    """The language of the person, `pt-BR` or `en`."""
    about: str = ""
    """What of this app the person has open, as the app calls it; meant where nothing else is named."""
    workspace: Workspace | None = None
    """The folder of the project somebody works in; none where the reading is about no project."""

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        return await self.source.fetch(statement, **params)

    def snapshot(self) -> AbstractAsyncContextManager[Source]:
        """A consistent view for large reads: `async with reading.snapshot() as source`. Its queries hold up nobody."""
        return self.source.snapshot()

    @property
    def now(self) -> datetime:
        """The present moment, in UTC."""
        return self.ambient.clock.now()

    @property
    def today(self) -> date:
        """The day it is where the person is."""
        return self.now.astimezone(zone_of(self.ambient.clock.zone())).date()

    async def changes(
        self, *, entity: str | None = None, words: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[Change]:
        """What was changed in this app, the latest first; `entity` is what the app calls the thing, such as `kr-11`."""
        wanted = Wanted(kind=self.app, entity=None if entity is None else f"{self.app}:{entity}", words=words)
        return await Changes(self.source).list(wanted, limit=limit, after=after)


Find = Callable[[Reading, str, int], Awaitable[list[Hit]]]
"""Finds what an app keeps by words of its titles, the best first, at most so many."""

Roster = Callable[[Reading], Awaitable[Sequence[Veiled]]]
"""Tells what of an app's data must not reach a model on another machine, and what stands for it there."""

Names = Callable[[Reading], Awaitable[Sequence[Name]]]
"""Tells what things and people of an app are called."""

AgentContext = Callable[[Reading, Sequence[str], int], Awaitable[str]]
"""Tells an agent what it should know of its app: it gets what was said last, and how many tokens there are."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Lets apps read."""

    source: Readable
    ambient: Ambient
    settings: Callable[[], Settings]

    def of(self, app: str, locale: str, about: str | None = None) -> Reading:
        """A look at one app's tables, for a person who speaks a language and has something open."""
        kind, _, open_here = (about or "").partition(":")
        return Reading(app, self.source, self.ambient, self.settings(), locale, open_here if kind == app else "")
