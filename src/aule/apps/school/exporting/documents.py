"""Documents by what they are of: an activity, a test, a lesson, a teaching plan becomes files of a format."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from aule.apps.school.bncc.skills import textos
from aule.apps.school.entities import Atividade, Avaliacao, Escola, Questao
from aule.apps.school.exporting.gift import gift
from aule.apps.school.exporting.library import Library
from aule.apps.school.exporting.moodle import moodle_xml
from aule.apps.school.exporting.plain_text import markdown
from aule.apps.school.exporting.printable import printable
from aule.apps.school.exporting.sheet import Header, Sheet, Version, lesson_sheet, plan_sheet, sheets_of
from aule.apps.school.exporting.words import word
from aule.apps.school.words import say
from aule.sdk import Model, errors

Formato = Literal["pdf", "docx", "md", "gift", "moodle_xml"]
MIMES: dict[Formato, str] = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "md": "text/markdown",
    "gift": "text/plain",
    "moodle_xml": "application/xml",
}
_ENDINGS: dict[Formato, str] = {"gift": "gift.txt", "moodle_xml": "moodle.xml"}
_QUESTIONS: frozenset[Formato] = frozenset({"gift", "moodle_xml"})
_KINDS = {"atv": "atividade", "aul": "aula", "ava": "avaliacao", "pla": "plano"}


class Cabecalho(Model):
    """What stands at the top; what is left out is taken from the class, or left to be filled in by hand."""

    escola: str | None = None
    professor: str | None = None
    turma: str | None = None
    data: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants as a file."""

    ref: str
    formato: Formato
    versao: Version
    cabecalho: Cabecalho
    variantes: int = 1
    semente: int = 1


@dataclass(frozen=True, slots=True)
class File:
    """A file that was made."""

    name: str
    mime: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Made:
    """The files a wish came to, and what they are of."""

    title: str
    files: list[File]


async def documents(source: Library, wish: Wish, locale: str, now: datetime) -> Made:
    """Return the files of a wish; the reading is done here, the writing in a thread."""
    kind, wanted = _kind(wish.ref)
    refused = _refusal(kind, wish, locale)
    if refused is not None:
        raise refused
    match kind:
        case "aula":
            sheets = [await _lesson(source, wanted, wish, locale)]
        case "plano":
            sheets = [await _plan(source, wanted, wish, locale)]
        case "avaliacao":
            return await _of_test(source, await source.avaliacao(wanted, field="ref"), wish, locale, now)
        case _:
            activity = await source.atividade(wanted, field="ref")
            return await _of_activity(source, activity, wish, locale, now)
    return Made(sheets[0].title, await asyncio.to_thread(_written, sheets, wish.formato, now))


async def _of_test(source: Library, test: Avaliacao, wish: Wish, locale: str, now: datetime) -> Made:
    if test.atividade_id is None:
        raise errors.Invalid(
            say("test_has_no_questions", locale, test=test.titulo),
            field="ref",
            hint=say("give_it_an_activity", locale),
        )
    activity = await source.atividade(test.atividade_id, field="ref")
    named = activity.model_copy(update={"titulo": test.titulo, "turma_id": test.turma_id})
    return await _of_activity(source, named, wish, locale, now, test)


async def _of_activity(
    source: Library, activity: Atividade, wish: Wish, locale: str, now: datetime, test: Avaliacao | None = None
) -> Made:
    if wish.formato in _QUESTIONS:
        return Made(activity.titulo, [_bank(activity, wish.formato)])
    header = await _header(source, activity.turma_id, wish, locale, test)
    codes = {*activity.habilidades, *(code for each in activity.conteudo.questoes for code in each.habilidades)}
    sheets = sheets_of(activity, header, wish.versao, textos(codes), count=wish.variantes, seed=wish.semente)
    return Made(activity.titulo, await asyncio.to_thread(_written, sheets, wish.formato, now))


async def _lesson(source: Library, wanted: str, wish: Wish, locale: str) -> Sheet:
    lesson = await source.aula(wanted, field="ref")
    header = await _header(source, lesson.turma_id, wish, locale)
    named = [(await source.atividade(id)).titulo for id in lesson.atividades]
    return lesson_sheet(lesson, header, textos(lesson.habilidades), named, await _subject(source, lesson.materia_id))


async def _plan(source: Library, wanted: str, wish: Wish, locale: str) -> Sheet:
    plan = await source.plano(wanted, field="ref")
    header = await _header(source, plan.turma_id, wish, locale)
    codes = {code for unit in plan.unidades for code in unit.habilidades}
    return plan_sheet(plan, header, textos(codes), await _subject(source, plan.materia_id))


async def _header(
    source: Library, class_id: str | None, wish: Wish, locale: str, test: Avaliacao | None = None
) -> Header:
    given = wish.cabecalho
    class_ = None if class_id is None else await source.turma(class_id)
    school: Escola | None = None
    if class_ is not None:
        school = await source.escola(class_.escola_id)
    return Header(
        school=_or(given.escola, "" if school is None else school.nome),
        teacher=given.professor or "",
        class_name=_or(given.turma, "" if class_ is None else class_.nome),
        date=_or(given.data, "" if test is None else test.data),
        worth=None if test is None else test.valor_maximo,
        locale=locale,
    )


async def _subject(source: Library, id: str | None) -> str:
    return "" if id is None else (await source.materia(id)).nome


def _or(given: str | None, known: str) -> str:
    return known if given is None else given


def _kind(ref: str) -> tuple[str, str]:
    """Return what a reference is to: `aula:aul_1`, `aul_1`, or the title of an activity."""
    kind, mark, rest = ref.strip().partition(":")
    if mark and kind in _KINDS.values():
        return kind, rest.strip()
    return _KINDS.get(ref.strip().partition("_")[0], "atividade"), ref.strip()


def _refusal(kind: str, wish: Wish, locale: str) -> errors.Invalid | None:
    """Return why something cannot be had as it was asked for; none when it can."""
    asks = kind in ("atividade", "avaliacao")
    if wish.formato in _QUESTIONS and wish.versao == "aluno":
        return errors.Invalid(
            say("format_holds_answers", locale, formato=wish.formato),
            field="versao",
            hint=say("ask_for_professor", locale),
        )
    if not asks and wish.formato in _QUESTIONS:
        return errors.Invalid(
            say("only_activities_and_tests", locale),
            field="formato",
            hint="pdf, docx, md",
        )
    return None


def _bank(activity: Atividade, format: Formato) -> File:
    questions: list[Questao] = activity.conteudo.questoes
    content = gift(questions, activity.titulo).encode() if format == "gift" else moodle_xml(questions, activity.titulo)
    return File(file_name(activity.titulo, _ENDINGS[format]), MIMES[format], content)


def _written(sheets: Iterable[Sheet], format: Formato, now: datetime) -> list[File]:
    return [_file(sheet, format, now) for sheet in sheets]


def _file(sheet: Sheet, format: Formato, now: datetime) -> File:
    from aule.apps.school.exporting.pdf import pdf
    from aule.apps.school.exporting.word_file import docx

    sheet = printable(sheet)
    writers: dict[str, Callable[[], bytes]] = {
        "pdf": lambda: pdf(sheet, now),
        "docx": lambda: docx(sheet, now),
        "md": lambda: markdown(sheet).encode(),
    }
    locale = sheet.header.locale
    parts = [sheet.title]
    if sheet.is_for_students and sheet.version == "professor":
        parts.append(word("key", locale))
    if sheet.variant:
        parts.append(f"{word('variant', locale)} {sheet.variant}")
    return File(file_name(" - ".join(parts), format), MIMES[format], writers[format]())


def file_name(title: str, ending: str) -> str:
    """Return what a document is saved as."""
    kept = "".join(each if each.isalnum() or each in " -_.," else " " for each in title)
    return f"{' '.join(kept.split())[:100].rstrip(' .') or 'documento'}.{ending}"
