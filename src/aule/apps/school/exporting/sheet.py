"""Sheets: what a document says, before it becomes a file of any format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from aule.apps.school.entities import Atividade, Aula, Grade, PlanoEnsino
from aule.apps.school.exporting.printable import without_key
from aule.apps.school.exporting.student_view import Key, StudentView
from aule.apps.school.exporting.variants import Part, Variant, variants
from aule.apps.school.exporting.words import figure, points, word
from aule.apps.school.words import day

Version = Literal["aluno", "professor"]


@dataclass(frozen=True, slots=True)
class Header:
    """What stands at the top of a page: what is not known is left to be filled in by hand."""

    school: str = ""
    teacher: str = ""
    class_name: str = ""
    date: str = ""
    """`AAAA-MM-DD`."""
    worth: float | None = None
    locale: str = "pt-BR"


_NARROW, _WIDE = 26, 60
"""How many letters a clue may have to stand in the third of a page, and in the half."""


def in_columns(items: Sequence[str]) -> list[list[str]]:
    """Return clues as rows of a table, to be read down its columns.

    As many columns as the longest clue leaves room for.
    """
    longest = max(map(len, items), default=0)
    wanted = 3 if longest <= _NARROW else 2 if longest <= _WIDE else 1
    height = -(-len(items) // wanted)
    return [
        [items[at] if at < len(items) else "" for at in range(row, height * wanted, height)] for row in range(height)
    ]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A grid to be filled in or searched; only the teacher's has where the words are."""

    kind: str
    rows: tuple[str, ...]
    """What is printed: letters, blanks to fill in (`_`), black cells (`.`)."""
    numbers: tuple[tuple[int, int, int], ...]
    """Row, column and number of the cells where words begin."""
    clues: tuple[tuple[str, tuple[str, ...]], ...]
    """Lists with their titles: words to be found, or clues across and down."""
    solution: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A section."""

    title: str
    text: str
    views: tuple[StudentView, ...]
    puzzle: Puzzle | None
    for_teacher: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One document."""

    title: str
    header: Header
    version: Version
    variant: str = ""
    instructions: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    """Short lines under the title: a name, and what it is."""
    parts: tuple[SheetPart, ...] = ()
    tables: tuple[Table, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()
    """Further sections, by title, in Markdown."""
    keys: tuple[Key, ...] = ()
    skills: tuple[tuple[str, str], ...] = ()
    """Codes and what they say."""
    is_for_students: bool = True
    """Whether there is a line for a name and a mark."""


def sheets_of(
    activity: Atividade,
    header: Header,
    version: Version,
    skills: Mapping[str, str],
    *,
    count: int = 1,
    seed: int = 1,
) -> list[Sheet]:
    """Return an activity as sheets, one for each variant."""
    made = variants(activity.conteudo.secoes, count, seed)
    return [_sheet(activity, header, version, each, skills) for each in made]


def _sheet(activity: Atividade, header: Header, version: Version, variant: Variant, skills: Mapping[str, str]) -> Sheet:
    is_teacher = version == "professor"
    named = [*activity.habilidades, *(code for key in variant.keys for code in key.skills)]
    return Sheet(
        title=activity.titulo,
        header=header,
        version=version,
        variant=variant.letter,
        instructions=activity.instrucoes if is_teacher else without_key(activity.instrucoes),
        parts=tuple(_part(each, header.locale, is_teacher=is_teacher) for each in variant.parts),
        keys=variant.keys if is_teacher else (),
        skills=tuple((code, skills.get(code, "")) for code in dict.fromkeys(named)) if is_teacher else (),
    )


def _part(part: Part, locale: str, *, is_teacher: bool) -> SheetPart:
    section = part.section
    puzzle = None if section.grade is None else _puzzle(section.grade, locale, is_teacher=is_teacher)
    told = section.para_professor if is_teacher else ""
    text = section.texto if is_teacher else without_key(section.texto)
    return SheetPart(section.titulo, text, part.views, puzzle, told)


def _puzzle(grid: Grade, locale: str, *, is_teacher: bool) -> Puzzle:
    if grid.tipo == "caca_palavras":
        words = tuple(sorted(each.pista or each.texto for each in grid.palavras))
        where = tuple(f"{each.texto}: {each.linha + 1}/{each.coluna + 1} {each.direcao}" for each in grid.palavras)
        clues: list[tuple[str, tuple[str, ...]]] = [(word("words", locale), words)]
        if is_teacher:
            clues.append((word("key", locale), where))
        return Puzzle(grid.tipo, tuple(grid.linhas), (), tuple(clues))
    numbers = {(each.linha, each.coluna): each.numero or 0 for each in grid.palavras}
    empty = tuple("".join("." if cell == "." else "_" for cell in row) for row in grid.linhas)
    solution = tuple(grid.linhas) if is_teacher else ()
    clues = []
    for title, way in (("across", "horizontal"), ("down", "vertical")):
        listed = tuple(
            f"{each.numero}. {each.pista}" + (f" ({each.texto})" if is_teacher else f" ({len(each.texto)})")
            for each in sorted(grid.palavras, key=lambda found: found.numero or 0)
            if each.direcao == way
        )
        if listed:
            clues.append((word(title, locale), listed))
    placed = tuple((row, column, number) for (row, column), number in sorted(numbers.items()) if number)
    return Puzzle(grid.tipo, empty, placed, tuple(clues), solution)


def lesson_sheet(
    lesson: Aula, header: Header, skills: Mapping[str, str], activities: Sequence[str], subject: str
) -> Sheet:
    """Return a lesson as its teacher keeps it."""
    locale = header.locale
    rows = tuple((each.momento, f"{each.minutos} {word('minutes', locale)}", each.descricao) for each in lesson.roteiro)
    table = Table(
        word("script", locale),
        (word("moment", locale), word("duration", locale), word("what", locale)),
        rows,
        (0.22, 0.13, 0.65),
    )
    texts = (
        ("objectives", _bullets(lesson.objetivos)),
        ("resources", _bullets(lesson.recursos)),
        ("activities", _bullets(activities)),
        ("assessment", lesson.avaliacao_aprendizagem),
        ("differentiation", lesson.diferenciacao),
    )
    return Sheet(
        title=lesson.titulo,
        header=Header(header.school, header.teacher, header.class_name, lesson.data or header.date, None, locale),
        version="professor",
        facts=tuple(
            (name, told)
            for name, told in (
                (word("subject", locale), subject),
                (word("duration", locale), f"{lesson.duracao_min} {word('minutes', locale)}"),
            )
            if told
        ),
        tables=(table,) if rows else (),
        texts=tuple((word(name, locale), text) for name, text in texts if text),
        skills=tuple((code, skills.get(code, "")) for code in lesson.habilidades),
        is_for_students=False,
    )


def plan_sheet(plan: PlanoEnsino, header: Header, skills: Mapping[str, str], subject: str) -> Sheet:
    """Return a teaching plan as its teacher keeps it."""
    locale = header.locale
    rows = tuple(
        (
            each.titulo + (f" ({day(each.inicio, locale)})" if each.inicio else ""),
            figure(each.aulas_previstas, locale),
            ", ".join(each.habilidades),
            each.avaliacao,
        )
        for each in plan.unidades
    )
    heads = ("unit", "lessons", "skills", "assessment")
    table = Table(word("units", locale), tuple(word(each, locale) for each in heads), rows, (0.32, 0.1, 0.33, 0.25))
    named = dict.fromkeys(code for unit in plan.unidades for code in unit.habilidades)
    texts = (("method", plan.metodologia), ("criteria", plan.criterios))
    return Sheet(
        title=f"{subject} — {header.class_name}",
        header=header,
        version="professor",
        facts=((word("term", locale), plan.periodo),),
        tables=(table,) if rows else (),
        texts=tuple((word(name, locale), text) for name, text in texts if text),
        skills=tuple((code, skills.get(code, "")) for code in named),
        is_for_students=False,
    )


def worth(sheet: Sheet) -> str:
    """Return what a whole sheet is worth, as it is said."""
    total = sheet.header.worth
    if total is None:
        total = sum(view.points for part in sheet.parts for view in part.views)
    return points(total, sheet.header.locale) if total else ""


def _bullets(items: Sequence[str]) -> str:
    return "\n".join(f"- {each}" for each in items)
