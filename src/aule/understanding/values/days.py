"""Days: which day, or which days in a row, a sentence speaks of. What is not plainly there is not guessed.

A day without its year is the next of its name, `sexta` the next Friday. Where words have two readings, the likelier
one is taken and the other kept beside it: `sexta que vem` and `next Friday` are of the next week and may be of this
one, a month that is over is the one of the next year and may be that of this one. `3/4` is April in Portuguese; in
English nobody can tell.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import replace
from datetime import date
from functools import lru_cache

from aule.understanding.alignment import align, blank, compiled
from aule.understanding.values.holidays import HOLIDAYS
from aule.understanding.values.periods import PERIODS
from aule.understanding.values.relative_days import COUNT, COUNTED, NAMED, UNIT, UNITS, WEEKDAY, YEARS, count_of
from aule.understanding.values.spans import TO, Days, Said, Sentence, day_of, join, month_of, shifted
from aule.understanding.values.written_days import ENGLISH_MONTH, EXACT, MONTH_NAMES, NUMBERED, WRITTEN
from aule.understanding.vocabulary import MONTHS

__all__ = ["TO", "Days", "Sentence", "day", "find_days", "join", "span"]

_THROUGH = r"\.\.|-|–|ate(?: o| a)?|ao|a|to|until|till|through"
_AND = r"e|and"
_OF_DAY = r"(?: (?:o|os|a|the))?(?: dias?)?"
_JOINS = re.compile(rf"\s*(?:{_THROUGH}|{_AND}){_OF_DAY}\s*")
_NUMBER_BEFORE = re.compile(
    rf"(?:\b(?:de|do|entre|from|between|dos?|the) )?(?:\b(?:os )?dias? )?(?<![\w/.,-])(\d{{1,2}})(?:o|a|st|nd|rd|th)?"
    rf"(?:, ?\d{{1,2}})*(?: (?:de|of))?\s*(?:{_THROUGH}|{_AND}){_OF_DAY}\s*$"
)
_LONGEST_BEFORE = 80
"""Characters before a day in which the other end of a span is looked for."""
_NUMBER_BEHIND = re.compile(
    rf"(?:, ?\d{{1,2}})*\s*(?:{_THROUGH}|{_AND}){_OF_DAY}\s*(\d{{1,2}})(?:o|st|nd|rd|th)?(?![\w/]|[.,:]\d| ?%)"
)
_RANGE_LEAD = re.compile(r"\b(?:entre|between)(?: os| as| the)?(?: dias?)? *$")
_COUNTED_FROM = re.compile(
    rf"\b(?P<count>{COUNT}|the|o|no) (?P<unit>{UNIT}) (?:(?P<back>before|antes d[aeo])|from|after|depois d[aeo]"
    r"|a partir d[aeo])\s*$"
)
"""What stands before a day from which others are counted: `a week from Friday`, `dois dias antes do Natal`."""
_ONLY_NUMBER = re.compile(r"\D*\b(?:dias?|the) (\d{1,2})(?:o|st|nd|rd|th)?")
_WITH_MONTH = compiled(rf"\b(?:{'|'.join(MONTHS)}|mes|month)\b|\d/\d")
_WITH_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_RULES = (*WRITTEN, *PERIODS, *HOLIDAYS, *COUNTED, *NAMED, *MONTH_NAMES, *YEARS, *NUMBERED)
"""How days are named, the most telling first: what one rule took is not looked at by the next."""


def day(sentence: Sentence) -> str | None:
    """Return the first day that a sentence names, as ISO text."""
    return next((found.iso for found in find_days(sentence) if found.first == found.last and not found.is_open), None)


def span(sentence: Sentence) -> str | None:
    """Return the first day or days that a sentence names: `AAAA-MM-DD`, or `AAAA-MM-DD..AAAA-MM-DD`."""
    return next((found.iso for found in find_days(sentence) if not found.is_open), None)


def find_days(sentence: Sentence) -> list[Days]:
    """Find all days that a sentence names, in the order in which it names them."""
    return list(_found(sentence))


@lru_cache(maxsize=64)  # a sentence is looked at many times while it is understood
def _found(sentence: Sentence) -> tuple[Days, ...]:
    said = Said(sentence.text, align(sentence.text), sentence.today, sentence.day_first)
    found = sorted(_named(said), key=lambda each: each.start)
    return tuple(_counted_from(said, each) for each in _joined(said, found))


def _named(said: Said) -> Generator[Days]:
    """Yield single days and spans, by one rule after the other; a rule does not see what an earlier one took."""
    for pattern, read in _RULES:
        for match in pattern.finditer(said.text):
            found = read(match, said)
            if found is not None:
                yield found
            if found is not None or read in EXACT:  # the 30th of February is no day, and no other either
                said = replace(said, text=blank(said.text, [match.span()]))


def _joined(said: Said, found: list[Days]) -> Generator[Days]:
    """Put days together that are the two ends of a span: `de 28 de abril a 2 de maio`, `de segunda a sexta`."""
    place = 0
    while place < len(found):
        one, two = found[place], found[place + 1] if place + 1 < len(found) else None
        whole = None
        if two is not None and (one.first == one.last or one.first.day == 1):
            whole = _between(said, one, two)
        yield _with_number(said, one) if whole is None else whole
        place += 1 if whole is None else 2


def _between(said: Said, one: Days, two: Days) -> Days | None:
    if (one.first == one.last) != (two.first == two.last):
        return None
    between = said.text[one.end : two.start]
    if not _JOINS.fullmatch(between):
        return None
    is_list = compiled(rf"\s*(?:{_AND}){_OF_DAY}\s*").fullmatch(between)
    if is_list and not _RANGE_LEAD.search(said.text[max(0, one.start - _LONGEST_BEFORE) : one.start]):
        return None
    one = _in_month_of(said, one, two)
    others = [first for first, _ in one.others]
    if _WITH_YEAR.search(said.text, two.start, two.end) and not _WITH_YEAR.search(said.text, one.start, one.end):
        one, others = _before(one, two), []
    last = _end_from(said, one.first, two)
    if last is None:
        return None
    spans = [(first, end) for first in others if (end := _end_from(said, first, two)) is not None]
    return Days(one.start, two.end, one.first, last, tuple(spans), is_open=one.is_open or two.is_open)


def _in_month_of(said: Said, one: Days, two: Days) -> Days:
    """Return the first end in the month of the second, where it is only a number: `do dia 3 ao dia 7 de agosto`."""
    is_bare = _ONLY_NUMBER.fullmatch(said.text, one.start, one.end) is not None
    if not is_bare or not _WITH_MONTH.search(said.text, two.start, two.end):
        return one
    away = 0 if one.first.day <= two.first.day else -1
    month = month_of(two.first, away)[0]
    first = day_of(month.year, month.month, one.first.day)
    return one if first is None else replace(one, first=first, last=first)


def _before(one: Days, two: Days) -> Days:
    """Return the first end in the year of the second, which alone says it: `de janeiro a março de 2025`."""
    for year in (two.first.year, two.first.year - 1):
        first = day_of(year, one.first.month, one.first.day)
        if first is not None and first <= two.last:
            return replace(one, first=first, last=first)
    return one


def _end_from(said: Said, first: date, two: Days) -> date | None:
    """Return the last day of a span that begins on a day.

    From Monday to Friday is one week, whatever day it is today.
    """
    words = said.text[two.start : two.end]
    if two.last < first and (number := _ONLY_NUMBER.fullmatch(words)) is not None:
        months = (month_of(first, away)[0] for away in range(3))
        days = (day_of(month.year, month.month, int(number[1])) for month in months)
        return next((day for day in days if day is not None and day >= first), None)
    if two.last >= first and not compiled(rf"(?:{WEEKDAY})\W.*|(?:{WEEKDAY})").fullmatch(words):
        is_near = not two.others or (two.last - first).days < 366
        if is_near:
            return two.last
    written = said.original[two.start : two.end]
    again = list(_named(replace(said, original=written, text=words, today=first)))
    last = again[0].last if again else two.last
    return last if last >= first else None


def _with_number(said: Said, one: Days) -> Days:
    """Add the other end of a span where it is only a number: `de 3 a 7 de maio`, `May 3 to 7`, `dias 3 a 7`."""
    words = said.text[one.start : one.end]
    if one.first != one.last or not re.search(r"\d|primeiro", words):
        return one
    head = max(0, one.start - _LONGEST_BEFORE)
    if re.search(r"[a-z/]", words) and (before := _NUMBER_BEFORE.search(said.text[head : one.start])):
        first = day_of(one.first.year, one.first.month, int(before[1]))
        if first is not None and first < one.first:
            others = tuple((other.replace(day=first.day), other) for other, _ in one.others)
            return replace(one, start=head + before.start(), first=first, others=others)
    behind = _NUMBER_BEHIND.match(said.text, one.end)
    if behind is not None and compiled(rf"\b(?:{ENGLISH_MONTH}) \d|\bdias? \d").search(words):
        last = day_of(one.last.year, one.last.month, int(behind[1]))
        if last is not None and last > one.first:
            return replace(one, end=behind.end(), last=last, others=())
    return one


def _counted_from(said: Said, one: Days) -> Days:
    """Return a day that is counted from another: `a week from Friday`, `dois dias antes do Natal`."""
    if one.first != one.last:
        return one
    head = max(0, one.start - _LONGEST_BEFORE)
    before = _COUNTED_FROM.search(said.text[head : one.start])
    if before is None:
        return one
    times, unit = UNITS[before["unit"]]
    day = shifted(one.first, count_of(before["count"]) * times * (-1 if before["back"] else 1), unit)
    return one if day is None else replace(one, start=head + before.start(), first=day, last=day, others=())
