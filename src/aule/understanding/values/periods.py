"""Periods: parts of a month or a year: `final de abril`, `primeira semana de junho`, `2º trimestre`, `FY26`.

The beginning, the middle and the end of a month are ten days each. A week belongs to the month in which its Wednesday
lies. Quarters and halves are those of the calendar; the terms of a school are no days: every school has its own.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from aule.understanding.values.holidays import is_worked
from aule.understanding.values.relative_days import DAY_NAMES, WEEKDAY
from aule.understanding.values.spans import (
    FRIDAY,
    PLACE,
    WEEK,
    Days,
    Rule,
    Said,
    monday_of,
    month_of,
    one_day,
    place_of,
    rule,
    whole_month,
)
from aule.understanding.values.written_days import FULL_MONTH, OF_YEAR, coming_month, year_of
from aule.understanding.vocabulary import MONTHS

_TEN = 10
_MIDDLE = 15
_OPEN_END = re.compile(r"\b(?:ate|by|until|till|before|antes)(?: [oa]| the| d[oa])? *$")
"""What stands before the end of something where its last day is meant: `até o final de abril`."""
_SINCE = re.compile(r"\b(?:desde|since|a partir)(?: [oa]| the| d[oa])? *$")
_NEXT_MONTH = r"mes (?:que|q) vem|proximo mes|mes seguinte|next month"
_LAST_MONTH = r"mes passado|ultimo mes|mes anterior|last month"
_THIS_MONTH = r"mes|mes atual|month|this month|current month"
_MONTH = (
    rf"(?:d[eo]|deste|desse|of)(?: the)? (?:(?P<next>{_NEXT_MONTH})|(?P<last>{_LAST_MONTH})"
    rf"|(?P<month>{FULL_MONTH})(?:(?: de|,| of)? (?P<year>[12]\d{{3}})\b| (?P<of>{OF_YEAR})\b)?"
    rf"|(?P<this>{_THIS_MONTH}))\b"
)
"""A month of which a part is said."""
_IN_MONTH = _MONTH.replace("desse|of)", "desse|of|in|em)", 1)
_ENDS = r"(?=\s*(?:$|[.,;:!?)]|(?:e|ou|a|as|ate|para|pra|no|na|por|com|em|and|or|to|by|for|at|eu)\b))"


def _months(match: re.Match[str], today: date) -> tuple[tuple[date, date], ...]:
    """Return the month of which a part is said, and the one that may be meant as well."""
    if match["month"] is None:
        return (month_of(today, 1 if match["next"] else -1 if match["last"] else 0),)
    number = MONTHS[match["month"]]
    if match["year"] or match["of"]:
        return (whole_month(int(match["year"]) if match["year"] else year_of(match["of"], today), number),)
    return coming_month(number, today)


def _part(match: re.Match[str], said: Said) -> Days | None:
    """Read `início de maio`, `mid-June`, `final de abril`, `fim do mês`."""
    parts = [_part_of(match["part"], *month) for month in _months(match, said.today)]
    first, last = parts[0]
    before = said.text[: match.start()]
    if last.day > 2 * _TEN and _OPEN_END.search(before):
        return one_day(match, *(end for _, end in parts))
    if first.day == 1 and _SINCE.search(before):
        return one_day(match, *(begin for begin, _ in parts))
    if match["month"] is None and last.day > 2 * _TEN:
        return Days(*match.span(), last, last, ((first, last),))
    ends = ((last, last),) if last.day > 2 * _TEN else ()
    return Days(*match.span(), first, last, (*parts[1:], *ends))


def _part_of(part: str, first: date, last: date) -> tuple[date, date]:
    if part.startswith(("fi", "end", "late")):
        return first.replace(day=2 * _TEN + 1), last
    if part.startswith(("mei", "mea", "mid")):
        return first.replace(day=_TEN + 1), first.replace(day=2 * _TEN)
    return first, first.replace(day=_TEN)


def _fortnight(match: re.Match[str], said: Said) -> Days | None:
    """Read `primeira quinzena de julho`: half of a month."""
    place = place_of(match["place"])
    if place > 2:
        return None
    halves = [
        (first, first.replace(day=_MIDDLE)) if place == 1 else (first.replace(day=_MIDDLE + 1), last)
        for first, last in _months(match, said.today)
    ]
    return Days(*match.span(), *halves[0], tuple(halves[1:]))


def _week_of_month(match: re.Match[str], said: Said) -> Days | None:
    """Read `primeira semana de junho`, `the last week of April`: its school days that lie in the month."""
    months = _months(match, said.today)
    found = [week for month in months if (week := _week(match["place"], *month)) is not None]
    if not found:
        return None
    others = found[1:]
    if match["place"].startswith(("p", "f", "1")) and (found[0][1] - found[0][0]).days < FRIDAY:
        following = monday_of(found[0][0]) + timedelta(days=WEEK)  # the first whole week may be meant as well
        others = [(following, following + timedelta(days=FRIDAY)), *others]
    return Days(*match.span(), *found[0], tuple(others))


def _week(place: str, first: date, last: date) -> tuple[date, date] | None:
    middles = [first + timedelta(days=away) for away in range((last - first).days + 1)]
    mondays = [monday_of(day) for day in middles if day.weekday() == 2]
    number = len(mondays) if place in ("ultima", "last") else place_of(place)
    if number > len(mondays):
        return None
    monday = mondays[number - 1]
    return max(monday, first), min(monday + timedelta(days=FRIDAY), last)


def _nth_day(match: re.Match[str], said: Said) -> Days | None:
    """Read `primeira segunda de abril`, `last Friday of May`, `quinto dia útil`, `último dia do mês`."""
    names = [match[key] for key in ("month", "next", "last", "this")]
    if not any(names) and not match["worked"]:
        return None
    if not any(names[:3]):
        away = next(
            (each for each in (0, 1) if (day := _nth(match, *month_of(said.today, each))) and day >= said.today), 0
        )
        return one_day(match, _nth(match, *month_of(said.today, away)))
    return one_day(match, *(_nth(match, *month) for month in _months(match, said.today)))


def _nth(match: re.Match[str], first: date, last: date) -> date | None:
    days = [first + timedelta(days=away) for away in range((last - first).days + 1)]
    if match["worked"]:
        days = [day for day in days if is_worked(day, in_brazil=match["worked"].startswith("dia"))]
    elif match["name"]:
        days = [day for day in days if day.weekday() == DAY_NAMES[match["name"]]]
    number = len(days) if re.match(r"ultim|last", match["place"]) else place_of(match["place"])
    return days[number - 1] if number <= len(days) else None


def _quarter(match: re.Match[str], said: Said) -> Days | None:
    """Read `2º trimestre`, `Q2 2025`, `H2`, `1T26`, `primeiro semestre do ano passado`."""
    groups = {key: value for key, value in match.groupdict().items() if value}
    code = said.original[match.start("code") : match.end("code")] if "code" in groups else ""
    if not code.isupper() and "q" not in code and "code" in groups:
        return None  # in small letters only `q2` is plain
    unit = groups.get("unit") or groups["code"].strip("1234")
    months = 3 if unit[0] in "tq" else 6
    place = place_of(groups["place"]) if "place" in groups else int(re.sub(r"\D", "", groups["code"]))
    if place * months > 12:
        return None
    start = match.start("edge" if "edge" in groups else "place" if "place" in groups else "code")
    year = _year_said(groups, said.today)
    spans = [
        (date(each, (place - 1) * months + 1, 1), whole_month(each, place * months)[1]) for each in (year, year - 1)
    ]
    is_said = any(key.startswith("year") or key == "of" for key in groups)
    if "edge" in groups:
        is_end = groups["edge"].startswith(("fi", "end"))
        spans = [(span[is_end], span[is_end]) for span in spans]
    # A quarter that is still to come may be the last one of its name: `o resultado do Q4`, said in March.
    return Days(start, match.end(), *spans[0], () if is_said or spans[0][0] <= said.today else (spans[1],))


def _year_said(groups: dict[str, str], today: date) -> int:
    if year := groups.get("year") or groups.get("year4") or groups.get("year2"):
        return int(year) + (2000 if len(year) == 2 else 0)
    return year_of(groups["of"], today) if "of" in groups else today.year


def _quarter_from_now(match: re.Match[str], said: Said) -> Days | None:
    """Read `trimestre passado`, `next quarter`, `semestre que vem`, `neste trimestre`."""
    if not any(match[key] for key in ("next", "last", "this", "comes", "over")):
        return None
    months = 3 if match["unit"].startswith(("t", "q")) else 6
    away = 1 if match["next"] or match["comes"] else -1 if match["last"] or match["over"] else 0
    begun = said.today.replace(day=1, month=(said.today.month - 1) // months * months + 1)
    first = month_of(begun, away * months)[0]
    return Days(*match.span(), first, month_of(first, months - 1)[1])


def _fiscal(match: re.Match[str], said: Said) -> Days | None:
    """Read `FY26`: a fiscal year that is one of the calendar."""
    year = int(match["year"]) + (2000 if len(match["year"]) == 2 else 0)
    return Days(match.start("code"), match.end(), date(year, 1, 1), date(year, 12, 31))


def _edge_of_year(match: re.Match[str], said: Said) -> Days | None:
    """Read `até o fim do ano`: its last day; `no começo do ano que vem`: its first month, or its first day."""
    year = year_of(match["which"] or "", said.today)
    if match["part"].startswith(("fi", "end")):
        return one_day(match, date(year, 12, 31))
    if _SINCE.search(said.text[: match.start()]):
        return one_day(match, date(year, 1, 1))
    return Days(*match.span(), *whole_month(year, 1), ((date(year, 1, 1), date(year, 1, 1)),))


_YEAR_BEHIND = rf"(?:(?: de|,| of|/|')? ?(?P<year>20\d\d|(?<=[/'])\d\d)\b|,? (?P<of>{OF_YEAR})\b)?"
_EDGES = "inicio|comeco|fim|final|beginning|start|end"
_EDGE = rf"(?:(?P<edge>{_EDGES}) (?:d[oe]|of)(?: the)? )?"
_TO_CODE = (
    r"no|na|em|do|da|ate o|desde o|durante o|entre o|e o|neste|deste|nesse|in|for|of|during|by|until|since|this|from"
    r"|with|at|between|and|how (?:did|was|is)"
)
_LEAD = rf"(?:\b(?:{_TO_CODE}|pro|para o)(?: the)? |\b(?=(?:{_EDGES}) ))"
_CODE_LEAD = _LEAD.replace("|pro|para o", "")
"""Words that lead to a quarter or a half; without them it is a name: `o ciclo Q2 2026`."""
_PARTS = r"inicio|comeco|comecinho|meados?|fim|final|finzinho|finalzinho|beginning|start|middle|end"
_HALVES = r"trimestre|trimester|quarter|semestre|semester"

PERIODS: tuple[Rule, ...] = (
    rule(rf"\b(?P<part>{_PARTS}) {_MONTH}", _part),
    rule(
        rf"\b(?P<part>early|mid|late)[- ](?:(?P<next>{_NEXT_MONTH})|(?P<last>{_LAST_MONTH})|(?P<month>{FULL_MONTH})"
        rf"(?:(?: de|,| of)? (?P<year>[12]\d{{3}})\b| (?P<of>{OF_YEAR})\b)?)\b",
        _part,
    ),
    rule(rf"\b(?P<place>{PLACE}) quinzena {_MONTH}", _fortnight),
    rule(rf"\b(?P<place>{PLACE}|ultima|last) (?:semana|week) {_IN_MONTH}", _week_of_month),
    rule(
        rf"\b(?:n[ao] |on the |the )?(?P<place>{PLACE}|ultim[oa]|last) "
        r"(?:(?P<worked>dia util|(?:business|working|work) day)"
        rf"|(?P<name>{WEEKDAY})(?:-feira)?|dia|day)\b(?: {_IN_MONTH}|{_ENDS})",
        _nth_day,
    ),
    rule(
        rf"{_LEAD}{_EDGE}"
        r"(?P<place>primeir[oa]|segund[oa]|terceiro|quarto|first|second|third|fourth|[1-4](?:o|st|nd|rd|th)?) "
        rf"(?P<unit>{_HALVES}|half(?= of (?:20|the year|(?:last|next|this) year)))\b(?! of the (?!year)){_YEAR_BEHIND}",
        _quarter,
    ),
    rule(
        rf"{_CODE_LEAD}{_EDGE}(?P<code>q[1-4]|[sht][12]|t[34]|[1-4][tq]|[12]s)"
        rf"(?:(?P<year>\d\d)\b|(?:[/']| de | of | )?(?P<year4>20\d\d)\b|[/'](?P<year2>\d\d)\b"
        rf"| (?P<of>{OF_YEAR})\b|\b)(?![\w/])",
        _quarter,
    ),
    rule(
        r"\b(?:(?P<next>proximo|next|following) |(?P<last>ultimo|last|previous) "
        r"|(?P<this>neste|deste|este|nesse|this|current) )?"
        rf"(?P<unit>{_HALVES})(?P<comes> (?:que|q) vem| seguinte)?(?P<over> passado| anterior)?\b",
        _quarter_from_now,
    ),
    rule(rf"{_LEAD}(?P<code>fy ?'?)(?P<year>20\d\d|\d\d)\b", _fiscal),
    rule(
        r"\b(?P<part>inicio|comeco|fim|final|beginning|start|end) (?:d[oe]|of)(?: the| this|ste|sse)? (?P<which>ano"
        r"(?: passado| (?:que|q) vem)?|(?:next |last )?year)\b",
        _edge_of_year,
    ),
)
"""How parts of months and years are named."""
