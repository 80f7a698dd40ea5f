"""Hours: which time of day a sentence names, as people say it in Portuguese and English."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aule.understanding.alignment import align
from aule.understanding.vocabulary import NUMBERS

_NOON, _DAY = 12, 24
_HALF, _QUARTER = 30, 15
_EARLIEST = 7
"""An hour before this one, said without morning or afternoon, is one of the afternoon: *às 3*."""
_WORDS = {word: number for word, number in NUMBERS.items() if 1 <= number <= _NOON and word not in ("duzia", "dozen")}
_HOUR = rf"\d{{1,2}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))}"
_PART = r"(?: d[ae] (?P<part>manha|tarde|noite|madrugada)| in the (?P<parted>morning|afternoon|evening))"
_HALVES = r"(?: e (?P<and>meia|quinze|vinte|trinta|quarenta|\d{2}))"
_SAID = re.compile(
    r"(?:(?<![\w/.,:-])|(?<=\d[-–])|(?<=h[-–]))"
    rf"(?P<lead>as |at |ate as |das |a partir das |after |by )?(?P<hour>{_HOUR})"
    rf"(?:(?P<sign> ?h(?:oras?|rs?)?\b| ?h(?=\d)|:)(?P<minute>[0-5]\d)?(?:min)?|(?P<clock> o'?clock))?"
    rf"{_HALVES}?(?P<noon> ?[ap]\.?m\b\.?)?{_PART}?(?P<sharp> em ponto)?(?![\w%/]|[.,:]\d)"
)
_NAMED = re.compile(r"\b(?:(?:ao |a )?(?P<name>meio[- ]dia|meia[- ]noite|noon|midnight|midday)(?P<half> e meia)?)\b")
_PAST = re.compile(rf"\b(?P<part>half|quarter) (?P<way>past|to) (?P<hour>{_HOUR})\b")
_COUNTED = re.compile(r"\s*%|\s+(?:percent|students|degrees|points)")
_ENDS = re.compile(r"\s*(?:$|[.,;!?)]|(?:e|para|pra|no|na|com|em|do|da|de|and)\b)")
_TO = re.compile(
    r"\b(?:as )?(?P<minutes>cinco|dez|quinze|vinte|\d{1,2}) para (?:as?|o) "
    rf"(?P<hour>{_HOUR}|meio[- ]dia|meia[- ]noite)\b"
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


def hour(text: str) -> str | None:
    """The first time of day that a text names, as `HH:MM`."""
    return next((found.text for found in find_hours(text)), None)


def find_hours(text: str) -> list[Hour]:
    """Find all times of day that a text names, in order."""
    said = align(text)
    found = [hour for match in _NAMED.finditer(said) if (hour := _named(match))]
    found += [hour for match in _PAST.finditer(said) if (hour := _past(match))]
    found += [hour for match in _TO.finditer(said) if (hour := _to(match))]
    taken = [(each.start, each.end) for each in found]
    for match in _SAID.finditer(said):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found += [hour] if (hour := _said(match, text)) else []
    return sorted(found, key=lambda each: each.start)


def _named(match: re.Match[str]) -> Hour:
    hour = 0 if match["name"].startswith(("meia", "mid")) and match["name"] != "midday" else _NOON
    return Hour(match.start(), match.end(), hour, _HALF if match["half"] else 0)


def _past(match: re.Match[str]) -> Hour | None:
    """`half past seven`, `quarter to eight`."""
    hour = _number(match["hour"])
    if hour > _NOON:
        return None
    minutes = hour * 60 + (_HALF if match["part"] == "half" else _QUARTER) * (1 if match["way"] == "past" else -1)
    return _placed(match, minutes // 60, minutes % 60)


def _to(match: re.Match[str]) -> Hour | None:
    """`quinze para as três`."""
    name, said = match["hour"], match["minutes"]
    hour = _DAY if name.startswith("meia") else _NOON if name.startswith("meio") else _number(name)
    before = hour * 60 - (int(said) if said.isdigit() else NUMBERS[said])
    return _placed(match, before // 60, before % 60) if 0 < before < _DAY * 60 else None


def _said(match: re.Match[str], text: str) -> Hour | None:
    """`14h30`, `8:15`, `às 8 da manhã`, `3 pm`: a bare number is an hour only where something says so."""
    hour, minute = _number(match["hour"]), _minute(match)
    part = match["part"] or match["parted"]
    if hour >= _DAY or not _is_time(match, text):
        return None
    if match["noon"]:
        is_late = match["noon"].strip().startswith("p")
        return (
            Hour(match.start(), match.end(), hour % _NOON + (_NOON if is_late else 0), minute)
            if hour <= _NOON
            else None
        )
    if part in ("tarde", "noite", "afternoon", "evening"):
        midnight = part == "noite" and hour == _NOON
        return Hour(match.start(), match.end(), 0 if midnight else hour % _NOON + _NOON, minute)
    if part:
        return Hour(match.start(), match.end(), hour % _NOON if part == "madrugada" else hour, minute)
    return _placed(match, hour, minute)


def _placed(match: re.Match[str], hour: int, minute: int) -> Hour:
    """An hour of which nobody said whether it is one of the morning."""
    groups = match.groupdict()
    is_written_out = (groups.get("sign") or ":").strip() != ":" or match["hour"].startswith(("0", "mei"))  # 8h, 08:00
    if hour > _NOON or hour == 0 or is_written_out:
        return Hour(match.start(), match.end(), hour, minute)
    later = hour + _NOON if hour < _EARLIEST else hour
    return Hour(match.start(), match.end(), later, minute, is_doubtful=hour < _NOON)


def _is_time(match: re.Match[str], text: str) -> bool:
    if match["noon"] or match["part"] or match["parted"] or match["clock"] or match["sharp"]:
        return True
    if match["sign"]:
        is_exact = match["sign"] == ":" and match["minute"] is not None
        is_hour = match["sign"] != ":" and not match["sign"].strip().startswith(("hora", "hr"))
        behind = align(text)[match.end() :]
        if _LASTS.match(behind):
            return False
        is_spent = _SPENT.search(align(text)[: match.start()]) is not None and _RANGED.match(behind) is None
        return bool(match["lead"]) or is_exact or (is_hour and not is_spent)
    return bool(match["lead"]) and _leads_to_hour(match, text)


def _leads_to_hour(match: re.Match[str], text: str) -> bool:
    """Whether `às 8` is meant: without its accent `as 8 questões` counts questions, and `das 3` needs another hour."""
    lead, behind = match["lead"].split()[-1], align(text)[match.end() :]
    if lead == "at":
        return _COUNTED.match(behind) is None
    if lead == "das":
        return _RANGED.match(behind) is not None
    written = text[match.start() : match.end()].casefold().split()
    return lead == "as" and (bool({"às", "ás"} & {*written}) or _ENDS.match(behind) is not None)


def _minute(match: re.Match[str]) -> int:
    said = match["minute"] or match["and"] or "0"
    return _HALF if said == "meia" else int(said) if said.isdigit() else NUMBERS[said]


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS[word]
