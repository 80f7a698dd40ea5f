"""Importing marks and attendance of a class: the file beside what is kept, as a plan, a preview, or done."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from aule.apps.school.entities import Aluno, Avaliacao, Frequencia, Nota
from aule.apps.school.importing import preview as telling
from aule.apps.school.importing.attendance_plan import Attending, Key, plan_attendance
from aule.apps.school.importing.import_run import around_batches, day_batch, mark_batch, rows_by, test_batches, write
from aule.apps.school.importing.marks import Marks, Student, read_marks
from aule.apps.school.importing.marks_plan import Grading, Standing, Wish, plan_grades
from aule.apps.school.importing.outcome import EscalaImportada, Importacao, ImportacaoFrequencia, ImportacaoNotas, Modo
from aule.apps.school.importing.presences import Presences, read_presences
from aule.apps.school.importing.refusals import told_in
from aule.apps.school.importing.sheets.files import Sheet, open_sheet
from aule.apps.school.importing.sheets.headings import Calendar
from aule.apps.school.importing.target import Asked, Target, add_subjects, target_of
from aule.apps.school.importing.terms import Terms
from aule.apps.school.importing.who import Drafts, Fresh, Known
from aule.apps.school.importing.words import say
from aule.apps.school.names import chave_turma
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import Nome
from aule.sdk import Context, Records, Source, errors

Imported = TypeVar("Imported", bound=Importacao)


@dataclass(frozen=True, slots=True)
class Request:
    """An import as it was asked for."""

    arquivo: str
    asked: Asked
    planilha: str = ""
    mapa: Mapping[str, str] = field(default_factory=dict[str, str])
    data: str = ""
    """The day of tests that say none."""
    escala: float | None = None
    """Out of how much marks are whose test says nothing of it."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An import as it was planned, and the rows it would write over."""

    sheet: Sheet
    target: Target
    plan: Grading | Attending
    read: Marks | Presences
    rows: Mapping[Any, Mapping[str, Any]]
    """Rows of marks or of attendance, by their keys."""
    tests: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """Rows of tests, by id."""


async def preview(context: Context, request: Request, *, is_marks: bool) -> Records:
    """Return what a person sees of an import."""
    async with context.reading.snapshot() as source:
        done = await _prepared(context, source, request, Drafts(), is_marks=is_marks)
    told = telling.warnings(done.plan, done.sheet, done.target, context.locale)
    return telling.records(done.plan, done.target, told, context.locale)


async def import_marks(context: Context, request: Request, modo: Modo) -> ImportacaoNotas:
    """Look at a file of marks, or import it."""
    done, written = await _run(context, request, modo, is_marks=True)
    assert isinstance(done.plan, Grading) and isinstance(done.read, Marks)
    titles = {each.said.column: each.after.titulo for each in done.plan.tests if each.said.column >= 0}
    if modo == "aplicar":
        _warn(context, done.plan)
    scale = EscalaImportada(maximo=done.plan.scale.maximum, origem=done.plan.scale.origin)
    tests = telling.tests(done.plan, done.target)
    told = ImportacaoNotas(**_told(context, done, modo, titles), avaliacoes=tests, escala=scale)
    return _checked(told, written)


async def import_attendance(context: Context, request: Request, modo: Modo) -> ImportacaoFrequencia:
    """Look at a file of attendance, or import it."""
    done, written = await _run(context, request, modo, is_marks=False)
    assert isinstance(done.plan, Attending)
    titles = {cell.moment.column: cell.key[0] for cell in done.plan.cells if cell.key[0]}
    if done.read.shape == "longa":
        titles = {}
    told = ImportacaoFrequencia(**_told(context, done, modo, titles), dias=telling.days(done.plan))
    return _checked(told, written)


def _checked(told: Imported, written: int) -> Imported:
    """Return what an import came to; one that was to write and could take nothing of its file has failed."""
    refused = told.contagem.rejeitadas + len(told.nao_encontrados) + len(told.duplicados)
    if told.modo == "aplicar" and refused and not written and not told.contagem.iguais:
        raise errors.Unsuccessful(told.resumo, given=told, code="nothing_imported")
    return told


async def _run(context: Context, request: Request, modo: Modo, *, is_marks: bool) -> tuple[Prepared, int]:
    """Look at a file, or import it; gives what was planned, and how many rows were written."""
    is_done, written = modo == "aplicar", 0
    fresh: Fresh = context.ambient.ids if is_done else Drafts()
    if is_done:
        await context.write_turn()
        context.progress(say("reading", context.locale), 0.0)
    async with context.reading.snapshot() as source:
        done = await _prepared(context, source, request, fresh, is_marks=is_marks)
        if is_done:
            written = await _write(context, SchoolQueries(source), done)
    context.cite("local", rows=len(done.plan.cells))
    return done, written


async def _write(context: Context, queries: SchoolQueries, done: Prepared) -> int:
    plan, target = done.plan, done.target
    batches = await around_batches(context, queries, target, plan.people.made, plan.people.joining)
    if isinstance(plan, Grading):
        batches += test_batches(context, plan, done.tests)
        batches.append(await asyncio.to_thread(mark_batch, plan, done.rows))
    else:
        batches.append(await asyncio.to_thread(day_batch, plan, target.turma.id, done.rows))
    key = "title_marks" if isinstance(plan, Grading) else "title_days"
    title = say(key, context.locale, turma=target.turma.nome)
    counts = plan.counts
    told = {"criar": counts["criar"], "alterar": counts["alterar"]}
    return await write(context, batches, entity=target.turma.id, title=title, told=told)


async def _prepared(context: Context, source: Source, request: Request, fresh: Fresh, *, is_marks: bool) -> Prepared:
    resolved = Resolved(source, context.locale)
    today = context.reading.today
    day = _day(request.data, today, context.locale)
    target = await target_of(resolved, request.asked, day or today, fresh)
    calendar = Calendar(today, (day or today).year if target.before is None else target.before.ano_letivo)
    key = chave_turma(target.turma.nome)
    with told_in(context.locale):
        sheet = await open_sheet(context, request.arquivo, request.planilha, request.mapa)
        read = read_marks if is_marks else read_presences
        found = await asyncio.to_thread(read, sheet.grid.rows, sheet.headed, calendar, key)
    if isinstance(found, Marks):
        return await _marks(sheet, found, (resolved, request, target), (day or today).isoformat(), fresh)
    return await _presences(sheet, found, (resolved, request, target), fresh)


Around = tuple[Resolved, Request, Target]


async def _marks(sheet: Sheet, marks: Marks, around: Around, day: str, fresh: Fresh) -> Prepared:
    resolved, request, target = around
    named = [test.materia for test in marks.tests]
    await add_subjects(target, resolved, request.asked, named, fresh, is_needed=not all(named))
    is_there = target.before is not None
    kept = await resolved.raw_by(Avaliacao, "turma_id", [target.turma.id]) if is_there else []
    tests = await resolved.avaliacoes(target.turma.id) if is_there else []
    rows = await rows_by(resolved, Nota, "avaliacao_id", [each.id for each in tests], "avaliacao_id", "aluno_id")
    known = await _known(resolved, target, marks.students, request.asked)
    escala = target.escola.config.escala
    wish = Wish(
        target.turma.id,
        target.materia.id if target.materia is not None else "",
        {key: each.id for key, each in target.materias.items()},
        day,
        escala.max,
        escala.min,
        request.escala,
        Terms(await resolved.periodos(target.escola.id), target.turma.ano_letivo),
    )
    plan = await asyncio.to_thread(plan_grades, marks, Standing(known, tests, rows), wish, fresh)
    return Prepared(sheet, target, plan, marks, rows, {row["id"]: row for row in kept})


async def _presences(sheet: Sheet, found: Presences, around: Around, fresh: Fresh) -> Prepared:
    resolved, request, target = around
    named = [moment.materia for moment in found.moments]
    await add_subjects(target, resolved, request.asked, named, fresh, is_needed=False)
    rows: dict[Key, Mapping[str, Any]] = {}
    days = [moment.day.isoformat() for moment in found.moments if moment.day is not None]
    if target.before is not None and days:
        kept = await resolved.raw_days(Frequencia, target.turma.id, min(days), max(days))
        rows = {(row["data"], row["materia_id"], row["aluno_id"]): row for row in kept}
    known = await _known(resolved, target, found.students, request.asked)
    materia = target.materia.id if target.materia is not None else ""
    subjects = (materia, {key: each.id for key, each in target.materias.items()})
    plan = await asyncio.to_thread(plan_attendance, found, known, rows, subjects, fresh)
    return Prepared(sheet, target, plan, found, rows)


async def _known(queries: SchoolQueries, target: Target, students: Sequence[Student], asked: Asked) -> Known:
    """Return the students of the class; where it has none yet and that is wanted, those of the file are made."""
    own = await queries.alunos(target.turma.id, ativo=None) if target.before is not None else []
    if own or not asked.makes:
        return Known(own)
    numbers = {each.matricula for each in students if each.matricula}
    elsewhere = [each for each in await queries.by(Aluno, "matricula", numbers) if each.escola_id == target.escola.id]
    return Known(own, elsewhere, makes=True)


def _told(context: Context, done: Prepared, modo: Modo, titles: dict[int, str]) -> dict[str, Any]:
    """Return what both imports tell."""
    plan, target, grid, locale = done.plan, done.target, done.sheet.grid, context.locale
    is_done = modo == "aplicar"
    turma_id = target.turma.id if is_done or target.before is not None else ""
    escola_id = target.escola.id if is_done or not target.new_escola else ""
    materia = target.materia
    is_new = materia is not None and materia in target.new_materias and not is_done
    left, total_left = telling.left_cells(plan, done.sheet, locale)
    told: dict[str, Any] = {
        "modo": modo,
        "arquivo": done.sheet.name,
        "formato": grid.format,
        "codificacao": grid.encoding,
        "separador": grid.separator,
        "planilha": grid.sheet,
        "planilhas": list(grid.sheets),
        "forma": done.read.shape,
        "escola": Nome(id=escola_id, nome=target.escola.nome),
        "turma": Nome(id=turma_id, nome=target.turma.nome),
        "turma_nova": target.before is None,
        "materia": None if materia is None else Nome(id="" if is_new else materia.id, nome=materia.nome),
        "colunas": telling.columns(done.sheet, titles),
        "contagem": telling.counted(plan.counts),
        "celulas": telling.cells(plan, locale),
        "total_celulas": len(plan.cells),
        "nao_encontrados": telling.unmatched(plan.people.unknown, locale),
        "duplicados": telling.unmatched(plan.people.duplicates, locale),
        "alunos_novos": [each.nome for each in plan.people.made[:1_000]],
        "deixados": left,
        "total_deixados": total_left,
        "avisos": telling.warnings(plan, done.sheet, target, locale),
        "resumo": telling.summary(plan, target, locale),
    }
    is_person = context.actor.type == "user"
    return told if is_person else told | telling.without_names(plan, done.sheet, locale)


def _warn(context: Context, plan: Grading) -> None:
    """Tell a caller what a program should notice: the day that was assumed."""
    for note in plan.notes:
        if note.key == "day_assumed":
            context.warn("data_assumida", telling.note_text(note, context.locale))


def _day(text: str, today: date, locale: str) -> date | None:
    """Return the day somebody gave; one that does not exist or cannot be meant is refused."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or not Calendar(today, today.year).is_sane(day):
        raise errors.Invalid(
            say("no_test_day", locale, text=text),
            code="invalid_param",
            field="data",
            hint=say("write_a_day", locale),
        )
    return day
