"""Holidays: the days of a year that have a name, in Brazil and where English is spoken, and which days are worked.

A holiday is a day only where a word leads to it, as in *no Natal*, *até a Páscoa*, *on Good Friday*: *a ceia de Natal*
and *uma prova sobre a Proclamação da República* tell what something is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

from aule.understanding.values.spans import SATURDAY, SUNDAY, Days, Rule, Said, rule

Span = tuple[date, date]


def easter(year: int) -> date:
    """Return Easter Sunday of a year, by the rule of the Gregorian calendar."""
    golden, century = year % 19, year // 100
    skipped = century - century // 4
    moon = (skipped - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - skipped) % 7
    away = moon - weekday
    month = 3 + (away + 40) // 44
    return date(year, month, away + 28 - 31 * (month // 4))


def _fixed(month: int, number: int) -> Callable[[int], Span]:
    return lambda year: (date(year, month, number), date(year, month, number))


def _from_easter(first: int, last: int | None = None) -> Callable[[int], Span]:
    """Return so many days after Easter Sunday, or before it."""
    return lambda year: (
        easter(year) + timedelta(days=first),
        easter(year) + timedelta(days=first if last is None else last),
    )


def _nth(place: int, weekday: int, month: int, further: int = 0) -> Callable[[int], Span]:
    """Return the nth weekday of a month, and so many days further; the last one for a place of -1."""

    def find(year: int) -> Span:
        days = [date(year, month, 1) + timedelta(days=away) for away in range(31)]
        named = [each for each in days if each.month == month and each.weekday() == weekday]
        found = named[place if place < 0 else place - 1] + timedelta(days=further)
        return found, found

    return find


_MONDAY, _THURSDAY = 0, 3
_HOLIDAYS: dict[str, Callable[[int], Span]] = {
    r"vespera d[eo] natal|christmas eve": _fixed(12, 24),
    r"(?:dia d[eo] )?natal|christmas(?: day)?|xmas": _fixed(12, 25),
    r"vespera d[eo] ano novo|reveillon|virada do ano|new year'?s eve": _fixed(12, 31),
    r"(?:dia d[eo] )?ano novo|confraternizacao universal|new year'?s(?: day)?": _fixed(1, 1),
    r"dia de reis|epiphany": _fixed(1, 6),
    r"(?:segunda(?:-feira)? de )?carnaval": _from_easter(-50, -47),
    r"terca(?:-feira)? (?:de carnaval|gorda)|mardi gras|shrove tuesday": _from_easter(-47),
    r"quarta(?:-feira)? de cinzas|ash wednesday": _from_easter(-46),
    r"semana santa|holy week": _from_easter(-7, 0),
    r"domingo de ramos|palm sunday": _from_easter(-7),
    r"quinta(?:-feira)? santa|maundy thursday": _from_easter(-3),
    r"(?:sexta(?:-feira)? (?:santa|da paixao)|paixao de cristo|good friday)": _from_easter(-2),
    r"sabado de aleluia|holy saturday": _from_easter(-1),
    r"(?:domingo de )?pascoa|easter(?: sunday)?": _from_easter(0),
    r"easter monday": _from_easter(1),
    r"pentecostes|pentecost": _from_easter(49),
    r"corpus christi|corpus cristi": _from_easter(60),
    r"(?:dia (?:internacional )?da mulher|women'?s day)": _fixed(3, 8),
    r"(?:dia d[eo] )?tiradentes": _fixed(4, 21),
    r"dia d[oe]s? povos indigenas|dia do indio": _fixed(4, 19),
    r"dia d[oa] trabalh(?:o|ador)|may day": _fixed(5, 1),
    r"dia das maes|mother'?s day": _nth(2, SUNDAY, 5),
    r"dia dos namorados": _fixed(6, 12),
    r"(?:dia de )?santo antonio": _fixed(6, 13),
    r"(?:dia de )?sao joao": _fixed(6, 24),
    r"dia dos pais": _nth(2, SUNDAY, 8),
    r"father'?s day": _nth(3, SUNDAY, 6),
    r"dia do estudante": _fixed(8, 11),
    r"dia da independencia|independencia do brasil": _fixed(9, 7),
    r"dia da arvore": _fixed(9, 21),
    r"dia das criancas|children'?s day|(?:dia de )?nossa senhora aparecida": _fixed(10, 12),
    r"dia d[oae]s? professor(?:es|a|as)?|teachers'? day": _fixed(10, 15),
    r"dia das bruxas|halloween": _fixed(10, 31),
    r"dia de todos os santos|all saints'? day": _fixed(11, 1),
    r"(?:dia de )?finados": _fixed(11, 2),
    r"(?:dia da )?proclamacao da republica": _fixed(11, 15),
    r"dia da bandeira": _fixed(11, 19),
    r"(?:dia da )?consciencia negra": _fixed(11, 20),
    r"black friday": _nth(4, _THURSDAY, 11, further=1),
    r"cyber monday": _nth(4, _THURSDAY, 11, further=4),
    r"thanksgiving(?: day)?": _nth(4, _THURSDAY, 11),
    r"valentine'?s(?: day)?": _fixed(2, 14),
    r"st\.? patrick'?s day": _fixed(3, 17),
    r"juneteenth": _fixed(6, 19),
    r"independence day|(?:the )?fourth of july": _fixed(7, 4),
    r"memorial day": _nth(-1, _MONDAY, 5),
    r"labou?r day": _nth(1, _MONDAY, 9),
    r"boxing day": _fixed(12, 26),
}
"""The days of a year that have a name: how they are called, and when they are."""
_CLOSED = ((1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (11, 20), (12, 25))
"""National holidays of Brazil that have their date by law; Good Friday is one as well."""

_NAMES = [re.compile(name) for name in _HOLIDAYS]
_LEAD = (
    r"(?:no|na|nos|n?est[ea]|n?ess[ea]|pro|pra|para [oa]|ate [oa]|ate|desde [oa]|desde|durante [oa]|durante"
    r"|antes d[oa]|depois d[oa]|apos [oa]|entre [oa]|em|e|[oa]|proxim[oa]|ultim[oa]"
    r"|feriado d[aeo]|vespera d[aeo]|dia d[aeo]|on|at|by|until|till|before|after|since|over|during|for|this|next|last)"
)
_BARE = re.compile(r"(?:o|a|e|em)\b")
"""Words that lead to a holiday only where its name tells that it is a day: *em Natal* is in a city."""
_DAY_LIKE = re.compile(
    r"dia |vespera|sexta|quarta|quinta|sabado|semana|corpus|reveillon|.*\b(?:day|eve|friday|monday|tuesday|sunday)$"
)


def is_worked(day: date, *, in_brazil: bool = True) -> bool:
    """Tell whether a day is one of work: from Monday to Friday and, in Brazil, no national holiday."""
    if day.weekday() >= SATURDAY:
        return False
    return not in_brazil or not ((day.month, day.day) in _CLOSED or day == easter(day.year) - timedelta(days=2))


def last_holiday(name: str, today: date) -> Span | None:
    """Return when a holiday was last, by its name: what is told of it may lie in the past."""
    find = next((when for known, when in zip(_NAMES, _HOLIDAYS.values(), strict=True) if known.fullmatch(name)), None)
    spans = [] if find is None else [find(year) for year in (today.year, today.year - 1)]
    return next((span for span in spans if span[0] <= today), None)


def _holiday(match: re.Match[str], said: Said) -> Days | None:
    """Read `no Natal`, `até o Carnaval de 2027`, `na véspera do feriado de Tiradentes`.

    The next one, unless it is over.
    """
    name, lead = match["name"], match["lead"]
    find = next(when for known, when in zip(_NAMES, _HOLIDAYS.values(), strict=True) if known.fullmatch(name))
    if _BARE.match(lead) and not (_DAY_LIKE.match(name) or (lead in ("em", "e") and " " in name)):
        return None
    away = timedelta(days=-1 if match["eve"] else 0)
    today, year = said.today, match["year"]
    years = range(int(year), int(year) + 1) if year else range(today.year - 1, today.year + 2)
    spans = [(find(each)[0] + away, find(each)[0 if away else 1] + away) for each in years]
    start = match.start("eve") if match["eve"] else match.start("name")
    if len(spans) == 1:
        return Days(start, match.end(), *spans[0])
    coming = next(place for place, (_, last) in enumerate(spans) if last >= today)
    if lead in ("desde", "desde o", "desde a", "since", "ultimo", "ultima", "last"):
        return Days(start, match.end(), *spans[coming - 1])
    was_now = spans[coming - 1][0].year == today.year
    return Days(start, match.end(), *spans[coming], (spans[coming - 1],) if was_now else ())


_PLAIN = (
    r"quarta(?:-feira)? de cinzas|sexta(?:-feira)? (?:santa|da paixao)|terca(?:-feira)? (?:de carnaval|gorda)"
    r"|quinta(?:-feira)? santa|domingo de (?:pascoa|ramos)|sabado de aleluia|vespera d[eo] (?:natal|ano novo)"
    r"|good friday|easter (?:sunday|monday)|ash wednesday|maundy thursday|palm sunday|holy saturday|black friday"
    r"|cyber monday|christmas eve|new year'?s eve"
)
"""Names of holidays that are days whatever stands before them."""
HOLIDAYS: tuple[Rule, ...] = (
    rule(
        rf"\b(?P<lead>{_LEAD}) (?P<eve>vespera d[aeo] )?(?:feriado d[aeo] |the )?"
        rf"(?P<name>{'|'.join(_HOLIDAYS)})(?:(?: de|,| of)? (?P<year>20\d\d))?(?!\w|'\w)",
        _holiday,
    ),
    rule(rf"\b(?P<lead>)(?P<eve>(?!))?(?P<name>{_PLAIN})(?:(?: de|,| of)? (?P<year>20\d\d))?(?!\w|'\w)", _holiday),
)
"""How holidays are named."""
