"""The marks of a sheet, whichever way it is laid out: a row for each student, or a row for each mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.sheets.cell_words import read_mark
from aule.apps.school.importing.sheets.columns import Column, Headed, Role, is_footer
from aule.apps.school.importing.sheets.grid import Row, Value, is_blank, shown
from aule.apps.school.importing.sheets.headings import Calendar, Heading, number, read_day, read_heading
from aule.apps.school.importing.terms import read_term
from aule.apps.school.names import chave, chave_turma

Shape = Literal["larga", "longa", "moodle"]
_TESTS: tuple[Role, ...] = ("coluna", "avaliacao", "nota")
_FORMULA = ("=", "+", "@", "\t")
_ENDINGS = frozenset({"jr", "junior", "filho", "filha", "neto", "neta", "sobrinho", "sobrinha", "segundo", "terceiro"})
_OF_STUDENT: tuple[Role, ...] = ("aluno", "sobrenome", "matricula", "turma")
_OF_MARK: tuple[Role, ...] = ("avaliacao", "nota", "valor_maximo", "data", "peso", "situacao", "materia")
_ABOUT: tuple[Role, ...] = ("peso", "valor_maximo", "data")


@dataclass(frozen=True, slots=True)
class Said:
    """Something to tell about a file: a key of the words, and what goes into it."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Stray:
    """A cell nothing was made of, and why."""

    line: int
    column: int
    """From 0."""
    value: Value
    why: str


@dataclass(slots=True)
class Account:
    """Which cells of a sheet were read; all others are told to the person."""

    who: set[int] = field(default_factory=set[int])
    """Columns that tell whose a row is."""
    taken: set[int] = field(default_factory=set[int])
    """Columns that are read in the rows of students."""
    told: set[tuple[Role, int]] = field(default_factory=set[tuple[Role, int]])
    """What rows under the headings tell of which columns: their weights, days, maxima."""
    of_tests: set[int] = field(default_factory=set[int])
    """Columns that tell of the test of a row, where a row is a mark."""
    testless: set[int] = field(default_factory=set[int])
    """Rows, from 1, whose mark is refused and whose test is not made."""
    left: dict[int, str] = field(default_factory=dict[int, str])
    """Columns that were left alone after all, and why."""
    skipped: dict[int, str] = field(default_factory=dict[int, str])
    """Rows, from 1, that were left alone, and why."""
    strays: list[Stray] = field(default_factory=list[Stray])
    """Single cells that could not be understood although their column and row were."""

    def stray(self, line: int, column: Column | None, value: Value, why: str) -> None:
        """Note a cell nothing was made of."""
        if column is not None and not is_blank(value):
            self.strays.append(Stray(line, column.place, value, why))


@dataclass(frozen=True, slots=True)
class Student:
    """A student as the file names them."""

    line: int
    """The row they first stand in, from 1."""
    nome: str
    matricula: str = ""

    @property
    def key(self) -> str:
        """By what a row tells this student from others."""
        return f"#{self.matricula}" if self.matricula else self.nome

    @property
    def folded(self) -> str:
        """The same, however the name is written."""
        return f"#{self.matricula}" if self.matricula else chave(self.nome)


@dataclass(frozen=True, slots=True)
class Test:
    """A test as the file names it."""

    heading: Heading
    materia: str = ""
    """The subject its rows name, if they do."""
    column: int = -1
    """The column it stands in, from 0; none where a row is a mark."""

    @property
    def key(self) -> tuple[str, str, str]:
        """By what the file tells this test from others."""
        day = self.heading.day
        return (chave(self.materia), self.heading.key, day.isoformat() if day is not None else "")


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell: whose, of which test, and what stands in it."""

    line: int
    column: int
    student: int
    test: int
    value: Value


@dataclass(slots=True)
class Marks:
    """All marks of a file."""

    shape: Shape
    columns: Sequence[Column]
    students: list[Student] = field(default_factory=list[Student])
    tests: list[Test] = field(default_factory=list[Test])
    entries: list[Entry] = field(default_factory=list[Entry])
    notes: list[Said] = field(default_factory=list[Said])
    rejected: list[tuple[Entry, str]] = field(default_factory=list[tuple[Entry, str]])
    """Cells that cannot be taken whatever the class is, and why."""
    twice: list[tuple[Student, str]] = field(default_factory=list[tuple[Student, str]])
    """Rows that name a student another row names as well."""
    account: Account = field(default_factory=Account)


def read_marks(rows: Sequence[Row], headed: Headed, calendar: Calendar, turma_key: str = "") -> Marks:
    """Return the marks of a sheet; rows of another class than the one with this folded name are left out."""
    if not headed.has_students:
        raise Refusal("no_columns", seen=", ".join(column.shown for column in headed.columns)[:200])
    is_long = headed.of("avaliacao") is not None and (headed.of("nota") or headed.of("valor_maximo")) is not None
    reader = _Long(rows, headed, calendar, turma_key) if is_long else _Wide(rows, headed, calendar, turma_key)
    return reader.read()


class StudentRows:
    """Walks through the rows of students."""

    def __init__(self, rows: Sequence[Row], headed: Headed, turma_key: str) -> None:
        self._rows = rows
        self._headed = headed
        self._turma_key = turma_key
        self.others: dict[str, int] = {}
        """Rows of other classes, by what those are called."""
        self.skipped: dict[int, str] = {}
        """Rows, from 1, that are no students of the class, and why."""
        self.columns = {each.place for role in _OF_STUDENT if (each := headed.of(role)) is not None}
        """Columns that tell whose a row is."""

    def __iter__(self) -> Iterator[tuple[Row, Student]]:
        turma = self._headed.of("turma")
        for place in range(self._headed.first, len(self._rows)):
            row = self._rows[place]
            student = self._student(row, place + 1)
            if student is None or is_footer(student.nome):
                self.skipped[place + 1] = "no_student" if student is None else "summary_row"
                continue
            said = cell(row, turma)
            if not is_blank(said) and self._turma_key and chave_turma(shown(said)) != self._turma_key:
                self.others[shown(said)] = self.others.get(shown(said), 0) + 1
                self.skipped[place + 1] = "of_other_class"
                continue
            yield row, student

    def _student(self, row: Row, line: int) -> Student | None:
        headed = self._headed
        names = [shown(cell(row, headed.of(role))) for role in ("aluno", "sobrenome")]
        nome, matricula = in_order(" ".join(filter(None, names))), shown(cell(row, headed.of("matricula")))
        return Student(line, nome[:200], matricula[:60]) if nome or matricula else None


class _Wide:
    """A row for each student, a column for each test."""

    def __init__(self, rows: Sequence[Row], headed: Headed, calendar: Calendar, turma_key: str) -> None:
        self._rows = rows
        self._students = StudentRows(rows, headed, turma_key)
        self._headed = headed
        self._calendar = calendar
        self._marks = Marks("moodle" if headed.is_moodle else "larga", headed.columns)

    def read(self) -> Marks:
        marks = self._marks
        self._find_tests()
        seen: dict[str, Student] = {}
        for row, student in self._students:
            if student.nome[:1] in _FORMULA:
                marks.account.skipped[student.line] = "like_formula"
                marks.notes.append(Said("formula_name", {"line": student.line, "name": student.nome[:40]}))
                continue
            if (first := seen.setdefault(student.key, student)) is not student:
                marks.twice += [(each, "twice") for each in (first, student)]
                continue
            marks.students.append(student)
            place = len(marks.students) - 1
            for index, test in enumerate(marks.tests):
                value = row[test.column] if test.column < len(row) else None
                marks.entries.append(Entry(student.line, test.column, place, index, value))
        _forget_twice(marks)
        _tell_others(marks, self._students)
        marks.account.who = self._students.columns
        marks.account.taken = self._students.columns | {test.column for test in marks.tests}
        if not marks.tests:
            raise Refusal("no_marks", seen=", ".join(column.shown for column in self._headed.columns)[:200])
        return marks

    def _find_tests(self) -> None:
        marks, keys = self._marks, dict[tuple[str, str, str], str]()
        for column in self._headed.columns:
            if column.role not in _TESTS:
                continue
            heading = self._heading(column)
            if heading is None:
                continue
            if not any(not is_blank(cell(row, column)) for row in self._rows[self._headed.first :]):
                marks.notes.append(Said("empty_column", {"head": column.shown}))
                marks.account.left[column.place] = "is_empty"
                continue
            test = Test(heading, column=column.place)
            if test.key in keys:
                marks.notes.append(Said("column_twice", {"head": column.shown, "first": keys[test.key]}))
                marks.account.left[column.place] = "repeats"
                continue
            keys[test.key] = column.shown
            if heading.note == "bad_day":
                marks.notes.append(Said("heading_day", {"head": column.shown}))
            marks.tests.append(test)

    def _heading(self, column: Column) -> Heading | None:
        heading = read_heading(column.title or column.head, self._calendar)
        if heading is None:
            return None
        about = self._headed.about
        told = {role: cell(about.get(role, ()), column) for role in _ABOUT}
        day, weight = read_day(told["data"], self._calendar), _number(told["peso"])
        maximum = _number(told["valor_maximo"]) or None
        for role, read in zip(_ABOUT, (weight, maximum, day), strict=True):
            if read is not None:
                self._marks.account.told.add((role, column.place))
        term = heading.term or read_term(column.group) or self._headed.term
        return replace(
            heading,
            day=heading.day or day,
            weight=heading.weight if weight is None else weight,
            maximum=heading.maximum if maximum is None else maximum,
            term=term,
        )


class _Long:
    """A row for each mark."""

    def __init__(self, rows: Sequence[Row], headed: Headed, calendar: Calendar, turma_key: str) -> None:
        self._rows = StudentRows(rows, headed, turma_key)
        self._headed = headed
        self._calendar = calendar
        self._mark = headed.of("nota") or headed.of("valor_maximo")
        self._students: dict[str, int] = {}
        self._tests: dict[tuple[str, ...], int] = {}
        self._marks = Marks("longa", headed.columns)

    def read(self) -> Marks:
        marks, taken = self._marks, dict[tuple[int, int], Entry]()
        where = self._mark.place if self._mark is not None else -1
        for row, student in self._rows:
            title = cell(row, self._headed.of("avaliacao"))
            if is_blank(title) or student.nome[:1] in _FORMULA:
                key = "no_test" if is_blank(title) else "formula_name"
                marks.account.skipped[student.line] = "without_test" if is_blank(title) else "like_formula"
                marks.notes.append(Said(key, {"line": student.line, "name": student.nome[:40]}))
                continue
            said = cell(row, self._headed.of("data"))
            day = read_day(said, self._calendar)
            test = self._test(row, title, day)
            self._compare(row, student.line, marks.tests[test])
            entry = Entry(student.line, where, self._place(student), test, self._value(row, student.line))
            if day is None and not is_blank(said):
                marks.rejected.append((entry, "bad_day"))
                marks.account.stray(student.line, self._headed.of("data"), said, "bad_day")
                continue
            first = taken.setdefault((entry.student, entry.test), entry)
            if first is entry:
                marks.entries.append(entry)
            elif _is_other(first.value, entry.value):
                marks.rejected.append((entry, "two_marks"))
                marks.rejected.append((first, "two_marks"))
            else:
                marks.account.skipped[student.line] = "row_again"
        conflicting = {id(entry) for entry, why in marks.rejected if why == "two_marks"}
        marks.entries = [entry for entry in marks.entries if id(entry) not in conflicting]
        marks.rejected = list({id(entry): (entry, why) for entry, why in marks.rejected}.values())
        _tell_others(marks, self._rows)
        read = {role: column.place for role in _OF_MARK if (column := self._headed.of(role)) is not None}
        marks.account.taken = self._rows.columns | set(read.values())
        marks.account.of_tests = {read[role] for role in (*_ABOUT, "materia") if role in read} - {where}
        return marks

    def _value(self, row: Row, line: int) -> Value:
        """Return the mark of a row: what its column says, else the word that stands for one."""
        value, situation = cell(row, self._mark), self._headed.of("situacao")
        if is_blank(value):
            return cell(row, situation)
        self._marks.account.stray(line, situation, cell(row, situation), "beside_mark")
        return value

    def _compare(self, row: Row, line: int, test: Test) -> None:
        """Tell what a row says of its test otherwise than the first row that named it."""
        kept: tuple[tuple[Role, float | None], ...] = (
            ("peso", test.heading.weight),
            ("valor_maximo", test.heading.maximum),
        )
        for role, known in kept:
            column = self._headed.of(role)
            if column is self._mark:
                continue
            said = cell(row, column)
            if (read := _number(said)) is None or read != known:
                self._marks.account.stray(line, column, said, "not_understood" if read is None else "said_otherwise")

    def _place(self, student: Student) -> int:
        place = self._students.setdefault(student.folded, len(self._marks.students))
        if place == len(self._marks.students):
            self._marks.students.append(student)
        elif chave(student.nome) != chave(self._marks.students[place].nome):
            self._marks.account.stray(student.line, self._headed.of("aluno"), student.nome, "called_otherwise")
        return place

    def _test(self, row: Row, title: Value, day: date | None) -> int:
        heads = (title, cell(row, self._headed.of("materia")), day)
        raw = tuple(str(each) for each in heads)
        if (place := self._tests.get(raw)) is not None:
            return place
        heading = read_heading(title, self._calendar) or Heading(shown(title))
        weight = _number(cell(row, self._headed.of("peso")))
        maximum = self._headed.of("valor_maximo") if self._headed.of("nota") is not None else None
        test = Test(
            replace(
                heading,
                day=day or heading.day,
                weight=heading.weight if weight is None else weight,
                maximum=_number(cell(row, maximum)) or heading.maximum,
            ),
            shown(heads[1]),
        )
        same = next((n for n, each in enumerate(self._marks.tests) if each.key == test.key), None)
        self._tests[raw] = len(self._marks.tests) if same is None else same
        if same is None:
            self._marks.tests.append(test)
        return self._tests[raw]


def in_order(name: str) -> str:
    """Return a name as people say it: `Silva, Ana` is Ana Silva.

    What only ends a name, such as Filho, stays at its end.
    """
    last, comma, first = (part.strip() for part in name.partition(","))
    is_other = name[:1] in _FORMULA or any(map(str.isdigit, name)) or "," in first
    if not comma or not last or not first or is_other:
        return name
    return f"{last} {first}" if chave(first) in _ENDINGS else f"{first} {last}"


def cell(row: Row, column: Column | None) -> Value:
    """Return what stands in a column of a row."""
    return row[column.place] if column is not None and column.place < len(row) else None


def _number(value: Value) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value) if 0 <= value <= 10_000 else None
    try:
        found = number(value.strip().removesuffix("%")) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found is not None and 0 <= found <= 10_000 else None


def _is_other(one: Value, other: Value) -> bool:
    return read_mark(one, 1e9) != read_mark(other, 1e9)


def _forget_twice(marks: Marks) -> None:
    """Leave out all rows of a student that stands twice: which of them counts cannot be told."""
    keys = {student.key for student, _ in marks.twice}
    marks.twice = list({student.line: (student, why) for student, why in marks.twice}.values())
    gone = {place for place, student in enumerate(marks.students) if student.key in keys}
    if gone:
        marks.entries = [entry for entry in marks.entries if entry.student not in gone]


def _tell_others(marks: Marks, students: StudentRows) -> None:
    marks.account.skipped |= students.skipped
    for turma, count in students.others.items():
        marks.notes.append(Said("other_class", {"turma": turma[:40], "count": count}))
