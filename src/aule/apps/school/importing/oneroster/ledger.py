"""What an archive makes and changes, kind by kind, beside what is kept; rows that cannot be taken are told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from aule.apps.school.entities import Kept
from aule.apps.school.importing.marks import Said
from aule.apps.school.importing.oneroster.extras import SECRET
from aule.apps.school.importing.oneroster.package import Line
from aule.apps.school.importing.outcome import ContagemPacote
from aule.apps.school.importing.sheets.grid import longest
from aule.apps.school.removal import Removal
from aule.apps.school.table_mapping import entity_of, is_same, kind_of, row_of
from aule.sdk import Model, RowWrite

ONEROSTER = "oneroster"
"""Under which name ids of the other system are kept."""
MOST_TOLD = 2_000
"""Rows that are told one by one."""
MOST_LEFT = 5_000
"""Cells that are told one by one."""
Entity = TypeVar("Entity", bound=Kept)
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Orphan:
    """A row that cannot be taken, and why."""

    line: Line
    why: Said


@dataclass(frozen=True, slots=True)
class Left:
    """A cell nothing was made of, and why."""

    file: str
    line: int
    column: str
    value: str
    why: str


@dataclass(slots=True)
class Shelved:
    """The rows of one kind that are kept, by what finds them."""

    rows: dict[str, Row] = field(default_factory=dict[str, Row])
    """By id."""
    known: dict[str, str] = field(default_factory=dict[str, str])
    """Ids by sourcedId."""
    others: dict[tuple[str, ...], str] = field(default_factory=dict[tuple[str, ...], str])
    """Ids by what else tells one from another, such as a folded name; two alike are not in it."""

    @classmethod
    def of(cls, rows: list[dict[str, Any]], *keys: str) -> Shelved:
        """Return rows that are also found by these columns."""
        made = cls()
        alike: set[tuple[str, ...]] = set()
        for row in rows:
            made.rows[row["id"]] = row
            for source in sources_of(row):
                made.known[source] = row["id"]
            key = tuple(str(row[name]) for name in keys)
            if key in made.others:
                alike.add(key)
            made.others[key] = row["id"]
        for key in alike:
            del made.others[key]
        return made

    def find(self, source: str, *key: str) -> str | None:
        """Return the id of the one that is meant."""
        return self.known.get(source) or (self.others.get(key) if all(key) else None)


@dataclass(slots=True)
class Ledger:
    """Counts and rows of one import."""

    now: str
    _counts: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    writes: dict[type[Model], dict[Any, RowWrite]] = field(default_factory=dict[type[Model], dict[Any, RowWrite]])
    """Rows by what they are and by their keys."""
    removals: list[Removal] = field(default_factory=list[Removal])
    """What goes, with all that goes with it."""
    marks_gone: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Marks that go by themselves: the student and the test they are of."""
    orphans: list[Orphan] = field(default_factory=list[Orphan])
    left_out: int = 0
    """How many rows cannot be taken."""
    lefts: list[Left] = field(default_factory=list[Left])
    total_left: int = 0
    """How many cells nothing is made of."""
    notes: list[Said] = field(default_factory=list[Said])

    def settle(self, entity: Kept, before: Row | None) -> None:
        """Count an entity, and write it where it is not so already."""
        kind = kind_of(entity)
        after = row_of(entity)
        if before is not None and is_same(before, after):
            self._add(kind.name, "iguais")
            return
        made = self.now if before is None else str(before["created_at"])
        self.put(type(entity), before, {**after, "created_at": made, "updated_at": self.now})

    def put(self, of: type[Model], before: Row | None, after: dict[str, Any]) -> None:
        """Write a row, new or over another."""
        kind = kind_of(of)
        self._write(of, RowWrite(kind.table, before, after))
        self._add(kind.name, "criar" if before is None else "alterar")

    def same(self, of: type[Model]) -> None:
        """Count a row that already is so."""
        self._add(kind_of(of).name, "iguais")

    def pending(self, of: type[Model], key: Any) -> RowWrite | None:
        """Return the row that is to be written under a key."""
        return self.writes.get(of, {}).get(key)

    def take(self, of: type[Model], write: RowWrite) -> None:
        """Take over a row that goes or changes with something that goes; a change that was on its way joins it."""
        kind, known = kind_of(of), self.pending(of, write.key)
        if known is not None and write.after is not None and known.after is not None:
            before = write.before or {}
            changed = {name: value for name, value in write.after.items() if before.get(name) != value}
            write = RowWrite(write.table, known.before, {**known.after, **changed})
        elif known is not None and known.after is None:
            return
        else:
            self._counts.setdefault(kind.name, Counter[str]())["alterar"] -= known is not None
            self._add(kind.name, "remover" if write.after is None else "alterar")
        self._write(of, write)

    def refuse(self, of: type[Model], line: Line, key: str, **values: Any) -> None:
        """Leave a row out, and say why."""
        self._add(kind_of(of).name, "rejeitadas")
        self.left_out += 1
        if len(self.orphans) < MOST_TOLD:
            self.orphans.append(Orphan(line, Said(key, values)))

    def leave(self, line: Line, why: str, columns: Iterable[str] | None = None) -> None:
        """Note cells of a row that nothing is made of: these, or all."""
        for column in line.cells if columns is None else columns:
            value = line[column]
            if not value:
                continue
            self.total_left += 1
            if len(self.lefts) < MOST_LEFT:
                shown = "•••" if column in SECRET else longest(value)
                self.lefts.append(Left(f"{line.table}.csv", line.line, column, shown, why))

    @property
    def counts(self) -> dict[str, ContagemPacote]:
        """How many rows of each sort, by kind."""
        return {kind: ContagemPacote(**found) for kind, found in self._counts.items()}

    def total(self, sort: str) -> int:
        """Return how many rows of one sort, over all kinds."""
        return sum(found[sort] for found in self._counts.values())

    def _write(self, of: type[Model], write: RowWrite) -> None:
        self.writes.setdefault(of, {})[write.key] = write

    def _add(self, kind: str, sort: str) -> None:
        self._counts.setdefault(kind, Counter[str]())[sort] += 1


def sources_of(row: Row) -> Iterator[str]:
    """Yield the sourcedIds a row is known by: one, or several where rows there are one here."""
    first = json.loads(row["external_ids"]).get(ONEROSTER)
    if first:
        yield str(first)
    more = json.loads(row["extra"]).get(ONEROSTER)
    if isinstance(more, dict):
        yield from map(str, more)  # pyright: ignore[reportUnknownArgumentType]


def known_as(before: Kept | None, source: str) -> dict[str, str]:
    """Return the ids others call something by; the first sourcedId stays."""
    kept = dict(before.external_ids) if before is not None else {}
    return kept if ONEROSTER in kept else {**kept, ONEROSTER: source}


def kept(of: type[Entity], row: Row | None) -> Entity | None:
    """Return the entity of a row, if there is one."""
    return None if row is None else entity_of(of, row)
