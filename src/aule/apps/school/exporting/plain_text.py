"""A sheet as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from aule.apps.school.exporting.sheet import Puzzle, Sheet, SheetPart, Table, worth
from aule.apps.school.exporting.student_view import StudentView
from aule.apps.school.exporting.words import points, word
from aule.apps.school.words import day


def markdown(sheet: Sheet) -> str:
    """Return the sheet as a text."""
    return "\n".join(_lines(sheet)).strip() + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    yield from _head(sheet)
    if sheet.instructions:
        yield from (sheet.instructions, "")
    for part in sheet.parts:
        yield from _part(part, sheet.header.locale)
    for table in sheet.tables:
        yield from _table(table)
    for title, text in sheet.texts:
        yield from (f"## {title}", "", text, "")
    yield from _keys(sheet)


def _part(part: SheetPart, locale: str) -> Iterator[str]:
    if part.title:
        yield from (f"## {part.title}", "")
    if part.text:
        yield from (part.text, "")
    if part.puzzle is not None:
        yield from _puzzle(part.puzzle, locale)
    for view in part.views:
        yield from _question(view, locale)
    if part.for_teacher:
        yield from (f"### {word('for_teacher', locale)}", "", part.for_teacher, "")


def _keys(sheet: Sheet) -> Iterator[str]:
    locale = sheet.header.locale
    if sheet.keys:
        yield from (f"## {word('key', locale)}", "")
        for key in sheet.keys:
            told = f" — {key.explanation}" if key.explanation else ""
            skills = f" ({', '.join(key.skills)})" if key.skills else ""
            yield f"{key.number}. **{key.answer}**{told}{skills}"
        yield ""
    if sheet.skills:
        yield from (f"## {word('skills', locale)}", "")
        yield from (f"- **{code}** {text}" for code, text in sheet.skills)


def _head(sheet: Sheet) -> Iterator[str]:
    head, locale = sheet.header, sheet.header.locale
    variant = f" — {word('variant', locale)} {sheet.variant}" if sheet.variant else ""
    yield from (f"# {sheet.title}{variant}", "")
    facts = [
        (word("escola", locale), head.school),
        (word("professor", locale), head.teacher),
        (word("turma", locale), head.class_name),
        (word("data", locale), day(head.date, locale) if head.date else ""),
        *sheet.facts,
    ]
    if sheet.is_for_students:
        facts += [(word("valor", locale), worth(sheet)), (word("nome", locale), "________________")]
    yield from (" · ".join(f"{name}: {text}" for name, text in facts if text), "")


def _question(view: StudentView, locale: str) -> Iterator[str]:
    told = f" ({points(view.points, locale)})" if view.points not in (0, 1) else ""
    yield from (f"**{view.number}.**{told} {view.text}", "")
    if view.kind == "verdadeiro_falso":
        yield from (f"(   ) {word('true', locale)}   (   ) {word('false', locale)}", "")
    for place, left in enumerate(view.left, start=1):
        yield f"- {place}. (   ) {left}"
    if view.left:
        yield ""
    for choice in view.choices:
        yield f"- {choice.letter}) {choice.text}"
    if view.choices:
        yield ""


def _puzzle(puzzle: Puzzle, locale: str) -> Iterator[str]:
    yield from ("```", *(" ".join(row) for row in puzzle.rows), "```", "")
    for title, items in puzzle.clues:
        yield from (f"**{title}**", "", *(f"- {item}" for item in items), "")
    if puzzle.solution:
        yield from (f"**{word('key', locale)}**", "", "```", *(" ".join(row) for row in puzzle.solution), "```", "")


def _table(table: Table) -> Iterator[str]:
    yield from (f"## {table.title}", "", _row(table.head), _row(tuple("---" for _ in table.head)))
    yield from (_row(row) for row in table.rows)
    yield ""


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
