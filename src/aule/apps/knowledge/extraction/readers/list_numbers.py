"""Numbers of lists in Word documents: they stand in no paragraph, but are counted when it is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from aule.apps.knowledge.extraction.readers.archive import attribute, local

_PLACE = re.compile(r"%([1-9])")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"))
_ROMAN_ONES = ((9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
MOST = 10_000
"""A number beyond this is written in digits, whatever its list says."""


@dataclass(frozen=True, slots=True)
class _Level:
    format: str
    text: str
    start: int


@dataclass(slots=True)
class Numbering:
    """The lists of a document, and how far each has been counted."""

    _lists: dict[str, dict[int, _Level]] = field(default_factory=dict[str, dict[int, _Level]])
    _counts: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])
    _patterns: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, tree: Any) -> Numbering:
        """Read the part of a document that says how its lists are numbered."""
        patterns = {attribute(each, "abstractNumId"): _levels(each) for each in tree if local(each) == "abstractNum"}
        found = cls()
        for each in tree.iterfind("{*}num"):
            id = attribute(each, "numId")
            pattern = next((attribute(one, "val") for one in each.iterfind("{*}abstractNumId")), "")
            found._patterns[id] = id if next(each.iterfind("{*}lvlOverride"), None) is not None else pattern
            found._lists[id] = patterns.get(pattern, {})
        return found

    def next(self, list_id: str, level: int) -> str:
        """Count one more item, and return the number that stands before it: nothing for a mere mark."""
        levels = self._lists.get(list_id, {})
        found = levels.get(level)
        if found is None or found.format in ("bullet", "none"):
            return ""
        counts = self._counts.setdefault(self._patterns[list_id], {})
        counts[level] = counts.get(level, found.start - 1) + 1
        for deeper in [each for each in counts if each > level]:
            del counts[deeper]

        def shown(place: re.Match[str]) -> str:
            at = int(place[1]) - 1
            one = levels.get(at, found)
            return _written(counts.get(at, one.start), one.format)

        return _PLACE.sub(shown, found.text)[:40].strip()


def _levels(pattern: Any) -> dict[int, _Level]:
    found: dict[int, _Level] = {}
    for each in pattern.iterfind("{*}lvl"):
        told = {local(one): attribute(one, "val") for one in each}
        place, start = attribute(each, "ilvl"), told.get("start", "1")
        if place.isdigit():
            first = int(start) if start.isdigit() and int(start) < MOST else 1
            found[int(place)] = _Level(told.get("numFmt", "decimal"), told.get("lvlText", ""), first)
    return found


def _written(number: int, format: str) -> str:
    if not 0 < number < MOST:
        return str(number)
    match format:
        case "lowerLetter" | "upperLetter":
            text = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        case "lowerRoman" | "upperRoman":
            text = _roman(number)
        case "decimalZero":
            text = f"{number:02}"
        case _:
            text = str(number)
    return text.upper() if format.startswith("upper") else text


def _roman(number: int) -> str:
    text = ""
    for value, letters in (*_ROMAN, *_ROMAN_ONES):
        text += letters * (number // value)
        number %= value
    return text
