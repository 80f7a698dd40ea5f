"""Records: values with several parts: `NODE_ENV=production`, `nota de 0 a 100`, `jan 44, fev 47`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, cast

from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.numerals import Figure, find_figures
from aule.understanding.vocabulary import MONTHS

Place = tuple[int, int]
Found = tuple[dict[str, Any] | list[Any], list[Place]]

_JSON, _KEY, _VALUE, _NUMBER = "json", "key", "value", "number"
_MONTH = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})(?!\w)")
_LISTED = re.compile(rf"(?:{_MONTH.pattern})[\s:=]+(?P<number>\d[\d.,]*\d|\d+)(?!\w|%)")
_JOINER = re.compile(r"\s*(?:[,;]|\b(?:e|and)\b)[\s,;]*(?:(?:e|and|em|in)\s+)?")
_LED_BACK = re.compile(r"\s*(?:em|in|de|of|for|pra|para|no|na)?\s*")
_FEWEST_MONTHS = 2
_ALSO_WORDS = frozenset(("set", "out", "may", "mar", "dez", "mai"))
"""Short forms of months that are words of their own."""


def read_pattern(pattern: str, text: str, is_free: Callable[[int, int], bool]) -> Found | None:
    """Return the record that the named groups of a pattern tell.

    `key` with `value` or `number` may stand several times.
    """
    found = [each for each in re.finditer(pattern, text, re.IGNORECASE) if is_free(*each.span())]
    if not found:
        return None
    groups = [{_plain(name): value for name, value in each.groupdict().items() if value} for each in found]
    if _JSON in groups[0]:
        return _read_json(found[0])
    if _KEY in groups[0]:
        pairs = {each[_KEY].strip(): _number(each[_NUMBER]) if _NUMBER in each else each[_VALUE] for each in groups}
        return pairs, [each.span() for each in found]
    values = {name: _number(value) for name, value in groups[0].items()}
    return (values, [found[0].span()]) if values else None


def names_parts(pattern: str) -> bool:
    """Tell whether a pattern names the parts of a record."""
    return "(?P<" in pattern


def read_months(nouns: Sequence[str], wording: Wording, marks: Sequence[Mark], today: date) -> Found | None:
    """Return what is said of each of several months; with a noun for it, of one month too: `a meta de abril é 310`.

    Without nouns the months lie behind us.
    """
    if (listed := _read_list(nouns, wording, today)) is not None:
        return listed
    dated = [mark for mark in marks if mark.kind is MarkKind.DAY and _is_one_day(mark)]
    months = [each for each in _MONTH.finditer(wording.unquoted) if not _is_inside(each, dated)]
    months = months if any(each[0] not in _ALSO_WORDS for each in months) else []
    numbers = [mark for mark in marks if mark.kind is MarkKind.NUMBER and not _figure(mark).is_article]
    if not months or not numbers:
        return None
    pairs = _behind(months, numbers) if months[0].start() < numbers[0].start else _before(months, numbers, wording)
    is_said = any(_is_of_month(noun, month, wording) for noun in nouns for month, _ in pairs)
    if len(pairs) < _FEWEST_MONTHS and not is_said:
        return None
    if nouns and not is_said and not any(wording.find(noun) for noun in nouns):
        return None
    values = {_month(month[0], today, is_over=not nouns): _figure(mark).number for month, mark in pairs}
    return values, [place for month, mark in pairs for place in (month.span(), (mark.start, mark.end))]


def _read_list(nouns: Sequence[str], wording: Wording, today: date) -> Found | None:
    """Return months with a number right behind each, one after the other; such a number is no day: `jan 30, fev 42`."""
    found = list(_LISTED.finditer(wording.unquoted))
    joined = all(
        _JOINER.fullmatch(wording.unquoted, one.end(), other.start()) is not None for one, other in pairwise(found)
    )
    if len(found) < _FEWEST_MONTHS or not joined or (nouns and not any(wording.find(noun) for noun in nouns)):
        return None
    figures = [find_figures(each["number"]) for each in found]
    if not all(figures):
        return None
    names = [re.match(_MONTH, each[0]) for each in found]
    values = {
        _month(name[0], today, is_over=not nouns): figure[0].number
        for name, figure in zip(names, figures, strict=True)
        if name is not None
    }
    return values, [each.span() for each in found]


def _is_one_day(mark: Mark) -> bool:
    days = cast("Days", mark.value)
    return days.first == days.last


def _is_inside(found: re.Match[str], marks: Sequence[Mark]) -> bool:
    return any(mark.start < found.end() and found.start() < mark.end for mark in marks)


def _is_of_month(noun: str, month: re.Match[str], wording: Wording) -> bool:
    head = wording.unquoted[: month.start()]
    return re.search(rf"(?<!\w){re.escape(noun)}\s+(?:de|do|of|for|pra|para|em|in)\s+$", head) is not None or (
        re.match(rf"\s+{re.escape(noun)}(?!\w)", wording.unquoted[month.end() :]) is not None
    )


def _behind(months: Sequence[re.Match[str]], numbers: Sequence[Mark]) -> list[tuple[re.Match[str], Mark]]:
    """Return each month with the first number behind it."""
    found: list[tuple[re.Match[str], Mark]] = []
    for place, month in enumerate(months):
        end = months[place + 1].start() if place + 1 < len(months) else None
        mine = [mark for mark in numbers if mark.start >= month.end() and (end is None or mark.start < end)]
        found += [(month, mine[0])] if mine else []
    return found


def _before(
    months: Sequence[re.Match[str]], numbers: Sequence[Mark], wording: Wording
) -> list[tuple[re.Match[str], Mark]]:
    """Return each month with the number right before it: `44 em janeiro`."""
    return [
        (month, mark)
        for month in months
        for mark in numbers
        if mark.end <= month.start() and _LED_BACK.fullmatch(wording.unquoted, mark.end, month.start())
    ]


def _month(word: str, today: date, *, is_over: bool) -> str:
    number = MONTHS[word]
    return f"{today.year - (is_over and number > today.month)}-{number:02d}"


def _figure(mark: Mark) -> Figure:
    return cast("Figure", mark.value)


def _plain(name: str) -> str:
    """Return the name of a part; alternatives of a pattern number it."""
    return name.rstrip("0123456789")


def _number(said: str) -> int | float | str:
    """Return a number where a text is one."""
    plain = said.strip().replace(",", ".")
    if not re.fullmatch(r"\d+(?:\.\d+)?", plain):
        figures = find_figures(said)
        is_number = len(figures) == 1 and (figures[0].start, figures[0].end) == (0, len(said))
        return figures[0].number if is_number else said.strip()
    return float(plain) if "." in plain else int(plain)


def _read_json(found: re.Match[str]) -> Found | None:
    """Return the first value in JSON that a text holds."""
    try:
        value, end = json.JSONDecoder().raw_decode(found.string, found.start(_JSON))
    except json.JSONDecodeError:
        return None
    return cast("Found", (value, [(found.start(_JSON), end)])) if isinstance(value, dict | list) else None
