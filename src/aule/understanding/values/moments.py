"""Moments: once, on a day at an hour: `amanhã às 15h`, `hoje às 6 da tarde`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import cast

from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.vocabulary import NUMBERS

_BETWEEN = re.compile(
    r"[\s,]*(?:(?:la|pelas?|por volta|de|da|do|a|as|ao|at|around|about|on|para|pra|em|no|na"
    r"|the|this|of|bem|cedo|cedinho|early|manha|tarde|noite|madrugada|morning|afternoon|evening|night)[\s,]+)*"
)


_EARLY = re.compile(r"\b(?:cedo|cedinho|early)\b")
_NUMBER = rf"\d{{1,3}}|an?(?: couple of)?|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
_AHEAD = re.compile(
    rf"\b(?:daqui(?: a)?|dentro de|em|in|within) (?:(?P<half>meia hora|half an hour)|(?P<count>{_NUMBER})\s?"
    r"(?:(?P<unit>minutos?|min|minutes?|mins|horas?|hours?|h)\b(?P<more> e meia\b| and a half\b)?"
    r"|h(?P<minutes>[0-5]\d)\b))"
    r"(?! em )(?: from now)?"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment, and which places of the sentence say it; its value is empty where nobody can tell it."""

    places: tuple[tuple[int, int], ...]
    value: str


def find_moment(wording: Wording, marks: Sequence[Mark], hours: Sequence[Hour], now: date | datetime) -> Moment | None:
    """Return the first moment of a sentence; an hour alone is one of today, a day alone has no hour.

    A doubtful hour that has gone by today is taken as the one twelve hours later, if that is still to come.
    """
    if (ahead := _AHEAD.search(wording.unquoted)) is not None:
        return _from_now(ahead, now)
    days = [each for each in marks if each.kind is MarkKind.DAY and not cast("Days", each.value).is_open]
    for day in days:
        for hour in hours:
            first, last = sorted((day, hour), key=lambda each: each.start)
            if _BETWEEN.fullmatch(wording.folded, first.end, last.start):
                is_early = hour.is_doubtful and _EARLY.search(wording.folded, first.end, last.start)
                at = replace(hour, hour=hour.hour % 12) if is_early else hour
                return replace(_moment(day, at, now), places=((first.start, last.end),))
    hour = hours[0] if hours else None
    day = days[0] if days else None
    if day is not None and hour is not None and _is_apart(wording, day, hour):
        day, hour = (None, hour) if hour.start < day.start else (day, None)
    return None if day is None and hour is None else _moment(day, hour, now)


def _from_now(found: re.Match[str], now: date | datetime) -> Moment:
    """Return so many minutes or hours from now; without a clock nobody can say when that is."""
    minutes = 30 if found["half"] else _count(found["count"])
    if not found["half"] and not (found["unit"] or "h").startswith("min"):
        minutes = minutes * 60 + int(found["minutes"] or 0)
    minutes += 30 if found["more"] else 0
    if not isinstance(now, datetime):
        return Moment((found.span(),), "")
    return Moment((found.span(),), (now + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M"))


def _count(word: str) -> int:
    return int(word) if word.isdigit() else 2 if "couple" in word else NUMBERS.get(word, 1)


def _is_apart(wording: Wording, day: Mark, hour: Hour) -> bool:
    """Tell whether a day and an hour belong to two clauses: `às 15h … o boleto que vence amanhã`."""
    first, last = sorted((day, hour), key=lambda each: each.start)
    return (
        re.search(r"\b(?:que|that|which|d[ao]s?|of)\b[^,]{0,30}$", wording.folded[first.end : last.start]) is not None
    )


def _moment(day: Mark | None, hour: Hour | None, now: date | datetime) -> Moment:
    today = now.date() if isinstance(now, datetime) else now
    places = tuple(sorted((each.start, each.end) for each in (day, hour) if each is not None))
    on = cast("Days", day.value).first if day is not None else today
    if hour is None:
        return Moment(places, on.isoformat())
    is_over = isinstance(now, datetime) and on == today and hour.text < f"{now:%H:%M}"
    is_ahead = is_over and hour.other is not None and hour.other > f"{now:%H:%M}"
    return Moment(places, f"{on.isoformat()}T{hour.other if is_ahead else hour.text}")
