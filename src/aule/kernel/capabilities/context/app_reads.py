"""App reads: how an app reads its tables, without a run and without any effect."""

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
from aule.kernel.capabilities.context.app_loads import AppLoads
from aule.kernel.times.clocks import zone_of
from aule.sandbox.workspace import Workspace
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.source import Source
from aule.stores.statements import Statement


class Readable(Source, Protocol):
    """A source that can make snapshots."""

    def snapshot(self) -> AbstractAsyncContextManager[Source]:
        """Return a source that shows the data as it is now for as long as the block lasts."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """Read access to an app's tables, for views, downloads, agents' context and capabilities."""

    app: str
    source: Readable
    ambient: Ambient
    settings: Settings
    """The settings as they are now."""
    locale: str
    """The language of the person, `pt-BR` or `en`."""
    about: str = ""
    """The thing of this app that the person has open, by the app's id; meant where nothing else is named."""
    workspace: Workspace | None = None
    """The folder of the project somebody works in; None where the reading belongs to no project."""

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return await self.source.fetch(statement, **params)

    def snapshot(self) -> AbstractAsyncContextManager[Source]:
        """Open a consistent view for large reads: `async with reading.snapshot() as source`. It blocks nobody."""
        return self.source.snapshot()

    @property
    def now(self) -> datetime:
        """The present moment, in UTC."""
        return self.ambient.clock.now()

    @property
    def today(self) -> date:
        """The current date where the person is."""
        return self.now.astimezone(zone_of(self.ambient.clock.zone())).date()

    async def changes(
        self, *, entity: str | None = None, words: str | None = None, limit: int = 50, after: str | None = None
    ) -> Page[Change]:
        """Return changes of this app, the latest first; `entity` is the app's own id of a thing, such as `kr-11`."""
        wanted = Wanted(kind=self.app, entity=None if entity is None else f"{self.app}:{entity}", words=words)
        return await Changes(self.source).list(wanted, limit=limit, after=after)


Find = Callable[[Reading, str, int], Awaitable[list[Hit]]]
"""Finds an app's things by words of their titles, the best first, up to a limit."""

Roster = Callable[[Reading], Awaitable[Sequence[Veiled]]]
"""Returns which of an app's data must not reach a model on another machine, with a pseudonym for each."""

Names = Callable[[Reading], Awaitable[Sequence[Name]]]
"""Returns the names of an app's things and people."""

AgentContext = Callable[[Reading, Sequence[str], int], Awaitable[str]]
"""Returns what an agent should know of its app, given the last message and a token budget."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Makes readings of apps."""

    source: Readable
    ambient: Ambient
    settings: Callable[[], Settings]
    loads: AppLoads | None = None
    """Who loads apps that are not there yet; none where all of them are."""

    async def load(self, app: str) -> None:
        """Have an app ready to be asked; raises `AppUnavailable` when its code cannot be loaded."""
        if self.loads is not None:
            await self.loads.load(app)

    async def has_something(self, app: str) -> bool:
        """Have an app ready that keeps something; return False for one that keeps nothing, which need not be asked."""
        return self.loads is None or await self.loads.has_something(app)

    def of(self, app: str, locale: str, about: str | None = None) -> Reading:
        """Return read access to one app's tables, for a language and the thing the person has open."""
        kind, _, open_here = (about or "").partition(":")
        return Reading(app, self.source, self.ambient, self.settings(), locale, open_here if kind == app else "")
