"""Particulars of a text: its numbers, days, hours, names and quotations, as they are compared.

They are what a sentence may not get wrong. Each is read in one way only: where two ways of writing could be meant, the
more common one is taken, on both sides alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from aule.text.words import fold
from aule.understanding.alignment import LONGEST, align
from aule.understanding.values.hours import find_hours
from aule.understanding.values.numerals import find_figures
from aule.understanding.vocabulary import EMPTY, MONTHS, WEEKDAYS

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_ISO = re.compile(r"(?<![\w-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?![\w-])")
_SLASHED = re.compile(
    r"(?<![\w/.,])(?P<one>\d{1,2})(?P<sign>[/.])(?P<two>\d{1,2})(?:(?P=sign)(?P<year>\d{4}|\d{2}))?(?![\w/]|\.\d)"
)
_SPOKEN = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:o|a|º|ª|st|nd|rd|th)?(?: de| of)? (?P<name>{_MONTH})\b\.?"
    rf"(?:,?(?: de| of)? (?P<year>\d{{4}}))?"
    rf"|\b(?P<name2>{_MONTH})\.? (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.,]?\d)(?:,? (?P<year2>\d{{4}}))?"
)
_OF_MONTH = re.compile(rf"\b(?P<name>{_MONTH})\b")
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<money>r\$|us\$|\$|€|£)?\s?"
    r"(?P<digits>\d{1,3}(?:[. \u00a0\u202f]\d{3})+(?:,\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)"
    r"(?:\s?(?P<times>mil|milhao|milhoes|bilhao|bilhoes|thousand|million|billion|mi|bi)\b)?"
    r"(?:\s?(?P<share>%|por cento\b|per ?cent\b)|kg|mg|g|km|cm|mm|m|l|ml|kb|mb|gb|kw|kwh|w|v|min|ms|s|x"
    r"|o|a|os|as|st|nd|rd|th)?(?!\w)"
)
_TIMES = {
    "mil": 10**3, "thousand": 10**3, "mi": 10**6, "milhao": 10**6, "milhoes": 10**6, "million": 10**6,
    "bi": 10**9, "bilhao": 10**9, "bilhoes": 10**9, "billion": 10**9,
}  # fmt: skip
_QUOTED = re.compile(r"[\"“«]([^\"“”«»\n]{4,400})[\"”»]")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_MONTHS, _DAYS = 12, 31
Day = tuple[int | None, int, int]
"""Year, month and day; the year may be left out."""
T = TypeVar("T")
Finder = Callable[[str], Iterator[tuple[int, int, T]]]
"""Finds values in a text, each with its place."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its unit: `%`, a sign of money, or none."""

    value: Decimal
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a text says in particular."""

    numbers: frozenset[Number]
    days: frozenset[Day]
    months: frozenset[int]
    weekdays: frozenset[int]
    hours: frozenset[tuple[int, int]]
    quotations: tuple[str, ...]
    names: tuple[str, ...]
    """Words with a capital letter inside a sentence, and words with digits that are no number; folded."""
    opening: str
    """The first word, where it has a capital letter: a name, or the beginning of a sentence; folded."""


def particulars_of(text: str) -> Particulars:
    """Return what a text says in particular."""
    parts = [_of_line(piece) for line in text.splitlines() for piece in _pieces(line)]
    return Particulars(
        numbers=frozenset[Number]().union(*(each.numbers for each in parts)),
        days=frozenset[Day]().union(*(each.days for each in parts)),
        months=frozenset[int]().union(*(each.months for each in parts)),
        weekdays=frozenset[int]().union(*(each.weekdays for each in parts)),
        hours=frozenset[tuple[int, int]]().union(*(each.hours for each in parts)),
        quotations=tuple(quotation for each in parts for quotation in each.quotations),
        names=tuple(name for each in parts for name in each.names),
        opening=parts[0].opening if parts else "",
    )


def _pieces(line: str) -> Iterator[str]:
    """Yield a line in pieces that are short enough to look for values in."""
    while len(line) > LONGEST:
        cut = line.rfind(" ", 0, LONGEST) + 1 or LONGEST
        yield line[:cut]
        line = line[cut:]
    yield line


def _of_line(text: str) -> Particulars:
    said = align(text)
    days, plain = _taken(said, _days)
    hours, plain = _taken(plain, _hours)
    numbers, plain = _taken(plain, _numbers)
    spelled = {Number(each.value.normalize()) for each in find_figures(plain) if each.value > 1}
    words = [match[0] for match in _WORD.finditer(text)]
    return Particulars(
        numbers=frozenset({*numbers, *spelled}),
        days=frozenset(days),
        months=frozenset(MONTHS[match["name"]] for match in _OF_MONTH.finditer(plain) if _is_month(text, match)),
        weekdays=frozenset(day for each in words if (day := _weekday(fold(each))) is not None),
        hours=frozenset(hours),
        quotations=tuple(fold(" ".join(match[1].split())) for match in _QUOTED.finditer(text)),
        names=(*_names(words), *(match[0] for match in _WORD.finditer(plain) if any(map(str.isdigit, match[0])))),
        opening=fold(words[0]) if words and words[0][0].isupper() else "",
    )


def _weekday(word: str) -> int | None:
    """Return the weekday a word names; `segunda` alone may as well number something."""
    plain = word.removesuffix("s").removesuffix("-feira")
    is_sure = word.endswith(("-feira", "-feiras", "day", "days")) or plain in {"sabado", "domingo"}
    return WEEKDAYS.get(plain) if is_sure else None


def _is_month(text: str, match: re.Match[str]) -> bool:
    """Tell whether a word is a month: in English only with a capital, since `may` and `march` are verbs."""
    return match["name"] not in {"may", "march", "mar", "set", "out"} or text[match.start()].isupper()


def _taken(text: str, find: Finder[T]) -> tuple[list[T], str]:
    """Return what is found in a text, and the text with blanks in its place."""
    found: list[T] = []
    for start, end, value in find(text):
        found.append(value)
        text = text[:start] + " " * (end - start) + text[end:]
    return found, text


def _days(text: str) -> Iterator[tuple[int, int, Day]]:
    for match in _ISO.finditer(text):
        yield *match.span(), (int(match["year"]), int(match["month"]), int(match["day"]))
    for match in _SPOKEN.finditer(text):
        year, name, day = (
            match["year"] or match["year2"],
            match["name"] or match["name2"],
            match["day"] or match["day2"],
        )
        if int(day) <= _DAYS:
            yield *match.span(), (int(year) if year else None, MONTHS[name], int(day))
    for match in _SLASHED.finditer(text):
        one, two, year = int(match["one"]), int(match["two"]), match["year"]
        if match["sign"] == "." and not year:
            continue  # a number with a decimal point
        day, month = (two, one) if two > _MONTHS else (one, two)
        if 1 <= month <= _MONTHS and 1 <= day <= _DAYS:
            yield *match.span(), (_full_year(year), month, day)


def _full_year(year: str | None) -> int | None:
    if not year:
        return None
    return int(year) if len(year) > 2 else 2000 + int(year)


def _hours(text: str) -> Iterator[tuple[int, int, tuple[int, int]]]:
    for hour in find_hours(text):
        yield hour.start, hour.end, (hour.hour, hour.minute)


def _numbers(text: str) -> Iterator[tuple[int, int, Number]]:
    for match in _NUMBER.finditer(text):
        value = value_of(match["digits"]) * _TIMES.get(match["times"] or "", 1)
        unit = "%" if match["share"] else (match["money"] or "")
        yield *match.span(), Number(value.normalize(), unit)


def value_of(digits: str) -> Decimal:
    """Return the value of written digits: three behind a single point or comma are thousands, unless 0 is before."""
    plain = re.sub(r"[ \u00a0\u202f]", "", digits)
    last = max(plain.rfind("."), plain.rfind(","))
    if last < 0:
        return Decimal(plain)
    whole, rest = plain[:last], plain[last + 1 :]
    has_both = "." in plain and "," in plain
    is_grouped = len(rest) == 3 and whole not in ("", "0")
    if is_grouped and not has_both:
        return Decimal(re.sub(r"[.,]", "", plain))
    return Decimal(f"{re.sub(r'[.,]', '', whole) or 0}.{rest}")


def _names(words: list[str]) -> Iterator[str]:
    for place, word in enumerate(words):
        plain = fold(word).removesuffix("'s").removesuffix("’s")
        has_digit = any(map(str.isdigit, plain))
        if place > 0 and not has_digit and word[0].isupper() and len(plain) > 1 and not is_plain_word(plain):
            yield plain


def is_plain_word(word: str) -> bool:
    """Tell whether a folded word is no name, whatever its letters: a month, a day, a word without meaning."""
    return word in EMPTY or word in MONTHS or word in WEEKDAYS or word.endswith("-feira")
