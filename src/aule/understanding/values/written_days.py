"""Written days: days of the calendar that are written out: `2026-05-15`, `15/05`, `15 de maio`, `março de 2026`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from aule.understanding.values.spans import (
    DECEMBER,
    ORDINALS,
    Days,
    Rule,
    Said,
    day_of,
    month_of,
    number_of,
    one_day,
    rule,
    whole_month,
)
from aule.understanding.vocabulary import MONTHS, NUMBERS

_ANY_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
ENGLISH_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)
_SURE_MONTH = "jan|feb|apr|jun|jul|aug|sept|sep|oct|nov|dec"
FULL_MONTH = "|".join(sorted((name for name in MONTHS if len(name) > 3 or name == "may"), key=len, reverse=True))
DAY_WORDS = "|".join(
    sorted(
        {*ORDINALS, "vinte e um", "trinta e um", *(word for word, number in NUMBERS.items() if 1 <= number <= 30)}
        | {f"vinte e {word}" for word, number in NUMBERS.items() if 2 <= number <= 9},
        key=len,
        reverse=True,
    )
)
_COUNTING_WORDS = "|".join(word for word in DAY_WORDS.split("|") if word not in ("um", "uma", "one", *ORDINALS))
"""Numbers of days in words that are no articles: *um dia uma pessoa disse*."""
NEXT = r"(?:que|q) vem|seguinte"
LAST = r"passad[oa]|anterior"
OF_YEAR = r"(?:do ano passado|do ano (?:que|q) vem|deste ano|desse ano|(?:of )?(?:last|next|this) year)"
_FRACTION_OF = re.compile(r" (?:d[aeo]s? [a-z]|of (?:the|all) |anos\b|quest|pont|acert|correct)")
_DATED = re.compile(r"\b(?:dias?|em|no|na|ate|para|pra|desde|entre|on|by|until|due|since|a|e|de) *$")
_MARKED = re.compile(
    r"\b(?:tir(?:ou|ei)|notas?|acert(?:ou|ei)|fez|media|scored?|got|mark|questao|questoes)(?: (?:foi|de|was|is))? *$"
)
_SINCE = re.compile(r"desde|since")


def year_of(words: str, today: date) -> int:
    """Return the year that words say: `do ano passado`, `of next year`, `deste ano`."""
    return today.year + (-1 if re.search(r"passado|last", words) else 1 if re.search(r"vem|next", words) else 0)


def _coming(year: str | None, month: int, number: int, today: date) -> date | None:
    """Return a day of a year, or the next time that day comes."""
    if year is not None:
        return day_of(int(year) + (2000 if len(year) == 2 else 0), month, number)
    this_year = day_of(today.year, month, number)
    if this_year is not None and this_year >= today:
        return this_year
    years = range(today.year + 1, today.year + 9)  # the 29th of February comes within eight years
    return next((found for each in years if (found := day_of(each, month, number))), None)


def _earlier(year: str | None, found: date | None, today: date) -> date | None:
    """Return the same day of this year, where a day without its year is over: it may be that one that is meant."""
    if year is not None or found is None or found.year == today.year or (found.month, found.day) == (2, 29):
        return None
    return found.replace(year=today.year)


def _iso(match: re.Match[str], said: Said) -> Days | None:
    return one_day(match, day_of(int(match[1]), int(match[2]), int(match[3])))


def _short(match: re.Match[str], said: Said) -> Days | None:
    """Read `12/05`, `12/05/26`, `12.05.2026`: in English it may be the month that comes first."""
    first, second, year = int(match[1]), int(match[2]), match[3]
    if year is None and _is_fraction(match, said):
        return None
    day_first, month_first = _coming(year, second, first, said.today), _coming(year, first, second, said.today)
    if said.day_first or first == second or first > DECEMBER:
        return one_day(match, day_first)
    if second > DECEMBER:
        return one_day(match, month_first)
    return one_day(match, month_first, day_first, is_open=True)


def _is_fraction(match: re.Match[str], said: Said) -> bool:
    """Tell whether `3/4` is a part of something, or a mark out of another.

    No day is led to, and something is divided.
    """
    before = said.text[: match.start()]
    if int(match[1]) > int(match[2]) or _DATED.search(before):
        return match[0].strip() == "24/7" and not _DATED.search(before)  # round the clock
    return bool(_MARKED.search(before) or _FRACTION_OF.match(said.text, match.end()))


def _of_month(match: re.Match[str], said: Said) -> Days | None:
    """Read `15 de maio`, `1º de maio de 2027`, `3rd of April`, `10 de maio do ano passado`."""
    groups = match.groupdict()
    year = match["year"] or groups.get("short")
    if year is None and groups.get("of"):
        year = str(year_of(match["of"], said.today))
    found = _coming(year, MONTHS[match["month"]], number_of(match["number"]), said.today)
    return one_day(match, found, _earlier(year, found, said.today))


def _month_and_year(match: re.Match[str], said: Said) -> Days | None:
    """Read `jan/25`, `mar 2026`, `03/2026`: a month of a year, in short."""
    month = int(match["digits"]) if match["digits"] else MONTHS[match["month"]]
    year = int(match["year"]) + (2000 if len(match["year"]) == 2 else 0)
    return Days(*match.span(), *whole_month(year, month))


def _whole(match: re.Match[str], said: Said) -> Days | None:
    """Read `em março`, `março de 2026`: a whole month, of this year or the next, unless the year is said."""
    if not _means_month(match, said):
        return None
    number, today, place = MONTHS[match["month"]], said.today, (match.start("month"), match.end())
    if match["year"]:
        return Days(*place, *whole_month(int(match["year"]), number))
    if match["last"]:
        return Days(*place, *whole_month(today.year - (number >= today.month), number))
    if match["of"]:
        return Days(*place, *whole_month(year_of(match["of"], today), number))
    if match["lead"] and _SINCE.match(match["lead"]):  # nothing goes on since a month that is still to come
        return Days(*place, *whole_month(today.year - (number > today.month), number))
    return Days(*place, *(coming := coming_month(number, today))[0], coming[1:])


def coming_month(number: int, today: date) -> tuple[tuple[date, date], ...]:
    """Return the month that is meant where no year is said, and the one of this year where that is over."""
    if number >= today.month:
        return (whole_month(today.year, number),)
    return whole_month(today.year + 1, number), whole_month(today.year, number)


def _means_month(match: re.Match[str], said: Said) -> bool:
    """Tell whether the name of a month is one: `Marco` is a man, `may` and `march` are verbs."""
    start, end = match.span("month")
    written = said.original[start:end]
    is_doubtful = match["month"] in ENGLISH_MONTH.split("|") or written[0].isupper() or written == "marco"
    return not is_doubtful or bool(match["lead"] or match["year"] or match["last"] or match["of"])


def _whole_year(match: re.Match[str], said: Said) -> Days | None:
    """Read `em 2024`: all of a year; behind *de* or *from* it tells which of several, as in `o ano letivo de 2026`."""
    year = int(match["year"])
    return Days(*match.span("year"), date(year, 1, 1), date(year, 12, 31))


def _of_this_month(match: re.Match[str], said: Said) -> Days | None:
    """Read `dia 27`, `on the 14th`, `dia 5 do mês que vem`: the next day with this number; today counts."""
    groups = match.groupdict()
    number, of = number_of(match["number"]), match["of"] or ""
    if of:
        away = 1 if re.search(r"vem|next|seguinte|proxim", of) else -1 if re.search(r"passado|last", of) else 0
        first = month_of(said.today, away)[0]
        return one_day(match, day_of(first.year, first.month, number))
    months = [month_of(said.today, away)[0] for away in range(13)]
    days = (day_of(each.year, each.month, number) for each in months)
    found = one_day(match, next((each for each in days if each is not None and each >= said.today), None))
    return replace(found, start=match.end("lead") + 1) if found is not None and groups.get("lead") else found


_OF_MONTH = (
    r"(?P<of> (?:do mes (?:(?:que|q) vem|passado|seguinte)|d[eo]ste mes|do proximo mes"
    r"|of (?:next|last|this|the next) month))?"
)
_NTH_DAY = r"(?P<number>[1-9]|[12]\d|3[01])"
_BEHIND_YEAR = r"(?=\s*(?:$|[.,;:!?)]|(?:e|ou|a|ate|para|pra|no|na|por|com|em|and|or|to|by|for|in|que)\b))"

WRITTEN: tuple[Rule, ...] = (
    rule(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", _iso),
    rule(r"(?<![\d/.])\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})\b(?![/.]\d)", _short),
    rule(r"(?<![\d/.-])\b(\d{1,2})-(\d{1,2})-(\d{4})\b(?!-)", _short),
    rule(r"(?<![\d/.])\b(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?\b(?!/|\.\d)", _short),
    rule(
        rf"\b(?:dia )?(?P<number>\d{{1,2}}|{DAY_WORDS})(?:st|nd|rd|th|o)?(?: de | of |/)(?P<month>{_ANY_MONTH})\b"
        rf"(?:(?: de|,| of)? (?P<year>[12]\d{{3}})\b|/(?P<short>\d{{4}}|\d{{2}})\b| (?P<of>{OF_YEAR})\b)?",
        _of_month,
    ),
    rule(
        rf"\b(?P<number>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{FULL_MONTH}|{_SURE_MONTH})\b"
        r"(?:,? (?P<year>[12]\d{3})\b)?",
        _of_month,
    ),
    rule(
        rf"\b(?P<month>{ENGLISH_MONTH})\.? (?P<number>\d{{1,2}}|{'|'.join(ORDINALS)})(?:st|nd|rd|th)?\b"
        r"(?![.,:]\d| ?%)"
        r"(?:,? (?P<year>[12]\d{3})\b)?",
        _of_month,
    ),
    rule(
        rf"(?<![\w/.])(?:(?P<month>{_ANY_MONTH})(?:/(?=\d\d(?:\d\d)?\b)|[. ](?=20\d\d\b))"
        r"|(?P<digits>0[1-9]|1[0-2])/(?=20\d\d\b))"
        r"(?P<year>20\d\d|\d\d)\b(?![/.]\d)",
        _month_and_year,
    ),
    rule(
        rf"\b(?:dia |the )(?P<number>\d{{1,2}}|{DAY_WORDS})(?:st|nd|rd|th|o)?{_OF_MONTH.removesuffix('?')}\b",
        _of_this_month,
    ),
)
"""How days are written out, the most telling first."""
EXACT = frozenset({_iso, _short, _of_month})
"""Readings of days that are written out: where there is no such day, none is named."""

MONTH_NAMES: tuple[Rule, ...] = (
    rule(
        rf"\b(?P<lead>(?:em|in|of|during|durante|ate|until|desde|since|next|this|last|mes de|para|pra|de|from|to|by) )?"
        rf"(?P<month>{FULL_MONTH})\b(?:(?: de|,| of)? (?P<year>[12]\d{{3}})\b|(?: (?:{NEXT}))|(?P<last> (?:{LAST}))"
        rf"|(?P<of> {OF_YEAR}\b))?",
        _whole,
    ),
)
"""How whole months are named."""

NUMBERED: tuple[Rule, ...] = (
    rule(
        r"\b(?:em|in|desde|since|durante|during|no ano de) "
        r"(?P<year>(?:19[5-9]|20[0-4])\d)"
        rf"\b(?![.,]\d|[/-]\w){_BEHIND_YEAR}",
        _whole_year,
    ),
    rule(
        r"(?<!todo )(?<!every )(?<!cada )\bdias? "
        rf"(?:(?P<number>[1-9]|[12]\d|3[01]|primeiro)(?:o)?\b(?![/.,:-]\d|[/-]\w){_OF_MONTH})",
        _of_this_month,
    ),
    rule(rf"(?<!todo )(?<!um )(?<!cada )\bdia (?P<number>{_COUNTING_WORDS})\b{_OF_MONTH}", _of_this_month),
    rule(
        r"\b(?:on|for|(?P<lead>by|until|from|to|till|before|after|since|is|between|and|through)) the "
        rf"{_NTH_DAY}(?:st|nd|rd|th)\b"
        rf"(?! \w*(?:grade|year|place|floor|time|century|quarter|week|day)){_OF_MONTH}",
        _of_this_month,
    ),
)
"""How years and days of a month are numbered."""
