"""Rows of apps: rows that a call writes to its app's tables commit in one transaction with its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aule.contracts.access.change import Change, RowsTouched
from aule.contracts.events.facts import ChangeRecorded, Fact
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.data import SOME, AppData
from aule.kernel.capabilities.changes.undoable_documents import ReadState
from aule.stores.database import Database
from aule.stores.repositories.app_rows import AppRows, Row, RowWrite, columns_of, key_of
from aule.stores.repositories.app_tables import STAMP, Table
from aule.stores.staging import Staging
from aule.stores.turns import Turn

if TYPE_CHECKING:
    from aule.contracts.runs.run import Run
    from aule.kernel.journal import Journal

__all__ = ["RowChange", "RowChangeText", "RowLedger", "RowWrite", "touched_by"]


@dataclass(frozen=True, slots=True)
class RowChangeText:
    """The entity, operation, title and readable states of a change of rows."""

    entity: str
    op: str
    title: str
    before: JsonObject | None = None
    after: JsonObject | None = None

    def check(self, app: str) -> None:
        """Refuse an entity that is not named after its app, as in `atlas:kr-11`."""
        kind, name = split_ref(self.entity)
        if kind != app or not name:
            raise ValueError(f"{self.entity!r} has to be called {app}:… when {app!r} changes it")


@dataclass(frozen=True, slots=True)
class RowChange:
    """One change of a call, with the rows it writes."""

    change: Change
    writes: Sequence[RowWrite] = ()


@dataclass(slots=True)
class RowLedger:
    """All rows one call has written so far; they commit with its result."""

    parts: list[RowChange] = field(default_factory=lambda: [])
    turn: Turn | None = None
    """The app's write lock, once this call holds it."""
    staging: Staging | None = None
    """Where bulk rows are staged until the result is recorded."""
    is_recording: bool = False
    _written: dict[tuple[str, tuple[Any, ...]], Row | None] = field(default_factory=lambda: {})

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return not self.parts

    def linked(self, writes: Sequence[RowWrite], stamp: str, tables: Mapping[str, Table]) -> list[RowWrite]:
        """Return writes in full, each based on earlier writes of this call; raise on contradictory ones."""
        full: list[RowWrite] = []
        seen: set[tuple[str, tuple[Any, ...]]] = set()
        for write in writes:
            if tables.get(write.table.name) is not write.table:
                raise ValueError(f"{write.table.name!r} is no table of this app")
            place = (write.table.name, write.key)
            if place in seen:
                raise ValueError(f"{place!r} is written twice in one change")
            seen.add(place)
            full.append(self._full_write(write, place))
        for write in full:
            place = (write.table.name, write.key)
            self._written[place] = None if write.after is None else {**write.after, STAMP: stamp}
        return full

    def _full_write(self, write: RowWrite, place: tuple[str, tuple[Any, ...]]) -> RowWrite:
        columns = columns_of(write.table)
        before = None if write.before is None else {name: write.before[name] for name in columns}
        after = None if write.after is None else {name: write.after[name] for name in columns if name != STAMP}
        if before is None and after is None:
            raise ValueError(f"{place!r} neither is there nor comes")
        if before is not None and after is not None and key_of(write.table, before) != place[1]:
            raise ValueError(f"{place!r} had another key: what becomes of a row keeps its key")
        if place in self._written:
            latest = self._written[place]
            if _without_stamp(before) != _without_stamp(latest):
                raise ValueError(f"{place!r} was written earlier in this call, and that is not what this builds on")
            before = latest
        return RowWrite(write.table, before, after)

    def facts(self, group: str) -> list[Fact]:
        """Return the recorded changes; several of one call share the group."""
        together = group if len(self.parts) > 1 else None
        return [ChangeRecorded(change=part.change.model_copy(update={"group": together})) for part in self.parts]

    @property
    def is_long(self) -> bool:
        """Whether writing all rows takes too long to do in the event loop."""
        return self.staging is not None or sum(len(part.writes) for part in self.parts) > SOME

    async def record(
        self, journal: Journal, database: Database, facts: Sequence[Fact], run: Run, bases: Sequence[ReadState] = ()
    ) -> None:
        """Write all rows and facts in one transaction, then release the write lock.

        Raises `Conflict` if a stored document the facts were computed from has changed (`bases`).
        """
        self.is_recording = True
        try:
            through = database.long_transaction(self.staging) if self.is_long else None
            async with journal.transaction(durable=True, run=run.id, through=through) as record:
                if self.turn is not None:
                    self.turn.check()
                for base in bases:
                    await base.check(record)
                rows = AppRows(record)
                for part in self.parts:
                    await rows.write(part.writes, part.change.id)
                if self.staging is not None:
                    await self.staging.move(record)
                for fact in facts:
                    record.put(fact, run=run.id, session=run.session_id)
        finally:
            self.is_recording = False
            await self.close()

    async def close(self) -> None:
        """Discard rows that were not committed and release the write lock; does nothing while they are recorded."""
        if self.is_recording:
            return
        try:
            if self.staging is not None:
                staging, self.staging = self.staging, None
                await staging.close()
        finally:
            if self.turn is not None:
                turn, self.turn = self.turn, None
                await turn.release()


def touched_by(data: AppData, writes: Sequence[RowWrite]) -> RowsTouched:
    """Return what a change needs to know of its rows to be undone. Blocks on the disk where they are many."""
    stand = Counter(write.table.name for write in writes if write.after is not None)
    made = Counter(write.table.name for write in writes if write.before is None)
    former: list[JsonObject] = [
        {"table": write.table.name, "row": dict(write.before)} for write in writes if write.before is not None
    ]
    return data.keep(RowsTouched(tables=dict(stand), made=dict(made)), former)


def _without_stamp(row: Row | None) -> Row | None:
    return None if row is None else {name: value for name, value in row.items() if name != STAMP}
