"""A row of a company as it is stored, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import BY_PREFIX, short_id


@dataclass(frozen=True)
class Row:
    """One row as it is stored. Its text is read when it is first looked at."""

    company: str
    kind: str
    id: str
    position: int
    parent: str | None
    title: str
    name: str
    number: int | None
    cycle: str | None
    owner: str | None
    status: str | None
    weight: float | None
    progress: float | None
    month: str | None
    first: int | None
    series: str | None
    due: str | None
    seen: str | None
    stale: str | None
    deleted: str | None
    changed_at: str
    stamp: str
    doc: str

    @cached_property
    def record(self) -> dict[str, Any]:
        """Its fields, exactly."""
        return exact.parse(self.doc)

    @property
    def short(self) -> str:
        """What people call it: `kr-11`; its id where its kind has no short ids."""
        return short_id(self.kind, self.number) or self.id

    @property
    def key(self) -> tuple[str, str]:
        """Its kind and id, which no other row of its company has."""
        return (self.kind, self.id)

    @property
    def values(self) -> dict[str, Any]:
        """All its columns, as the kernel takes them."""
        return {name: getattr(self, name) for name in COLUMNS}


COLUMNS = tuple(each.name for each in fields(Row))
"""All of its columns, in the order of the table."""


def short_parts(reference: str) -> tuple[str | None, int | None]:
    """Return the kind and number a short id means: `kr-11` is a key result; nothing for other words."""
    prefix, _, digits = reference.strip().lower().rpartition("-")
    kind = BY_PREFIX.get(prefix)
    if kind is None or not digits.isascii() or not digits.isdigit() or len(digits) > 18:
        return None, None
    return kind.table, int(digits)
