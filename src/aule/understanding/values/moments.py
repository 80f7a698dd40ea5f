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
    r"|the|this|of|bem|cedo|cedinho|early)[\s,]+)*"
)


_EARLY = re.compile(r"\b(?:cedo|cedinho|early)\b")
_NUMBER = rf"\d{{1,3}}|an?|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
_AHEAD = re.compile(
    rf"\b(?:daqui a|dentro de|em|in|within) (?:(?P<half>meia hora|half an hour)|(?P<count>{_NUMBER})\s?"
    r"(?P<unit>minutos?|min|minutes?|mins|horas?|hours?|h)\b)(?! em )(?: from now)?"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment, and which places of the sentence say it; its value is empty where nobody can tell it."""

    places: tuple[tuple[int, int], ...]
    value: str


def find_moment(wording: Wording, marks: Sequence[Mark], hours: Sequence[Hour], now: date | datetime) -> Moment | None:
    """The first moment of a sentence; an hour alone is one of today, a day alone has no hour."""
    today = now.date() if isinstance(now, datetime) else now
    if (ahead := _AHEAD.search(wording.unquoted)) is not None:
        return _from_now(ahead, now)
    days = [each for each in marks if each.kind is MarkKind.DAY and not cast("Days", each.value).is_open]
    for day in days:
        for hour in hours:
            first, last = sorted((day, hour), key=lambda each: each.start)
            if _BETWEEN.fullmatch(wording.folded, first.end, last.start):
                is_early = hour.is_doubtful and _EARLY.search(wording.folded, first.end, last.start)
                at = replace(hour, hour=hour.hour % 12) if is_early else hour
                return replace(_moment(day, at, today), places=((first.start, last.end),))
    hour = hours[0] if hours else None
    day = days[0] if days else None
    if day is not None and hour is not None and _is_apart(wording, day, hour):
        day, hour = (None, hour) if hour.start < day.start else (day, None)
    return None if day is None and hour is None else _moment(day, hour, today)


def _from_now(found: re.Match[str], now: date | datetime) -> Moment:
    """So many minutes or hours from now; without a clock nobody can say when that is."""
    count = (
        0.5 if found["half"] else int(found["count"]) if found["count"].isdigit() else NUMBERS.get(found["count"], 1)
    )
    minutes = count if (found["unit"] or "hora").startswith("min") else count * 60
    if not isinstance(now, datetime):
        return Moment((found.span(),), "")
    return Moment((found.span(),), (now + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M"))


def _is_apart(wording: Wording, day: Mark, hour: Hour) -> bool:
    """Whether a day and an hour belong to two clauses: `às 15h … o boleto que vence amanhã`."""
    first, last = sorted((day, hour), key=lambda each: each.start)
    return (
        re.search(r"\b(?:que|that|which|d[ao]s?|of)\b[^,]{0,30}$", wording.folded[first.end : last.start]) is not None
    )


def _moment(day: Mark | None, hour: Hour | None, today: date) -> Moment:
    places = tuple(sorted((each.start, each.end) for each in (day, hour) if each is not None))
    on = cast("Days", day.value).first if day is not None else today
    return Moment(places, f"{on.isoformat()}T{hour.text}" if hour is not None else on.isoformat())
