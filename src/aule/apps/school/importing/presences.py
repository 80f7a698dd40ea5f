"""The attendance of a sheet: a column for each day, or a row for each record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from aule.apps.school.importing.marks import Account, Said, Student, StudentRows, cell
from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.columns import Column, Headed, Role
from aule.apps.school.importing.sheets.grid import Row, Value, is_blank, shown
from aule.apps.school.importing.sheets.headings import Calendar, cut_day, read_day

_LOAD = re.compile(r"\(?\s*(\d{1,2})\s*(?:aulas?|tempos?|h|x|periods?)?\s*\)?\s*$", re.IGNORECASE)
_FORMULA = ("=", "+", "@", "\t")
_OF_RECORD: tuple[Role, ...] = ("data", "presenca", "carga", "materia")
MOST_LOAD = 20


@dataclass(frozen=True, slots=True)
class Moment:
    """One cell: who, when, how they were there, and for how many class periods."""

    line: int
    column: int
    student: int
    day: date | None
    materia: str
    value: Value
    load: int = 1
    why: str = ""


@dataclass(slots=True)
class Presences:
    """All attendance of a file."""

    shape: Literal["larga", "longa", "moodle"]
    columns: Sequence[Column]
    students: list[Student] = field(default_factory=list[Student])
    moments: list[Moment] = field(default_factory=list[Moment])
    notes: list[Said] = field(default_factory=list[Said])
    twice: list[tuple[Student, str]] = field(default_factory=list[tuple[Student, str]])
    account: Account = field(default_factory=Account)


def read_presences(rows: Sequence[Row], headed: Headed, calendar: Calendar, turma_key: str = "") -> Presences:
    """Return the attendance of a sheet; rows of another class than the one with this folded name are left out."""
    if not headed.has_students:
        raise Refusal("no_columns", seen=", ".join(column.shown for column in headed.columns)[:200])
    walk = StudentRows(rows, headed, turma_key)
    is_long = headed.of("data") is not None and headed.of("presenca") is not None
    found = _long(walk, headed, calendar) if is_long else _wide(walk, headed, calendar)
    found.account.skipped |= walk.skipped
    for turma, count in walk.others.items():
        found.notes.append(Said("other_class", {"turma": turma[:40], "count": count}))
    return found


def _wide(walk: StudentRows, headed: Headed, calendar: Calendar) -> Presences:
    found = Presences("larga", headed.columns)
    days = _days(headed, calendar, found)
    if not days:
        raise Refusal("no_days", seen=", ".join(column.shown for column in headed.columns)[:200])
    found.account.who = walk.columns
    found.account.taken = walk.columns | {column for column, _, _ in days}
    seen: dict[str, Student] = {}
    for row, student in walk:
        if _is_formula(student, found):
            continue
        if (first := seen.setdefault(student.key, student)) is not student:
            found.twice += [(each, "twice") for each in (first, student)]
            continue
        found.students.append(student)
        place = len(found.students) - 1
        for column, day, load in days:
            value = row[column] if column < len(row) else None
            if not is_blank(value):
                found.moments.append(Moment(student.line, column, place, day, "", value, load))
    keys = {student.key for student, _ in found.twice}
    found.twice = list({student.line: (student, why) for student, why in found.twice}.values())
    gone = {place for place, student in enumerate(found.students) if student.key in keys}
    found.moments = [moment for moment in found.moments if moment.student not in gone]
    return found


def _days(headed: Headed, calendar: Calendar, found: Presences) -> list[tuple[int, date, int]]:
    """Return the columns that are days, and how many class periods each counts for."""
    days: list[tuple[int, date, int]] = []
    told = headed.about.get("data", ())
    for column in headed.columns:
        if column.role not in ("coluna", "data"):
            continue
        day, load = _day_of(column.head, calendar)
        below = read_day(cell(told, column), calendar)
        if below is not None and day in (None, below):
            day = below
            found.account.told.add(("data", column.place))
        if day is None:
            found.notes.append(Said("not_a_day", {"head": column.shown}))
            found.account.left[column.place] = "no_day"
        else:
            days.append((column.place, day, load))
    return days


def _day_of(head: Value, calendar: Calendar) -> tuple[date | None, int]:
    if isinstance(head, date):
        return (head if calendar.is_sane(head) else None), 1
    rest, day, _ = cut_day(shown(head), calendar)
    load = _LOAD.search(rest) if day is not None else None
    return day, min(MOST_LOAD, max(1, int(load[1]))) if load is not None else 1


def _long(walk: StudentRows, headed: Headed, calendar: Calendar) -> Presences:
    found = Presences("longa", headed.columns)
    places: dict[str, int] = {}
    presence = headed.of("presenca")
    where = presence.place if presence is not None else -1
    read = (headed.of(role) for role in _OF_RECORD)
    found.account.taken = walk.columns | {column.place for column in read if column is not None}
    for row, student in walk:
        if _is_formula(student, found):
            continue
        place = places.setdefault(student.folded, len(found.students))
        if place == len(found.students):
            found.students.append(student)
        said = cell(row, headed.of("data"))
        day = read_day(said, calendar)
        why = "" if day is not None else ("no_day" if is_blank(said) else "bad_day")
        load = _load(cell(row, headed.of("carga")))
        if str(load) != shown(cell(row, headed.of("carga"))):
            found.account.stray(student.line, headed.of("carga"), cell(row, headed.of("carga")), "not_understood")
        if why == "bad_day":
            found.account.stray(student.line, headed.of("data"), said, why)
        materia = shown(cell(row, headed.of("materia")))
        value = cell(row, presence)
        if not is_blank(value) or why:
            found.moments.append(Moment(student.line, where, place, day, materia, value, load, why))
        else:
            found.account.skipped[student.line] = "without_presence"
    return found


def _load(value: Value) -> int:
    try:
        return min(MOST_LOAD, max(1, int(float(shown(value).replace(",", ".")))))
    except (ValueError, OverflowError):
        return 1


def _is_formula(student: Student, found: Presences) -> bool:
    if student.nome[:1] not in _FORMULA or not student.nome:
        return False
    found.account.skipped[student.line] = "like_formula"
    found.notes.append(Said("formula_name", {"line": student.line, "name": student.nome[:40]}))
    return True
