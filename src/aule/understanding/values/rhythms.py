"""Rhythms: how often something is to happen, as people say it: `toda segunda às 8`, `every 30 minutes`.

A rhythm is a cron pattern, or a number of minutes. What is said without its hour is neither yet: nobody may guess it.
Neither is every other Friday, for which there is no pattern: it is a rhythm all the same, and must not be run once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aule.understanding.values.hours import Hour
from aule.understanding.vocabulary import MONTHS, NUMBERS, WEEKDAYS

_HOUR, _DAY, _WEEK = 60, 24 * 60, 7 * 24 * 60
_NOON = 12
_EARLY = (5, 6)
"""Hours at which something runs by itself in the morning, unless somebody says otherwise."""
_LAST_OF_MONTH = 31
_NUMBER = rf"\d{{1,4}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
_SHORT = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6}
_NAMES = {
    **{f"{word}s": number for word, number in WEEKDAYS.items()},
    **{
        f"{word}{tail}": number
        for word, number in WEEKDAYS.items()
        for tail in ("-feira", "s-feiras", " feira", "s feiras")
    },
    **WEEKDAYS,
    **_SHORT,
}
_WEEKDAY = rf"(?:{'|'.join(sorted(_NAMES, key=len, reverse=True))})\b"
_PLURALS = sorted((name for name in _NAMES if name.endswith("s") and name not in _SHORT), key=len, reverse=True)
_PLURAL = rf"(?:{'|'.join(_PLURALS)})\b"
_NTH = r"primeiro|first|1[o°]|\d{1,2}(?:st|nd|rd|th)?"
_AND = r"(?:\s?,\s?|\s(?:e|and|&)\s)(?:(?:toda|todo|every|as|aos|nas|nos|na|no|on)\s)?"
_DAYS = rf"{_WEEKDAY}(?:{_AND}{_WEEKDAY})*"
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_PART = r"(?P<part>manhas?|manhazinha|tardes?|noites?|mornings?|afternoons?|evenings?|nights?)\b"
_PART_BEHIND = (
    r"(?:\s(?:de |a |pela |da |in the |at )?(?P<part>manha|tarde|noite|mornings?|afternoons?|evenings?|nights?)\b)?"
)

_CRON = re.compile(r"(?:\bcron\s)?(?P<cron>(?<![\w*])(?:[\d*][\d*/,-]*\s){4}[\d*][\d*/,-]*(?![\w*]))")
_MINUTES = {
    "minuto": 1, "min": 1, "minute": 1, "hora": _HOUR, "hour": _HOUR, "h": _HOUR, "hr": _HOUR,
    "dia": _DAY, "day": _DAY, "semana": _WEEK, "week": _WEEK,
}  # fmt: skip
_UNIT = r"(?P<unit>minutos?|mins?|minutes?|horas?|hours?|hrs?|hs?|dias?|days?|semanas?|weeks?)\b"
_INTERVALS = (
    re.compile(rf"\b(?:a cada|cada|every|de|each)\s(?P<count>{_NUMBER})\s?(?:em (?:{_NUMBER})\s?)?{_UNIT}"),
    re.compile(
        r"\b(?:(?:a cada|every|de|each)\s(?P<half>meia[- ]hora|half (?:an )?hour)(?:\sem meia[- ]hora)?"
        r"|de meia em (?P<halves>meia) hora)\b"
    ),
    re.compile(
        r"\b(?:de hora em hora|a cada hora|toda hora|every hour|each hour|hourly|once an hour|uma vez por hora)\b"
    ),
    re.compile(r"\b(?P<minute>de minuto em minuto|a cada minuto|todo minuto|every minute|each minute)\b"),
)
_EVERY_SO_OFTEN = (
    (
        re.compile(
            r"\b(?:dia sim,? (?:e )?dia nao|every (?:other|second) day|(?:em |nos )?dias alternados|alternate days)\b"
        ),
        2,
    ),
    (re.compile(r"\b(?:(?:a|em) cada quinzena|cada quinzena|toda quinzena|quinzenalmente)\b"), 15),
    (
        re.compile(
            r"\b(?:every fortnight|fortnightly|bi-?weekly|every (?:other|second) week|semana sim,? semana nao)\b"
        ),
        14,
    ),
)
"""Rhythms of so many days that are said without their number."""
_NO_PATTERN = re.compile(
    rf"\b(?:(?:every|each) (?:other|second) {_WEEKDAY}|a cada (?:{_NUMBER}) {_PLURAL}"
    rf"|(?P<same>{_WEEKDAY}) sim,? (?:e )?(?P=same) nao"
    r"|(?:todo |no |every |on the )?"
    r"(?:primeiro|segundo|terceiro|quarto|quinto|ultimo|first|second|third|last|\d{1,2}(?:o|st|nd|rd|th)) "
    r"(?:dia util|(?:business|working|week) ?day) (?:d[eo]|of) (?:cada |todo |the |each |every )?(?:mes|month))\b"
)
"""Rhythms for which there is no pattern: two weeks between weekdays, days of work that are counted in a month."""
_PLACES = {
    "primeir": "1", "segund": "2", "terceir": "3", "quart": "4", "ultim": "L",
    "first": "1", "second": "2", "third": "3", "fourth": "4", "last": "L",
}  # fmt: skip
_NTH_OF_MONTH = re.compile(
    r"\b(?:(?:toda|todo|no|na|every|each|on the|cada) )?"
    rf"(?:(?P<place>{'|'.join(_PLACES)})[oa]?|(?P<digit>[1-4])(?:a|o|st|nd|rd|th)) "
    rf"(?:(?P<name>{_WEEKDAY})|(?P<any>dia|day)\b) "
    r"(?:d[eo]|of) (?:cada |todo(?: o)? |the |each |every )?(?:mes|month)\b"
)
"""One weekday of each month, or its last day: `toda primeira segunda do mês`."""
_WORKDAYS = re.compile(
    r"\b(?:(?:em |nos |todos os |todo |on |every |each )?"
    r"(?:dias? ute(?:is|l)|dias? util|dias? de semana|week ?days?|business days?|working days?)"
    r"|(?:todo dia |todos os dias |every day )?(?:de )?(?:segunda(?:-feira)?|seg) (?:a|ate|à) (?:sexta(?:-feira)?|sex)"
    r"|(?:from |every )?mon(?:day)? (?:to|through|till|until|-) fri(?:day)?)\b"
)
_WEEKENDS = re.compile(
    r"\b(?:(?:todo|todos os|nos|aos|every|on|each) )?"
    r"(?:fi(?:m|ns) de semana|finais de semana|final de semana|weekends?)\b"
)
_WEEKLY = re.compile(
    rf"\b(?:(?:toda santa|toda|todo|todas as|todos os|cada|every|each)\s(?:semana (?:na |no |de )?|week on )?{_DAYS}"
    rf"|(?:as|aos|nas|nos|on)\s{_PLURAL}(?:{_AND}{_WEEKDAY})*"
    rf"|(?:semanalmente|uma vez por semana|weekly|once a week)\s?,?\s?(?:(?:toda|as|na|no|on|every)\s)?{_DAYS}"
    rf"|(?<!\w){_PLURAL}(?:{_AND}{_PLURAL})*(?=\s(?:at|as)\b)"
    rf"|(?:on\s)?{_DAYS}(?=\s(?:morning|afternoon|evening|night)s\b)){_PART_BEHIND}"
)
_MONTHLY = re.compile(
    r"\b(?:(?:todo|cada|every|each) (?:dia |day )?(?:(?:mes|month),?\s?(?:no |on (?:the )?)?(?:dia |day )?)?(?:the )?"
    r"|(?:mensalmente|uma vez por mes|monthly|once a month),?\s?(?:no |on (?:the )?)?(?:dia |day )?(?:the )?"
    r"|(?:todos os meses|todo mes|todo o mes),?\s?(?:no |em )?(?:dia )?)"
    rf"(?P<day>{_NTH})(?: dia)?"
    r"(?: (?:d[eo]|of) (?:cada |todo |the |each |every )?(?:mes|month))?"
    rf"(?!\w|[:h]|\s?(?:h|horas?|minutos?|min|am|pm|de (?:{_MONTH}))\b)"
)
_OF_MONTH = re.compile(
    rf"\b(?:(?:no|todo|on) )?(?:(?:o |the )?(?:dia|day) )?(?:the )?(?P<day>{_NTH})(?: dia| day)? "
    r"(?:d[eo]|of) (?:cada|todo(?: o)?|todos os|each|every|the) (?:mes(?:es)?|month)\b"
)
_YEARLY = re.compile(
    rf"\b(?:todo ano|anualmente|every year|yearly|once a year|uma vez por ano),?\s?(?:(?:no|em|on|dia|the)\s)*"
    rf"(?:(?P<day>\d{{1,2}})(?: de |/)(?P<month>{_MONTH}|\d{{1,2}})"
    rf"|(?P<name>{_MONTH}) (?P<nth>\d{{1,2}})(?:st|nd|rd|th)?)\b"
)
_RECURS = re.compile(r"\b(?:tod[oa]s?|cada|every|each|sempre|always|sim|meses|mensalmente|monthly)\b")
"""Words that tell that something happens again and again."""
_DAILY = re.compile(
    r"\b(?:(?:todo santo dia|todo o dia|todo dia|todos os dias|cada dia|diariamente"
    r"|every single day|every day|each day|daily"
    r"|(?:uma|duas|tres|2|3) vez(?:es)? (?:por|ao) dia|(?:once|twice|(?:two|three|2|3) times) (?:a|per) day"
    rf"|everyday){_PART_BEHIND}"
    rf"|(?:toda|todas as|every|each) {_PART.replace('part', 'time')})"
)
_BETWEEN = re.compile(
    r"[\s,]*(?:(?:sempre|la|pelas?|por volta|em|de|da|do|a|as|ao|às|at|around|about|e|and"
    r"|in|the|on|manha|tarde|noite|morning|afternoon|evening|night)[\s,]+)*"
)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often something is to happen, and which places of the sentence say it."""

    places: tuple[tuple[int, int], ...]
    minutes: int | None = None
    cron: str | None = None


def find_rhythm(text: str, hours: Sequence[Hour]) -> Rhythm | None:
    """Return the first rhythm that a folded text says; `hours` are the times of day found in it."""
    if (written := _CRON.search(text)) is not None:
        return Rhythm((written.span(),), cron=written["cron"])
    if (found := _NO_PATTERN.search(text)) is not None and _RECURS.search(text):
        return Rhythm((found.span(),))
    for pattern, days in _EVERY_SO_OFTEN:
        if (found := pattern.search(text)) is not None:
            return _in_days(found, days * _DAY, text, hours)
    for pattern in _INTERVALS:
        if (found := pattern.search(text)) is not None and (minutes := _minutes(found)):
            return (
                _in_days(found, minutes, text, hours)
                if minutes % _DAY == 0
                else Rhythm((found.span(),), minutes=minutes)
            )
    said = _days_of(text)
    if said is None:
        return None
    found, days = said
    return _at_hours(found, days, text, hours)


def _minutes(found: re.Match[str]) -> int:
    groups = found.groupdict()
    if groups.get("half") or groups.get("halves"):
        return _HOUR // 2
    if groups.get("minute"):
        return 1
    if not groups.get("count"):
        return _HOUR
    count = int(groups["count"]) if groups["count"].isdigit() else NUMBERS[groups["count"]]
    if found[0].startswith("de ") and " em " not in found[0]:
        return 0  # `de 30 minutos` tells how long something is
    return count * _MINUTES[groups["unit"].removesuffix("s")]


def _in_days(found: re.Match[str], minutes: int, text: str, hours: Sequence[Hour]) -> Rhythm:
    """Return every so many days: at an hour if one is said, else after so many minutes."""
    count = minutes // _DAY
    days = "* * *" if count == 1 else f"*/{count} * *"
    rhythm = _at_hours(found, days, text, hours)
    return Rhythm((found.span(),), minutes=minutes) if rhythm.cron is None and count > 1 else rhythm


def _days_of(text: str) -> tuple[re.Match[str], str] | None:
    """Return the last three parts of a cron pattern: day, month, weekday."""
    if (found := _YEARLY.search(text)) is not None:
        month = found["month"] or found["name"]
        return found, f"{int(found['day'] or found['nth'])} {int(month) if month.isdigit() else MONTHS[month]} *"
    if (found := _NTH_OF_MONTH.search(text)) is not None and _RECURS.search(found[0]):
        return found, _nth_of_month(found)
    if (found := _OF_MONTH.search(text) or _MONTHLY.search(text)) is not None:
        digits = re.sub(r"\D", "", found["day"]) or "1"
        if 1 <= int(digits) <= _LAST_OF_MONTH:
            return found, f"{int(digits)} * *"
    if (found := _WORKDAYS.search(text)) is not None:
        return found, "* * 1-5"
    if (found := _WEEKENDS.search(text)) is not None and re.match(r"(?:todo|nos|aos|every|on|each|weekends)", found[0]):
        return found, "* * 0,6"
    if (found := _WEEKLY.search(text)) is not None:
        names = re.findall(_WEEKDAY, found[0])
        days = sorted({(_NAMES[name] + 1) % 7 for name in names})
        return found, f"* * {','.join(map(str, days))}"
    found = _DAILY.search(text)
    return None if found is None else (found, "* * *")


def _nth_of_month(found: re.Match[str]) -> str:
    place = found["digit"] or _PLACES[found["place"]]
    if found["any"]:
        return f"{place} * *"
    weekday = (_NAMES[found["name"]] + 1) % 7
    return f"* * L{weekday}" if place == "L" else f"* * {weekday}#{place}"


def _at_hours(found: re.Match[str], days: str, text: str, hours: Sequence[Hour]) -> Rhythm:
    """Return a rhythm of days at the hours that stand beside them, else at the first hour that is said."""
    start, end = found.span()
    chosen: list[Hour] = []
    for each in hours:
        if end <= each.start and _BETWEEN.fullmatch(text, end, each.start):
            chosen.append(each)
            end = each.end
    if not chosen:
        chosen = [each for each in hours if each.end <= start and _BETWEEN.fullmatch(text, each.end, start)][-1:]
    chosen = chosen or [each for each in hours if each.end <= start or found.end() <= each.start][:1]
    if not chosen:
        return Rhythm((found.span(),))
    groups = found.groupdict()
    clock = [_in_part(each, groups.get("part") or groups.get("time") or "") for each in chosen]
    minutes = {minute for _, minute in clock}
    if len(minutes) > 1:
        clock, chosen = clock[:1], chosen[:1]
    times = ",".join(str(hour) for hour in sorted({hour for hour, _ in clock}))
    places = ((found.start(), found.end()), *((each.start, each.end) for each in chosen))
    return Rhythm(places, cron=f"{clock[0][1]} {times} {days}")


def _in_part(each: Hour, part: str) -> tuple[int, int]:
    """Return an hour in the part of the day that is said: `toda manhã às 6`, `every night at 11`."""
    early = each.hour % _NOON
    if not each.is_doubtful or not part:
        is_early = each.is_doubtful and early in _EARLY
        return (early if is_early else each.hour), each.minute
    return (early if part.startswith(("manha", "morning")) else early + _NOON), each.minute
