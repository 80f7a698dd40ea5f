"""Terms: spans of time as schools and companies say them: `bimestre:3`, `mes_anterior`, `2026-03`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days, Sentence, find_days
from aule.understanding.values.holidays import last_holiday
from aule.understanding.vocabulary import MONTHS, WEEKDAYS

_WORKING_WEEK, _WEEK = 4, 7
_NTH = {
    "primeiro": 1, "segundo": 2, "terceiro": 3, "quarto": 4, "primeira": 1, "segunda": 2,
    "first": 1, "second": 2, "third": 3, "fourth": 4,
}  # fmt: skip
_UNIT = {
    "bimestre": "bimestre", "bi": "bimestre", "bim": "bimestre", "bimester": "bimestre", "term": "bimestre",
    "trimestre": "trimestre", "trimester": "trimestre", "quarter": "trimestre", "tri": "trimestre",
    "semestre": "semestre", "semester": "semestre",
}  # fmt: skip
_UNITS = "|".join(sorted(_UNIT, key=len, reverse=True))
_NUMBERED = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_NTH)})|(?P<digit>[1-4])\s?\.?(?:o|a|º|°|st|nd|rd|th)?)[\s-](?P<unit>{_UNITS})\b"
    rf"|\b(?P<unit2>{_UNITS})[\s:]?(?P<digit2>[1-4])\b"
)
_CODED = re.compile(
    r"\b(?:(?P<letter>[qtsh])(?P<number>[1-4])|(?P<number2>[1-4])(?P<letter2>[qts]))(?:[/' ]?(?:20)?\d\d)?\b"
)
_CODE_UNITS = {"q": "trimestre", "t": "trimestre", "s": "semestre", "h": "semestre"}
"""Terms in short: `Q2`, `2T26`, `S1`, `H2`; only `q2` may be written small."""
_CURRENT = re.compile(
    rf"\b(?:(?:[nd]?est[ea]|[nd]?ess[ea]|this|the current|current|no|do|pro|para o)\s(?P<unit>{_UNITS})(?: atual)?"
    rf"|(?P<unit2>{_UNITS}) (?:atual|corrente|vigente|em curso|em andamento|de agora|we are in|we're in"
    r"|(?:que|em que) (?:a gente )?(?:ta|esta|estamos|corre)(?: (?:correndo|rolando|em curso|acontecendo|agora))?))\b"
)
_SAID = (
    (re.compile(r"\b(?:mes passado|mes anterior|last month|previous month)\b"), "mes_anterior"),
    (
        re.compile(r"\b(?:[nd]?est[ea] mes|[nd]?ess[ea] mes|mes atual|mes corrente|this month|the current month)\b"),
        "mes_atual",
    ),
    (
        re.compile(r"\b(?:ultimos? (?:30|trinta) dias|ultimo mes|past month|(?:past|last) (?:30|thirty) days)\b"),
        "ultimo_mes",
    ),
    (
        re.compile(
            r"\b(?:ultima semana|ultimos (?:7|sete) dias|semana passada|last week|past week"
            r"|(?:past|last) (?:7|seven) days)\b"
        ),
        "ultima_semana",
    ),
    (
        re.compile(
            r"\b(?:ano letivo(?: inteiro)?|ano (?:todo|inteiro)|[nd]?est[ea] ano|[nd]?ess[ea] ano"
            r"|whole (?:school )?year"
            r"|(?:this |the )?school year|this year|year to date"
            r"|anual|annual|year-long|full-year)\b"
        ),
        "ano_letivo",
    ),
    (re.compile(r"\b(?:desde sempre|de todos os tempos|all time|ever)\b"), "tudo"),
)


@dataclass(frozen=True, slots=True)
class Term:
    """A span of time, and where a sentence names it."""

    start: int
    end: int
    value: str


def term_of(wording: Wording, today: date, *, months_only: bool = False) -> Term | None:
    """Return the span of time a sentence names; where it is corrected in the same breath, the last one."""
    found = [] if months_only else _terms(wording)
    if not found:
        return _month_or_days(wording, today, months_only=months_only)
    corrected = _CORRECTS.search(wording.unquoted, found[0].end)
    behind = [each for each in found if corrected is not None and each.start >= corrected.end()]
    return behind[0] if behind else found[0]


_PAST = re.compile(r" (?:passad[oa]|anterior|retrasad[oa])\b")
_CORRECTS = re.compile(r"\b(?:nao|quer dizer|ou melhor|alias|digo|no|i mean|rather|actually)\b")


def _terms(wording: Wording) -> list[Term]:
    """Return the terms by their names, in order; one that is over and has no number is none.

    Nobody knows which it was.
    """
    said = wording.unquoted
    found = [
        Term(
            *each.span(),
            f"{_UNIT[each['unit'] or each['unit2']]}:{_NTH.get(each['word'] or '') or each['digit'] or each['digit2']}",
        )
        for each in _NUMBERED.finditer(said)
    ]
    found += [term for each in _CODED.finditer(said) if (term := _coded(each, wording)) is not None]
    found += [
        Term(*each.span(), f"{_UNIT[each['unit'] or each['unit2']]}_atual")
        for each in _CURRENT.finditer(said)
        if not _PAST.match(said, each.end())
        and not any(one.start < each.end() and each.start() < one.end for one in found)
    ]
    found += [Term(*each.span(), value) for pattern, value in _SAID for each in pattern.finditer(said)]
    return sorted(found, key=lambda each: each.start)


def _coded(match: re.Match[str], wording: Wording) -> Term | None:
    letter, number = match["letter"] or match["letter2"], int(match["number"] or match["number2"])
    unit = _CODE_UNITS[letter]
    is_plain = letter == "q" or wording.text[match.start() : match.end()].isupper()
    return Term(*match.span(), f"{unit}:{number}") if is_plain and (unit == "trimestre" or number <= 2) else None


def day_in(week: Days, day: Days) -> Days | None:
    """Return the day of a week that is said with it; none where it is no week, or no single day."""
    length = (week.last - week.first).days
    if day.first != day.last or not _WORKING_WEEK <= length < _WEEK:
        return None
    first = week.first + timedelta(days=(day.first.weekday() - week.first.weekday()) % _WEEK)
    return replace(day, first=first, last=first)


def in_time(days: Days, said: str, today: date, when: str) -> Days:
    """Return days as they lie in the past, or in this year, where the words say neither a year nor the way."""
    words = re.findall(r"[a-z]+|\d+", said)
    if when == "past" and _THIS_MONTH.fullmatch(said):
        return replace(days, first=days.first.replace(day=1))
    if days.first <= today or any(len(word) == 4 and word.isdigit() for word in words) or _AHEAD.search(said):
        return days
    if when == "year":
        return _moved(days, _years_back) if days.first.year > today.year else days
    if when != "past":
        return days
    for first, last in days.others:
        if first <= today:
            return replace(days, first=first, last=last)
    if (over := last_holiday(said, today)) is not None:
        return replace(days, first=over[0], last=over[1])
    if any(word in MONTHS for word in words) or "/" in said:
        return _moved(days, _years_back)
    if any(word in WEEKDAYS for word in words):
        return _moved(days, lambda day: day - timedelta(days=7))
    return _moved(days, _month_back) if any(word.isdigit() for word in words) else days


_THIS_MONTH = re.compile(r"\b(?:[nd]?est[ea] mes|[nd]?ess[ea] mes|this month)\b")
_AHEAD = re.compile(r"\b(?:que vem|proxim[oa]s?|next|daqui|amanha|tomorrow|seguinte)\b")


def _moved(days: Days, move: Callable[[date], date]) -> Days:
    return replace(days, first=move(days.first), last=move(days.last))


def _years_back(day: date) -> date:
    return day.replace(year=day.year - 1, day=min(day.day, 28) if day.month == 2 else day.day)


def _month_back(day: date) -> date:
    before = day.replace(day=1) - timedelta(days=1)
    return before.replace(day=min(day.day, before.day))


def _month_or_days(wording: Wording, today: date, *, months_only: bool) -> Term | None:
    when = "" if months_only else "past"
    for said in find_days(Sentence(wording.text, today)):
        days = in_time(said, wording.folded[said.start : said.end], today, when)
        if days.first > today and when == "past" and days.first == days.last:
            continue  # nothing to look at yet
        words = wording.folded[days.start : days.end].split()
        is_month = days.first.day == 1 and (days.last - days.first).days >= 27 and days.first.month == days.last.month
        if is_month and any(word in MONTHS for word in words):
            first = days.first if days.first <= today else _last_past(days.first, today)
            return Term(days.start, days.end, f"{first.year}-{first.month:02d}")
        is_named = months_only and days.first.month == days.last.month and bool({"mes", "month"} & set(words))
        is_month = is_month or is_named
        if is_month or not months_only:
            value = (
                f"{days.first.year}-{days.first.month:02d}"
                if is_month
                else f"{days.first.isoformat()}..{days.last.isoformat()}"
            )
            return Term(days.start, days.end, value)
    if months_only and (short := _SHORT_MONTH.search(wording.unquoted)) is not None:
        first = _last_past(date(today.year, MONTHS[short[1] or short[2]], 1), today)
        return Term(*short.span(), f"{first.year}-{first.month:02d}")
    return None


_SHORT_MONTH = re.compile(
    r"\b(?:(?:em|de|in|for|fechou|fechamos|closed)\s+"
    r"(jan|fev|feb|mar|abr|apr|mai|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec|may|march|marco)"
    r"|(janeiro|fevereiro|abril|junho|julho|agosto|setembro|outubro|novembro|dezembro"
    r"|january|february|april|june|july|august|september|october|november|december))\b"
)
"""Months that are no days by themselves."""


def _last_past(first: date, today: date) -> date:
    """Return the month as it was last, where marks are looked at: nobody has any in the future."""
    return first.replace(year=first.year - 1) if first > today else first
