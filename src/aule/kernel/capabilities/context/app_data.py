"""What apps keep in tables of their own: which tables, who writes, and what has to hold after an undo."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from aule.contracts.access.change import RowsTouched
from aule.contracts.errors import NotFound
from aule.contracts.model import JsonObject
from aule.stores.database import Database
from aule.stores.home.blobs import Blobs, Incoming
from aule.stores.repositories.app_rows import Row
from aule.stores.repositories.app_tables import Table
from aule.stores.source import Source
from aule.stores.turns import Turn

Check = Callable[[Source, RowsTouched], Awaitable[None]]
"""Raises `Conflict` when taking back these rows leaves something that makes no sense."""

MOST_INLINE = 50
"""Former rows a change carries itself; more are kept as a content."""
MOST_TEXT = 64_000
"""Characters of former rows a change carries itself."""
SOME = 2_000
"""Rows that are read or written in one go."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The tables of one app."""

    tables: Mapping[str, Table]
    check: Check | None = None


class AppData:
    """The tables of all apps."""

    def __init__(self, database: Database, blobs: Blobs, apps: Mapping[str, Kept]) -> None:
        self.database = database
        self._blobs = blobs
        self._apps = apps

    async def bring(self) -> None:
        """Make what is not there yet of the tables."""
        tables = [table for kept in self._apps.values() for table in kept.tables.values()]
        if tables:
            await self.database.bring(tables)

    def of(self, app: str) -> Kept:
        """What an app keeps."""
        kept = self._apps.get(app)
        if kept is None:
            raise NotFound(f"The app {app!r} keeps no tables.", hint="It may have been removed; install it again.")
        return kept

    def turn(self, app: str) -> Turn:
        """Whose turn it is to write rows of an app: whoever has it looks and writes without anybody in between."""
        self.of(app)
        return self.database.turn(app)

    def table(self, app: str, name: str) -> Table:
        """A table of an app."""
        table = self.of(app).tables.get(name)
        if table is None:
            raise NotFound(f"The app {app!r} has no table {name!r}.", hint="An older version of it had; use that one.")
        return table

    def keep(self, touched: RowsTouched, former: Sequence[JsonObject]) -> RowsTouched:
        """The same with former rows, in it or, where they are many, as a content. Waits for the disk."""
        if not former:
            return touched
        text = b"".join(map(line, former))
        if len(former) <= MOST_INLINE and len(text) <= MOST_TEXT:
            return touched.model_copy(update={"replaced": list(former)})
        return touched.model_copy(update={"blob": self._blobs.put(text)})

    def receiving(self) -> AbstractContextManager[Incoming]:
        """Take former rows piece by piece."""
        return self._blobs.receiving()

    async def former(self, touched: RowsTouched) -> AsyncGenerator[tuple[str, list[Row]]]:
        """The rows as they were, some of one table at a time: the table's name, and they."""
        pieces = iter([touched.replaced]) if touched.blob is None else self._pieces(touched.blob)
        while (some := await asyncio.to_thread(next, pieces, None)) is not None:
            for name in dict.fromkeys(each["table"] for each in some):
                yield name, [each["row"] for each in some if each["table"] == name]

    def _pieces(self, blob: str) -> Iterator[list[JsonObject]]:
        """Former rows that are kept as a content. Waits for the disk."""
        some: list[JsonObject] = []
        with self._blobs.sound(blob).open("rb") as lines:
            for one in lines:
                some.append(json.loads(one))
                if len(some) == SOME:
                    yield some
                    some = []
        yield some


def line(row: JsonObject) -> bytes:
    """A former row as it is kept among many."""
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
