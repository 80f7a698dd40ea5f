"""Grounding: every number, code, name, title and path in a text has to occur in the run's results.

A text may use its own notation: a decimal comma, a thousands separator, a percentage, a day as dd/mm/yyyy. Its values
have to be those of the results.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, cast

from aule.kernel.agents.answer_checks.number import NUMBER, decimal_of, is_given, readings

_QUOTED = re.compile(r"“([^”\n]{1,200})”|\"([^\"\n]{1,200})\"|«([^»\n]{1,200})»|`([^`\n]{1,200})`|‘([^’\n]{2,200})’")
_PATH = re.compile(r"(?<![\w/])(?:[\w.-]+/)+[\w.-]*\w|(?<![\w/.])[\w-]+\.[a-z][a-z0-9]{0,7}\b(?!\.\w)")
_ISO = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w-])")
_SLASHED = re.compile(r"(?<![\w/])(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?(?![\w/])")
_POWER = re.compile(r"(?<![\w.,])[-+]?\d+(?:\.\d+)?[eE][-+]?\d{1,4}(?!\w)")
_CLOCK = re.compile(r"(?<![\w:])(\d{1,2})(?::|h)(\d{2})(?![\w:])")
_CODE = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[^\W_][\w-]*(?![\w-])")
_NAME = re.compile(r"(?<![\w.’'-])[A-ZÀ-ÖØ-Þ][\w’'-]*(?:\s+(?:(?:d[aeo]s?|e|of|von|van)\s+)?[A-ZÀ-ÖØ-Þ][\w’'-]*)*")
_SENTENCE = re.compile(r"(?:^|[.!?:;…]\s+|\n\s*(?:[-*•–]|\d+[.)])?\s*|[(\[“\"]\s*)$")
_LETTER = re.compile(r"[^\W\d_]")
_MOST_SOURCE = 400_000
"""Characters of a run's results that are read."""


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of a text that can be looked up."""

    text: str
    start: int
    end: int


class ReportSource:
    """All that may be stated: a run's results, the words of its plan, and counts that follow from them."""

    def __init__(self, values: Iterable[Any], counts: Iterable[int] = ()) -> None:
        self._texts: list[str] = []
        self._numbers: set[Decimal] = set()
        self._room = _MOST_SOURCE
        for value in values:
            self._take(value)
        self._numbers.update(Decimal(count) for count in counts)

    @cached_property
    def text(self) -> str:
        """All texts, for searching."""
        return _plain("\n".join(self._texts))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the texts."""
        return frozenset(re.findall(r"[\w’'-]+", self.text))

    @cached_property
    def days(self) -> frozenset[tuple[int, int, int]]:
        """Every day in the texts."""
        found = {(int(y), int(m), int(d)) for y, m, d in _ISO.findall("\n".join(self._texts))}
        for day, month, year in _SLASHED.findall("\n".join(self._texts)):
            if year:
                found.add((int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)))
        return frozenset(found)

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        """Every number in the texts, and the parts of every day."""
        found = set(self._numbers)
        for text in self._texts:
            for match in NUMBER.finditer(text):
                found.update(value for value, _ in readings(match[0]))
        for day in self.days:
            found.update(Decimal(part) for part in day)
        return frozenset(found)

    def _take(self, value: Any) -> None:
        if self._room <= 0:
            return
        match value:
            case bool() | None:
                return
            case int() | float():
                self._numbers.add(decimal_of(value))
            case str():
                self._texts.append(value[: self._room])
                self._room -= len(value)
            case list() | tuple():
                items = cast("list[Any]", value)
                self._numbers.add(Decimal(len(items)))
                for each in items:
                    self._take(each)
            case dict():
                for key, each in cast("dict[str, Any]", value).items():
                    self._take(str(key))
                    self._take(str(key).replace("_", " "))  # as people read it
                    self._take(each)
            case _:
                self._take(json.loads(json.dumps(value, default=str)))


def unsupported(text: str, source: ReportSource) -> list[str]:
    """Return the numbers, days, codes, names, titles and paths of a text that nothing supports, in order."""
    found: dict[str, None] = {}
    for span in sorted(_unsupported(text, source), key=lambda span: span.start):
        found.setdefault(span.text.strip())
    return list(found)


def _unsupported(text: str, source: ReportSource) -> Iterator[TextSpan]:
    taken: list[tuple[int, int]] = []
    for pattern, holds in (
        (_QUOTED, _holds_quoted),
        (_POWER, _holds_power),
        (_ISO, _holds_day),
        (_SLASHED, _holds_slashed),
        (_PATH, _holds_text),
        (_CLOCK, _holds_time),
        (_CODE, _holds_text),
        (NUMBER, _holds_number),
        (_NAME, _holds_name),
    ):
        for match in pattern.finditer(text):
            if any(start <= match.start() < end for start, end in taken):
                continue
            taken.append(match.span())
            if not holds(match, source):
                yield TextSpan(match[0], *match.span())


def _holds_quoted(match: re.Match[str], source: ReportSource) -> bool:
    """Return whether a quoted title or name occurs word for word; a quoted figure may be written as figures are."""
    inner = next(group for group in match.groups() if group is not None)
    if _occurs(inner, source):
        return True
    return _LETTER.search(inner) is None and next(_unsupported(inner, source), None) is None


def _holds_text(match: re.Match[str], source: ReportSource) -> bool:
    return _occurs(match[0], source)


def _occurs(words: str, source: ReportSource) -> bool:
    """Return whether words occur in the source, as whole words."""
    wanted, place = _plain(words), -1
    while wanted and (place := source.text.find(wanted, place + 1)) >= 0:
        before, after = source.text[place - 1 : place] if place else "", source.text[place + len(wanted) :][:1]
        if not (wanted[0].isalnum() and before.isalnum()) and not (wanted[-1].isalnum() and after.isalnum()):
            return True
    return False


def _holds_day(match: re.Match[str], source: ReportSource) -> bool:
    return (int(match[1]), int(match[2]), int(match[3])) in source.days


def _holds_time(match: re.Match[str], source: ReportSource) -> bool:
    return f"{int(match[1]):02}:{match[2]}" in source.text


def _holds_slashed(match: re.Match[str], source: ReportSource) -> bool:
    """Return whether a day, with or without its year, occurs; a score such as 3/4 is two numbers."""
    first, second, year = int(match[1]), int(match[2]), match[3]
    if year:
        whole = int(year) + (2000 if len(year) == 2 else 0)
        return (whole, second, first) in source.days or (whole, first, second) in source.days
    if any(day[1:] in ((second, first), (first, second)) for day in source.days):
        return True
    return {Decimal(first), Decimal(second)} <= source.numbers


def _holds_power(match: re.Match[str], source: ReportSource) -> bool:
    return Decimal(match[0]) in source.numbers or _occurs(match[0], source)


def _holds_number(match: re.Match[str], source: ReportSource) -> bool:
    return is_given(match[0], source.numbers, is_share=match[1] is not None)


def _holds_name(match: re.Match[str], source: ReportSource) -> bool:
    name, before = match[0], match.string[: match.start()]
    if _occurs(name, source):
        return True
    words = name.split()
    if _SENTENCE.search(before):  # the first word of a sentence has a capital anyway
        words = words[1:]
    return all(_plain(word) in source.words or word.islower() for word in words)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
