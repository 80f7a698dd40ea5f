"""Spans: a day or days in a row, the sentence that names them, and the arithmetic of days, weeks and months."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from aule.understanding.vocabulary import NUMBERS

TO = ".."
"""What stands between the first and the last day."""
WEEK = 7
FRIDAY, SATURDAY, SUNDAY = 4, 5, 6
DECEMBER = 12
Unit = Literal["day", "week", "month", "year"]

ORDINALS = {
    "primeiro": 1, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10,
}  # fmt: skip
"""Ordinals that say a day of a month: Portuguese has only its first."""
PLACES = {
    **ORDINALS, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4,
    "quinto": 5, "quinta": 5,
}  # fmt: skip
"""Ordinals that number the weeks, days and quarters of something longer."""
PLACE = rf"{'|'.join(sorted(PLACES, key=len, reverse=True))}|[1-5](?:o|a|st|nd|rd|th)"


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was said, and on which day."""

    text: str
    today: date
    day_first: bool = True
    """Whether 3/4 is in April for certain; in English it may as well be in March."""


@dataclass(frozen=True, slots=True)
class Days:
    """A day or days in a row that a sentence names, and where it does."""

    start: int
    end: int
    first: date
    last: date
    others: tuple[tuple[date, date], ...] = ()
    """What the words may mean as well, the likelier first."""
    is_open: bool = False
    """Whether nobody can tell which of the readings is meant."""

    @property
    def iso(self) -> str:
        """The days as text: `AAAA-MM-DD`, or `AAAA-MM-DD..AAAA-MM-DD`."""
        return join(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence as the rules look at it."""

    original: str
    text: str
    today: date
    day_first: bool


Read = Callable[[re.Match[str], Said], Days | None]
"""Reads the days out of what a pattern found, if there are any."""
Rule = tuple[re.Pattern[str], Read]


def rule(pattern: str, read: Read) -> Rule:
    """Return a way in which days are named, ready for use."""
    return re.compile(pattern), read


def join(first: date, last: date) -> str:
    """Write a day or days in a row as ISO text."""
    return first.isoformat() if first == last else f"{first.isoformat()}{TO}{last.isoformat()}"


def one_day(match: re.Match[str], day: date | None, *others: date | None, is_open: bool = False) -> Days | None:
    """Return the single day that the words of a match name, with what they may name as well."""
    if day is None:
        return None
    further = tuple((other, other) for other in others if other is not None)
    return Days(match.start(), match.end(), day, day, further, is_open)


def day_of(year: int, month: int, number: int) -> date | None:
    """Return a day of the calendar, if there is such a day."""
    try:
        return date(year, month, number)
    except ValueError:
        return None


def number_of(word: str) -> int:
    """Return the number of a day, in digits or words."""
    if word.isdigit():
        return int(word)
    return ORDINALS.get(word) or sum(NUMBERS[part] for part in word.split(" e "))


def place_of(word: str) -> int:
    """Return the number that an ordinal says, in digits or words."""
    return int(word[0]) if word[0].isdigit() else PLACES[word]


def shifted(today: date, count: int, unit: Unit) -> date | None:
    """Return a day some units away; a day that a month does not have is its last."""
    try:
        if unit in ("day", "week"):
            return today + timedelta(days=count * (WEEK if unit == "week" else 1))
        year, month = divmod(today.year * 12 + today.month - 1 + count * (12 if unit == "year" else 1), 12)
        return date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))
    except (ValueError, OverflowError):
        return None


def monday_of(day: date) -> date:
    """Return the Monday of the week of a day."""
    return day - timedelta(days=day.weekday())


def month_of(today: date, away: int) -> tuple[date, date]:
    """Return the first and the last day of a month so many months from that of today."""
    year, month = divmod(today.year * 12 + today.month - 1 + away, 12)
    return whole_month(year, month + 1)


def whole_month(year: int, month: int) -> tuple[date, date]:
    """Return the first and the last day of a month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])
