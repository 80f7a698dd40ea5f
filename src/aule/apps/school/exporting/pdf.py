"""A sheet as PDF: A4, fonts embedded, set by typst from a template of ours and data that is never read as markup."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any

from aule.apps.school.exporting.paragraphs import Line, blocks
from aule.apps.school.exporting.paragraphs import line as line_of
from aule.apps.school.exporting.sheet import Puzzle, Sheet, SheetPart, in_columns, worth
from aule.apps.school.exporting.student_view import Key, StudentView
from aule.apps.school.exporting.words import points, word
from aule.apps.school.words import day
from aule.text.messages import language_in

_WORDS = (
    *("escola", "professor", "turma", "data", "nome", "nota", "answer", "true", "false", "key", "explanation"),
    *("skills", "for_teacher", "variant", "page", "of"),
)
_GAP = re.compile(r"_{3,}")
LONG = 1_600
"""Characters of a question that may be broken over two pages; a shorter one stays with its alternatives."""


def pdf(sheet: Sheet, made_at: datetime) -> bytes:
    """Return the sheet as a file."""
    import typst  # some 65 MB, of use only here

    data = {**_data(sheet), "made_at": made_at.timetuple()[:6]}
    given = {"data": json.dumps(data, ensure_ascii=False)}
    made = typst.compile(_template(), format="pdf", sys_inputs=given, ignore_system_fonts=True)
    assert isinstance(made, bytes)
    return made


@lru_cache(maxsize=1)
def _template() -> bytes:
    return files("aule.apps.school.exporting").joinpath("sheet.typ").read_bytes()


def _data(sheet: Sheet) -> dict[str, Any]:
    head, locale = sheet.header, sheet.header.locale
    facts = list(sheet.facts)
    if sheet.is_for_students and (told := worth(sheet)):
        facts.append((word("valor", locale), told))
    return {
        "lang": language_in(locale),
        "words": {name: word(name, locale) for name in _WORDS},
        "title": sheet.title,
        "footer": " · ".join(part for part in (sheet.title[:70], head.class_name, _variant(sheet)) if part),
        "variant": sheet.variant,
        "head": {
            "school": head.school,
            "teacher": head.teacher,
            "class": head.class_name,
            "date": day(head.date, locale) if head.date else "",
        },
        "students": sheet.is_for_students,
        "teacher": sheet.version == "professor",
        "facts": facts,
        "instructions": _rich(sheet.instructions),
        "parts": [_part(part, locale) for part in sheet.parts],
        "tables": [asdict(each) for each in sheet.tables],
        "texts": [(title, _rich(text)) for title, text in sheet.texts],
        "keys": [_key(each) for each in sheet.keys],
        "skills": sheet.skills,
    }


def _variant(sheet: Sheet) -> str:
    return f"{word('variant', sheet.header.locale)} {sheet.variant}" if sheet.variant else ""


def _part(part: SheetPart, locale: str) -> dict[str, Any]:
    return {
        "title": part.title,
        "text": _rich(part.text),
        "for_teacher": _rich(part.for_teacher),
        "puzzle": None if part.puzzle is None else _puzzle(part.puzzle),
        "questions": [_question(view, locale) for view in part.views],
    }


def _puzzle(puzzle: Puzzle) -> dict[str, Any]:
    return {
        **asdict(puzzle),
        "rows": [list(row) for row in puzzle.rows],
        "clues": [(title, in_columns(items)) for title, items in puzzle.clues],
        "solution": [list(row) for row in puzzle.solution],
    }


def _question(view: StudentView, locale: str) -> dict[str, Any]:
    size = len(view.text) + sum(len(each.text) for each in view.choices)
    return {
        "n": view.number,
        "kind": view.kind,
        "text": _stem(view, locale),
        "choices": [(each.letter, _runs(line_of(each.text))) for each in view.choices],
        "left": [_runs(line_of(each)) for each in view.left],
        "gap": "___" in view.text,
        "long": size > LONG,
    }


def _stem(view: StudentView, locale: str) -> list[dict[str, Any]]:
    """What is asked, with room to write where a word is missing, and what it is worth where that is not one point."""
    told = _rich(_GAP.sub("_" * 16, view.text))
    if view.points in (0, 1):
        return told
    worth = [{"t": f"({points(view.points, locale)}) ", "g": True}]
    if told and told[0]["k"] == "p":
        return [{**told[0], "l": [[*worth, *told[0]["l"][0]]]}, *told[1:]]
    return [{"k": "p", "l": [worth], "r": []}, *told]


def _key(key: Key) -> dict[str, Any]:
    return {
        "n": key.number,
        "answer": _rich(key.answer),
        "why": _rich(key.explanation),
        "skills": ", ".join(key.skills),
    }


def _rich(markdown: str) -> list[dict[str, Any]]:
    return [
        {
            "k": each.kind,
            "l": [_runs(line) for line in each.lines],
            "r": [[_runs(cell) for cell in row] for row in each.rows],
        }
        for each in blocks(markdown)
    ]


def _runs(line: Line) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for words in line:
        marks = {"b": words.bold, "i": words.italic, "c": words.code}
        found.append({"t": words.text, **{mark: True for mark, on in marks.items() if on}})
    return found
