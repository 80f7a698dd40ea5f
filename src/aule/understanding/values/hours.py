"""Hours: which time of day a sentence names, as people say it in Portuguese and English.

A time with its minutes in digits is as it is written: `6:30` is in the morning. An hour without minutes and without a
part of the day is one of the afternoon from one to six, one of the morning from seven to eleven, in both languages:
`às 3`, `at 3`, `half past two`, `quinze para as três`. All of these are doubtful, and say which other time they may be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from aule.understanding.alignment import align
from aule.understanding.vocabulary import NUMBERS, WEEKDAYS

_NOON, _DAY = 12, 24
_HALF, _QUARTER = 30, 15
_EARLIEST = 7
"""An hour before this one, said without morning or afternoon, is one of the afternoon: *às 3*."""
_WORDS = {word: number for word, number in NUMBERS.items() if 1 <= number <= _NOON and word not in ("duzia", "dozen")}
_HOUR = rf"\d{{1,2}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))}"
_PART = r"(?: d[ae] (?P<part>manha|tarde|noite|madrugada)| (?:in the|at) (?P<parted>morning|afternoon|evening|night))"
_HALVES = r"(?: e (?P<and>meia|quinze|vinte e cinco|vinte|trinta e cinco|trinta|quarenta e cinco|quarenta|\d{2}))"
_SAID = re.compile(
    r"(?:(?<![\w/.,:-])|(?<=\d[-–])|(?<=h[-–])|(?<=[ap]m[-–]))"
    r"(?P<lead>as |at |ate as |das |a partir das |depois das |antes das |por volta das |la pelas |pelas "
    r"|after |by |before |until |around )?"
    rf"(?P<hour>{_HOUR})"
    rf"(?:(?P<sign> ?h(?:oras?|rs?|s)?\b| ?h(?=\d)|:|\.(?=[0-5]\d(?!\d|[.,]\d)))(?P<minute>[0-5]\d)?(?:min)?"
    r"|(?P<clock> o'?clock))?"
    rf"{_HALVES}?(?P<noon> ?[ap]\.?m\b\.?)?{_PART}?(?P<sharp> em ponto)?(?![\w%/]|[.,:]\d)"
)
_NAMED = re.compile(
    r"\b(?:(?:ao |a )?(?P<name>meio[- ]dia|meia[- ]noite|noon|midnight|midday)"
    r"(?: e (?P<and>meia|quinze|dez|vinte|\d{2}))?)\b"
)
_ENGLISH_MINUTES = r"five|ten|twenty[- ]five|twenty|(?:an? )?quarter|half"
_PAST = re.compile(rf"\b(?P<minutes>{_ENGLISH_MINUTES}) past (?P<hour>{_HOUR})\b{_PART}?(?P<noon> ?[ap]\.?m\b\.?)?")
_BEFORE = re.compile(
    rf"\b(?P<lead>at |by |until |before |around )?(?P<minutes>{_ENGLISH_MINUTES}) to (?P<hour>{_HOUR})\b{_PART}?"
    r"(?P<noon> ?[ap]\.?m\b\.?)?"
)
_FROM = re.compile(r"\b(?:from|between|go|move|change)\s+$")
_SPOKEN = re.compile(
    rf"\b(?:at|by|until|after|before|around) (?P<hour>{'|'.join(_WORDS)}) (?P<minutes>fifteen|thirty|forty[- ]five)\b"
    rf"{_PART}?(?P<noon> ?[ap]\.?m\b\.?)?"
)
_MILITARY = re.compile(
    r"\b(?:at|by|until|from|to|before|after) (?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d) ?(?:hours|hrs)\b"
)
_SHARED = re.compile(
    r"(?<![\w.,/:-])(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d))?(?=(?: ?[-–] ?| to | and | until | till )"
    r"\d{1,2}(?::[0-5]\d)? ?(?P<noon>[ap]\.?m)\b)"
)
"""The first of two hours that share what is said behind the second: `between 2 and 4pm`."""
_FIRST = re.compile(rf"\bde (?P<hour>{_HOUR})(?= (?:as|ate as) (?:{_HOUR})\b)")
"""The first of two hours in `de 9 às 11`."""
_THROUGH = re.compile(r"\s?(?:as|a|ate as|ate|e|e as|to|until|till|and|-|–)\s?(?:as )?")
_PLURAL = re.compile(r"\s[a-z]{3,}s\b(?<!antes)(?<!depois)")
"""Behind a number what is counted: `cinco para as três turmas`."""
_MINUTES = {
    "half": _HALF, "quarter": _QUARTER, "five": 5, "ten": 10, "twenty": 20, "twenty five": 25, "fifteen": 15,
    "thirty": 30, "forty five": 45, "vinte e cinco": 25, "trinta e cinco": 35, "quarenta e cinco": 45, "meia": _HALF,
}  # fmt: skip
_DAWN = 5
_LATE_PARTS = ("tarde", "tardinha", "noite", "afternoon", "evening", "night", "tonight")
_ANY_PART = "manhazinha|manha|tardinha|tarde|noite|madrugada|morning|afternoon|evening|night|tonight"
_PART_BEFORE = re.compile(rf"\b(?P<part>{_ANY_PART}),?\s+(?:(?:la|por volta|sempre|around|about),? )?$")
_PART_BEHIND = re.compile(
    rf",? (?:(?:de |da |do |no |na |on )?(?:hoje|amanha|{'|'.join(WEEKDAYS)}|today|tomorrow|this)(?:-feira)? )?"
    rf"(?:(?:de|da|a|na|pela|in the) )?(?P<part>{_ANY_PART})\b"
)
"""The part of the day beside an hour that does not say it itself; between them at most a day."""
_COUNTED = re.compile(r"\s*%|\s+(?:percent|students|degrees|points)")
_ENDS = re.compile(r"\s*(?:$|[.,;!?)]|(?:e|para|pra|no|na|com|em|do|da|de|and)\b)")
_TO = re.compile(
    r"(?<!\bde )\b(?:as )?(?P<minutes>cinco|dez|quinze|vinte e cinco|vinte|\d{1,2}) (?:(?:para as|pras) "
    rf"(?P<hour>{_HOUR})|(?:para a|pra) (?P<first>uma|1)"
    rf"|(?:para(?: [oa])?|pr[ao]) (?P<named>meio[- ]dia|meia[- ]noite))\b{_PART}?"
)
_RANGED = re.compile(r"\s?(?:as|a|ate|to|until|-|–)\s?(?:as )?\d{1,2}(?:h|:|\b)")
_LASTS = re.compile(r"\s+(?:de (?:prova|duracao|aula|estudo|reuniao|video|atraso|trabalho|viagem)|long\b)")
_SPENT = re.compile(r"\b(?:de|por|durante|em|daqui a|dentro de|ha|in|for|within)\s*$")


@dataclass(frozen=True, slots=True)
class Hour:
    """A time of day that a sentence names, and where it does."""

    start: int
    end: int
    hour: int
    minute: int
    is_doubtful: bool = False
    """Whether it may as well be twelve hours earlier or later: nobody said morning or afternoon."""

    @property
    def text(self) -> str:
        """The time as `HH:MM`."""
        return f"{self.hour:02d}:{self.minute:02d}"

    @property
    def other(self) -> str | None:
        """The time that may be meant as well, as `HH:MM`."""
        return self.turned().text if self.is_doubtful else None

    def turned(self) -> Hour:
        """Return the time twelve hours later, or earlier."""
        return replace(self, hour=(self.hour + _NOON) % _DAY)


def hour(text: str) -> str | None:
    """Return the first time of day that a text names, as `HH:MM`."""
    return next((found.text for found in find_hours(text)), None)


def find_hours(text: str) -> list[Hour]:
    """Find all times of day that a text names, in order."""
    return list(_found(text))


@lru_cache(maxsize=64)  # a sentence is looked at many times while it is understood
def _found(text: str) -> tuple[Hour, ...]:
    said = align(text)
    found: list[Hour] = []
    for pattern, read in _RULES:
        for match in pattern.finditer(said):
            is_free = not any(each.start < match.end() and match.start() < each.end for each in found)
            if is_free and (hour := read(match, said)) is not None:
                found.append(hour)
    for match in _SAID.finditer(said):
        if not any(each.start < match.end() and match.start() < each.end for each in found):
            found += [hour] if (hour := _said(match, text, said)) else []
    found = [_in_said_part(each, said) for each in sorted(found, key=lambda each: each.start)]
    return tuple(_in_one_part(found, said))


def _in_said_part(each: Hour, said: str) -> Hour:
    """Return a doubtful hour in the part of the day that is said beside it.

    `à noite, às 8`, `at 8 tomorrow evening`.
    """
    if not each.is_doubtful:
        return each
    head = max(0, each.start - _LONGEST_LEAD)
    part = _PART_BEFORE.search(said[head : each.start]) or _PART_BEHIND.match(said, each.end)
    return each if part is None else replace(each, hour=_hour_in(each.hour, part["part"]), is_doubtful=False)


def _hour_in(hour: int, part: str) -> int:
    """Return an hour of twelve in a part of the day; the first hours of the night are those behind midnight."""
    early = hour % _NOON
    is_late = part in _LATE_PARTS and not (part in ("noite", "night", "tonight") and early < _DAWN)
    return early + _NOON if is_late else early


def _in_one_part(hours: list[Hour], said: str) -> Iterator[Hour]:
    """Yield hours, the first of a span in that part of the day that is said behind the second.

    `das 8 às 10 da noite`.
    """
    for place, each in enumerate(hours):
        after = hours[place + 1] if place + 1 < len(hours) else None
        if (
            after is not None
            and each.is_doubtful
            and not after.is_doubtful
            and re.search(r"[a-z]$", said[after.start : after.end].rstrip("."))
            and not re.search(r"\dh", said[after.start : after.end])
            and (through := _THROUGH.match(said, each.end)) is not None
            and through.end() >= after.start
        ):
            late = each.hour % _NOON + _NOON
            is_late = (late, each.minute) < (after.hour, after.minute)
            yield replace(each, hour=late if is_late else each.hour % _NOON, is_doubtful=False)
        else:
            yield each


def _named(match: re.Match[str], _said: str) -> Hour:
    hour = 0 if match["name"].startswith(("meia", "mid")) and match["name"] != "midday" else _NOON
    return Hour(match.start(), match.end(), hour, _minute(match["and"]))


def _past(match: re.Match[str], _said: str) -> Hour | None:
    """Read `half past seven`, `twenty past eleven in the morning`."""
    hour = _number(match["hour"])
    return _in_part(match, hour * 60 + _minute(match["minutes"])) if hour <= _NOON else None


def _before(match: re.Match[str], said: str) -> Hour | None:
    """Read `quarter to eight`, `at ten to six`: not the first of two numbers, as in `from ten to six`."""
    hour, is_sure = _number(match["hour"]), "quarter" in match["minutes"]
    is_led = match["lead"] or match["part"] or match["parted"] or match["noon"] or _ENDS.match(said, match.end())
    is_number = match["minutes"] == "half" or _FROM.search(said, 0, match.start())
    if hour > _NOON or is_number or not (is_sure or is_led):
        return None
    return _in_part(match, hour * 60 - _minute(match["minutes"]))


def _to(match: re.Match[str], said: str) -> Hour | None:
    """Read `quinze para as três`, `dez pras nove da noite`, `cinco para o meio-dia`."""
    if match["named"]:
        before = (_DAY if match["named"].startswith("meia") else _NOON) * 60 - _minute(match["minutes"])
        return Hour(match.start(), match.end(), before // 60, before % 60)
    before = _number(match["hour"] or match["first"]) * 60 - _minute(match["minutes"])
    if not 0 < before < _DAY * 60 or _PLURAL.match(said, match.end()):
        return None
    return _in_part(match, before)


def _first(match: re.Match[str], _said: str) -> Hour | None:
    """Read `de 9 às 11`."""
    hour = _number(match["hour"])
    return _placed(match, hour, 0) if hour < _DAY else None


def _spoken(match: re.Match[str], _said: str) -> Hour | None:
    """Read `at eight thirty`."""
    return _in_part(match, _number(match["hour"]) * 60 + _minute(match["minutes"]))


def _military(match: re.Match[str], _said: str) -> Hour | None:
    """Read `1830 hours`."""
    return Hour(match.start(), match.end(), int(match["hour"]), int(match["minute"]))


def _shared(match: re.Match[str], said: str) -> Hour | None:
    """Read `between 2 and 4pm`: both in the afternoon, unless the first would lie behind the second: `11-1pm`."""
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    behind = re.compile(r"\D+(\d+)(?::(\d\d))?").match(said, match.end())
    if not 1 <= hour <= _NOON or behind is None:
        return None
    late = _NOON if match["noon"].startswith("p") else 0
    until = (int(behind[1]) % _NOON + late, int(behind[2] or 0))
    first = hour % _NOON + late
    return Hour(match.start(), match.end(), first if (first, minute) < until else (hour + 12 - late) % _DAY, minute)


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], Hour | None]], ...] = (
    (_TO, _to),
    (_BEFORE, _before),
    (_NAMED, _named),
    (_PAST, _past),
    (_FIRST, _first),
    (_SPOKEN, _spoken),
    (_MILITARY, _military),
    (_SHARED, _shared),
)
"""Times in words, which are plainer than a number with its lead."""


def _in_part(match: re.Match[str], minutes: int) -> Hour:
    """Return a time in the part of the day that is said with it, if one is."""
    groups, hour, minute = match.groupdict(), minutes // 60, minutes % 60
    part = groups.get("part") or groups.get("parted") or (groups.get("noon") or "").strip()
    if part in ("tarde", "noite", "afternoon", "evening", "night") or part.startswith("p"):
        return Hour(match.start(), match.end(), hour % _NOON + _NOON, minute)
    if part:
        return Hour(match.start(), match.end(), hour % _NOON, minute)
    return _placed(match, hour, minute)


def _said(match: re.Match[str], text: str, said: str) -> Hour | None:
    """Read `14h30`, `8:15`, `às 8 da manhã`, `3 pm`: a bare number is an hour only where something says so."""
    hour, minute = _number(match["hour"]), _minute(match["minute"] or match["and"])
    part = match["part"] or match["parted"]
    if hour >= _DAY or not _is_time(match, text, said):
        return None
    if match["noon"]:
        is_late = match["noon"].strip().startswith("p")
        return (
            Hour(match.start(), match.end(), hour % _NOON + (_NOON if is_late else 0), minute)
            if hour <= _NOON
            else None
        )
    if part in ("tarde", "noite", "afternoon", "evening", "night"):
        midnight = part in ("noite", "night") and hour == _NOON
        return Hour(match.start(), match.end(), 0 if midnight else hour % _NOON + _NOON, minute)
    if part:
        return Hour(match.start(), match.end(), hour % _NOON if part == "madrugada" else hour, minute)
    return _placed(match, hour, minute)


def _placed(match: re.Match[str], hour: int, minute: int) -> Hour:
    """Return an hour of which nobody said whether it is one of the morning.

    One with minutes in digits is as written.
    """
    groups = match.groupdict()
    sign = (groups.get("sign") or "").strip()
    is_exact = groups.get("minute") is not None
    is_written_out = (sign or ":") not in (":", ".") or (match["hour"] or "").startswith("0")  # 8h, 08:00
    if hour > _NOON or hour == 0 or is_written_out:
        return Hour(match.start(), match.end(), hour, minute)
    later = hour + _NOON if hour < _EARLIEST and not is_exact else hour
    return Hour(match.start(), match.end(), later, minute, is_doubtful=hour < _NOON)


def _is_time(match: re.Match[str], text: str, said: str) -> bool:
    if match["noon"] or match["part"] or match["parted"] or match["clock"] or match["sharp"]:
        return match["sign"] != "." or bool(match["noon"] or match["lead"])
    if match["sign"] == ".":
        return bool(match["lead"]) and _is_led(match, text, said)
    if match["sign"]:
        is_exact = match["sign"] == ":" and match["minute"] is not None
        is_hour = match["sign"] != ":" and not match["sign"].strip().startswith(("hora", "hr"))
        if _LASTS.match(said, match.end()):
            return False
        head = max(0, match.start() - _LONGEST_LEAD)
        is_spent = _SPENT.search(said, head, match.start()) is not None and _RANGED.match(said, match.end()) is None
        return bool(match["lead"]) or is_exact or (is_hour and not is_spent)
    return bool(match["lead"]) and _is_led(match, text, said)


_LONGEST_LEAD = 40
"""Characters before an hour in which a word is looked for that tells how long something lasts."""


def _is_led(match: re.Match[str], text: str, said: str) -> bool:
    """Whether `às 8` is meant: without its accent `as 8 questões` counts questions, and `das 3` needs another hour."""
    lead = match["lead"].strip()
    if lead == "at":
        return _COUNTED.match(said, match.end()) is None and (match["sign"] != "." or match["minute"] in _ROUND)
    if lead == "das":
        return _RANGED.match(said, match.end()) is not None
    if lead in ("after", "by", "before", "until", "around"):
        return False  # `by 8` tells as often how much
    written = text[match.start() : match.end()].casefold().split()
    is_plain = bool({"às", "ás"} & {*written}) or lead not in ("as", "ate as", "pelas", "antes das", "depois das")
    return is_plain or _ENDS.match(said, match.end()) is not None


_ROUND = ("00", "15", "30", "45")
"""Minutes that are told behind a full stop: *at 8.30*, but no price, *at 3.99*."""


def _minute(said: str | None) -> int:
    if said is None or said.isdigit():
        return int(said or 0)
    words = re.sub(r"^an? ", "", said.replace("-", " "))
    return _MINUTES.get(words) or NUMBERS[words]


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS[word]
