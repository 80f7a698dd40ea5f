"""The mask: a sentence in which each value is replaced by an ordinary one of its kind, so that values pull nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from aule.understanding.alignment import QUOTED, align, blank
from aule.understanding.values.days import Days, Sentence, find_days
from aule.understanding.values.hours import Hour, find_hours
from aule.understanding.values.numerals import Figure, find_figures

STAND_INS: dict[str, str] = {
    "link": "https://site.com",
    "title": '"Título"',
    "file": "arquivo.txt",
    "group": "7A",
    "day": "segunda-feira",
    "hour": "10h",
    "number": "10",
}
"""What stands for a value of each kind: words that an encoder of sentences knows."""
_ANY_DAY = date(2024, 1, 1)
"""Where days stand in a sentence does not depend on today."""
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("link", re.compile(r"\bhttps?://\S+|\bwww\.\S+")),
    ("title", QUOTED),
    (
        "file",
        re.compile(
            r"(?<![\w/.])(?:~?/|\.{1,2}/)?(?:[\w.-]+/)*[\w-][\w.-]*\.[a-z]\w{0,4}(?![\w/])|(?<!\w)(?:[\w.-]+/)+[\w.-]*"
        ),
    ),
    ("group", re.compile(r"(?<![\w.,/-])[1-9]\d?\s?[o°]?\s?(?:(?:ano|serie)\s)?[a-h](?!\w|')")),
)
"""How values are written that are no day, hour or number; a group is a class of a school: `7A`, `8º B`, `6º ano C`."""


def mask(text: str) -> str:
    """Return a sentence, folded, with a stand-in for each value in it."""
    said = align(text)
    places: list[tuple[int, int, str]] = []
    for kind, pattern in _PATTERNS:
        places += [(*found.span(), kind) for found in pattern.finditer(said)]
        said = blank(said, ((start, end) for start, end, _ in places))
    bare = blank(text[: len(said)], ((start, end) for start, end, _ in places))
    days, hours = find_days(Sentence(bare, _ANY_DAY)), find_hours(bare)
    figures = [each for each in find_figures(bare) if not each.is_article]
    values: tuple[tuple[str, Sequence[Days | Hour | Figure]], ...] = (
        ("day", days),
        ("hour", hours),
        ("number", figures),
    )
    places += [(each.start, each.end, kind) for kind, found in values for each in found]
    return _replaced(align(text), places)


def _replaced(said: str, places: list[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    last = 0
    for start, end, kind in sorted(places):
        if start >= last:
            parts += [said[last:start], f" {STAND_INS[kind]} "]
            last = end
    return " ".join("".join([*parts, said[last:]]).split())
