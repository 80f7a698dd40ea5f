"""The plan of an import of marks, as pure data: what is made, changed, as it is, and refused, cell by cell (SP-52)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.apps.school.entities import Aluno, Avaliacao
from aule.apps.school.importing.cell_words import Mark, read_mark
from aule.apps.school.importing.headings import Heading, kind_of_test
from aule.apps.school.importing.marks import Entry, Marks, Said, Test
from aule.apps.school.importing.who import Fresh, Known, People, match
from aule.apps.school.naming import chave

Op = Literal["criar", "alterar", "igual", "rejeitada"]


@dataclass(frozen=True, slots=True)
class Standing:
    """What there is before an import."""

    known: Known
    tests: Sequence[Avaliacao]
    """Of the class, in all subjects."""
    notas: Mapping[tuple[str, str], Mapping[str, Any]]
    """Rows of marks by test and student."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a file is to be taken."""

    turma_id: str
    materia_id: str
    """The subject of tests whose rows name none."""
    materias: Mapping[str, str]
    """Ids of the subjects that rows name, by their folded names."""
    day: str
    """The day of tests that say none."""
    maximum: float = 10.0
    minimum: float = 0.0


@dataclass(slots=True)
class PlannedTest:
    """One test of a file, and what becomes of it."""

    said: Test
    after: Avaliacao
    before: Avaliacao | None = None
    counts: Counter[Op] = field(default_factory=Counter[Op])

    @property
    def is_new(self) -> bool:
        """Whether it is made."""
        return self.before is None

    @property
    def is_changed(self) -> bool:
        """Whether it is there and changes."""
        return self.before is not None and self.before != self.after


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell, and what becomes of its mark."""

    entry: Entry
    student: str
    """Their name."""
    title: str
    """Of the test."""
    op: Op
    key: tuple[str, str] = ("", "")
    """The ids of the test and of the student."""
    before: Mark | None = None
    after: Mark | None = None
    why: str = ""


@dataclass(slots=True)
class Grading:
    """The whole plan."""

    tests: list[PlannedTest] = field(default_factory=list[PlannedTest])
    cells: list[Cell] = field(default_factory=list[Cell])
    people: People = field(default_factory=People)
    notes: list[Said] = field(default_factory=list[Said])

    @property
    def counts(self) -> Counter[Op]:
        """How many cells of each sort."""
        return Counter[Op](cell.op for cell in self.cells)

    @property
    def writes(self) -> int:
        """How many rows would change."""
        tests = sum(test.is_new or test.is_changed for test in self.tests)
        return self.counts["criar"] + self.counts["alterar"] + tests + len(self.people.made) + len(self.people.joining)


def plan_grades(marks: Marks, standing: Standing, wish: Wish, fresh: Fresh) -> Grading:
    """Plan an import of marks without writing anything."""
    return _Planner(marks, standing, wish, fresh).plan()


class _Planner:
    def __init__(self, marks: Marks, standing: Standing, wish: Wish, fresh: Fresh) -> None:
        self._marks = marks
        self._standing = standing
        self._wish = wish
        self._fresh = fresh
        self._plan = Grading(notes=list(marks.notes))
        self._taken: dict[tuple[str, str], Mark] = {}
        self._stale = 0
        """Marks that change while their points by question stay."""

    def plan(self) -> Grading:
        plan, marks = self._plan, self._marks
        is_row = marks.shape != "longa"  # where each row is a mark, a student has many
        plan.people = match(marks.students, marks.twice, self._standing.known, self._fresh, is_row=is_row)
        tests = [self._test(test) for test in marks.tests]
        plan.tests += [test for test in tests if test is not None]
        for entry in marks.entries:
            student, test = plan.people.found[entry.student], tests[entry.test]
            if student is not None and test is not None:
                self._cell(entry, student, test)
        for entry, why in marks.rejected:
            self._refuse(entry, why)
        if self._stale:
            plan.notes.append(Said("items_stay", {"count": self._stale}))
        self._forget_idle()
        plan.cells.sort(key=lambda cell: (cell.entry.line, cell.entry.column))
        return plan

    def _test(self, said: Test) -> PlannedTest | None:
        materia = self._wish.materias.get(chave(said.materia), "") if said.materia else self._wish.materia_id
        heading = said.heading
        same = [
            test
            for test in self._standing.tests
            if test.materia_id == materia and chave(test.titulo) == heading.key and self._is_day(heading, test)
        ]
        if len(same) > 1:
            self._plan.notes.append(Said("test_twice", {"title": heading.title, "count": len(same)}))
            return None
        if not same:
            return PlannedTest(said, self._new_test(heading, materia))
        before = same[0]
        if heading.maximum is not None and heading.maximum != before.valor_maximo:
            values = {"title": before.titulo, "kept": before.valor_maximo, "said": heading.maximum}
            self._plan.notes.append(Said("other_maximum", values))
        changed = heading.weight is not None and heading.weight != before.peso
        after = before.model_copy(update={"peso": heading.weight}) if changed else before
        return PlannedTest(said, after, before)

    def _is_day(self, heading: Heading, test: Avaliacao) -> bool:
        return heading.day is None or heading.day.isoformat() == test.data

    def _new_test(self, heading: Heading, materia: str) -> Avaliacao:
        if heading.day is None and not any(note.key == "day_assumed" for note in self._plan.notes):
            self._plan.notes.append(Said("day_assumed", {"day": self._wish.day}))
        return Avaliacao(
            id=self._fresh.new("ava"),
            turma_id=self._wish.turma_id,
            materia_id=materia,
            titulo=heading.title,
            tipo=kind_of_test(heading.title),
            data=heading.day.isoformat() if heading.day is not None else self._wish.day,
            valor_maximo=heading.maximum or self._wish.maximum,
            peso=1.0 if heading.weight is None else heading.weight,
        )

    def _cell(self, entry: Entry, student: Aluno, test: PlannedTest) -> None:
        title = test.after.titulo
        mark = read_mark(entry.value, test.after.valor_maximo, self._wish.minimum)
        if not isinstance(mark, Mark):
            test.counts["rejeitada"] += 1
            self._plan.cells.append(Cell(entry, student.chamado, title, "rejeitada", why=mark))
            return
        key = (test.after.id, student.id)
        if key in self._taken:
            if self._taken[key] != mark:
                test.counts["rejeitada"] += 1
                self._plan.cells.append(Cell(entry, student.chamado, title, "rejeitada", why="two_marks"))
            return
        self._taken[key] = mark
        row = None if test.is_new else self._standing.notas.get(key)
        before = None if row is None else Mark(row["situacao"], row["valor"])
        op = _settled(before, mark)
        self._stale += op == "alterar" and row is not None and bool(row.get("itens"))
        test.counts[op] += 1
        self._plan.cells.append(Cell(entry, student.chamado, title, op, key, before, mark))

    def _refuse(self, entry: Entry, why: str) -> None:
        said, title = self._marks.students[entry.student], self._marks.tests[entry.test].heading.title
        self._plan.cells.append(Cell(entry, said.nome or said.matricula, title, "rejeitada", why=why))

    def _forget_idle(self) -> None:
        """A test nobody has a mark in is not made, such as one whose rows were all refused."""
        plan = self._plan
        plan.tests = [test for test in plan.tests if not test.is_new or test.counts["criar"]]


def _settled(before: Mark | None, mark: Mark) -> Op:
    """What becomes of a mark; an empty cell takes nothing away."""
    if before is None:
        return "criar"
    is_same = before.valor == mark.valor and before.situacao == mark.situacao
    return "igual" if is_same or mark.is_empty else "alterar"
