"""Placement: whether the numbers, days and hours of a sentence stand in the passage beside what it says of them.

A passage often has several values of a kind: a row for each supplier, a date for each village. A sentence that takes
the value of one for another repeats only what is there, and is wrong all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from aule.kernel.agents.citations.particulars import Day, Number, is_plain_word, particulars_of
from aule.text.words import words

STEM = 5
"""Letters that the forms of a word have in common."""
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=[A-ZÀ-Ú0-9\"“])|\n+")
_CLAUSE_END = re.compile(r"[,;:()]\s+|\s+(?:e|and|ou|or|mas|but|contra|versus)\s+")
_ANY = 1_000
_RULE = re.compile(r"^[\s|:-]+$")
Value = tuple[str, object]
"""The kind of a value, and the value: `("%", 2)`, `("day", (5, 21))`."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A place in a passage: the stems of its words, its values, and the years it speaks of."""

    stems: frozenset[str]
    values: frozenset[Value]
    years: frozenset[Decimal]

    @classmethod
    def of(cls, text: str) -> Segment:
        """Return a piece of text as a place."""
        years = frozenset(each.value for each in particulars_of(text).numbers if is_year(each))
        return cls(frozenset(stems_of(text)), frozenset(values_of(text)), years)


def is_misplaced(sentence: str, passage: str) -> bool:
    """Tell whether a value of a sentence belongs to something else in the passage.

    The sentence is held against the sentences and cells of the passage, and each of its clauses against clauses.
    """
    if not any(values_of(sentence)):
        return False
    pieces = list(pieces_of(passage))
    clauses = [Segment.of(clause) for piece in pieces for clause in _clauses(piece)]
    return _stands_elsewhere(Segment.of(sentence), [Segment.of(each) for each in pieces], most=_ANY) or any(
        _stands_elsewhere(Segment.of(each), clauses, most=0) for each in _clauses(sentence)
    )


def _stands_elsewhere(said: Segment, places: Sequence[Segment], *, most: int) -> bool:
    """Tell whether words fit a place with another value of the kind better than every place with their own.

    `most` words may be in common with those; a clause often leaves out what was said before.
    """
    for value in said.values:
        there = [place for place in places if value in place.values]
        if there and said.years and all(place.years and not place.years & said.years for place in there):
            return True
        having = [len(place.stems & said.stems) for place in there]
        lacking = [
            len(place.stems & said.stems)
            for place in places
            if value not in place.values and any(kind == value[0] for kind, _ in place.values)
        ]
        if having and lacking and max(having) <= most and max(lacking) > max(having):
            return True
    return False


def _clauses(text: str) -> list[str]:
    return [each for each in _CLAUSE_END.split(text) if each.strip()]


def pieces_of(passage: str) -> Iterable[str]:
    """Yield the sentences of a passage, and each cell of its tables with the names of its row and column."""
    header: list[str] | None = None
    for line in passage.splitlines():
        if not line.lstrip().startswith("|"):
            header = None
            yield from (each for each in _SENTENCE_END.split(line) if each.strip())
            continue
        if _RULE.match(line):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if header is None:
            header = cells
            continue
        yield from (f"{cells[0]} {name} {cell}" for name, cell in zip(header[1:], cells[1:], strict=False))


def stems_of(text: str) -> Iterable[str]:
    """Yield the beginnings of the words of a text that have a meaning of their own."""
    return (word[:STEM] for word in words(text) if word.isalpha() and not is_plain_word(word) and len(word) > 2)


def values_of(text: str) -> Iterable[Value]:
    """Yield the numbers, days and hours of a text with their kinds; a year says when, and is no value."""
    found = particulars_of(text)
    yield from ((f"number {each.unit}", each.value) for each in found.numbers if not is_year(each))
    yield from (("day", _without_year(each)) for each in found.days)
    yield from (("hour", each) for each in found.hours)


def is_year(number: Number) -> bool:
    """Tell whether a number is a year of our time."""
    return number.unit == "" and number.value == number.value.to_integral_value() and 1900 <= number.value <= 2100


def _without_year(day: Day) -> tuple[int, int]:
    return day[1], day[2]
