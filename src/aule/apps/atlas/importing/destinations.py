"""Where rows of a file go: their company, the ids they get here, and what they name (AT-43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.apps.atlas.importing.merge import Candidate
from aule.apps.atlas.importing.parcel import Parcel, RowProblem, Said
from aule.apps.atlas.importing.relations import NEEDED, PEOPLE, REFERENCES
from aule.apps.atlas.importing.row_checks import oddities, wrong_month
from aule.apps.atlas.importing.stream import Raw, compact
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import COMPANIES, KINDS, UNKNOWN_ONCE
from aule.apps.atlas.rows.record import reference

MOST_TOLD = 1_000
"""Problems that are told one by one; the rest is counted."""


@dataclass(slots=True)
class Routes:
    """What is known of the way of each row; it grows table by table, what rows belong to first."""

    parcel: Parcel
    company: str
    """The id of the company the rows go to."""
    source: str | None
    """The id of their company in the file."""
    is_replacing: bool = False
    renamed: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """By table: the id here of each row that has another one in the file."""
    unnamed: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    """By table and place: the id here of each row that has none in the file."""
    left: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    """By table: the places of rows that cannot be taken."""
    lost: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """By table: their ids."""
    outer: dict[tuple[str, str], str | None] = field(default_factory=dict[tuple[str, str], "str | None"])
    """The id here of what rows name that is not in the file; none: there is nothing."""
    unclear: dict[tuple[str, str], Said] = field(default_factory=dict[tuple[str, str], Said])
    """Why what a row names outside the file could not be told."""
    people: set[str] = field(default_factory=set[str])
    columns: dict[tuple[str, ...], list[tuple[str, str | None]]] = field(
        default_factory=dict[tuple[str, ...], list[tuple[str, "str | None"]]]
    )
    problems: list[RowProblem] = field(default_factory=list[RowProblem])
    problem_count: int = 0
    notes: list[RowProblem] = field(default_factory=list[RowProblem])
    note_count: int = 0

    def refuse(self, problem: RowProblem, id: str | None) -> None:
        """Leave a row out."""
        self.problem_count += 1
        if len(self.problems) < MOST_TOLD:
            self.problems.append(problem)
        self.left.setdefault(problem.table, set()).add(problem.place)
        if id is not None:
            self.lost.setdefault(problem.table, set()).add(id)

    def drop(self, candidate: Candidate, why: Said) -> None:
        """Leave out a row that was read."""
        self.refuse(RowProblem(candidate.table, candidate.place, candidate.given, why), candidate.id)

    def note(self, candidate: Candidate, why: Said) -> None:
        """Tell something about a row that is taken."""
        self.note_count += 1
        if len(self.notes) < MOST_TOLD:
            self.notes.append(RowProblem(candidate.table, candidate.place, candidate.given, why))

    def read(self, table: str, rows: Iterator[tuple[int, Raw]], most: int) -> list[Candidate]:
        """Return the next rows of a table that can be taken, their references exchanged.

        At most so many are looked at.
        """
        read: list[Candidate] = []
        bad = self.parcel.stacks[table].problems
        for place, raw in rows:
            if place in bad:
                id = reference(raw.value.get("id")) if isinstance(raw.value, dict) else None  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
                is_first = id is not None and self.parcel.stacks[table].ids.get(id) == place
                self.refuse(bad[place], id if is_first else None)
            else:
                record: dict[str, Any] = raw.value
                candidate = Candidate(table, place, reference(record.get("id")), compact(raw.text), record)
                if self._take(candidate):
                    read.append(candidate)
            most -= 1
            if not most:
                break
        return read

    def again(self, table: str, rows: Iterator[tuple[int, Raw]], most: int) -> list[tuple[Candidate, str]]:
        """Return the next rows that were taken, with their ids here: to compare them with what was stored."""
        left = self.left.get(table, set())
        read: list[tuple[Candidate, str]] = []
        for place, raw in rows:
            if place not in left:
                record: dict[str, Any] = raw.value
                candidate = Candidate(table, place, reference(record.get("id")), compact(raw.text), record)
                candidate.change({column: value for column, value, _ in self._ends(candidate) if value is not None})
                read.append((candidate, self.id_here(candidate)))
            most -= 1
            if not most:
                break
        return read

    def id_here(self, candidate: Candidate) -> str:
        """Return the id a row has here."""
        if candidate.id is None:
            return self.unnamed[candidate.table, candidate.place]
        return self.renamed.get(candidate.table, {}).get(candidate.id, candidate.id)

    def kept(self, table: str) -> set[str]:
        """Return the ids here of all rows of a table that were taken."""
        renamed, lost = self.renamed.get(table, {}), self.lost.get(table, set())
        ids = {renamed.get(id, id) for id in self.parcel.stacks[table].ids if id not in lost}
        return ids.union(id for (of, _), id in self.unnamed.items() if of == table)

    def settle_outer(self, candidate: Candidate) -> bool:
        """Replace what a row names outside the file, once that is known; tell whether the row can be taken."""
        changes: dict[str, str] = {}
        for column, table, wanted in candidate.outer:
            here = self.outer.get((table, wanted))
            if here is not None:
                if candidate.record.get(column) != here:
                    changes[column] = here
            elif column in NEEDED.get(candidate.table, ()):
                why = self.unclear.get((table, wanted))
                self.drop(candidate, why or Said("missing_fk", {"field": column, "value": wanted}))
                return False
            elif candidate.table in KINDS:
                self.note(candidate, Said("loose_fk", {"field": column, "value": wanted}))
        candidate.change(changes)
        self._place(candidate)
        return True

    def _take(self, candidate: Candidate) -> bool:
        table, record = candidate.table, candidate.record
        if (wrong := wrong_month(table, record)) is not None:
            self.drop(candidate, wrong)
            return False
        for odd in oddities(table, record):
            self.note(candidate, odd)
        changes: dict[str, Any] = {}
        for column, value, why in self._ends(candidate):
            if why is not None:
                self.drop(candidate, why)
                return False
            changes[column] = value
        for column in PEOPLE.intersection(record):
            if isinstance(person := record[column], str) and person:
                self.people.add(person)
        candidate.change(changes)
        self._place(candidate)
        return True

    def note_alone(self, candidate: Candidate) -> None:
        """Tell of a new row that belongs to nothing."""
        kind = KINDS.get(candidate.table)
        if kind is not None and kind.parent in REFERENCES and candidate.parent is None:
            self.note(candidate, Said("no_parent", {"field": kind.parent}))

    def _place(self, candidate: Candidate) -> None:
        kind = KINDS.get(candidate.table)
        if kind is not None and kind.parent is not None:
            is_top = kind.parent_table == COMPANIES
            candidate.parent = self.company if is_top else reference(candidate.record.get(kind.parent))

    def _ends(self, candidate: Candidate) -> Iterator[tuple[str, Any, Said | None]]:
        """Yield the references of a row that have to be exchanged, or why the row cannot be taken."""
        record = candidate.record
        for column, target in self._columns_of(tuple(record)):
            if (value := record[column]) is None:
                continue
            if column.endswith("_ids"):
                if self.renamed and exact.is_list(value) and (here := self._list(column, value)) != value:
                    yield column, here, None
                continue
            id = reference(value)
            if target is None:
                here, why = (
                    self._company(candidate, id) if column == "company_id" else (self._elsewhere(column, id), None)
                )
            else:
                here, why = self._end(candidate, column, target, id)
            if why is not None or here != id:
                yield column, here, why

    def _columns_of(self, names: tuple[str, ...]) -> list[tuple[str, str | None]]:
        """Return those of some columns that name rows, and the tables they name.

        Rows of a table mostly have the same.
        """
        found = self.columns.get(names)
        if found is None:
            found = [(name, REFERENCES.get(name)) for name in names if name.endswith(("_id", "_ids"))]
            if len(self.columns) < MOST_TOLD:
                self.columns[names] = found
        return found

    def _end(self, candidate: Candidate, column: str, target: str, id: str | None) -> tuple[str | None, Said | None]:
        """Return the id here of what a column names, or why that cannot be."""
        is_needed = column in NEEDED.get(candidate.table, ())
        stack = self.parcel.stacks.get(target)
        missing = Said("missing_fk", {"field": column, "value": id}) if is_needed else None
        if id is None:
            return None, Said("not_fk", {"field": column}) if is_needed else None
        if stack is not None and id in stack.ids:
            if id in self.lost.get(target, ()):
                return id, missing
            return self.renamed.get(target, {}).get(id, id), None
        if self.is_replacing and stack is not None and missing is not None:
            return id, missing
        if candidate.table in KINDS:
            candidate.outer.append((column, target, id))
        return self.outer.get((target, id)) or id, None

    def _company(self, candidate: Candidate, id: str | None) -> tuple[str | None, Said | None]:
        if id in (self.source, self.company):
            return self.company, None
        is_known = candidate.table in KINDS.keys() - UNKNOWN_ONCE
        return id, Said("other_company", {"value": str(id)[:60]}) if is_known else None

    def _list(self, column: str, ids: Sequence[Any]) -> list[Any]:
        return [self._elsewhere(column, id) if isinstance(id, str) else id for id in ids]

    def _elsewhere(self, column: str, id: str | None) -> str | None:
        """Return what a column of an unknown kind names, where only one row can be meant."""
        if column in PEOPLE or id is None or not self.renamed:
            return id
        found = {names[id] for names in self.renamed.values() if id in names}
        return found.pop() if len(found) == 1 else id
