"""Tables of apps: which tables exist, who may write, and what has to hold after an undo."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from aule.contracts.access.change import RowsTouched
from aule.contracts.errors import NotFound
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.loads import AppLoads
from aule.stores.database import Database
from aule.stores.home.blobs import Blobs, Incoming
from aule.stores.repositories.app_rows import Row
from aule.stores.repositories.app_tables import Table
from aule.stores.source import Source
from aule.stores.turns import Turn

Check = Callable[[Source, RowsTouched], Awaitable[None]]
"""Raises `Conflict` when undoing these rows would leave inconsistent data."""

MOST_INLINE = 50
"""Former rows that a change carries itself; more are stored as a blob."""
MOST_TEXT = 64_000
"""Characters of former rows that a change carries itself."""
SOME = 2_000
"""Rows that are read or written in one batch."""


@dataclass(frozen=True, slots=True)
class AppTables:
    """The tables of one app, and its check after an undo."""

    tables: Mapping[str, Table]
    check: Check | None = None


class AppData:
    """The tables of all apps."""

    def __init__(
        self,
        database: Database,
        blobs: Blobs,
        apps: Mapping[str, Callable[[], AppTables]],
        loads: AppLoads | None = None,
    ) -> None:
        self.database = database
        self._blobs = blobs
        self._apps = apps
        self._loads = loads
        self.on_rows: Callable[[str], Awaitable[None]] | None = None
        """Told of each app whose rows were written or brought back, once they are; bound once, by the boot."""

    async def tell_rows(self, app: str) -> None:
        """Tell that rows of an app are now otherwise than before."""
        if self.on_rows is not None:
            await self.on_rows(app)

    async def prepare(self, apps: Iterable[str]) -> None:
        """Have the tables of some apps ready to be written."""
        if self._loads is not None:
            await self._loads.prepare(apps)

    def of(self, app: str) -> AppTables:
        """Return the tables of an app; its code is loaded if `prepare` has not done so."""
        kept = self._apps.get(app)
        if kept is None:
            raise NotFound(f"The app {app!r} keeps no tables.", hint="It may have been removed; install it again.")
        return kept()

    def turn(self, app: str) -> Turn:
        """Return the write lock of an app's rows: its holder reads and writes without anybody in between."""
        self.of(app)
        return self.database.turn(app)

    def table(self, app: str, name: str) -> Table:
        """Return a table of an app."""
        table = self.of(app).tables.get(name)
        if table is None:
            raise NotFound(f"The app {app!r} has no table {name!r}.", hint="An older version of it had; use that one.")
        return table

    def keep(self, touched: RowsTouched, former: Sequence[JsonObject]) -> RowsTouched:
        """Return `touched` with the former rows, inline or, where they are many, as a blob. Blocks on the disk."""
        if not former:
            return touched
        text = b"".join(map(line, former))
        if len(former) <= MOST_INLINE and len(text) <= MOST_TEXT:
            return touched.model_copy(update={"replaced": list(former)})
        return touched.model_copy(update={"blob": self._blobs.put(text)})

    def receiving(self) -> AbstractContextManager[Incoming]:
        """Open a blob that takes former rows piece by piece."""
        return self._blobs.receiving()

    async def former(self, touched: RowsTouched) -> AsyncGenerator[tuple[str, list[Row]]]:
        """Yield a change's former rows in batches, each with the name of its table."""
        pieces = iter([touched.replaced]) if touched.blob is None else self._pieces(touched.blob)
        while (some := await asyncio.to_thread(next, pieces, None)) is not None:
            for name in dict.fromkeys(each["table"] for each in some):
                yield name, [each["row"] for each in some if each["table"] == name]

    def _pieces(self, blob: str) -> Iterator[list[JsonObject]]:
        """Yield batches of former rows from a blob. Blocks on the disk."""
        some: list[JsonObject] = []
        with self._blobs.sound(blob).open("rb") as lines:
            for one in lines:
                some.append(json.loads(one))
                if len(some) == SOME:
                    yield some
                    some = []
        yield some


def line(row: JsonObject) -> bytes:
    """Return a former row as one line of JSON."""
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
