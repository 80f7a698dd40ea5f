"""Relative days: days that are counted from today: `amanhã`, `daqui a duas semanas`, `terça da semana que vem`."""

from __future__ import annotations

import re
from datetime import date, timedelta

from aule.understanding.values.holidays import is_worked
from aule.understanding.values.spans import (
    FRIDAY,
    SATURDAY,
    SUNDAY,
    WEEK,
    Days,
    Rule,
    Said,
    Unit,
    monday_of,
    month_of,
    one_day,
    rule,
    shifted,
)
from aule.understanding.values.written_days import LAST, NEXT
from aule.understanding.vocabulary import BEHIND_DAY, NUMBERS, ORDERED, WEEKDAYS

DAY_NAMES = {
    **WEEKDAYS, "wednsday": 2, "wendesday": 2, "wensday": 2, "tuseday": 1, "teusday": 1, "thrusday": 3, "thurday": 3,
    "saterday": 5, "munday": 0, "firday": 4,
}  # fmt: skip
"""The days of the week by their names, and by how people mistype them."""
_SHORT_NAMES = {
    "seg": 0, "qua": 2, "qui": 3, "sex": 4, "sab": 5,
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
"""The days of the week in short: they count only where a word leads to them."""
WEEKDAY = "|".join(sorted(DAY_NAMES, key=len, reverse=True))
UNITS: dict[str, tuple[int, Unit]] = {
    "dia": (1, "day"), "dias": (1, "day"), "day": (1, "day"), "days": (1, "day"),
    "semana": (1, "week"), "semanas": (1, "week"), "week": (1, "week"), "weeks": (1, "week"),
    "quinzena": (15, "day"), "quinzenas": (15, "day"), "fortnight": (2, "week"), "fortnights": (2, "week"),
    "mes": (1, "month"), "meses": (1, "month"), "month": (1, "month"), "months": (1, "month"),
    "ano": (1, "year"), "anos": (1, "year"), "year": (1, "year"), "years": (1, "year"),
}  # fmt: skip
UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
COUNT = rf"\d{{1,3}}|an?(?: couple of)?|um par de|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
_LEADS_TO_DAY = re.compile(r"\b(?:na|ate|toda|pra|para|de|e|dia)\s*$")
_BEGINS_LED = re.compile(r"\b(?:na|ate|toda|pra|para|de|e|dia)\b")
_THIS = r"n?est[ea]|n?ess[ea]|d?est[ea]|d?ess[ea]|this"
_AHEAD = r"proxim[oa]|prox\.?|outr[oa]|next|following"
_OVER = r"ultim[oa]|last|past|previous"
_NEAR = {
    "depois de amanha": 2, "day after tomorrow": 2, "anteontem": -2, "antes de ontem": -2, "antontem": -2,
    "trasanteontem": -3, "day before yesterday": -2,
    "hoje": 0, "hj": 0, "today": 0, "tonight": 0, "amanha": 1, "amnh": 1, "amanhan": 1,
    "tomorrow": 1, "tomorow": 1, "tommorow": 1, "tommorrow": 1, "tmrw": 1,
    "ontem": -1, "yesterday": -1, "yestarday": -1,
}  # fmt: skip


def _near(match: re.Match[str], said: Said) -> Days | None:
    return one_day(match, shifted(said.today, _NEAR[" ".join(match[0].split())], "day"))


def _offset(match: re.Match[str], said: Said) -> Days | None:
    """Read `daqui a duas semanas`, `in 3 days`, `há um mês`, `3 days ago`, `em 5 dias úteis`."""
    count, groups = count_of(match["count"]), match.groupdict()
    is_past = groups.get("back") or groups["ago"]
    if groups.get("worked"):
        return one_day(
            match, _worked(said.today, -count if is_past else count, in_brazil=match["worked"].startswith("dia"))
        )
    times, unit = UNITS[match["unit"]]
    return one_day(match, shifted(said.today, times * (-count if is_past else count), unit))


def _worked(today: date, count: int, *, in_brazil: bool) -> date:
    """Return the day so many days of work after today, or before it."""
    step, day = timedelta(days=1 if count > 0 else -1), today
    for _ in range(abs(count)):
        day += step
        while not is_worked(day, in_brazil=in_brazil):
            day += step
    return day


def _window(match: re.Match[str], said: Said) -> Days | None:
    """Read `nos próximos 15 dias`, `as últimas duas semanas`: as many days, today among them."""
    (times, unit), count = UNITS[match["unit"]], count_of(match["count"])
    if match["back"]:
        end = shifted(said.today, -count * times, unit)
        return None if end is None else Days(*match.span(), end + timedelta(days=1), said.today)
    end = shifted(said.today, count * times, unit)
    return None if end is None else Days(*match.span(), said.today, end - timedelta(days=1))


def count_of(word: str) -> int:
    """Return how many units are said."""
    if word.isdigit():
        return int(word)
    return NUMBERS.get(word) or (2 if "couple" in word or "par" in word else 1)


def _week(match: re.Match[str], said: Said) -> Days | None:
    """Return a week: the school days of one to come, what is left of this one, all of one that is over."""
    monday = monday_of(said.today) + timedelta(days=WEEK * _weeks_away(match))
    if match["next"] or match["second"]:
        return Days(*match.span(), monday, monday + timedelta(days=FRIDAY))
    if match["last"] or match["before"]:
        return Days(*match.span(), monday, monday + timedelta(days=SUNDAY))
    last = monday + timedelta(days=FRIDAY if said.today.weekday() <= FRIDAY else SUNDAY)
    return Days(*match.span(), said.today, last)


def _weeks_away(match: re.Match[str]) -> int:
    return 2 if match["second"] else 1 if match["next"] else -2 if match["before"] else -1 if match["last"] else 0


def _end_of_week(match: re.Match[str], said: Said) -> Days | None:
    """Read `até o fim da semana`, `by the end of next week`: its Friday."""
    away = WEEK if re.search(r"vem|next|proxim", match[0]) else 0
    return one_day(match, max(monday_of(said.today) + timedelta(days=FRIDAY + away), said.today))


def _weekend(match: re.Match[str], said: Said) -> Days | None:
    """Return a weekend: this one; as with days of the week, `que vem` and `next` mean that of the next week."""
    saturday = said.today + timedelta(days=SATURDAY - said.today.weekday())
    coming = (max(saturday, said.today), saturday + timedelta(days=1))
    following = (saturday + timedelta(days=7), saturday + timedelta(days=8))
    if match["last"]:
        back = 14 if "retrasad" in match["last"] else 7
        return Days(*match.span(), saturday - timedelta(days=back), saturday - timedelta(days=back - 1))
    if match["next"] and said.today.weekday() >= SATURDAY:
        return Days(*match.span(), *following)
    if not match["next"]:
        return Days(*match.span(), *coming)
    is_following = re.search(r"vem|seguinte|outr|next|following", match["next"]) is not None
    meant, other = (following, coming) if is_following else (coming, following)
    return Days(*match.span(), *meant, (other,))


def _month(match: re.Match[str], said: Said) -> Days | None:
    """Return the month to come, what is left of this one, or the one that is over."""
    away = 2 if match["second"] else 1 if match["next"] else -2 if match["before"] else -1 if match["last"] else 0
    first, last = month_of(said.today, away)
    return Days(*match.span(), first if away else said.today, last)


def _year(match: re.Match[str], said: Said) -> Days | None:
    away = 2 if match["second"] else 1 if match["next"] else -2 if match["before"] else -1 if match["last"] else 0
    year = said.today.year + away
    first = said.today if not away else date(year, 1, 1)
    return Days(*match.span(), first, date(year, 12, 31))


def _weekday(match: re.Match[str], said: Said) -> Days | None:
    """Return a day of the week: the next one to come, or the one that is said to be over, or in which week it is."""
    if match["ordinal"] and _counts(match, said.text):
        return None
    if match["nth"] and "ª" not in said.original[match.start("nth") : match.end("nth")]:
        return None
    number, today, monday = _number_of(match), said.today, monday_of(said.today)
    week = match["week"] or match["weeks"]
    if week:
        away = 7 if re.search(r"vem|proxim|prox|seguinte|outra|next|following", week) else 0
        away = -7 if re.search(r"passad|ultim|last", week) else -14 if "retrasad" in week else away
        return one_day(match, monday + timedelta(days=number + away))
    if match["ending"]:
        return one_day(match, _last_of_month(number, today))
    if match["last"] or match["over"] or match["since"]:
        past = today - timedelta(days=(today.weekday() - number) % 7 or 7)
        is_doubtful = past >= monday and not match["since"]
        return one_day(match, past, past - timedelta(days=7) if is_doubtful else None)
    if match["this"] and today.weekday() == number:
        return one_day(match, today)
    coming = today + timedelta(days=((number - today.weekday()) % 7 or 7) + (7 if match["further"] else 0))
    is_doubtful = (match["next"] or match["comes"]) and coming < monday + timedelta(days=7)
    if not is_doubtful:
        return one_day(match, coming)
    # Who means the day that is still to come in this week says its name alone, or `próxima`.
    readings = [coming + timedelta(days=7), coming]
    return one_day(match, *(readings if match["comes"] or match["next"] == "next" else readings[::-1]))


def _number_of(match: re.Match[str]) -> int:
    """Return which day of the week is said: by its name, in short, or by its number."""
    if match["feira"] or match["nth"]:
        return int(match["feira"] or match["nth"][0]) - 2
    return DAY_NAMES[match["name"]] if match["name"] else _SHORT_NAMES[match["short"]]


def _last_of_month(number: int, today: date) -> date:
    """Return the last day of this name in the month, or in the next one where it is over."""
    for away in (0, 1):
        last = month_of(today, away)[1]
        found = last - timedelta(days=(last.weekday() - number) % 7)
        if found >= today:
            break
    return found


def _counts(match: re.Match[str], text: str) -> bool:
    """Tell whether `segunda` and the like number something: `a segunda avaliação`."""
    if any(match[sign] for sign in ("feira", "dash", "comes", "over", "week", "weeks", "ending")):
        return False
    behind = re.compile(r"\s+([a-z]+)").match(text, match.end())
    if behind is None:
        return False
    if behind[1] in ORDERED or behind[1] in ("quinzena", "semestre"):
        return True
    is_led = _BEGINS_LED.match(match[0]) or _LEADS_TO_DAY.search(text, 0, match.start())
    return behind[1] not in BEHIND_DAY and not (match["next"] or match["this"] or match["since"] or is_led)


_OF_WEEK = (
    rf"(?:,? (?:d[ae]|n[ae]|of)(?: (?:the|sta|ssa))? ?(?:(?:{_AHEAD}|{_OVER}|sta|ssa|this) )?(?:semana|week)"
    rf"(?: (?:{NEXT}|{LAST}|retrasada|atual))?|,? (?:next|last|this) week|,? semana (?:{NEXT}|{LAST}|retrasada)"
    r"|,? (?:proxima|prox\.?) semana)"
)
_IN_WEEK = (
    rf"(?:(?:next|last|this) week|semana (?:{NEXT}|{LAST}|retrasada)"
    r"|(?:proxima|prox\.?|outra|est[ae]|ness[ae]|nest[ae]) semana)"
)


def _spans_of(nouns: str) -> str:
    """Return a week, month or year that is to come, is now, or is over, or the one behind or before that."""
    return (
        rf"\b(?:(?P<second>(?:{nouns}) after next|(?:{nouns}) depois d[ao] que vem)"
        rf"|(?P<before>(?:{nouns}) before last|(?:{nouns}) retrasad[oa]|(?:{nouns}) atrasad[oa])"
        rf"|(?P<next>(?:{nouns}) (?:{NEXT})|(?:{_AHEAD}) (?:{nouns}))|(?P<last>(?:{nouns}) (?:{LAST})|"
        rf"(?:{_OVER}) (?:{nouns}))|(?:{_THIS}) (?:{nouns})|(?:{nouns}) atual)\b"
    )


_WEEKEND = r"(?:(?:fim|final) de semana|fds|findi|weekend)"
_NOT_NAMED = rf"(?! (?:{NEXT}|{LAST}|retrasad[oa]|atual))"
"""Behind a unit that is counted nothing tells which one it is: `em 230 mês passado` counts no months."""

COUNTED: tuple[Rule, ...] = (
    rule(rf"\b(?:{'|'.join(sorted(_NEAR, key=len, reverse=True))})\b", _near),
    rule(
        rf"\b(?:n?[oa]s |the )?(?:(?P<back>ultim[oa]s|last|past)|proxim[oa]s|next|coming) "
        rf"(?P<count>{COUNT}) (?P<unit>{UNIT})\b",
        _window,
    ),
    rule(
        rf"\b(?:daqui(?: a)?|em|dentro de|in|within|(?P<back>ha|faz)) (?P<count>{COUNT}) "
        rf"(?:(?P<worked>dias? ut(?:eis|il)|(?:business|working|work) days?)|(?P<unit>{UNIT})){_NOT_NAMED}\b"
        r"(?P<ago> atras| ago)?(?: a partir de hoje| from (?:now|today))?",
        _offset,
    ),
    rule(
        rf"\b(?P<count>{COUNT}) (?P<unit>{UNIT}) (?:(?P<ago>atras|ago)|from (?:now|today)|a partir de hoje)\b",
        _offset,
    ),
)
"""How days are counted from today."""

NAMED: tuple[Rule, ...] = (
    rule(
        rf"\b(?:(?P<weeks>{_IN_WEEK}),? (?:(?:na|no|on) )?|(?P<this>{_THIS}) |(?P<next>{_AHEAD}) |(?P<last>{_OVER}) "
        r"|(?P<since>since |desde(?: a| o)? )|(?:on|na|no) )?"
        rf"(?:(?P<name>(?P<ordinal>segunda|terca|quarta|quinta|sexta)|{WEEKDAY})(?P<dash>[- ]feira)?"
        r"|(?P<feira>[2-6])a[- ]?feira|(?<=na )(?P<nth>[2-6]a)(?! ?-?(?:[a-z]+))"
        r"|(?:(?<=\b(?:na|no|de|on|by) )|(?<=\b(?:pra|ate) )|(?<=\b(?:next|this) ))"
        rf"(?P<short>{'|'.join(_SHORT_NAMES)}))\b"
        rf"(?:(?P<week>{_OF_WEEK})|(?P<comes> (?:{NEXT}))|(?P<over> (?:{LAST}))"
        r"|(?P<ending> (?:do mes|of the month))|(?P<further> week\b))?(?!\w)",
        _weekday,
    ),
    rule(
        rf"\b(?:(?P<next>(?:{_AHEAD}) {_WEEKEND}|{_WEEKEND} (?:{NEXT}))"
        rf"|(?P<last>(?:{_OVER}) {_WEEKEND}|{_WEEKEND} (?:{LAST}|retrasado))|{_WEEKEND})\b",
        _weekend,
    ),
    rule(
        rf"\b(?:(?:fim|final) d(?:a|esta|essa) (?:proxima )?semana(?: {NEXT})?|end of (?:the|this|next) week)\b",
        _end_of_week,
    ),
    rule(_spans_of("semana|week"), _week),
    rule(_spans_of("mes|month"), _month),
)
"""How days, weeks and months are named as seen from today."""
YEARS: tuple[Rule, ...] = (rule(_spans_of("ano|year"), _year),)
"""How years are named as seen from today."""
