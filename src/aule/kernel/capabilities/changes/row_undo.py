"""Undoing changes of rows in apps' tables.

A row carries the stamp of the change that last wrote it, and is restored with the stamp it had. So a change can be
undone as long as all its rows carry its stamp, and several changes one after the other, the newest first. Undoing an
undo restores the rows of the change from the copy the undo kept.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from aule.contracts.access.change import Change, RowsTouched, Undo
from aule.contracts.errors import AuleError, Conflict
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.apps.data import SOME, AppData
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.stores.repositories.app_rows import AppRows, stamped_count
from aule.stores.repositories.app_tables import STAMP
from aule.stores.repositories.changes import Changes
from aule.stores.source import Source

MOST_KEPT = 20_000
"""Rows an undo copies so that it can be undone itself."""
ALTERED = "it was altered since"


class _TrialOver(Exception):
    """Raised to roll back a transaction that only tried something."""


@dataclass(frozen=True, slots=True)
class UndoneRows:
    """The rows that an undo restored or removed, and whether that can be undone."""

    rows: RowsTouched
    kept: list[JsonObject]
    """The rows as they were before the undo."""
    undo: Undo


class RowUndo:
    """Undoes changes of rows, or tries whether they can be undone."""

    def __init__(self, journal: Journal, data: AppData) -> None:
        self._journal = journal
        self._data = data

    async def conflicts(self, changes: Sequence[Change]) -> dict[str, str]:
        """Return why changes cannot be undone one after the other, by change id; the others are left out.

        Few rows are undone in a transaction that is rolled back; for many, only their stamps are compared.
        """
        if not changes:
            return {}
        if await self.is_long(changes):
            return await self._stamp_conflicts(changes)
        found: dict[str, str] = {}
        with suppress(_TrialOver):
            async with self._journal.transaction() as record:
                for _, together in groupby(changes, key=lambda change: change.group or change.id):
                    group = list(together)
                    for move in (self.take_back, self.check):
                        for change in group:
                            try:
                                await move(record, change)
                            except AuleError as error:
                                found.setdefault(change.id, str(error))
                raise _TrialOver
        return found

    async def _stamp_conflicts(self, changes: Sequence[Change]) -> dict[str, str]:
        """Return conflicts by comparing stamps only, assuming that newer changes are undone first."""
        found: dict[str, str] = {}
        back = Counter[tuple[str, str]]()
        async with self._data.database.snapshot() as source:
            for left, change in zip(reversed(range(len(changes))), changes, strict=True):
                root, is_undo = await _root(source, change)
                try:
                    if not change.undo.possible:
                        raise _impossible(change)
                    if not is_undo:
                        await self._check_stamps(source, root, back)
                except AuleError as error:
                    found[change.id] = str(error)
                if left:
                    back.update(await self._stamps(change if is_undo else root))
                    if is_undo:
                        back.subtract(await self._stamps(root))
        return found

    async def _stamps(self, change: Change) -> Counter[tuple[str, str]]:
        """Count the rows, by table and stamp, that undoing a change restores."""
        count = Counter[tuple[str, str]]()
        async for name, rows in self._data.former(_rows(change)):
            count.update((name, str(row[STAMP])) for row in rows)
        return count

    async def is_long(self, changes: Sequence[Change]) -> bool:
        """Return whether undoing changes takes too long to do in the event loop."""
        roots = [(await _root(self._journal.source, change))[0] for change in changes]
        return any(map(_is_long, [*changes, *roots]))

    async def take_back(self, record: Record, change: Change) -> UndoneRows:
        """Restore the rows from before a change; return what the undo needs to be undone itself."""
        if not change.undo.possible:
            raise _impossible(change)
        root, is_undo = await _root(record, change)
        if is_undo:
            return await self._restore_again(AppRows(record), root, change)
        await self._check_stamps(record, root, {})
        rows, touched = AppRows(record), _rows(root)
        kept: list[JsonObject] = []
        few = rows_of(root) <= MOST_KEPT
        for name in touched.tables:
            table = self._data.table(root.app, name)
            if few:
                kept += [{"table": name, "row": row} for row in await rows.stamped(table, root.id)]
            await rows.clear(table, root.id)
        await self._put_back(rows, root.app, touched)
        reason = None if few else f"it took back more than {MOST_KEPT} rows; do it again instead"
        return UndoneRows(RowsTouched(tables={}), kept, Undo(possible=few, reason=reason))

    async def told(self, inverse: Change, taken: UndoneRows) -> Change:
        """Return an undo with the copies it needs to be undone itself."""
        rows = await asyncio.to_thread(self._data.keep, taken.rows, taken.kept)
        return inverse.model_copy(update={"rows": rows, "undo": taken.undo})

    async def check(self, record: Record, change: Change) -> None:
        """Let the app check that its rows are consistent after an undo."""
        root, _ = await _root(record, change)
        check = self._data.of(root.app).check
        if check is not None:
            await check(record, _rows(root))

    async def _restore_again(self, rows: AppRows, root: Change, undo: Change) -> UndoneRows:
        """Restore the rows of a change after that change was undone."""
        async for name, some in self._data.former(_rows(root)):
            await rows.remove(self._data.table(root.app, name), some)
        await self._put_back(rows, root.app, _rows(undo))
        return UndoneRows(_rows(root), [], Undo(possible=True))

    async def _put_back(self, rows: AppRows, app: str, touched: RowsTouched) -> None:
        async for name, some in self._data.former(touched):
            await rows.put_back(self._data.table(app, name), some)

    async def _check_stamps(self, source: Source, root: Change, back: Mapping[tuple[str, str], int]) -> None:
        """Raise `Conflict` unless the rows of a change carry its stamp, now or with the stamps in `back`."""
        for name, count in _rows(root).tables.items():
            standing = await stamped_count(source, self._data.table(root.app, name), root.id)
            if standing + back.get((name, root.id), 0) != count:
                raise Conflict(ALTERED)


def rows_of(change: Change) -> int:
    """Return how many rows a change wrote."""
    return sum(_rows(change).tables.values())


def _is_long(change: Change) -> bool:
    return _rows(change).blob is not None or rows_of(change) > SOME


def _impossible(change: Change) -> Conflict:
    return Conflict(change.undo.reason or "it cannot be taken back")


def undo_action(change: Change) -> Literal["restore", "remove", "recreate"]:
    """Return the word for what undoing a change of rows does."""
    rows = _rows(change)
    if not rows.replaced and rows.blob is None:
        return "remove"
    return "restore" if rows.tables else "recreate"


def _rows(change: Change) -> RowsTouched:
    assert change.rows is not None
    return change.rows


async def _root(source: Source, change: Change) -> tuple[Change, bool]:
    """Return the change that first wrote the rows, and whether the given change undid it."""
    is_undo = False
    while change.undoes is not None:
        change, is_undo = await Changes(source).get(change.undoes), not is_undo
    return change, is_undo
