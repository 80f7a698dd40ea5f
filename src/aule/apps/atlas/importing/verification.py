"""After an import: every row of the file is read back and compared with it, field by field (AT-44)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from aule.apps.atlas.importing.merge import Candidate
from aule.apps.atlas.importing.planner import SOME, Planner
from aule.apps.atlas.importing.relations import in_order
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.queries import Row, RowQueries
from aule.sdk import errors

MOST_TOLD = 50
_ABSENT = object()


@dataclass(slots=True)
class Verified:
    """What came of comparing."""

    fields_checked: int = 0
    matches: int = 0
    mismatches: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    missing: list[dict[str, object]] = field(default_factory=list[dict[str, object]])

    @property
    def is_whole(self) -> bool:
        """Whether everything is as in the file."""
        return self.fields_checked == self.matches and not self.missing

    def told(self) -> dict[str, object]:
        """Return the report as a result gives it."""
        return {
            "fields_checked": self.fields_checked,
            "matches": self.matches,
            "mismatches": self.mismatches,
            "missing": self.missing,
        }

    def compare(self, candidate: Candidate, id: str, row: Row | None) -> None:
        """Compare one row with what is stored of it."""
        count = len(candidate.record)
        self.fields_checked += count
        if row is None:
            if len(self.missing) < MOST_TOLD:
                self.missing.append({"table": candidate.table, "id": id, "row": candidate.place + 1})
            return
        if row.doc == candidate.text:
            self.matches += count
            return
        there = row.record
        for name, value in candidate.record.items():
            if name == "id" and candidate.id != id:
                self.matches += 1  # it has another id here, under which it was found
            elif exact.equal(value, there.get(name, _ABSENT)):
                self.matches += 1
            elif len(self.mismatches) < MOST_TOLD:
                self.mismatches.append(_mismatch(candidate, id, name, there))


async def verify(planner: Planner, fresh: RowQueries, done: Verified) -> AsyncIterator[int]:
    """Compare every row that was taken with what is staged of it, or stored where it stays as it was.

    Tells how many rows were looked at so far.
    """
    total = 0
    stored = planner.queries
    for table in in_order(planner.parcel.stacks):
        rows = enumerate(planner.parcel.open(table))
        seen, count = 0, planner.parcel.stacks[table].count
        while seen < count:
            read = await asyncio.to_thread(planner.routes.again, table, rows, SOME)
            seen += SOME
            ids = [id for _, id in read]
            found = {row.id: row for row in await fresh.rows(table, ids)}
            rest = [id for id in ids if id not in found]
            found |= {row.id: row for row in await stored.rows(table, rest)}
            await asyncio.to_thread(_each, done, read, found)
            total += len(read)
            yield total


def refuse_differing(done: Verified) -> None:
    """Stop an import that would not keep everything as it was given."""
    if not done.is_whole:
        first: Any = (done.mismatches or done.missing or [{}])[0]
        raise errors.Conflict(
            f"What was stored is not what is in the file ({first}); nothing was imported.",
            code="import_differs",
            hint="Somebody may have written the same rows at the same time. Import it again.",
        )


def _each(done: Verified, read: list[tuple[Candidate, str]], found: dict[str, Row]) -> None:
    for candidate, id in read:
        done.compare(candidate, id, found.get(id))


def _mismatch(candidate: Candidate, id: str, name: str, there: dict[str, Any]) -> dict[str, object]:
    return {
        "table": candidate.table,
        "id": id,
        "field": name,
        "file": exact.plain(candidate.record[name]),
        "stored": exact.plain(there.get(name)),
    }
