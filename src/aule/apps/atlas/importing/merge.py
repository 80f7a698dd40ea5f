"""One row of a file beside the row that is there: what it becomes, and which fields change (AT-41)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

from aule.apps.atlas.batch.draft import fresh_id
from aule.apps.atlas.importing.nested import NEW
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KINDS, UNKNOWN_ONCE, Kind
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.record import id_of, reference
from aule.apps.atlas.rows.titles import key

Op = Literal["create", "update", "unchanged"]
_ABSENT = object()


@dataclass(slots=True)
class Candidate:
    """A row of a file on its way in, its references already those of the company it goes to."""

    table: str
    place: int
    id: str | None
    """As given; none: the row has no id of its own."""
    text: str
    record: dict[str, Any]
    parent: str | None = None
    outer: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """Column, table and id of what it names that is not in the file."""
    fresh: tuple[str, bool] | None = None
    """The id it gets if it is not there yet and cannot have its own, and whether the row itself shows it."""

    @property
    def given(self) -> str | None:
        """The id by which it may be known already."""
        return None if self.id is None or self.id.startswith(NEW) else self.id

    def change(self, fields: Mapping[str, Any]) -> None:
        """Replace values of some fields; new fields come last."""
        if fields:
            self.record = {**self.record, **fields}
            self.text = exact.write(self.record)


@dataclass(frozen=True, slots=True)
class Settled:
    """A row as it becomes."""

    table: str
    place: int
    op: Op
    id: str
    doc: dict[str, Any]
    text: str
    before: Row | None
    changed: list[str] = field(default_factory=list[str])
    """The fields that change, where the row is there."""
    fields: int = 0
    """How many fields the file gives."""


def natural_key(kind: Kind, record: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return what tells a row from its siblings where ids do not match; none where it has nothing of that kind."""
    values = [key(record.get(name)) if name == kind.title else _plain(record.get(name)) for name in kind.natural]
    return tuple(values) if values and all(values) else None


def make_id(candidate: Candidate, company: str, times: int) -> tuple[str, bool]:
    """An id for a row that brought none, the same each time it is imported, and whether the row itself shows it."""
    known = KINDS.get(candidate.table)
    if candidate.id is None and (known is None or known.prefix is None or known.table in UNKNOWN_ONCE):
        joined = id_of(candidate.table, candidate.record, 0)
        digest = sha256(candidate.text.encode("utf-8", "surrogatepass")).hexdigest()[:24]
        base = joined if joined.startswith("pair:") else f"row:{digest}"
        return (base if not times else f"{base}#{times}"), False
    return fresh_id(seed_of(candidate, company) + (f"#{times}" if times else "")), True


def seed_of(candidate: Candidate, company: str) -> str:
    """Return what an id is made of: where the row belongs, and what tells it from its siblings, or the id it had."""
    kind = KINDS.get(candidate.table)
    if candidate.given is not None:
        return "\x1e".join((company, candidate.table, candidate.given))
    own = natural_key(kind, candidate.record) if kind is not None else None
    return "\x1e".join((company, candidate.table, candidate.parent or "", *(own or (candidate.text,))))


def settle_new(candidate: Candidate, id: str, before: Row | None, *, shows_id: bool) -> Settled:
    """Return a row that was not there, or only in the trash."""
    if shows_id and candidate.id != id:
        own = candidate.record
        candidate.record = {**own, "id": id} if "id" in own else {"id": id, **own}
        candidate.text = exact.write(candidate.record)
    record = candidate.record
    return Settled(candidate.table, candidate.place, "create", id, record, candidate.text, before, fields=len(record))


def settle_known(candidate: Candidate, row: Row, *, exactly: bool) -> Settled:
    """Return a row that is there: fields that were given change, others stay; `exactly`, they go."""
    table, place, count = candidate.table, candidate.place, len(candidate.record)
    if candidate.text == row.doc:
        return Settled(table, place, "unchanged", row.id, candidate.record, row.doc, row, fields=count)
    there = row.record
    given = candidate.record
    if "id" in given and candidate.id != row.id:
        given = {**given, "id": there["id"]} if "id" in there else {k: v for k, v in given.items() if k != "id"}
    changed = [name for name, value in given.items() if not exact.equal(value, there.get(name, _ABSENT))]
    gone = [name for name in there if name not in given]
    if exactly:
        changed += gone
    if not changed:
        return Settled(table, place, "unchanged", row.id, there, row.doc, row, fields=count)
    if gone and not exactly:
        doc = {**there, **given}
        return Settled(table, place, "update", row.id, doc, exact.write(doc), row, changed, count)
    text = candidate.text if given is candidate.record else exact.write(given)
    return Settled(table, place, "update", row.id, given, text, row, changed, count)


def _plain(value: Any) -> str:
    return reference(value) or ""
