"""Marks and the calendar as files other programs open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Annotated, Literal

from aule.apps.school.app import school
from aule.apps.school.exporting.calendar_file import icalendar
from aule.apps.school.exporting.documents import File, file_name
from aule.apps.school.exporting.gradebook import as_csv, as_xlsx, rows
from aule.apps.school.exporting.library import Library
from aule.apps.school.queries import FIRST_DAY, LAST_DAY
from aule.apps.school.resolver import Resolved
from aule.apps.school.source import source_of
from aule.apps.school.words import counted, say
from aule.sdk import Context, Download, Effect, Model, Reading

Tabela = Literal["csv", "xlsx"]
_MIMES = {"csv": "text/csv", "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
AHEAD = timedelta(days=365)
"""How far the calendar reaches back and ahead, where nobody says."""


class ArquivoFeito(Model):
    """A file that was made and kept."""

    artifact: str
    name: str
    size: int
    resumo: str


@school.capability(
    effect=Effect.READ,
    category="UTILIDADE",
    title={"en": "Export marks", "pt": "Exportar notas"},
    timeout_s=120,
)
async def exportar_notas(
    context: Context,
    turma_id: Annotated[str, "The class, by id or name."],
    materia: Annotated[str, "Only one subject."] = "",
    formato: Annotated[Tabela, "The kind of file."] = "xlsx",
) -> ArquivoFeito:
    """Write a class's marks to a table, one row a student and one column a test; it can be imported again."""
    file, count = await _marks(await source_of(context), turma_id, materia, formato, context.locale)
    kept = await context.keep(file.name, file.mime, file.content)
    return ArquivoFeito(
        artifact=kept.id,
        name=kept.name,
        size=kept.size,
        resumo=f"{kept.name}: {counted('nota', count, context.locale)}",
    )


@school.download("marks")
async def marks(reading: Reading, turma: str, materia: str = "", formato: Tabela = "xlsx") -> Download:
    """A class's marks as a table."""
    source = Resolved(reading, reading.locale)
    file, _ = await _marks(source, turma, materia, formato, reading.locale)
    return Download(file.name, file.mime, _whole(file))


@school.capability(
    effect=Effect.READ,
    category="UTILIDADE",
    title={"en": "Export the calendar", "pt": "Exportar o calendário"},
)
async def exportar_calendario(
    context: Context,
    turma_id: Annotated[str, "Only one class, by id or name."] = "",
    de: Annotated[date | None, "From this day on; a year back where nothing is said."] = None,
    ate: Annotated[date | None, "Up to this day; a year ahead where nothing is said."] = None,
) -> ArquivoFeito:
    """Write the calendar to a file phones and other calendars open (iCalendar)."""
    file, count = await _calendar(await source_of(context), turma_id, (de, ate), context.reading)
    kept = await context.keep(file.name, file.mime, file.content)
    told = counted("evento", count, context.locale)
    return ArquivoFeito(artifact=kept.id, name=kept.name, size=kept.size, resumo=f"{kept.name}: {told}")


@school.download("calendar_file")
async def calendar_file(reading: Reading, turma: str = "") -> Download:
    """The calendar as iCalendar, a year back and a year ahead."""
    source = Resolved(reading, reading.locale)
    file, _ = await _calendar(source, turma, (None, None), reading)
    return Download(file.name, file.mime, _whole(file))


async def _marks(source: Library, said_class: str, subject: str, form: Tabela, locale: str) -> tuple[File, int]:
    class_ = await source.turma(said_class)
    tests = await source.avaliacoes(class_.id, FIRST_DAY, LAST_DAY)
    name = class_.nome
    if subject:
        wanted = await source.materia(subject)
        tests = [each for each in tests if each.materia_id == wanted.id]
        name = f"{name} {wanted.nome}"
    students = sorted(await source.alunos(class_.id, ativo=None), key=lambda each: each.chamado.casefold())
    given = await source.notas(class_.id, FIRST_DAY, LAST_DAY)
    known = {each.id for each in tests}
    counted_here = sum(each.avaliacao_id in known for each in given)
    tests = sorted(tests, key=lambda each: (each.data, each.titulo))
    table = list(rows(tests, students, given, locale))
    made = await asyncio.to_thread(lambda: as_csv(table, locale) if form == "csv" else as_xlsx(table, name))
    title = say("marks_file", locale, name=name)
    return File(file_name(title, form), _MIMES[form], made), counted_here


async def _calendar(
    source: Library, said_class: str, between: tuple[date | None, date | None], reading: Reading
) -> tuple[File, int]:
    today = reading.today
    first, last = between[0] or today - AHEAD, between[1] or today + AHEAD
    class_ = await source.turma(said_class) if said_class else None
    events = await source.eventos(first.isoformat(), last.isoformat(), class_.id if class_ is not None else "")
    names = {each.id: each.nome for each in await source.turmas()}
    told = [(each, names.get(each.turma_id or "", "")) for each in events]
    title = say("calendar", reading.locale)
    name = title if class_ is None else f"{title} {class_.nome}"
    return File(file_name(name, "ics"), "text/calendar", icalendar(told, reading.now)), len(told)


async def _whole(file: File) -> AsyncIterator[bytes]:
    yield file.content
