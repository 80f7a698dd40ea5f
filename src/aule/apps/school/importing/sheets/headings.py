"""What stands over a column of marks: a title that may carry a weight, a day and the most that can be had."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from aule.apps.school.entities import TipoAvaliacao
from aule.apps.school.importing.sheets.grid import Value, shown
from aule.apps.school.importing.terms import Term, read_term
from aule.apps.school.names import chave

FIRST_YEAR = 1990
DAYS_AHEAD = 550
"""How far after today a day of a file may lie; a school plans no further."""
_NUMBER = r"(\d{1,4}(?:[.,]\d{1,3})?)(?!\d)"
_WEIGHT = re.compile(rf"[(\[]?\s*\b(?:peso|weight)\s*[:=]?\s*{_NUMBER}\s*[)\]]?", re.IGNORECASE)
_MAXIMUM = (
    re.compile(rf"[(\[]\s*0\s*(?:-|–|a|até|to)\s*{_NUMBER}\s*(?:pontos|pts?\.?)?\s*[)\]]", re.IGNORECASE),
    re.compile(
        rf"[(\[]?\s*\b(?:vale|valor(?:\s+m[aá]ximo)?|m[aá]x(?:imo)?\.?|max\.?)\s*[:=]?\s*{_NUMBER}"
        r"\s*(?:pontos|pts?\.?)?\s*[)\]]?",
        re.IGNORECASE,
    ),
    re.compile(rf"[(\[]\s*{_NUMBER}\s*(?:pontos|pts?\.?|points)\s*[)\]]", re.IGNORECASE),
)
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?:T[\d:.]+Z?)?(?!\d)")
_LONG = re.compile(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-])")
_SHORT = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])")
_MOODLE = re.compile(
    r"^(?:[\w\sçãõáéíóúâêô]{2,40}):\s*(.+?)\s*\((real|percentage|porcentagem|percentagem)\)$", re.IGNORECASE
)
_MOODLE_PLAIN = re.compile(r"^(.+?)\s*\((real|percentage|porcentagem|percentagem)\)$", re.IGNORECASE)
_EDGES = " -–—:;,./"
_EMPTY_BRACKETS = re.compile(r"[(\[][\s:;,./–—-]*[)\]]")
_KINDS: tuple[tuple[str, TipoAvaliacao], ...] = (
    ("recuperacao", "recuperacao"),
    ("diagnostica", "diagnostica"),
    ("trabalho", "trabalho"),
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A test as a heading tells of it."""

    title: str
    day: date | None = None
    weight: float | None = None
    maximum: float | None = None
    note: Literal["", "bad_day"] = ""
    is_percentage: bool = False
    term: Term | None = None
    """The term it is of, where the file says one."""

    @property
    def key(self) -> str:
        """The title, folded for comparing."""
        return chave(self.title)


@dataclass(frozen=True, slots=True)
class Calendar:
    """Which days a file may name: a day without a year is one of this year."""

    today: date
    year: int

    def is_sane(self, day: date) -> bool:
        """Tell whether a day can be meant at all."""
        return day.year >= FIRST_YEAR and day <= self.today + timedelta(days=DAYS_AHEAD)


def read_heading(value: Value, calendar: Calendar) -> Heading | None:
    """Return the test a heading names; nothing where it is empty."""
    if isinstance(value, date):
        return _dated(Heading(f"Avaliação de {value.day:02d}/{value.month:02d}", value), calendar)
    text = shown(value)
    if not text:
        return None
    heading = Heading(text)
    if (moodle := _MOODLE.match(text) or _MOODLE_PLAIN.match(text)) is not None:
        text, is_percentage = moodle[1], moodle[2].lower() != "real"
        heading = Heading(text, maximum=100.0 if is_percentage else None, is_percentage=is_percentage)
    text, weight = _cut(text, _WEIGHT)
    maximum = heading.maximum
    for pattern in _MAXIMUM:
        if maximum is None:
            text, maximum = _cut(text, pattern)
    heading = replace(heading, weight=weight, maximum=maximum or None)
    text, day, is_bad = cut_day(text, calendar)
    title = _EMPTY_BRACKETS.sub(" ", " ".join(text.split())).strip(_EDGES).rstrip("([ ").lstrip(")] ")
    if not title and day is not None:
        title = f"Avaliação de {day.day:02d}/{day.month:02d}"
    title = (title or heading.title)[:200]
    return replace(heading, title=title, day=day, note="bad_day" if is_bad else "", term=read_term(title))


def cut_day(text: str, calendar: Calendar) -> tuple[str, date | None, bool]:
    """A text without the day in it, that day, and whether it named one that does not exist or cannot be meant."""
    for pattern in (_ISO, _LONG, _SHORT):
        if (found := pattern.search(text)) is None:
            continue
        day = _day(pattern, found, calendar)
        if day is None or not calendar.is_sane(day):
            return text, None, True
        return f"{text[: found.start()]} {text[found.end() :]}", day, False
    return text, None, False


def read_day(value: Value, calendar: Calendar) -> date | None:
    """Return the day a cell holds; nothing where it holds none that can be meant."""
    if isinstance(value, date):
        return value if calendar.is_sane(value) else None
    if not isinstance(value, str):
        return None
    rest, day, _ = cut_day(value.strip(), calendar)
    return day if not rest.strip(f"{_EDGES}()[]") else None


def kind_of_test(title: str) -> TipoAvaliacao:
    """Return what sort of test a title tells."""
    words = chave(title)
    for word, kind in _KINDS:
        if word in words:
            return kind
    return "formativa"


def number(text: str) -> float:
    """Return a number as people type it, with a comma or a point."""
    return float(text.replace(",", "."))


def _dated(heading: Heading, calendar: Calendar) -> Heading:
    return heading if calendar.is_sane(heading.day or date.min) else replace(heading, day=None, note="bad_day")


def _cut(text: str, pattern: re.Pattern[str]) -> tuple[str, float | None]:
    found = pattern.search(text)
    if found is None:
        return text, None
    return f"{text[: found.start()]} {text[found.end() :]}", number(found[1])


def _day(pattern: re.Pattern[str], found: re.Match[str], calendar: Calendar) -> date | None:
    try:
        if pattern is _ISO:
            return date(int(found[1]), int(found[2]), int(found[3]))
        if pattern is _LONG:
            year = int(found[4])
            return date(year + 2000 if year < 100 else year, int(found[3]), int(found[1]))
        return date(calendar.year, int(found[2]), int(found[1]))
    except ValueError:
        return None
