"""Days: which day, or which days in a row, a sentence speaks of. What is not plainly there is not guessed."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from aule.understanding.alignment import align, blank, compiled
from aule.understanding.vocabulary import BEHIND_DAY, MONTHS, NUMBERS, ORDERED, WEEKDAYS

TO = ".."
"""What stands between the first and the last day."""
_FRIDAY, _SATURDAY, _SUNDAY = 4, 5, 6
_DECEMBER = 12
Unit = Literal["day", "week", "month", "year"]

_SAYS_COUNT = "|".join(sorted(NUMBERS, key=len, reverse=True))
_COUNT = rf"\d{{1,3}}|an?|{_SAYS_COUNT}"
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_ENGLISH_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)
_ORDINALS = {
    "primeiro": 1, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10,
}  # fmt: skip
_DAY_WORDS = "|".join(
    sorted(
        {*_ORDINALS, "vinte e um", "trinta e um", *(word for word, number in NUMBERS.items() if 1 <= number <= 30)}
        | {f"vinte e {word}" for word, number in NUMBERS.items() if 2 <= number <= 9},
        key=len,
        reverse=True,
    )
)
_SURE_MONTH = "jan|feb|apr|jun|jul|aug|sept|sep|oct|nov|dec"
_FULL_MONTH = "|".join(sorted((name for name in MONTHS if len(name) > 3 or name == "may"), key=len, reverse=True))
_WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_UNITS: dict[str, Unit] = {
    "dia": "day", "dias": "day", "day": "day", "days": "day",
    "semana": "week", "semanas": "week", "week": "week", "weeks": "week",
    "mes": "month", "meses": "month", "month": "month", "months": "month",
    "ano": "year", "anos": "year", "year": "year", "years": "year",
}  # fmt: skip
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_NEXT = r"(?:que|q) vem|seguinte"
_LAST = r"passad[oa]|anterior"
_THROUGH = r"\.\.|-|–|ate(?: o| a)?|ao|a|to|until|till|through"
_AND = r"e|and"
_OF_DAY = r"(?: (?:o|os|a|the))?(?: dias?)?"
_JOINS = re.compile(rf"\s*(?:{_THROUGH}|{_AND}){_OF_DAY}\s*")
_NUMBER_BEFORE = re.compile(
    rf"(?:\b(?:de|do|entre|from|between|dos?|the) )?(?:\b(?:os )?dias? )?(?<![\w/.,-])(\d{{1,2}})(?:o|a|st|nd|rd|th)?"
    rf"(?:, ?\d{{1,2}})*(?: (?:de|of))?\s*(?:{_THROUGH}|{_AND}){_OF_DAY}\s*$"
)
_NUMBER_BEHIND = re.compile(
    rf"(?:, ?\d{{1,2}})*\s*(?:{_THROUGH}|{_AND}){_OF_DAY}\s*(\d{{1,2}})(?:o|st|nd|rd|th)?(?![\w/]|[.,:]\d| ?%)"
)
_LEADS_TO_DAY = re.compile(r"\b(?:na|ate|toda|pra|para|de|e|dia)\s*$")
_BEGINS_LED = re.compile(r"\b(?:na|ate|toda|pra|para|de|e|dia)\b")
_FRACTION_OF = re.compile(r" (?:d[aeo]s? [a-z]|of (?:the|all) |anos\b|quest|pont|acert|correct)")
_DATED = re.compile(r"\b(?:dias?|em|no|na|ate|para|pra|desde|entre|on|by|until|due|since|a|e|de) *$")
_MARKED = re.compile(
    r"\b(?:tir(?:ou|ei)|notas?|acert(?:ou|ei)|fez|media|scored?|got|mark|questao|questoes)(?: (?:foi|de|was|is))? *$"
)
_RANGE_LEAD = re.compile(r"\b(?:entre|between)(?: os| as| the)?(?: dias?)? *$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was said, and on which day."""

    text: str
    today: date
    day_first: bool = True
    """Whether 3/4 is in April for certain; in English it may as well be in March."""


@dataclass(frozen=True, slots=True)
class Days:
    """A day or days in a row that a sentence names, and where it does."""

    start: int
    end: int
    first: date
    last: date
    others: tuple[tuple[date, date], ...] = ()
    """What the words may mean as well, the likelier first."""
    is_open: bool = False
    """Whether nobody can tell which of the readings is meant."""

    @property
    def iso(self) -> str:
        """The days as text: `AAAA-MM-DD`, or `AAAA-MM-DD..AAAA-MM-DD`."""
        return join(self.first, self.last)


def join(first: date, last: date) -> str:
    """Write a day or days in a row as ISO text."""
    return first.isoformat() if first == last else f"{first.isoformat()}{TO}{last.isoformat()}"


def day(sentence: Sentence) -> str | None:
    """The first day that a sentence names, as ISO text."""
    return next((found.iso for found in find_days(sentence) if found.first == found.last and not found.is_open), None)


def span(sentence: Sentence) -> str | None:
    """The first day or days that a sentence names: `AAAA-MM-DD`, or `AAAA-MM-DD..AAAA-MM-DD`."""
    return next((found.iso for found in find_days(sentence) if not found.is_open), None)


def find_days(sentence: Sentence) -> list[Days]:
    """Find all days that a sentence names, in the order in which it names them."""
    text = align(sentence.text)
    said = _Said(sentence.text, text, sentence.today, sentence.day_first)
    found = sorted(_named(said), key=lambda each: each.start)
    return list(_joined(said, found))


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence as the rules look at it."""

    original: str
    text: str
    today: date
    day_first: bool


def _named(said: _Said) -> Generator[Days]:
    """Single days and spans, by one rule after the other; a rule does not see what an earlier one took."""
    for pattern, read in _RULES:
        for match in pattern.finditer(said.text):
            found = read(match, said)
            if found is not None:
                yield found
            if found is not None or read in _EXACT:  # the 30th of February is no day, and no other either
                said = replace(said, text=blank(said.text, [match.span()]))


def _joined(said: _Said, found: list[Days]) -> Generator[Days]:
    """Put days together that are the two ends of a span: `de 28 de abril a 2 de maio`, `de segunda a sexta`."""
    waiting = list(found)
    while waiting:
        one = waiting.pop(0)
        if waiting and (one.first == one.last or one.first.day == 1) and (whole := _between(said, one, waiting[0])):
            waiting.pop(0)
            yield whole
        else:
            yield _with_number(said, one)


def _between(said: _Said, one: Days, two: Days) -> Days | None:
    if (one.first == one.last) != (two.first == two.last):
        return None
    between = said.text[one.end : two.start]
    if not _JOINS.fullmatch(between):
        return None
    if compiled(rf"\s*(?:{_AND}){_OF_DAY}\s*").fullmatch(between) and not _RANGE_LEAD.search(said.text[: one.start]):
        return None
    if two.last < one.first or compiled(rf"(?:{_WEEKDAY})\W.*|(?:{_WEEKDAY})").fullmatch(
        said.text[two.start : two.end]
    ):
        # The second end is counted from the first: from Monday to Friday is one week, whatever day it is today.
        again = list(_named(replace(said, text=said.text[two.start : two.end], today=one.first)))
        two = replace(two, first=again[0].first, last=again[0].last) if again else two
    if two.last < one.first:
        return None
    return Days(one.start, two.end, one.first, two.last, is_open=one.is_open or two.is_open)


def _with_number(said: _Said, one: Days) -> Days:
    """Add the other end of a span where it is only a number: `de 3 a 7 de maio`, `May 3 to 7`, `dias 3 a 7`."""
    words = said.text[one.start : one.end]
    if one.first != one.last or not re.search(r"\d|primeiro", words):
        return one
    if re.search(r"[a-z/]", words) and (before := _NUMBER_BEFORE.search(said.text[: one.start])):
        first = _date(one.first.year, one.first.month, int(before[1]))
        if first is not None and first < one.first:
            others = tuple((other.replace(day=first.day), other) for other, _ in one.others)
            return replace(one, start=before.start(), first=first, others=others)
    behind = _NUMBER_BEHIND.match(said.text, one.end)
    if behind is not None and compiled(rf"\b(?:{_ENGLISH_MONTH}) \d|\bdias? \d").search(words):
        last = _date(one.last.year, one.last.month, int(behind[1]))
        if last is not None and last > one.first:
            return replace(one, end=behind.end(), last=last, others=())
    return one


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _one(match: re.Match[str], day: date | None, *others: date | None, is_open: bool = False) -> Days | None:
    if day is None:
        return None
    further = tuple((other, other) for other in others if other is not None)
    return Days(match.start(), match.end(), day, day, further, is_open)


def _coming(year: str | None, month: int, number: int, today: date) -> date | None:
    """A day of a year, or the next time that day comes."""
    if year is not None:
        return _date(int(year) + (2000 if len(year) == 2 else 0), month, number)
    this_year = _date(today.year, month, number)
    if this_year is not None and this_year >= today:
        return this_year
    years = range(today.year + 1, today.year + 9)  # the 29th of February comes within eight years
    return next((found for each in years if (found := _date(each, month, number))), None)


def _earlier(year: str | None, found: date | None, today: date) -> date | None:
    """The same day of this year, where a day without its year is over: it may be that one that is meant."""
    return None if year is not None or found is None or found.year == today.year else found.replace(year=today.year)


def _iso(match: re.Match[str], said: _Said) -> Days | None:
    return _one(match, _date(int(match[1]), int(match[2]), int(match[3])))


def _short(match: re.Match[str], said: _Said) -> Days | None:
    """`12/05`, `12/05/26`, `12.05.2026`: in English it may be the month that comes first."""
    first, second, year = int(match[1]), int(match[2]), match[3]
    if year is None and _is_fraction(match, said):
        return None
    day_first, month_first = _coming(year, second, first, said.today), _coming(year, first, second, said.today)
    if said.day_first or first == second or first > _DECEMBER:
        return _one(match, day_first)
    if second > _DECEMBER:
        return _one(match, month_first)
    return _one(match, month_first, day_first, is_open=True)


def _is_fraction(match: re.Match[str], said: _Said) -> bool:
    """Whether `3/4` is a part of something, or a mark out of another: no day is led to, and something is divided."""
    before = said.text[: match.start()]
    if int(match[1]) > int(match[2]) or _DATED.search(before):
        return match[0].strip() == "24/7" and not _DATED.search(before)  # round the clock
    return bool(_MARKED.search(before) or _FRACTION_OF.match(said.text, match.end()))


def _of_month(match: re.Match[str], said: _Said) -> Days | None:
    """`15 de maio`, `1º de maio de 2027`, `3rd of April`."""
    found = _coming(match["year"], MONTHS[match["month"]], _day_of(match["number"]), said.today)
    is_leap = found is not None and (found.month, found.day) == (2, 29)
    return _one(match, found, None if is_leap else _earlier(match["year"], found, said.today))


def _day_of(word: str) -> int:
    """The number of a day, in digits or words."""
    if word.isdigit():
        return int(word)
    parts = word.split(" e ")
    return _ORDINALS.get(word) or sum(NUMBERS[part] for part in parts)


def _near(match: re.Match[str], said: _Said) -> Days | None:
    return _one(match, _shifted(said.today, _NEAR[" ".join(match[0].split())], "day"))


def _offset(match: re.Match[str], said: _Said) -> Days | None:
    """`daqui a duas semanas`, `in 3 days`, `há um mês`, `3 days ago`."""
    count, groups = _count_of(match["count"]), match.groupdict()
    is_past = groups.get("back") or groups["ago"]
    return _one(match, _shifted(said.today, -count if is_past else count, _UNITS[match["unit"]]))


def _window(match: re.Match[str], said: _Said) -> Days | None:
    """`nos próximos 15 dias`, `as últimas duas semanas`: as many days, today among them."""
    count, unit = _count_of(match["count"]), _UNITS[match["unit"]]
    if match["back"]:
        end = _shifted(said.today, -count, unit)
        return None if end is None else Days(*match.span(), end + timedelta(days=1), said.today)
    end = _shifted(said.today, count, unit)
    return None if end is None else Days(*match.span(), said.today, end - timedelta(days=1))


def _count_of(word: str) -> int:
    return int(word) if word.isdigit() else 1 if word in ("a", "an") else NUMBERS[word]


def _shifted(today: date, count: int, unit: Unit) -> date | None:
    """A day some units away; a day that a month does not have is its last."""
    try:
        if unit in ("day", "week"):
            return today + timedelta(days=count * (7 if unit == "week" else 1))
        months = today.year * 12 + today.month - 1 + count * (12 if unit == "year" else 1)
        year, month = divmod(months, 12)
        return date(year, month + 1, min(today.day, calendar.monthrange(year, month + 1)[1]))
    except (ValueError, OverflowError):
        return None


def _week(match: re.Match[str], said: _Said) -> Days | None:
    """A week: the school days of one to come, what is left of this one, all of one that is over."""
    monday = said.today - timedelta(days=said.today.weekday())
    if match["next"]:
        monday += timedelta(days=7)
        return Days(*match.span(), monday, monday + timedelta(days=_FRIDAY))
    if match["last"]:
        return Days(*match.span(), monday - timedelta(days=7), monday - timedelta(days=1))
    last = monday + timedelta(days=_FRIDAY if said.today.weekday() <= _FRIDAY else _SUNDAY)
    return Days(*match.span(), said.today, last)


def _weekend(match: re.Match[str], said: _Said) -> Days | None:
    saturday = said.today + timedelta(days=_SATURDAY - said.today.weekday())
    first, last = max(saturday, said.today), saturday + timedelta(days=1)
    following = (saturday + timedelta(days=7), saturday + timedelta(days=8))
    if match["last"]:
        return Days(*match.span(), saturday - timedelta(days=7), saturday - timedelta(days=6))
    if match["next"] and said.today.weekday() >= _SATURDAY:
        return Days(*match.span(), *following)
    return Days(*match.span(), first, last, (following,) if match["next"] else ())


def _month(match: re.Match[str], said: _Said) -> Days | None:
    """The month to come, what is left of this one, or the one that is over."""
    away = 1 if match["next"] else -1 if match["last"] else 0
    first, last = _month_of(said.today, away)
    return Days(*match.span(), first if away else said.today, last)


def _month_of(today: date, away: int) -> tuple[date, date]:
    year, month = divmod(today.year * 12 + today.month - 1 + away, 12)
    return _whole_month(year, month + 1)


def _whole_month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _year(match: re.Match[str], said: _Said) -> Days | None:
    year = said.today.year + (1 if match["next"] else -1 if match["last"] else 0)
    first = said.today if year == said.today.year else date(year, 1, 1)
    return Days(*match.span(), first, date(year, 12, 31))


def _end(match: re.Match[str], said: _Said) -> Days | None:
    """`até o fim do mês`: its last day."""
    if _UNITS[match["unit"]] == "year":
        return _one(match, date(said.today.year, 12, 31))
    return _one(match, _month_of(said.today, 0)[1])


def _whole(match: re.Match[str], said: _Said) -> Days | None:
    """`em março`, `março de 2026`: a whole month, of this year or the next, unless the year is said."""
    if not _means_month(match, said):
        return None
    number, today, place = MONTHS[match["month"]], said.today, (match.start("month"), match.end())
    if match["year"]:
        return Days(*place, *_whole_month(int(match["year"]), number))
    if match["last"]:
        return Days(*place, *_whole_month(today.year - (number >= today.month), number))
    if match["of"]:
        away = -1 if re.search(r"passado|last", match["of"]) else 1 if re.search(r"vem|next", match["of"]) else 0
        return Days(*place, *_whole_month(today.year + away, number))
    if number >= today.month:
        return Days(*place, *_whole_month(today.year, number))
    return Days(*place, *_whole_month(today.year + 1, number), (_whole_month(today.year, number),))


def _means_month(match: re.Match[str], said: _Said) -> bool:
    """Whether the name of a month is one: `Marco` is a man, `may` and `march` are verbs."""
    start, end = match.span("month")
    written = said.original[start:end]
    is_doubtful = match["month"] in _ENGLISH_MONTH.split("|") or written[0].isupper() or written == "marco"
    return not is_doubtful or bool(match["lead"] or match["year"] or match["last"] or match["of"])


def _weekday(match: re.Match[str], said: _Said) -> Days | None:
    """A day of the week: the next one to come, or the one that is said to be over, or in which week it is."""
    if match["ordinal"] and _counts(match, said.text):
        return None
    number, today = int(match["feira"]) - 2 if match["feira"] else WEEKDAYS[match["name"]], said.today
    monday = today - timedelta(days=today.weekday())
    if match["week"]:
        away = 7 if re.search(r"vem|proxim|seguinte|outra|next|following", match["week"]) else 0
        away = -7 if re.search(r"passad|ultim|last", match["week"]) else away
        return _one(match, monday + timedelta(days=number + away))
    if match["ending"]:
        return _one(match, _last_of_month(number, today))
    if match["last"] or match["over"] or match["since"]:
        past = today - timedelta(days=(today.weekday() - number) % 7 or 7)
        is_doubtful = past >= monday and not match["since"]
        return _one(match, past, past - timedelta(days=7) if is_doubtful else None)
    if match["this"] and today.weekday() == number:
        return _one(match, today)
    coming = today + timedelta(days=((number - today.weekday()) % 7 or 7) + (7 if match["after"] else 0))
    is_doubtful = (match["next"] or match["comes"]) and coming < monday + timedelta(days=7)
    if not is_doubtful:
        return _one(match, coming)
    # Who means the day that is still to come in this week says its name alone, or `próxima`.
    readings = [coming + timedelta(days=7), coming]
    return _one(match, *(readings if match["comes"] or match["next"] == "next" else readings[::-1]))


def _last_of_month(number: int, today: date) -> date:
    """The last day of this name in the month, or in the next one where it is over."""
    for away in (0, 1):
        last = _month_of(today, away)[1]
        found = last - timedelta(days=(last.weekday() - number) % 7)
        if found >= today:
            break
    return found


def _counts(match: re.Match[str], text: str) -> bool:
    """Whether `segunda` and the like number something: `a segunda avaliação`."""
    if any(match[sign] for sign in ("feira", "dash", "comes", "over", "week", "ending")):
        return False
    behind = re.match(r"\s+([a-z]+)", text[match.end() :])
    if behind is None:
        return False
    if behind[1] in ORDERED:
        return True
    is_led = _BEGINS_LED.match(match[0]) or _LEADS_TO_DAY.search(text[: match.start()])
    return behind[1] not in BEHIND_DAY and not (match["next"] or match["this"] or is_led)


def _of_this_month(match: re.Match[str], said: _Said) -> Days | None:
    """`dia 27`, `on the 14th`: the next day with this number; today counts."""
    number, first = _day_of(match["number"]), said.today.replace(day=1)
    months = [_month_of(first, away)[0] for away in range(13)]
    days = (_date(each.year, each.month, number) for each in months)
    return _one(match, next((each for each in days if each is not None and each >= said.today), None))


_NEAR = {
    "depois de amanha": 2, "day after tomorrow": 2, "anteontem": -2, "antes de ontem": -2, "day before yesterday": -2,
    "hoje": 0, "today": 0, "tonight": 0, "amanha": 1, "tomorrow": 1, "ontem": -1, "yesterday": -1,
}  # fmt: skip
_THIS = r"n?est[ea]|n?ess[ea]|d?est[ea]|d?ess[ea]|this"
_AHEAD = r"proxim[oa]|outr[oa]|next|following"
_OVER = r"ultim[oa]|last"
_OF_WEEK = (
    rf"(?:,? (?:d[ae]|n[ae]|of)(?: (?:the|sta|ssa))? ?(?:(?:{_AHEAD}|{_OVER}|sta|ssa|this) )?(?:semana|week)"
    rf"(?: (?:{_NEXT}|{_LAST}|atual))?| (?:next|last|this) week)"
)


def _rule(
    pattern: str, read: Callable[[re.Match[str], _Said], Days | None]
) -> tuple[re.Pattern[str], Callable[[re.Match[str], _Said], Days | None]]:
    return re.compile(pattern), read


def _spans_of(nouns: str) -> str:
    """A week, month or year that is to come, is now, or is over."""
    return (
        rf"\b(?:(?P<next>(?:{nouns}) (?:{_NEXT})|(?:{_AHEAD}) (?:{nouns}))|(?P<last>(?:{nouns}) (?:{_LAST})|"
        rf"(?:{_OVER}) (?:{nouns}))|(?:{_THIS}) (?:{nouns})|(?:{nouns}) atual)\b"
    )


_RULES = (
    _rule(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", _iso),
    _rule(r"(?<![\d/.])\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})\b(?![/.]\d)", _short),
    _rule(r"(?<![\d/.-])\b(\d{1,2})-(\d{1,2})-(\d{4})\b(?!-)", _short),
    _rule(r"(?<![\d/.])\b(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?\b(?!/|\.\d)", _short),
    _rule(
        rf"\b(?:dia )?(?P<number>\d{{1,2}}|{_DAY_WORDS})(?:st|nd|rd|th|o)?(?: de | of |/)(?P<month>{_MONTH})\b"
        r"(?:(?: de|,| of)? (?P<year>\d{4})\b)?",
        _of_month,
    ),
    _rule(
        rf"\b(?P<number>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{_FULL_MONTH}|{_SURE_MONTH})\b"
        r"(?:,? (?P<year>\d{4})\b)?",
        _of_month,
    ),
    _rule(
        rf"\b(?P<month>{_ENGLISH_MONTH})\.? (?P<number>\d{{1,2}}|{'|'.join(_ORDINALS)})(?:st|nd|rd|th)?\b"
        r"(?![.,:]\d| ?%)"
        r"(?:,? (?P<year>\d{4})\b)?",
        _of_month,
    ),
    _rule(rf"\b(?:{'|'.join(sorted(_NEAR, key=len, reverse=True))})\b", _near),
    _rule(
        rf"\b(?:n?[oa]s |the )?(?:(?P<back>ultim[oa]s|last|past)|proxim[oa]s|next|coming) "
        rf"(?P<count>{_COUNT}) (?P<unit>{_UNIT})\b",
        _window,
    ),
    _rule(
        rf"\b(?:daqui(?: a)?|em|dentro de|in|within|(?P<back>ha|faz)) (?P<count>{_COUNT}) (?P<unit>{_UNIT})\b"
        r"(?P<ago> atras| ago)?(?: a partir de hoje| from (?:now|today))?",
        _offset,
    ),
    _rule(
        rf"\b(?P<count>{_COUNT}) (?P<unit>{_UNIT}) (?:(?P<ago>atras|ago)|from (?:now|today)|a partir de hoje)\b",
        _offset,
    ),
    _rule(
        rf"\b(?:(?P<this>{_THIS}) |(?P<next>{_AHEAD}) |(?P<last>{_OVER}) |(?P<since>since |desde(?: a| o)? )"
        rf"|(?P<after>a week from )|(?:on|na|no) )?"
        rf"(?:(?P<name>(?P<ordinal>segunda|terca|quarta|quinta|sexta)|{_WEEKDAY})(?P<dash>[- ]feira)?"
        r"|(?P<feira>[2-6])a[- ]?feira)\b"
        rf"(?:(?P<week>{_OF_WEEK})|(?P<comes> (?:{_NEXT}))|(?P<over> (?:{_LAST}))"
        r"|(?P<ending> (?:do mes|of the month)))?(?!\w)",
        _weekday,
    ),
    _rule(
        rf"\b(?:(?P<next>(?:{_AHEAD}) (?:(?:fim|final) de semana|weekend)|(?:fim|final) de semana (?:{_NEXT}))"
        rf"|(?P<last>(?:{_OVER}) (?:(?:fim|final) de semana|weekend)|(?:fim|final) de semana (?:{_LAST}))"
        r"|(?:fim|final) de semana|weekend)\b",
        _weekend,
    ),
    _rule(r"\b(?:fim|final|end) (?:d[oe]|of)(?: the| this|ste|sse)? (?P<unit>mes|ano|month|year)\b", _end),
    _rule(_spans_of("semana|week"), _week),
    _rule(_spans_of("mes|month"), _month),
    _rule(
        rf"\b(?P<lead>(?:em|in|of|during|durante|ate|until|desde|since|next|this|last|mes de|para|pra|de|from|to|by) )?"
        rf"(?P<month>{_FULL_MONTH})\b(?:(?: de|,| of)? (?P<year>\d{{4}})\b|(?: (?:{_NEXT}))|(?P<last> (?:{_LAST}))"
        r"|(?P<of> (?:do ano (?:passado|que vem)|deste ano|of (?:last|next|this) year|last year)))?",
        _whole,
    ),
    _rule(_spans_of("ano|year"), _year),
    _rule(
        r"(?<!todo )(?<!every )\bdias? (?P<number>[1-9]|[12]\d|3[01]|primeiro)(?:o)?\b(?![/.,:-]\d|[/-]\w)",
        _of_this_month,
    ),
    _rule(
        r"\b(?:on|by|until|for|from) the (?P<number>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b(?! \w*(?:grade|year))",
        _of_this_month,
    ),
)
"""How days are named, the most telling first: what one rule took is not looked at by the next."""
_EXACT = frozenset({_iso, _short, _of_month})
"""Rules for days that are written out: where there is no such day, none is named."""
