"""Times: which day, hour, span or rhythm of a sentence is meant for which parameter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from aule.understanding.alignment import blank_quotes, compiled, whole_word
from aule.understanding.filling.edges import lead_of
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filled import Filled, Said, is_edit, open_fields
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour, find_hours
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.meant_days import meant_days
from aule.understanding.values.moments import find_moment
from aule.understanding.values.terms import in_time, term_of

if TYPE_CHECKING:
    from aule.understanding.values.rhythms import Rhythm

_READ_BOTH = (FieldKind.FIRST_DAY, FieldKind.LAST_DAY)
_STARTS = re.compile(
    r"\b(?:comecando|comeca|inicio|a partir|partir|desde|starting|starts|start|from|since|de)\W+(?:\w+\W+)?$"
)
_ENDS = re.compile(
    r"\b(?:ate|up to|through|termina|terminando|fim|prazo|entrega|acaba|until|till|by|ends|ending|end|due|deadline)"
    r"\W+(?:\w+\W+){0,2}$"
)
_SINCE = re.compile(r"\b(?:desde|since|a partir de|a partir do)\s+(?:o |a |the )?$")
_NOT_HOUR = re.compile(r"\b(?:nao|not|em vez d[aeo]s?|instead of)\s+(?:(?:as|at|a)\s+)?$")
"""What stands before an hour that holds no longer: `às 18h, não às 17h`."""
_FROM = re.compile(r"\b(?:desde|since|from|a partir de)\s+$")
_TO_NOW = re.compile(r"\s*(?:pra ca|para ca|ate (?:hoje|agora)|until now|till now|to date|and today|with today)\b")
_FAR = 10
"""Words between the end that is spoken of and its day: `bring the end of the flyer drive forward to April 20`."""
_MINUTE = "minute"
_LENGTH = re.compile(
    r"\b(?<!partir )(?:de|dur[aeo]\w*|por|for|com|uns|umas|about|lasts?|levar?|takes?)\s+(?:de\s+|about\s+|umas\s+)?"
    r"((?P<hours>[1-4])\s?h\s?(?P<minutes>\d\d)?)(?!\w|\s*(?:as|a|ate|to)\b)"
)


def take_terms(frame: Frame, said: Said, filled: Filled) -> None:
    """Take take the span of time or the month that a sentence names."""
    for each in open_fields(frame, filled, FieldKind.TERM, FieldKind.MONTH):
        found = term_of(said.wording, said.today, months_only=each.kind is FieldKind.MONTH)
        if found is not None and filled.is_free(found.start, found.end):
            filled.put(each.name, found.value, (found.start, found.end))


def take_times(frame: Frame, said: Said, filled: Filled) -> None:
    """Take the times of a sentence: a rhythm, or one moment."""
    crons, minutes, moments = (
        open_fields(frame, filled, kind) for kind in (FieldKind.CRON, FieldKind.MINUTES, FieldKind.MOMENT)
    )
    hours = find_hours(blank_quotes(said.wording.text))  # not the marks: `8h` may be a class of a school
    rhythm = _rhythm_in(said.wording.unquoted, hours) if crons or minutes else None
    if rhythm is not None:
        for each, value in ((crons, rhythm.cron), (minutes, rhythm.minutes)):
            if each and value is not None:
                filled.put(each[0].name, value)
        filled.places.setdefault((crons or minutes)[0].name, []).extend(rhythm.places)
    elif moments and (moment := find_moment(said.wording, said.marks, hours, said.now or said.today)) is not None:
        if moment.value:
            filled.put(moments[0].name, moment.value)
        filled.places.setdefault(moments[0].name, []).extend(moment.places)


def _rhythm_in(text: str, hours: Sequence[Hour]) -> Rhythm | None:
    from aule.understanding.values.rhythms import find_rhythm  # 20 ms of patterns, for what is done again and again

    return find_rhythm(text, hours)


def take_days(frame: Frame, said: Said, filled: Filled) -> None:
    """Take take days: those that a word announces first, then the ends of a span, then what nothing announces."""
    marks = [mark for mark in said.of(MarkKind.DAY) if filled.is_free(mark.start, mark.end)]
    marks = meant_days(marks, said.wording, is_edit=is_edit(frame))
    announced = [each for each in open_fields(frame, filled, FieldKind.DAY) if each.nouns and not each.is_main]
    for mark in list(marks):
        head = said.wording.folded[: mark.start]
        chosen = next((each for each in announced if _announces(head, each.nouns)), None)
        if chosen is not None and chosen.name not in filled.values:
            filled.put(chosen.name, _days_of(chosen, mark, said).iso, (mark.start, mark.end))
            marks.remove(mark)
    first, last = (next(iter(open_fields(frame, filled, kind)), None) for kind in _READ_BOTH)
    if first is not None and last is not None and len(marks) > 1:
        marks = _announced_ends(first, last, marks, said)
    if marks and first is not None and last is not None:
        _take_span(first, last, marks.pop(0), said, filled, is_read=frame.is_harmless)
    mains = [each for each in open_fields(frame, filled, FieldKind.DAY) if each.is_main or not each.nouns]
    for each, mark in zip(mains, marks, strict=False):
        if (day := _day_of(each, mark, said)) is not None:
            filled.put(each.name, day, (mark.start, mark.end))
    _take_again(mains, marks, said, filled)
    for each in (first, last):
        if each is not None and each.name not in filled.values and marks and not mains and first is not last:
            mark = marks.pop(0)
            days = _days_of(each, mark, said)
            filled.put(each.name, (days.first if each is first else days.last).isoformat(), (mark.start, mark.end))
    if (
        first is not None
        and last is not None
        and str(filled.values.get(first.name, "")) > str(filled.values.get(last.name, "~"))
    ):
        filled.values[first.name], filled.values[last.name] = filled.values[last.name], filled.values[first.name]


def _take_again(fields: Sequence[Field], marks: Sequence[Mark], said: Said, filled: Filled) -> None:
    """Take take the places of days that say again what a field has: `toda segunda, começando dia 23`."""
    for each in (one for one in fields if one.name in filled.values):
        free = [mark for mark in marks if filled.is_free(mark.start, mark.end)]
        again = [mark for mark in free if _is_within(each, mark, filled, said)]
        filled.places[each.name].extend((mark.start, mark.end) for mark in again)


def _is_within(each: Field, mark: Mark, filled: Filled, said: Said) -> bool:
    """Tell whether the day a field has lies within some days."""
    days = _days_of(each, mark, said)
    return days.first.isoformat() <= str(filled.values[each.name]) <= days.last.isoformat()


def _announced_ends(first: Field, last: Field, marks: list[Mark], said: Said) -> list[Mark]:
    """Return the days that are announced as an end, where both are.

    Others belong to a title, as in `abrir no domingo`.
    """
    heads = [(mark, said.wording.folded[: mark.start]) for mark in marks]
    starts = [mark for mark, head in heads if lead_of(head, first.nouns) < len(head)]
    ends = [mark for mark, head in heads if lead_of(head, last.nouns) < len(head)]
    return [starts[0], ends[0]] if starts and ends and starts[0].start < ends[0].start else marks


def _day_of(each: Field, mark: Mark, said: Said) -> str | None:
    """Return a day; of days in a row all of them, the last, or none, as the field has it."""
    days = _days_of(each, mark, said)
    if _is_over(each, mark, said):
        return None
    is_one = days.first == days.last or each.unit not in ("last", "one")
    return days.iso if is_one else days.last.isoformat() if each.unit == "last" else None


def _days_of(each: Field, mark: Mark, said: Said) -> Days:
    return in_time(cast("Days", mark.value), said.wording.folded[mark.start : mark.end], said.today, each.when)


def _take_span(first: Field, last: Field, mark: Mark, said: Said, filled: Filled, *, is_read: bool) -> None:
    """Take days: a span fills both ends, one day fills both in a search, else the end that is announced."""
    days, place, head = _days_of(first, mark, said), (mark.start, mark.end), said.wording.folded[: mark.start]
    goes_on = _SINCE.search(f"{head}{said.wording.folded[mark.start : mark.end].partition(' ')[0]} ") is not None
    goes_on = goes_on or _SINCE.search(head) is not None or _TO_NOW.match(said.wording.folded, mark.end) is not None
    behind = said.wording.folded[mark.end :]
    if days.first == days.last and any(_follows(noun, behind) for noun in last.nouns):
        filled.put(last.name, days.last.isoformat(), place)
    elif goes_on or lead_of(head, first.nouns) < len(head):
        filled.put(first.name, days.first.isoformat(), place)
    elif lead_of(head, last.nouns) < len(head):
        filled.put(last.name, days.last.isoformat(), place)
    elif days.first != days.last or (is_read and not _ENDS.search(head) and not _STARTS.search(head)):
        filled.put(first.name, days.first.isoformat(), place)
        filled.put(last.name, days.last.isoformat(), place)
    elif _ENDS.search(head) or _announces(head, last.nouns, words=_FAR):
        filled.put(last.name, days.last.isoformat(), place)
    elif is_read or not _is_over(first, mark, said):
        filled.put(first.name, days.first.isoformat(), place)


def _follows(noun: str, behind: str) -> bool:
    """Tell whether a noun stands right behind a day with its article: `empurra pra 12 de junho o fim da obra`."""
    return compiled(rf"\s+(?:o|a|the|as (?:the|its)|como)\s+{re.escape(noun)}(?!\w)").match(behind) is not None


def _is_over(each: Field, mark: Mark, said: Said) -> bool:
    """Tell whether a day that has gone by cannot be meant for a field that lies ahead: `a gente terminou ontem`."""
    is_ahead = bool(each.nouns) and not each.when
    head = said.wording.folded[: mark.start]
    is_over = _days_of(each, mark, said).last < said.today or (each.unit == "last" and _FROM.search(head) is not None)
    return is_ahead and is_over and lead_of(head, each.nouns) == mark.start


def take_lengths(frame: Frame, said: Said, filled: Filled) -> None:
    """Take lengths that are written like an hour: `uma aula de 1h40`."""
    for each in [one for one in open_fields(frame, filled, FieldKind.NUMBER) if one.unit == _MINUTE]:
        found = _LENGTH.search(said.wording.unquoted)
        if found is not None and filled.is_free(*found.span(1)):
            filled.put(each.name, int(found["hours"]) * 60 + int(found["minutes"] or 0), found.span(1))


def take_hours(frame: Frame, said: Said, filled: Filled) -> None:
    """Take take hours in their order; one that is said to be the end is the last hour."""
    marks = [mark for mark in said.of(MarkKind.HOUR) if filled.is_free(mark.start, mark.end)]
    marks = [mark for mark in marks if not _NOT_HOUR.search(said.wording.folded[: mark.start])]
    wanted = open_fields(frame, filled, FieldKind.HOUR)[:1] + open_fields(frame, filled, FieldKind.LAST_HOUR)[:1]
    if len(wanted) > 1 and len(marks) == 1:
        head = said.wording.folded[: marks[0].start]
        wanted = wanted[1:] if lead_of(head, wanted[1].nouns) < len(head) else wanted
    for each, mark in zip(wanted, marks, strict=False):
        filled.put(each.name, cast("Hour", mark.value).text, (mark.start, mark.end))


def _announces(head: str, nouns: Sequence[str], *, words: int = 6) -> bool:
    """Tell whether one of some nouns stands among the last words of a text."""
    near = " ".join(head.split()[-words:])
    return any(whole_word(noun).search(near) for noun in nouns)
