"""App reads: how an app reads its tables, without a run and without any effect."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from aule.contracts.access.change import Change
from aule.contracts.access.veil import Veiled
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Unavailable
from aule.contracts.settings import Settings
from aule.contracts.talk.brain import Name
from aule.contracts.views import Hit, Page
from aule.kernel.capabilities.apps.loads import AppLoads
from aule.kernel.times.clocks import zone_of
from aule.sandbox.workspace import Workspace
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.source import Source
from aule.stores.statements import Statement

if TYPE_CHECKING:
    from aule.models.local.recent_sentences import Vectors
    from aule.models.text_encoders import TextEncoders


class Readable(Source, Protocol):
    """A source that can make snapshots."""

    def snapshot(self) -> AbstractAsyncContextManager[Source]:
        """Return a source that shows the data as it is now for as long as the block lasts."""
        ...


Encode = Callable[[Sequence[str]], Awaitable["Vectors"]]
"""Turns texts into vectors of length one."""


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
    encoder: Encode | None = None
    """Turns texts into vectors; None where the system has no models."""
    encoders: TextEncoders | None = None
    """What turns documents into vectors; None where the system has no models."""
    part: Callable[[], Any] | None = None
    """Returns what the app keeps while the system runs; None where the system runs no apps."""

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return await self.source.fetch(statement, **params)

    def snapshot(self) -> AbstractAsyncContextManager[Source]:
        """Open a consistent view for large reads: `async with reading.snapshot() as source`. It blocks nobody."""
        return self.source.snapshot()

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector of length one for each text: the nearer two texts in meaning, the larger their product."""
        if self.encoder is None:
            raise Unavailable("Nothing here can compare texts by meaning.", hint="Start the whole system.")
        return await self.encoder(texts)

    @property
    def text_encoders(self) -> TextEncoders:
        """What turns documents into vectors, by setting, and finds what older vectors were made with."""
        if self.encoders is None:
            raise Unavailable("Nothing here can compare texts by meaning.", hint="Start the whole system.")
        return self.encoders

    @property
    def own(self) -> Any:
        """What the app built with `on_start`."""
        if self.part is None:
            raise RuntimeError(f"nothing of the app {self.app!r} runs here")
        return self.part()

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
    encoder: Encode | None = None
    """Turns texts into vectors."""
    encoders: Callable[[], TextEncoders] | None = None
    """Returns what turns documents into vectors."""

    async def load(self, app: str) -> None:
        """Have an app ready to be asked; raises `AppUnavailable` when its code cannot be loaded."""
        if self.loads is not None:
            await self.loads.load(app)

    async def has_something(self, app: str) -> bool:
        """Have an app ready that keeps something; return False for one that keeps nothing, which need not be asked."""
        return self.loads is None or await self.loads.has_something(app)

    async def keeps_rows(self, app: str) -> bool:
        """Return whether an app keeps rows of its own, loaded or not."""
        return self.loads is not None and await self.loads.keeps_rows(app)

    def of(self, app: str, locale: str, about: str | None = None) -> Reading:
        """Return read access to one app's tables, for a language and the thing the person has open."""
        kind, _, open_here = (about or "").partition(":")
        part_of = None if self.loads is None else self.loads.part_of
        return Reading(
            app,
            self.source,
            self.ambient,
            self.settings(),
            locale,
            open_here if kind == app else "",
            encoder=self.encoder,
            encoders=None if self.encoders is None else self.encoders(),
            part=None if part_of is None else partial(part_of, app),
        )
