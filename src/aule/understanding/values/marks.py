"""Marks: the typed values a sentence holds, each with its place: names, quotations, files, classes, days, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import cast

from aule.understanding.alignment import align, blank
from aule.understanding.sentence import Quote, Wording
from aule.understanding.values.days import Days, Sentence, find_days
from aule.understanding.values.hours import Hour, find_hours
from aule.understanding.values.names import Mention, Roster
from aule.understanding.values.numerals import Figure, find_figures
from aule.understanding.vocabulary import COMMANDS, EMPTY, MONTHS, NEVER_PROPER, NOT_PROPER, WEEKDAYS


class MarkKind(StrEnum):
    """What kind of value a mark holds."""

    NAME = "name"
    QUOTE = "quote"
    LINK = "link"
    PATH = "path"
    GROUP = "group"
    """A class of a school: `7A`, `sétimo ano A`."""
    GRADE = "grade"
    """A year of school: `7º ano`."""
    DAY = "day"
    HOUR = "hour"
    NUMBER = "number"
    PROPER = "proper"
    """Words in capitals, which may be what something is called."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A value in a sentence."""

    kind: MarkKind
    start: int
    end: int
    value: Mention | Quote | Days | Hour | Figure | str


LINK = re.compile(r"\bhttps?://[^\s,;]+|\bwww\.[^\s,;]+")
PATH = re.compile(
    r"(?<![\w/.@])(?!\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\w/]))(?:(?:~|\.{1,2})?/)?(?:[\w.-]+/)*[\w*-][\w.*-]*\.[a-z*]\w{0,7}(?![\w/])|(?<![\w./])(?!\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\w/]))(?:[\w.-]+/)+[\w.*-]*"
)
_ORDINAL = re.compile(r"\d{1,2}\.[ºª°]")
"""An ordinal number as it is written in Portugal, which looks like a file: `9.º`."""
_ORDINAL_YEARS = "primeiro|segundo|terceiro|quarto|quinto|sexto|setimo|oitavo|nono"
_YEARS = {word: place for place, word in enumerate(_ORDINAL_YEARS.split("|"), start=1)}
_NUMBER_OF_YEAR = (
    rf"(?P<digit>[1-9])\s?(?:\.?[o°]|\.?a(?=\s?(?:ano|serie)|\s[b-df-h](?!\w)))?|(?P<word>{_ORDINAL_YEARS})"
)
GROUP = re.compile(
    rf"(?<![\w.,/:-])(?:{_NUMBER_OF_YEAR})\s?(?:(?:ano|serie)\s)?(?P<letter>[a-h])(?![\w'’]|\s(?:{_ORDINAL_YEARS})\b)"
)
_LATE_GROUP = re.compile(
    r"(?<![\w.,/:-])(?:1[0-3]|[1-9])(?:[ºo°]|\.[ºo°]\s?)?"
    r"(?:[i-np-z]|(?<=1\d)[a-h]|(?<=1\d\.[ºo°]\s)[a-h])(?![\w'’])"
)
"""Classes with a late letter or a year above nine: `9M`, `10F`."""
_NO_GROUP = frozenset({"4k", "5k", "8k", "10k", "12v", "3x", "2x", "4x"})
_LEADS_TO_GROUP = re.compile(
    r"\b(?:turmas?|class|classe|sala|ano|pr[oa]s?|d[oa]s?|n[oa]s?|[oa]|for|in|from|with|to|my)\s+$"
)
GRADE = re.compile(
    rf"(?<![\w.,/:-])(?:{_NUMBER_OF_YEAR})s?\s?(?:anos?|series?)\b|\b(?:years?|grades?) (?P<year>[1-9])\b|"
    r"\b(?P<nth>[1-9])(?:st|nd|rd|th) grade\b|"
    r"(?<![\w.,/:-])(?P<only>[5-9])[o°](?!\w)(?! (?:bi|tri|sem|per|lug|dia|cap|gra|ano|ser|and))|"
    r"\b(?P<bare>sexto|setimo|oitavo|nono)s?(?=\s*[,.;:?!]|$|\s(?:e|em|de|do|no|na|sobre|com|que|para|pra|ta|esta|tem)\b)"
)
_NUMBERED_GROUP = re.compile(r"\b(?:turma|classe|class|sala) (\d{2,4})(?![\w%]|[.,:/]\d)")
_BARE_GROUP = re.compile(r"\b(?:[dn]a|pra|para a|com a|pela) (\d{3,4})(?![\w%]|[.,:/]\d|\s(?:\w+s\b|mil\b))")
"""A class by its number alone, which a feminine article leads to: `a prova da 2003`."""
_ROMAN_GROUP = re.compile(r"(?<![\w-])(?:VI{0,3}|I[VX]|XI{0,3}|I{2,3})[ -][A-H](?![\w'’-])")
"""Classes with a Roman number: `VIII-F`."""
_NAMED_GROUP = re.compile(
    r"(?:\b(?:for|in|of|from|with|to|and|class|year|the|my|turma|d[oa]s?|n[oa]s?|pr[oa]s?|com)\s+|[,(]\s*|^(?:\w+\s+)?)"
    r"((?:1[0-3]|[1-9])[ -][A-Z][a-z]{2,})(?![\w'’]|\s+[A-Z])"
)
"""Classes with a number and a name: `8 Poplar`."""
_CONNECTING = frozenset(re.findall(r"\w+", "de da do dos das e of the and in on for ao em no na"))


def find_marks(wording: Wording, today: date, roster: Roster | None = None, *, day_first: bool = True) -> list[Mark]:
    """Find the values of a sentence, in order. What stands inside a name or a quotation is no value of its own."""
    marks = [Mark(MarkKind.QUOTE, each.start, each.end, each) for each in wording.quotes]
    if roster is not None:
        marks += [Mark(MarkKind.NAME, each.start, each.end, each) for each in roster.mentions(wording)]
    for kind, pattern in ((MarkKind.LINK, LINK), (MarkKind.PATH, PATH)):
        rest = blank(wording.folded, _places(marks))
        found = [(*each.span(), wording.text[each.start() : each.end()]) for each in pattern.finditer(rest)]
        marks += [Mark(kind, *each) for each in found if not _ORDINAL.fullmatch(each[2])]
    rest = blank(wording.folded, _places(marks))
    marks += [
        Mark(MarkKind.GROUP, *each.span(), _group(each))
        for each in GROUP.finditer(rest)
        if _is_group(each, rest, wording)
    ]
    marks += [
        Mark(MarkKind.GROUP, *each.span(), re.sub(r"\.?[ºo°]\s?", "", each[0]).upper())
        for each in _LATE_GROUP.finditer(rest)
        if _is_late_group(each, rest, wording)
    ]
    marks += [Mark(MarkKind.GROUP, *each.span(1), each[1]) for each in _NUMBERED_GROUP.finditer(rest)]
    bare = blank(wording.text[: len(wording.folded)], _places(marks))
    marks += [Mark(MarkKind.GROUP, *each.span(), each[0]) for each in _ROMAN_GROUP.finditer(bare)]
    rest = blank(wording.folded, _places(marks))
    marks += [Mark(MarkKind.GRADE, *each.span(), _grade(each)) for each in GRADE.finditer(rest)]
    bare = blank(wording.text[: len(wording.folded)], _places(marks))
    marks += [_day(each, wording) for each in find_days(Sentence(bare, today, day_first))]
    bare = blank(bare, _places(marks))
    marks += [Mark(MarkKind.HOUR, each.start, each.end, each) for each in find_hours(bare)]
    bare = blank(bare, _places(marks))
    marks += [Mark(MarkKind.NUMBER, each.start, each.end, each) for each in find_figures(bare, comma=day_first)]
    marks += _proper_runs(wording, marks)
    marks += _open_groups(wording, marks)
    return sorted(marks, key=lambda each: each.start)


def _open_groups(wording: Wording, marks: Iterable[Mark]) -> list[Mark]:
    """Return what is a class where somebody speaks of classes, and a number or a name elsewhere.

    `da 2003`, `8 Poplar`.
    """
    taken = [mark for mark in marks if mark.kind not in (MarkKind.NUMBER, MarkKind.PROPER)]
    bare = blank(wording.text[: len(wording.folded)], _places(taken))
    numbered = list(_BARE_GROUP.finditer(align(bare)))
    named = [each for each in _NAMED_GROUP.finditer(bare) if _is_named_group(each[1])]
    return [
        Mark(MarkKind.GROUP, *each.span(1), each[1]) for found in (numbered, named) if len(found) == 1 for each in found
    ]


def _is_named_group(said: str) -> bool:
    """Tell whether the word behind a number is a name and no month, day or verb."""
    word = align(re.split("[ -]", said)[1])
    return not any(word in words for words in (MONTHS, WEEKDAYS, EMPTY, COMMANDS, NOT_PROPER, NEVER_PROPER))


_OF = re.compile(r"\b(?:de|of)\s+$")
_DAY = re.compile(r"\bdia\s+$")


def is_of_month(mark: Mark, wording: Wording) -> bool:
    """Tell whether a mark is a span of days that *of* leads to, as in what something is called: `a prova de março`."""
    if mark.kind is not MarkKind.DAY or not _OF.search(wording.folded[: mark.start]):
        return False
    days = cast("Days", mark.value)
    return days.first != days.last


def _day(days: Days, wording: Wording) -> Mark:
    """Return a day, with the word *dia* before its date."""
    lead = _DAY.search(wording.folded[: days.start])
    return Mark(MarkKind.DAY, lead.start() if lead is not None else days.start, days.end, days)


def _places(marks: Iterable[Mark]) -> list[tuple[int, int]]:
    return [(each.start, each.end) for each in marks]


def _is_group(found: re.Match[str], said: str, wording: Wording) -> bool:
    """Tell whether a number and a letter name a class: `a` and `e` behind a number are words as often."""
    letter, joined = found["letter"], found.start("letter") == found.end("digit")
    if not wording.text[found.start("letter")].isascii():
        return False  # `o sétimo ano à tarde`
    if letter == "h" and wording.text[found.start("letter")] == "h":
        return (
            bool(found["word"])
            or re.search(r"\b(?:turma|class|sala|classe|ano|[dn]?o|pro|ao|pelo) $", said[: found.start()]) is not None
        )
    if joined or letter not in "ae":
        return True
    behind = said[found.end() :].split()
    ends = not behind or said[found.end() :].lstrip()[:1] in ",.;:!?)"
    is_year = bool(found["word"]) or "ano" in found[0] or "serie" in found[0] or "o" in found[0][1:3] or "°" in found[0]
    return is_year and (ends or behind[0] in EMPTY or letter == "a")


def _is_late_group(found: re.Match[str], said: str, wording: Wording) -> bool:
    """Tell whether a number and a late letter name a class, and no measure such as `10k` or `5m`."""
    if found[0] in _NO_GROUP:
        return False
    is_capital = wording.text[found.end() - 1].isupper()
    if found[0].endswith("h") and not is_capital:
        return re.search(r"\b(?:turma|class|sala|classe|ano|[dn]?o|pro|ao|pelo) $", said[: found.start()]) is not None
    return is_capital or (found[0][-1] not in "kmx" and _LEADS_TO_GROUP.search(said[: found.start()]) is not None)


def _group(found: re.Match[str]) -> str:
    return f"{found['digit'] or _YEARS[found['word']]}{found['letter'].upper()}"


def _grade(found: re.Match[str]) -> str:
    digit = found["digit"] or found["year"] or found["nth"] or found["only"]
    return f"{digit or _YEARS[found['word'] or found['bare']]}º ano"


def _proper_runs(wording: Wording, marks: Iterable[Mark]) -> list[Mark]:
    """Return words in capitals that stand together, with the small words between them."""
    taken = [(each.start, each.end) for each in marks if each.kind is not MarkKind.NUMBER]
    text = wording.text
    if sum(letter.isupper() for letter in text) > sum(letter.islower() for letter in text):
        return []  # somebody shouts: capitals tell nothing
    found: list[tuple[int, int]] = []
    last = -1
    for place, word in enumerate(wording.words):
        is_free = not any(start < word.end and word.start < end for start, end in taken)
        if not is_free or not _is_proper(wording, place):
            continue
        between = wording.words[last + 1 : place] if found else ()
        gap = wording.folded[found[-1][1] : word.start] if found else ""
        joins = found and len(between) <= 2 and all(each.folded in _CONNECTING for each in between)
        if joins and not re.search(r"[,.;:!?()\n]", gap) and not any(found[-1][1] <= s < word.start for s, _ in taken):
            found[-1] = (found[-1][0], word.end)
        else:
            found.append((word.start, word.end))
        last = place
    return [Mark(MarkKind.PROPER, start, end, text[start:end]) for start, end in found]


def _is_proper(wording: Wording, place: int) -> bool:
    word = wording.words[place]
    first = wording.text[word.start]
    if (
        not (first.isupper() or wording.text[word.start + 1 : word.start + 2].isupper())
        or word.folded in NEVER_PROPER
        or word.folded in WEEKDAYS
        or word.folded in MONTHS
        or re.match(r"i(?:['’]|$)", word.folded) is not None
    ):
        return False
    begins = place == 0 or re.search(r"[.!?\n]\s*$", wording.text[: word.start]) is not None
    return not begins or (word.folded not in COMMANDS and word.folded not in EMPTY and word.folded not in NOT_PROPER)
