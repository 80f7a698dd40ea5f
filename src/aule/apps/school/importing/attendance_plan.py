"""The plan of an import of attendance, as pure data: what is made, changed, as it is, and refused, record by record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from aule.apps.school.entities import Aluno, Presenca
from aule.apps.school.importing.marks import Account, Said, Stray
from aule.apps.school.importing.marks_plan import Op
from aule.apps.school.importing.presences import MOST_LOAD, Moment, Presences
from aule.apps.school.importing.sheets.cell_words import read_presence
from aule.apps.school.importing.sheets.grid import is_blank
from aule.apps.school.importing.who import Fresh, Known, People, match, tell_differences
from aule.apps.school.names import chave

Key = tuple[str, str, str]
"""A day, a subject and a student."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """How somebody was there, and for how many class periods."""

    presenca: Presenca
    carga: int = 1


@dataclass(frozen=True, slots=True)
class DayCell:
    """One record, and what becomes of it."""

    moment: Moment
    student: str
    op: Op
    key: Key = ("", "", "")
    before: Attendance | None = None
    after: Attendance | None = None
    why: str = ""


@dataclass(slots=True)
class Attending:
    """The whole plan."""

    cells: list[DayCell] = field(default_factory=list[DayCell])
    people: People = field(default_factory=People)
    notes: list[Said] = field(default_factory=list[Said])
    account: Account = field(default_factory=Account)

    @property
    def counts(self) -> Counter[Op]:
        """How many records of each sort."""
        return Counter[Op](cell.op for cell in self.cells)

    @property
    def writes(self) -> int:
        """How many rows would change."""
        counts = self.counts
        return counts["criar"] + counts["alterar"] + len(self.people.made) + len(self.people.joining)


def plan_attendance(
    found: Presences,
    known: Known,
    rows: Mapping[Key, Mapping[str, Any]],
    subjects: tuple[str, Mapping[str, str]],
    fresh: Fresh,
) -> Attending:
    """Plan an import of attendance; `subjects` are the one of records that name none, and those that are named."""
    plan = Attending(notes=list(found.notes), account=found.account)
    plan.people = match(found.students, found.twice, known, fresh, is_row=found.shape != "longa")
    tell_differences(found.students, plan.people, found.columns, found.account)
    grouped: dict[Key, list[tuple[Moment, Presenca]]] = {}
    names: dict[str, Aluno] = {}
    for moment in found.moments:
        student = plan.people.found[moment.student]
        if student is None:
            found.account.skipped[moment.line] = "student_unclear"
            continue
        names[student.id] = student
        read = "bad_day" if moment.why else read_presence(moment.value)
        if moment.why or moment.day is None or (read is not None and read not in get_args(Presenca)):
            why = moment.why or str(read)
            plan.cells.append(DayCell(moment, student.chamado, "rejeitada", why=why))
        elif read is not None:
            materia = subjects[1].get(chave(moment.materia), "") if moment.materia else subjects[0]
            key = (moment.day.isoformat(), materia, student.id)
            grouped.setdefault(key, []).append((moment, cast("Presenca", read)))
        elif not is_blank(moment.value):
            found.account.strays.append(Stray(moment.line, moment.column, moment.value, "says_nothing"))
    for each in (*plan.people.unknown, *plan.people.duplicates):
        found.account.skipped[each.student.line] = "student_unclear"
    for key, moments in grouped.items():
        plan.cells += _settled(key, moments, names[key[2]].chamado, rows.get(key))
    plan.cells.sort(key=lambda cell: (cell.moment.line, cell.moment.column))
    return plan


def _settled(
    key: Key, moments: list[tuple[Moment, Presenca]], name: str, row: Mapping[str, Any] | None
) -> list[DayCell]:
    """Return one record of a day; several class periods that day count together, if they all say the same."""
    if len({presence for _, presence in moments}) > 1:
        return [DayCell(moment, name, "rejeitada", key, why="two_presences") for moment, _ in moments]
    moment, presence = moments[0]
    after = Attendance(presence, min(MOST_LOAD, sum(each.load for each, _ in moments)))
    before = None if row is None else Attendance(row["presenca"], int(row["carga"]))
    op: Op = "criar" if before is None else "igual" if before == after else "alterar"
    return [DayCell(moment, name, op, key, before, after)]
