"""How an import is told: as a result with its cells, and as a preview of records a person approves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Literal

from aule.apps.school.importing.attendance_plan import Attending, DayCell
from aule.apps.school.importing.marks import Said
from aule.apps.school.importing.marks_plan import Cell, Grading, Op
from aule.apps.school.importing.outcome import (
    MOST_CELLS,
    AlunoNaoEncontrado,
    AvaliacaoImportada,
    Celula,
    Coluna,
    Contagem,
    Deixado,
    DiaImportado,
)
from aule.apps.school.importing.sheets.cell_words import Mark
from aule.apps.school.importing.sheets.files import Sheet
from aule.apps.school.importing.sheets.grid import longest, shown
from aule.apps.school.importing.sheets.leftovers import leftovers
from aule.apps.school.importing.target import Target
from aule.apps.school.importing.who import People, Unmatched
from aule.apps.school.importing.words import first_of, say, say_count
from aule.apps.school.record_changes import record_of
from aule.apps.school.words import day, named, number
from aule.sdk import FieldChange, RecordChange, Records, TableCount

MOST_RECORDS = 200
MOST_PLACES = 30
_TOLD_ELSEWHERE = ("student_unclear",)
"""Reasons that have lines of their own, with the names of the students."""
_OF_ROWS = ("over_table", "summary_row", "no_student", "of_other_class", "like_formula", "without_test", "row_again")
"""Reasons a whole row is left out for."""
_ORDER: tuple[Op, ...] = ("rejeitada", "alterar", "criar", "igual")
Plan = Grading | Attending


def summary(plan: Plan, target: Target, locale: str) -> str:
    """Return what an import comes to, in a sentence."""
    counts, people = plan.counts, plan.people
    rest = "".join(
        say_count(key, count, locale)
        for key, count in (
            ("and_rejected", counts["rejeitada"]),
            ("and_unmatched", len(people.unknown)),
            ("and_duplicates", len(people.duplicates)),
        )
        if count
    )
    turma = target.turma.nome
    if not plan.writes and not target.is_changed and target.before is not None:
        return say("nothing", locale, turma=turma, rest=rest)
    new, changed = ("mark_new", "mark_changed") if isinstance(plan, Grading) else ("day_new", "day_changed")
    return say(
        "summary",
        locale,
        turma=turma,
        create=say_count(new, counts["criar"], locale),
        change=say_count(changed, counts["alterar"], locale),
        same=say_count("mark_same", counts["igual"], locale),
        rest=rest,
    )


def warnings(plan: Plan, sheet: Sheet, target: Target, locale: str) -> list[str]:
    """Return what should be known before saying yes: whom and what is left out first, then what was assumed."""
    lines = first_of([_unmatched(each, locale) for each in plan.people.unknown], locale)
    lines += first_of([_unmatched(each, locale) for each in plan.people.duplicates], locale)
    lines += first_of([_rejected(cell, locale) for cell in plan.cells if cell.op == "rejeitada"], locale)
    if target.new_escola:
        lines.append(say("new_school", locale, name=target.escola.nome))
    lines += first_of([note_text(each, locale) for each in (*plan.notes, *sheet.notes)], locale)
    lines += left_lines(plan, sheet, locale)
    if isinstance(plan, Grading):
        kept = sum(cell.after is not None and cell.after.is_empty and _is_mark(cell.before) for cell in plan.cells)
        if kept:
            lines.append(say_count("kept_marks", kept, locale))
    return lines


def records(plan: Plan, target: Target, told: Sequence[str], locale: str) -> Records:
    """Return the preview a person approves: what changes first, then what is made, each with its cell."""
    changed = _first(plan, "alterar", "update", locale)
    made = _first(plan, "criar", "create", locale)
    around, counts = list(_around(plan, target)), plan.counts
    tables = [*_tables(around), _counted(plan)]
    return Records(
        summary=summary(plan, target, locale),
        records=[*changed, *around[:MOST_RECORDS], *made][:MOST_RECORDS],
        tables=[table for table in tables if table.create or table.update or table.unchanged or table.skipped],
        total=len(around) + counts["criar"] + counts["alterar"],
        warnings=list(told),
    )


def without_names(plan: Plan, sheet: Sheet, locale: str) -> dict[str, Any]:
    """Return what an agent may read instead.

    Nobody in a file is on the roster yet by which names are kept from models.
    """
    notes = [each for each in (*plan.notes, *sheet.notes) if "name" not in each.values]
    people = plan.people
    return {
        "celulas": [],
        "nao_encontrados": [_nameless(each, locale) for each in people.unknown[:MOST_CELLS]],
        "duplicados": [_nameless(each, locale) for each in people.duplicates[:MOST_CELLS]],
        "alunos_novos": [],
        "deixados": [],
        "avisos": first_of([note_text(each, locale) for each in notes], locale),
    }


def counted(counts: Any) -> Contagem:
    """Return counts as a result gives them."""
    return Contagem(
        criar=counts["criar"], alterar=counts["alterar"], iguais=counts["igual"], rejeitadas=counts["rejeitada"]
    )


def cells(plan: Plan, locale: str) -> list[Celula]:
    """Return the cells a person looks at: all refused ones, then the first changes and new ones."""
    found = [_celula(cell, locale) for cell in plan.cells if cell.op == "rejeitada"]
    for op in _ORDER[1:]:
        for cell in plan.cells:
            if cell.op == op and len(found) < MOST_CELLS:
                found.append(_celula(cell, locale))
    return found


def left_cells(plan: Plan, sheet: Sheet, locale: str) -> tuple[list[Deixado], int]:
    """Return every cell of the sheet nothing was made of, and how many those are."""
    listed, total = leftovers(sheet.grid.rows, sheet.headed, plan.account)
    heads = {column.place: column.shown for column in sheet.headed.columns}
    return [
        Deixado(
            linha=each.line,
            coluna=each.column + 1,
            cabecalho=heads.get(each.column, ""),
            valor=longest(shown(each.value)),
            motivo=say(each.why, locale),
        )
        for each in listed
    ], total


def left_lines(plan: Plan, sheet: Sheet, locale: str) -> list[str]:
    """Return what is left out, a line for each reason, with the columns or rows and how many cells each has."""
    listed, _ = leftovers(sheet.grid.rows, sheet.headed, plan.account)
    heads = {column.place: column.shown for column in sheet.headed.columns}
    reasons: dict[str, Counter[str]] = {}
    for each in listed:
        if each.why in _TOLD_ELSEWHERE:
            continue
        column = heads.get(each.column) or say("column_n", locale, number=each.column + 1)
        where = say("row_n", locale, number=each.line) if each.why in _OF_ROWS else column
        reasons.setdefault(each.why, Counter())[where] += 1
    return [
        say("left_out", locale, why=say(why, locale), where=_some([f"{name} ({n})" for name, n in found.items()]))
        for why, found in reasons.items()
    ]


def _some(words: list[str]) -> str:
    """Return the first of many words."""
    return ", ".join(words[:MOST_PLACES]) + (" …" if len(words) > MOST_PLACES else "")


def unmatched(rows: Sequence[Unmatched], locale: str) -> list[AlunoNaoEncontrado]:
    """Return rows whose students are not clear, in their order."""
    return [
        AlunoNaoEncontrado(
            linha=each.student.line,
            nome=each.student.nome,
            matricula=each.student.matricula,
            motivo=say(each.why, locale),
        )
        for each in sorted(rows, key=lambda each: each.student.line)[:MOST_CELLS]
    ]


def columns(sheet: Sheet, titles: dict[int, str]) -> list[Coluna]:
    """Return the columns of a sheet, and what each was taken for.

    `titles` are those of tests and days by their place.
    """
    return [
        Coluna(
            coluna=each.place + 1,
            cabecalho=each.shown,
            papel="avaliacao"
            if each.place in titles
            else "ignorada"
            if each.role in ("ignorar", "coluna")
            else each.role,
            titulo=titles.get(each.place, ""),
            grupo=each.group,
        )
        for each in sheet.headed.columns
    ]


def tests(plan: Grading, target: Target) -> list[AvaliacaoImportada]:
    """Return the tests of a file."""
    known = [*target.materias.values(), *([target.materia] if target.materia is not None else [])]
    names = {each.id: each.nome for each in known}
    return [
        AvaliacaoImportada(
            id=None if each.is_new else each.after.id,
            titulo=each.after.titulo,
            materia=names.get(each.after.materia_id, ""),
            data=each.after.data,
            peso=each.after.peso,
            valor_maximo=each.after.valor_maximo,
            nova=each.is_new,
            **counted(each.counts).model_dump(),
        )
        for each in plan.tests
    ]


def days(plan: Attending) -> list[DiaImportado]:
    """Return the days of a file."""
    found: dict[str, dict[Op, int]] = {}
    for cell in plan.cells:
        when = cell.key[0] or (cell.moment.day.isoformat() if cell.moment.day is not None else "")
        found.setdefault(when, dict.fromkeys(_ORDER, 0))[cell.op] += 1
    return [DiaImportado(data=when, **counted(counts).model_dump()) for when, counts in sorted(found.items()) if when]


def mark_text(mark: Mark | None, locale: str) -> str | None:
    """Return a mark as people read it."""
    if mark is None:
        return None
    return number(mark.valor, locale) if mark.valor is not None else mark.situacao


def _celula(cell: Cell | DayCell, locale: str) -> Celula:
    why = say(cell.why, locale) if cell.why else ""
    if isinstance(cell, Cell):
        raw = longest(shown(cell.entry.value))
        return Celula(
            linha=cell.entry.line,
            coluna=cell.entry.column + 1,
            aluno=cell.student,
            avaliacao=cell.title,
            op=cell.op,
            antes=_plain(cell.before),
            depois=raw if cell.op == "rejeitada" else _plain(cell.after),
            motivo=why,
        )
    before, after = cell.before, cell.after
    return Celula(
        linha=cell.moment.line,
        coluna=cell.moment.column + 1,
        aluno=cell.student,
        data=cell.moment.day.isoformat() if cell.moment.day is not None else "",
        op=cell.op,
        antes=before.presenca if before is not None else None,
        depois=after.presenca if after is not None else longest(shown(cell.moment.value)),
        motivo=why,
    )


def _plain(mark: Mark | None) -> float | str | None:
    return None if mark is None else mark.situacao if mark.valor is None else mark.valor


def _cell_records(cell: Cell | DayCell, op: Literal["create", "update"], locale: str) -> Iterator[RecordChange]:
    if isinstance(cell, Cell):
        change = FieldChange(
            name=cell.title, before=mark_text(cell.before, locale), after=mark_text(cell.after, locale)
        )
        yield RecordChange(op=op, kind="nota", title=cell.student, path=[cell.title], fields=[change])
    elif cell.after is not None:
        when = day(cell.key[0], locale)
        before = cell.before.presenca if cell.before is not None else None
        changes = [FieldChange(name=when, before=before, after=cell.after.presenca)]
        if cell.before is not None and cell.before.carga != cell.after.carga:
            changes.append(FieldChange(name="carga", before=cell.before.carga, after=cell.after.carga))
        yield RecordChange(op=op, kind="frequencia", title=cell.student, path=[when], fields=changes)


def _first(plan: Plan, op: Op, word: Literal["create", "update"], locale: str) -> list[RecordChange]:
    """Return the first cells of a sort as records; more than a person looks at are not made."""
    found = (cell for cell in plan.cells if cell.op == op and (isinstance(cell, DayCell) or cell.is_counted))
    return [each for cell in islice(found, MOST_RECORDS) for each in _cell_records(cell, word, locale)]


def _around(plan: Plan, target: Target) -> Iterator[RecordChange]:
    """Yield records beside the cells: the school, subjects, the class, its students and tests."""
    names = {each.id: each.nome for each in (*target.new_materias, *target.materias.values())}
    if target.materia is not None:
        names[target.materia.id] = target.materia.nome
    names |= {target.escola.id: target.escola.nome, target.turma.id: target.turma.nome}
    if target.new_escola:
        yield RecordChange(op="create", kind="escola", title=target.escola.nome)
    for materia in target.new_materias:
        yield record_of("create", materia)
    if target.before is None or target.is_changed:
        op = "create" if target.before is None else "update"
        yield record_of(op, target.turma, target.before, names=names)
    people: People = plan.people
    for aluno in people.made:
        yield RecordChange(op="create", kind="aluno", title=aluno.nome, path=[target.turma.nome])
    for aluno in people.joining:
        yield RecordChange(op="link", kind="aluno", id=aluno.id, title=aluno.nome, path=[target.turma.nome])
    if isinstance(plan, Grading):
        for test in plan.tests:
            if test.is_new or test.is_changed:
                yield record_of("create" if test.is_new else "update", test.after, test.before, names=names)


def _tables(around: Sequence[RecordChange]) -> list[TableCount]:
    kinds = dict.fromkeys(each.kind for each in around)
    return [
        TableCount(
            name=kind,
            create=sum(each.kind == kind and each.op == "create" for each in around),
            update=sum(each.kind == kind and each.op != "create" for each in around),
        )
        for kind in kinds
    ]


def _counted(plan: Plan) -> TableCount:
    counts = plan.counts
    return TableCount(
        name="nota" if isinstance(plan, Grading) else "frequencia",
        create=counts["criar"],
        update=counts["alterar"],
        unchanged=counts["igual"],
        skipped=counts["rejeitada"],
    )


def _nameless(each: Unmatched, locale: str) -> AlunoNaoEncontrado:
    return AlunoNaoEncontrado(linha=each.student.line, nome="", matricula="", motivo=say(each.why, locale))


def _unmatched(each: Unmatched, locale: str) -> str:
    who = each.student.nome or f"{named('matricula', locale)} {each.student.matricula}"
    return say("unmatched_row", locale, line=each.student.line, name=who, why=say(each.why, locale))


def _rejected(cell: Cell | DayCell, locale: str) -> str:
    is_mark = isinstance(cell, Cell)
    line, value = (cell.entry.line, cell.entry.value) if is_mark else (cell.moment.line, cell.moment.value)
    test = cell.title if is_mark else (day(cell.moment.day, locale) if cell.moment.day is not None else "")
    told = repr(shown(value)[:40])
    return say("rejected_cell", locale, line=line, test=test, value=told, name=cell.student, why=say(cell.why, locale))


def note_text(note: Said, locale: str) -> str:
    """Return what a note says, days as people write them."""
    values = dict(note.values)
    if "day" in values:
        values["day"] = day(values["day"], locale)
    return say(note.key, locale, **values)


def _is_mark(mark: Mark | None) -> bool:
    return mark is not None and mark.situacao != "pendente"
