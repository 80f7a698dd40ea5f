"""Days: which day, or which days in a row, a sentence speaks of. What is not plainly there is not guessed."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta

from aule.contracts.text import fold, words
from aule.models.vocabulary import MONTHS, NUMBERS, WEEKDAYS

ISO_DATE = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
SHORT_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?\b")
NAMED_DATE = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|º|o)? (?:de |of )?([a-z]{3,9})(?: (?:de )?(\d{4}))?\b")
NAMED_DATE_US = re.compile(r"\b([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?\b")
TO = ".."
"""What stands between the first and the last day."""
_NEXT_WEEK = re.compile(r"\b(?:semana que vem|(?:proxima|outra) semana|semana seguinte|next week|following week)\b")
_THIS_WEEK = re.compile(r"\b(?:n?esta|n?essa|d?esta|d?essa|this) (?:week|semana)\b|\bsemana atual\b")
_NEXT_MONTH = re.compile(r"\b(?:mes que vem|proximo mes|mes seguinte|next month)\b")
_THIS_MONTH = re.compile(r"\b(?:n?este|n?esse|d?este|this) (?:month|mes)\b|\bmes atual\b")
_BETWEEN = re.compile(
    r"\b(?:de |do dia |entre (?:os dias )?|from |between )?(\d{1,2})(?: de ([a-z]{3,9}))? (?:a|ate|e|ao?|to|and|until)"
    r" (\d{1,2}) (?:de |of )([a-z]{3,9})\b"
)
_BETWEEN_US = re.compile(r"\b([a-z]{3,9}) (\d{1,2}) (?:to|until|and|through) (?:([a-z]{3,9}) )?(\d{1,2})\b")
_ORDINAL = re.compile(r"\b(?:segunda|terca|quarta|quinta|sexta)\b(?!-feira| feira| que vem| da semana)")
_BEFORE_DAY = re.compile(r"\b(?:na|nesta|nessa|esta|essa|proxima|ate|toda)\s*$")
_UNTIL = re.compile(r"\s*(?:\.\.|a|ate|e|ao|to|and|until|-|–)\s*")
_FRIDAY = 4


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was said, and on which day."""

    text: str
    today: date
    day_first: bool = True
    """Whether 3/4 is in April for certain; in English it may as well be in March."""


def day(sentence: Sentence) -> str | None:
    """The date a sentence speaks of, as ISO text."""
    text, today = fold(sentence.text), sentence.today
    if match := ISO_DATE.search(text):
        return _date(int(match[1]), int(match[2]), int(match[3]))
    if match := SHORT_DATE.search(text):
        first, second = int(match[1]), int(match[2])
        if not sentence.day_first and first != second and first <= 12:
            return _coming(match[3], first, second, today) if second > 12 else None
        return _coming(match[3], second, first, today)
    if (match := NAMED_DATE.search(text)) and match[2] in MONTHS:
        return _coming(match[3], MONTHS[match[2]], int(match[1]), today)
    if (match := NAMED_DATE_US.search(text)) and match[1] in MONTHS:
        return _coming(match[3], MONTHS[match[1]], int(match[2]), today)
    return _relative(text, today)


def _relative(text: str, today: date) -> str | None:
    said = words(text)
    if "depois de amanha" in text or "day after tomorrow" in text:
        return (today + timedelta(days=2)).isoformat()
    if "anteontem" in said or "day before yesterday" in text:
        return (today - timedelta(days=2)).isoformat()
    near = {"hoje": 0, "today": 0, "amanha": 1, "tomorrow": 1, "ontem": -1, "yesterday": -1}
    for word in said:
        if word in near:
            return (today + timedelta(days=near[word])).isoformat()
    if match := re.search(r"\b(?:em|daqui a|in) (\w+) (?:dias|days|dia|day)\b", text):
        number = int(match[1]) if match[1].isdigit() else NUMBERS.get(match[1])
        return (today + timedelta(days=number)).isoformat() if number is not None else None
    for word in said:
        if word in WEEKDAYS:
            return (today + timedelta(days=(WEEKDAYS[word] - today.weekday()) % 7 or 7)).isoformat()
    return None


def _coming(year: str | None, month: int, number: int, today: date) -> str | None:
    """A day of a year, or the next time that day comes."""
    if year is not None:
        return _date(int(year) + (2000 if len(year) == 2 else 0), month, number)
    this_year = _date(today.year, month, number)
    return this_year if this_year is None or this_year >= today.isoformat() else _date(today.year + 1, month, number)


def _date(year: int, month: int, number: int) -> str | None:
    try:
        return date(year, month, number).isoformat()
    except ValueError:
        return None


def span(sentence: Sentence) -> str | None:
    """The day or days a sentence speaks of: `AAAA-MM-DD`, or `AAAA-MM-DD..AAAA-MM-DD`."""
    text, today = fold(sentence.text), sentence.today
    if found := _between(text, sentence):
        return found
    monday = today - timedelta(days=today.weekday())
    if _NEXT_WEEK.search(text):
        return _within_week(text, monday + timedelta(days=7))
    if _THIS_WEEK.search(text):
        last = monday + timedelta(days=_FRIDAY if today.weekday() <= _FRIDAY else 6)
        return _joined(today, last)
    if _NEXT_MONTH.search(text):
        return _month(today.year + today.month // 12, today.month % 12 + 1)
    if _THIS_MONTH.search(text):
        return _joined(today, date(today.year, today.month, calendar.monthrange(today.year, today.month)[1]))
    return day(Sentence(_without_ordinals(text), today, sentence.day_first))


def _between(text: str, sentence: Sentence) -> str | None:
    """Two days that are both named: `de 3 a 7 de março`, `3/3 a 7/3`, `2026-03-03..2026-03-07`."""
    for pattern in (ISO_DATE, SHORT_DATE):
        found = list(pattern.finditer(text))
        if len(found) == 2 and re.fullmatch(
            r"\s*(?:\.\.|a|ate|e|ao|to|and|until|-|–)\s*", text[found[0].end() : found[1].start()]
        ):
            days = [day(Sentence(each[0], sentence.today, sentence.day_first)) for each in found]
            return _ordered(*days)
    if (match := _BETWEEN.search(text)) and match[4] in MONTHS and (match[2] is None or match[2] in MONTHS):
        first = f"{match[1]} de {match[2] or match[4]}"
        return _named(first, f"{match[3]} de {match[4]}", sentence)
    if (match := _BETWEEN_US.search(text)) and match[1] in MONTHS and (match[3] is None or match[3] in MONTHS):
        return _named(f"{match[1]} {match[2]}", f"{match[3] or match[1]} {match[4]}", sentence)
    return None


def _named(first: str, last: str, sentence: Sentence) -> str | None:
    return _ordered(*(day(Sentence(each, sentence.today, sentence.day_first)) for each in (first, last)))


def _ordered(first: str | None, last: str | None) -> str | None:
    return None if first is None or last is None or first > last else f"{first}{TO}{last}"


def _within_week(text: str, monday: date) -> str:
    """The school days of a week, or the one of them that is named."""
    named = {WEEKDAYS[word] for word in words(_without_ordinals(text)) if word in WEEKDAYS}
    if len(named) == 1:
        return (monday + timedelta(days=named.pop())).isoformat()
    return _joined(monday, monday + timedelta(days=_FRIDAY))


def _without_ordinals(text: str) -> str:
    """Words that are a day of the week and a number alike count as days only where they stand like one."""
    return _ORDINAL.sub(lambda found: found[0] if _BEFORE_DAY.search(text[: found.start()]) else " ", text)


def _month(year: int, month: int) -> str:
    return _joined(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))


def _joined(first: date, last: date) -> str:
    return first.isoformat() if first == last else f"{first.isoformat()}{TO}{last.isoformat()}"
