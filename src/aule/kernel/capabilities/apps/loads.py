"""App loads: brings in the code of an app, and makes its tables, when something of the app is first needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from aule.contracts.errors import AppUnavailable
from aule.stores.database import Database
from aule.stores.repositories.app_tables import Table, holds_rows, texts_in


class LoadableApp(Protocol):
    """An app whose code may not be there yet."""

    @property
    def id(self) -> str:
        """Its id."""
        ...

    @property
    def is_loaded(self) -> bool:
        """Whether its code is there."""
        ...

    @property
    def table_names(self) -> Sequence[str]:
        """The names of its tables; known without its code."""
        ...

    @property
    def tables(self) -> Sequence[Table]:
        """Its tables; loads its code."""
        ...

    def load(self) -> None:
        """Import its code, once; blocks. Raises `AppUnavailable` when that fails, now and from then on."""
        ...


class AppLoads:
    """Loads the apps of one system. The event loop goes on meanwhile."""

    def __init__(self, database: Database, apps: Iterable[LoadableApp]) -> None:
        self._database = database
        self._apps = {app.id: app for app in apps}
        self._ready: set[str] = set()
        self.on_load: Callable[[str], None] | None = None
        """Told of each app once it is loaded; bound once, by the system that starts it."""
        self.part_of: Callable[[str], Any] | None = None
        """Returns what an app keeps while the system runs; bound once, by the system that starts it."""

    async def load(self, app: str) -> None:
        """Import an app's code in a thread, and make the tables it does not have yet."""
        found = self._apps.get(app)
        if found is None or app in self._ready:
            return
        if not found.is_loaded:
            await asyncio.to_thread(found.load)
        if found.table_names:
            await self._database.bring(found.tables)
        if app not in self._ready:  # somebody else may have been faster meanwhile
            self._ready.add(app)
            if self.on_load is not None:
                self.on_load(app)

    async def prepare(self, apps: Iterable[str]) -> None:
        """Load some apps ahead of code that cannot wait; one that fails tells so when it is used."""
        for app in dict.fromkeys(apps):
            with suppress(AppUnavailable):
                await self.load(app)

    def is_ready(self, app: str) -> bool:
        """Return whether an app was loaded, with its tables."""
        return app in self._ready

    async def texts(self, table: str, column: str) -> list[str]:
        """Return the texts in a column of an app's table, without the empty ones; the app is not loaded for that."""
        return await texts_in(self._database, table, column)

    async def keeps_rows(self, app: str) -> bool:
        """Return whether any table of an app has a row; its code is not loaded for that."""
        found = self._apps.get(app)
        return found is not None and await holds_rows(self._database, tuple(found.table_names))

    async def has_something(self, app: str) -> bool:
        """Load an app that may have something to tell; return False for one whose tables are all empty."""
        found = self._apps.get(app)
        names = () if found is None or app in self._ready else tuple(found.table_names)
        if names and not await holds_rows(self._database, names):
            return False
        await self.load(app)
        return True
