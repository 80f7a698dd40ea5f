"""Rows as they are written: their columns, their places among others, and numbers for their short ids."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from aule.apps.atlas.importing.merge import Settled
from aule.apps.atlas.importing.target import Target
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KINDS, PEOPLE, short_id
from aule.apps.atlas.rows.queries import Row, RowQueries
from aule.apps.atlas.rows.record import Record, columns_of
from aule.apps.atlas.scope import OURS
from aule.apps.atlas.tables import rows
from aule.sdk import RowWrite

LARGEST_NUMBER = 999_999_999
"""The number of a short id a file may ask for; larger ones would use up those of others."""
UNSEEN = -1
"""The place of rows that do not go out with an export."""


class Staging:
    """Makes rows of what was settled."""

    def __init__(self, target: Target, queries: RowQueries, today: date, now: str) -> None:
        self._target = target
        self._queries = queries
        self._today = today
        self._now = now
        self._tops: Mapping[str, int] = {}
        self._next: dict[str, int] = {}
        self._wanted: Mapping[str, Mapping[str, int]] = {}
        self._places: dict[str, int] = {}

    async def begin(self, ours: Mapping[str, Any] | None) -> None:
        """Look which numbers are given already, and which ones a file of ours asks for."""
        self._tops = await self._queries.numbers()
        asked = (ours or {}).get("short_ids")
        if exact.is_object(asked):
            self._wanted = {table: _numbers(ids) for table, ids in asked.items() if table in KINDS}
        for table in KINDS:
            self._next[table] = max(self._tops.get(table, 0), *self._wanted.get(table, {}).values(), 0) + 1

    def upcoming(self, table: str, id: str) -> str:
        """Return the short id a new row will have."""
        asked = self._wanted.get(table, {}).get(id, 0)
        return short_id(table, asked if asked > self._tops.get(table, 0) else self._next[table]) or id

    async def ready(self, table: str) -> None:
        """Look where the rows of a table go on."""
        if table not in self._places:
            self._places[table] = await self._queries.last_position(table) + 1

    def write(self, settled: Settled) -> RowWrite | None:
        """Return the row as it is written; nothing for one that stays as it is."""
        if settled.op == "unchanged":
            return None
        before = settled.before
        if before is None:
            position, number = self._places[settled.table], self._number(settled.table, settled.id)
            self._places[settled.table] += 1
        else:
            position, number = before.position, before.number
            if position == UNSEEN and settled.table == PEOPLE:
                position = self._places[settled.table]
                self._places[settled.table] += 1
        return self._row(settled.table, settled.id, (position, number), settled.doc, settled.text, before)

    def remove(self, row: Row) -> RowWrite:
        """Return a row on its way to the trash."""
        return RowWrite(rows, row.values, {**row.values, "deleted": self._now, "changed_at": self._now})

    def person(self, id: str) -> RowWrite:
        """Return somebody of whom only the id is known."""
        doc = {"id": id}
        return self._row(PEOPLE, id, (UNSEEN, self._number(PEOPLE, id)), doc, exact.write(doc), None)

    def settings(self) -> RowWrite | None:
        """Return how the company works out its progress, where that has to be noted."""
        target, ours = self._target, self._target.ours
        if not target.decided or (ours is not None and ours.deleted is None and ours.record == target.decided):
            return None
        text = exact.write(target.decided)
        return self._row(*OURS, (UNSEEN, None), target.decided, text, ours)

    def _row(
        self,
        table: str,
        id: str,
        place: tuple[int, int | None],
        doc: dict[str, Any],
        text: str,
        before: Row | None,
    ) -> RowWrite:
        record = Record(self._target.id, table, id, *place, doc, changed_at=self._now)
        after = columns_of(record, as_of=self._today, settings=self._target.settings, text=text)
        return RowWrite(rows, None if before is None else before.values, after)

    def _number(self, table: str, id: str) -> int | None:
        kind = KINDS.get(table)
        if kind is None or kind.prefix is None:
            return None
        asked = self._wanted.get(table, {}).get(id)
        if asked is not None and asked > self._tops.get(table, 0):
            return asked
        number = self._next[table]
        self._next[table] += 1
        return number


def _numbers(ids: Any) -> dict[str, int]:
    """Return numbers by id, each given once."""
    if not exact.is_object(ids):
        return {}
    found: dict[int, str] = {}
    for id, number in ids.items():
        if isinstance(number, int) and not isinstance(number, bool) and 0 < number <= LARGEST_NUMBER:
            found.setdefault(number, id)
    return {id: number for number, id in found.items()}
