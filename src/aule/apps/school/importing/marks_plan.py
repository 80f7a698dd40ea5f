"""The plan of an import of marks, as pure data: what is made, changed, as it is, and refused, cell by cell (SP-52)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.apps.school.entities import Aluno, Avaliacao
from aule.apps.school.importing.marks import Account, Entry, Marks, Said, Test
from aule.apps.school.importing.scales import SCHOOL_SCALE, Scale, scales_of
from aule.apps.school.importing.sheets.cell_words import Mark, read_mark
from aule.apps.school.importing.sheets.grid import Value
from aule.apps.school.importing.sheets.headings import Heading, kind_of_test
from aule.apps.school.importing.terms import Terms, read_term
from aule.apps.school.importing.who import Fresh, Known, People, match, tell_differences
from aule.apps.school.names import chave

TERM = "periodo_letivo"
"""Under which name a test keeps the term its file said."""
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
    scale: float | None = None
    """Out of how much marks are, where a person said it."""
    terms: Terms | None = None
    """When the terms of the school are; none: it has said nothing."""


@dataclass(slots=True)
class PlannedTest:
    """One test of a file, and what becomes of it."""

    said: Test
    after: Avaliacao
    before: Avaliacao | None = None
    counts: Counter[Op] = field(default_factory=Counter[Op])

    @property
    def is_new(self) -> bool:
        """Whether the import makes this test."""
        return self.before is None

    @property
    def is_changed(self) -> bool:
        """Whether this test exists and changes."""
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

    @property
    def is_counted(self) -> bool:
        """Whether it counts as a mark: an empty cell that is only noted as pending is no new one."""
        return self.op != "criar" or self.after is None or not self.after.is_empty


@dataclass(slots=True)
class Grading:
    """The whole plan."""

    tests: list[PlannedTest] = field(default_factory=list[PlannedTest])
    cells: list[Cell] = field(default_factory=list[Cell])
    people: People = field(default_factory=People)
    notes: list[Said] = field(default_factory=list[Said])
    account: Account = field(default_factory=Account)
    scale: Scale = SCHOOL_SCALE
    """Out of how much marks are whose test says nothing of it."""

    @property
    def counts(self) -> Counter[Op]:
        """How many cells of each sort, empty ones not among the new."""
        return Counter[Op](cell.op for cell in self.cells if cell.is_counted)

    @property
    def writes(self) -> int:
        """How many rows would change."""
        tests = sum(test.is_new or test.is_changed for test in self.tests)
        marks = sum(cell.op in ("criar", "alterar") for cell in self.cells)
        return marks + tests + len(self.people.made) + len(self.people.joining)


def plan_grades(marks: Marks, standing: Standing, wish: Wish, fresh: Fresh) -> Grading:
    """Plan an import of marks without writing anything."""
    return _Planner(marks, standing, wish, fresh).plan()


class _Planner:
    def __init__(self, marks: Marks, standing: Standing, wish: Wish, fresh: Fresh) -> None:
        self._marks = marks
        self._standing = standing
        self._wish = wish
        self._fresh = fresh
        self._terms = wish.terms or Terms((), int(wish.day[:4]))
        self._plan = Grading(notes=list(marks.notes), account=marks.account)
        self._taken: dict[tuple[str, str], Mark] = {}
        self._stale = 0
        """Marks that change while their points by question stay."""

    def plan(self) -> Grading:
        plan, marks = self._plan, self._marks
        is_row = marks.shape != "longa"  # where each row is a mark, a student has many
        plan.people = match(marks.students, marks.twice, self._standing.known, self._fresh, is_row=is_row)
        tell_differences(marks.students, plan.people, marks.columns, marks.account)
        scales = self._scales()
        tests = [self._test(test, scale) for test, scale in zip(marks.tests, scales, strict=True)]
        self._tell_terms(tests)
        plan.tests += [test for test in tests if test is not None]
        for entry in marks.entries:
            student, test = plan.people.found[entry.student], tests[entry.test]
            if student is not None and test is not None:
                self._cell(entry, student, test)
            elif student is None or not is_row:
                marks.account.skipped[entry.line] = "student_unclear" if student is None else "test_unclear"
        for entry, why in marks.rejected:
            self._refuse(entry, why)
        for each in (*plan.people.unknown, *plan.people.duplicates):
            marks.account.skipped[each.student.line] = "student_unclear"
        if self._stale:
            plan.notes.append(Said("items_stay", {"count": self._stale}))
        self._forget_idle()
        made = {test.said.key for test in plan.tests}
        refused = (cell.entry for cell in plan.cells if cell.op == "rejeitada")
        marks.account.testless = {entry.line for entry in refused if marks.tests[entry.test].key not in made}
        plan.cells.sort(key=lambda cell: (cell.entry.line, cell.entry.column))
        return plan

    def _scales(self) -> list[Scale]:
        """Return the scale of each test; those that say none are told by the marks they have."""
        marks, wish = self._marks, self._wish
        values: list[list[Value]] = [[] for _ in marks.tests]
        for entry in marks.entries:
            if marks.tests[entry.test].heading.maximum is None:
                values[entry.test].append(entry.value)
        scales = scales_of(values, wish.maximum, wish.scale)
        told = [scale for scale, test in zip(scales, marks.tests, strict=True) if test.heading.maximum is None]
        self._plan.scale = max(told, key=lambda each: each.maximum, default=self._plan.scale)
        return scales

    def _tell_terms(self, tests: Sequence[PlannedTest | None]) -> None:
        """Say on which days new tests of terms stand, and whether the school said so."""
        found = [each for each in tests if each is not None and each.is_new and each.said.heading.day is None]
        spans = {each.after.titulo: self._terms.span(term) for each in found if (term := each.said.heading.term)}
        for key, is_guessed in (("term_days", False), ("term_guessed", True)):
            titles = ", ".join(title for title, span in spans.items() if span.is_guessed is is_guessed)
            if titles:
                self._plan.notes.append(Said(key, {"titles": titles[:200]}))

    def _test(self, said: Test, scale: Scale) -> PlannedTest | None:
        materia = self._wish.materias.get(chave(said.materia), "") if said.materia else self._wish.materia_id
        heading = said.heading
        same = [
            test
            for test in self._standing.tests
            if test.materia_id == materia and chave(test.titulo) == heading.key and self._is_day(heading, test)
        ]
        if len(same) > 1:
            self._plan.notes.append(Said("test_twice", {"title": heading.title, "count": len(same)}))
            if said.column >= 0:
                self._plan.account.left[said.column] = "test_unclear"
            return None
        if not same:
            return PlannedTest(said, self._new_test(heading, materia, scale))
        before = same[0]
        maximum = heading.maximum if heading.maximum is not None else self._wish.scale
        if maximum is not None and maximum != before.valor_maximo:
            values = {"title": before.titulo, "kept": before.valor_maximo, "said": maximum}
            self._plan.notes.append(Said("other_maximum", values))
        changed = heading.weight is not None and heading.weight != before.peso
        after = before.model_copy(update={"peso": heading.weight}) if changed else before
        return PlannedTest(said, after, before)

    def _is_day(self, heading: Heading, test: Avaliacao) -> bool:
        """Tell whether a test may be the one a heading names; `N1` of one term is not `N1` of another."""
        if heading.day is not None:
            return heading.day.isoformat() == test.data
        if heading.term is None or read_term(heading.title) is not None:
            return True
        if (noted := test.extra.get(TERM)) is not None:
            return noted == heading.term.name
        span = self._terms.span(heading.term)
        return span.is_guessed or span.has(test.data)

    def _new_test(self, heading: Heading, materia: str, scale: Scale) -> Avaliacao:
        day = self._wish.day
        if heading.day is not None:
            day = heading.day.isoformat()
        elif heading.term is not None:
            day = self._terms.span(heading.term).last
        elif not any(note.key == "day_assumed" for note in self._plan.notes):
            self._plan.notes.append(Said("day_assumed", {"day": day}))
        if heading.maximum is None and scale.origin == "deduzida":
            self._plan.notes.append(Said("scale_guessed", {"title": heading.title, "maximum": scale.maximum}))
        return Avaliacao(
            id=self._fresh.new("ava"),
            turma_id=self._wish.turma_id,
            materia_id=materia,
            titulo=heading.title,
            tipo=kind_of_test(heading.title),
            data=day,
            valor_maximo=heading.maximum or scale.maximum,
            peso=1.0 if heading.weight is None else heading.weight,
            extra={} if heading.term is None else {TERM: heading.term.name},
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
        cell = Cell(entry, student.chamado, title, op, key, before, mark)
        test.counts[op] += cell.is_counted
        self._plan.cells.append(cell)

    def _refuse(self, entry: Entry, why: str) -> None:
        said, title = self._marks.students[entry.student], self._marks.tests[entry.test].heading.title
        self._plan.cells.append(Cell(entry, said.nome or said.matricula, title, "rejeitada", why=why))

    def _forget_idle(self) -> None:
        """Drop tests in which nobody has a mark, such as one whose rows were all refused."""
        plan = self._plan
        made = {cell.key[0] for cell in plan.cells if cell.op == "criar"}
        idle = {test.said.column for test in plan.tests if test.is_new and test.after.id not in made}
        plan.tests = [test for test in plan.tests if not test.is_new or test.after.id in made]
        plan.account.told = {(role, column) for role, column in plan.account.told if column not in idle}


def _settled(before: Mark | None, mark: Mark) -> Op:
    """Return what becomes of a mark; an empty cell takes nothing away."""
    if before is None:
        return "criar"
    is_same = before.valor == mark.valor and before.situacao == mark.situacao
    return "igual" if is_same or mark.is_empty else "alterar"
