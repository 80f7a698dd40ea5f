"""The filler: which parameters of a frame a sentence fills, and with what.

Values that can be told by their kind come first (files, days, numbers, known names). Each takes its place in the
sentence. What is left is for names and texts: what stands behind the word that announces them, else the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Any, cast

from aule.understanding.alignment import blank_quotes, whole_word
from aule.understanding.filling.choices import Chosen, find_choices
from aule.understanding.filling.each import Told, read_each
from aule.understanding.filling.edges import lead_of
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.figures import take_numbers
from aule.understanding.filling.free_text import FreeText
from aule.understanding.filling.globs import find_glob
from aule.understanding.filling.paths import choose_field, ends_with, find_files, join_folder, path_of
from aule.understanding.filling.segments import Segments
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour, find_hours
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.meant_days import meant_days
from aule.understanding.values.moments import find_moment
from aule.understanding.values.names import Mention, is_code
from aule.understanding.values.rhythms import find_rhythm
from aule.understanding.values.terms import in_time, term_of
from aule.understanding.vocabulary import COMMANDS

_BECOMES = frozenset({"para", "pra", "pro", "to", "into", "virou", "vira"})
_LONGEST_PATH = 4
"""Words of a path that is not written as one."""
_PATTERNED = (FieldKind.CODE, FieldKind.CHOICE, FieldKind.NAME)
"""What may be told by how it looks."""
_READ_BOTH = (FieldKind.FIRST_DAY, FieldKind.LAST_DAY)
_STARTS = re.compile(
    r"\b(?:comecando|comeca|inicio|a partir|partir|desde|starting|starts|start|from|since|de)\W+(?:\w+\W+)?$"
)
_ENDS = re.compile(
    r"\b(?:ate|termina|terminando|fim|prazo|entrega|acaba|until|till|by|ends|ending|end|due|deadline)\W+(?:\w+\W+){0,2}$"
)


_SINCE = re.compile(r"\b(?:desde|since|a partir de|a partir do)\s+(?:o |a |the )?$")
_NOT_HOUR = re.compile(r"\b(?:nao|not|em vez d[aeo]s?|instead of)\s+(?:(?:as|at|a)\s+)?$")
"""What stands before an hour that holds no longer: `às 18h, não às 17h`."""
_FROM = re.compile(r"\b(?:desde|since|from|a partir de)\s+$")
_TO_NOW = re.compile(r"\s*(?:pra ca|para ca|ate (?:hoje|agora)|until now|till now|to date|and today|with today)\b")


@dataclass(slots=True)
class Filled:
    """What a sentence says for a frame."""

    values: dict[str, Any] = field(default_factory=dict[str, Any])
    places: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])
    """Where each value stands."""

    def put(self, name: str, value: Any, *places: tuple[int, int]) -> None:
        """Take a value for a parameter."""
        self.values[name] = value
        self.places.setdefault(name, []).extend(places)

    @property
    def taken(self) -> list[tuple[int, int]]:
        """All places that are used."""
        return sorted(place for places in self.places.values() for place in places)

    def is_free(self, start: int, end: int) -> bool:
        """Whether nothing has taken this place."""
        return not any(first < end and start < last for first, last in self.taken)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with its marks, as frames are filled from it."""

    wording: Wording
    marks: Sequence[Mark]
    today: date
    now: datetime | None = None
    """The moment it was said, for `daqui a duas horas`."""

    def of(self, *kinds: MarkKind) -> list[Mark]:
        """The marks of some kinds, in order."""
        return [each for each in self.marks if each.kind in kinds]


def fill(frame: Frame, said: Said) -> Filled:
    """Every parameter of a frame that a sentence fills."""
    filled = Filled()
    for step in _STEPS:
        step(frame, said, filled)
    return filled


def missing(frame: Frame, values: dict[str, Any]) -> Field | None:
    """The first required field without a value, where none stands in its place."""
    for each in (one for one in frame.fields if one.is_required):
        if all(values.get(name) in (None, "", []) for name in (each.name, *each.instead)):
            return each
    return None


def _open(frame: Frame, filled: Filled, *kinds: FieldKind) -> list[Field]:
    """The fields of some kinds that have no value yet."""
    return [each for each in frame.fields if each.kind in kinds and each.name not in filled.values]


def _take_messages(frame: Frame, said: Said, filled: Filled) -> None:
    for each in _open(frame, filled, FieldKind.MESSAGE):
        filled.put(each.name, said.wording.text.strip(), (0, len(said.wording.text)))


def _take_renamed(frame: Frame, said: Said, filled: Filled) -> None:
    """What something is to be called from now on, before any value is looked for in it: `rename it to weekly news`."""
    for each in [one for one in _open(frame, filled, FieldKind.NEW) if one.nouns and one.before and not one.is_main]:
        segments = Segments(said.wording, (), frame, said.marks)
        if (found := segments.renamed(each)) is not None:
            filled.put(each.name, found.text, found.place)


def _take_links(frame: Frame, said: Said, filled: Filled) -> None:
    for each, mark in zip(_open(frame, filled, FieldKind.LINK), said.of(MarkKind.LINK), strict=False):
        link = str(mark.value).rstrip(".?!")
        is_short = bool(each.pattern) and "://" not in link
        filled.put(each.name, f"https://{link}" if is_short else link, (mark.start, mark.end))
    for each in [one for one in _open(frame, filled, FieldKind.LINK) if one.pattern]:
        if (found := re.search(each.pattern, said.wording.text)) is not None:
            filled.put(each.name, f"https://{found[0].rstrip('.?!')}", found.span())


def _take_codes(frame: Frame, said: Said, filled: Filled) -> None:
    for each in [one for one in _open(frame, filled, *_PATTERNED) if one.pattern]:
        text = said.wording.text
        found = [one for one in re.finditer(each.pattern, text, re.IGNORECASE) if filled.is_free(*one.span())]
        if found:
            values = [(one[1] if one.re.groups and one[1] else one[0]).strip() for one in found]
            places = [one.span() for one in found]
            filled.put(each.name, values if each.is_list else values[0], *(places if each.is_list else places[:1]))


def _take_patterned_numbers(frame: Frame, said: Said, filled: Filled) -> None:
    """Numbers told by the words around them; of a `first` and a `last` one, how many they are."""
    for each in [one for one in _open(frame, filled, FieldKind.NUMBER) if one.pattern]:
        found = re.search(each.pattern, said.wording.text, re.IGNORECASE)
        if found is None:
            continue
        first, last = (found.groupdict().get(end) for end in ("first", "last"))
        if first and last:
            filled.put(each.name, int(last) - int(first) + 1, found.span())
        else:
            filled.put(each.name, int(next(filter(None, found.groups()))), found.span())


def _take_paths(frame: Frame, said: Said, filled: Filled) -> None:
    """Files in their order; one behind a word that announces another field is that field's."""
    wanted = _open(frame, filled, FieldKind.PATH)
    files = find_files(wanted, said.wording, said.marks)
    for mark in files:
        chosen = choose_field(wanted, mark, said.wording, is_only=len(files) == 1)
        if chosen is None or not filled.is_free(mark.start, mark.end):
            continue
        before = filled.values.get(chosen.name, [])
        filled.put(chosen.name, [*before, path_of(mark)] if chosen.is_list else path_of(mark), (mark.start, mark.end))
        wanted = [each for each in wanted if each is not chosen or each.is_list]
    for each in [one for one in wanted if one.name not in filled.values]:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        found = segments.code_behind(each) or segments.behind_noun(each) or segments.word_behind_marker(each)
        if found is not None and len(found.text.split()) <= _LONGEST_PATH:
            filled.put(each.name, [found.text] if each.is_list else found.text, found.place)
    for each in frame.fields:
        if each.keeps in filled.values and each.name in filled.values:
            path, other = str(filled.values[each.name]), str(filled.values[each.keeps])
            filled.values[each.name] = join_folder(each, path, other, filled.places[each.name][0], said.wording)


def _take_known_names(frame: Frame, said: Said, filled: Filled) -> None:
    """Names that are on record, for the fields that name such things; classes and years by how they look."""
    for each in _open(frame, filled, FieldKind.NAME, FieldKind.LIST, FieldKind.PERSON):
        if each.of == "group" or each.of == "turma":
            _take_shape(each, said.of(MarkKind.GROUP), said, filled)
        elif each.of == "ano":
            _take_shape(each, said.of(MarkKind.GRADE), said, filled)
        if each.name not in filled.values and each.of:
            _take_mentions(each, said, filled)


def _take_shape(each: Field, marks: Sequence[Mark], said: Said, filled: Filled) -> None:
    free = [mark for mark in marks if filled.is_free(mark.start, mark.end)]
    if each.pattern:
        free = [mark for mark in free if re.search(each.pattern, said.wording.folded[: mark.start])]
    if free:
        filled.put(
            each.name,
            [str(mark.value) for mark in free] if each.is_list else str(free[0].value),
            *_spots(free if each.is_list else free[:1]),
        )


def _take_mentions(each: Field, said: Said, filled: Filled) -> None:
    found = [
        mark
        for mark in said.of(MarkKind.NAME)
        if cast("Mention", mark.value).name.kind == each.of and filled.is_free(mark.start, mark.end)
    ]
    if not found:
        return
    leads = (*each.before, *each.things)
    if leads and (led := [mark for mark in found if ends_with(said.wording.folded[: mark.start], leads)]):
        found = [*led, *(mark for mark in found if mark not in led)]
    titles = [cast("Mention", mark.value).name.title for mark in found]
    filled.put(each.name, titles if each.is_list else titles[0], *_spots(found if each.is_list else found[:1]))


def _take_choices(frame: Frame, said: Said, filled: Filled) -> None:
    """Choices; a word for a thing keeps announcing its name: `mostra o KR Receita`."""
    things = {noun for each in frame.fields if each.kind is FieldKind.NAME for noun in each.things}
    for each in _open(frame, filled, FieldKind.CHOICE):
        found = find_choices(each, said.wording, filled.taken, said.marks)
        if found:
            chosen = found if each.is_list else [_last_change(found, frame, said)]
            value = [one.value for one in chosen] if each.is_list else chosen[0].value
            places = [(one.start, one.end) for one in chosen if said.wording.folded[one.start : one.end] not in things]
            filled.put(each.name, value, *places)


def _is_edit(frame: Frame) -> bool:
    """Whether a frame changes a thing that has to be named."""
    named = [each for each in frame.fields if each.kind is FieldKind.NAME and each.is_required]
    return not frame.is_harmless and any(each.of == frame.thing for each in named)


def _last_change(found: Sequence[Chosen], frame: Frame, said: Said) -> Chosen:
    """The choice that is meant: where a thing is changed, what it becomes: `está fácil, deixa difícil`."""
    for before, after in pairwise(found) if _is_edit(frame) else ():
        between = {word.folded for word in said.wording.words if before.end <= word.start < after.start}
        if before.value != after.value and between & (COMMANDS | _BECOMES):
            return after
    return found[0]


def _take_terms(frame: Frame, said: Said, filled: Filled) -> None:
    for each in _open(frame, filled, FieldKind.TERM, FieldKind.MONTH):
        found = term_of(said.wording, said.today, months_only=each.kind is FieldKind.MONTH)
        if found is not None and filled.is_free(found.start, found.end):
            filled.put(each.name, found.value, (found.start, found.end))


def _take_days(frame: Frame, said: Said, filled: Filled) -> None:
    marks = [mark for mark in said.of(MarkKind.DAY) if filled.is_free(mark.start, mark.end)]
    marks = meant_days(marks, said.wording, is_edit=_is_edit(frame))
    announced = [each for each in _open(frame, filled, FieldKind.DAY) if each.nouns and not each.is_main]
    for mark in list(marks):
        head = said.wording.folded[: mark.start]
        chosen = next((each for each in announced if _announces(head, each.nouns)), None)
        if chosen is not None and chosen.name not in filled.values:
            filled.put(chosen.name, _days_of(chosen, mark, said).iso, (mark.start, mark.end))
            marks.remove(mark)
    first, last = (next(iter(_open(frame, filled, kind)), None) for kind in _READ_BOTH)
    if first is not None and last is not None and len(marks) > 1:
        marks = _announced_ends(first, last, marks, said)
    if marks and first is not None and last is not None:
        _take_span(first, last, marks.pop(0), said, filled, is_read=frame.is_harmless)
    mains = [each for each in _open(frame, filled, FieldKind.DAY) if each.is_main or not each.nouns]
    for each, mark in zip(mains, marks, strict=False):
        if (day := _day_of(each, mark, said)) is not None:
            filled.put(each.name, day, (mark.start, mark.end))
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


def _announced_ends(first: Field, last: Field, marks: list[Mark], said: Said) -> list[Mark]:
    """The days that are announced as an end, where both are: others belong to a title, as in `abrir no domingo`."""
    heads = [(mark, said.wording.folded[: mark.start]) for mark in marks]
    starts = [mark for mark, head in heads if lead_of(head, first.nouns) < len(head)]
    ends = [mark for mark, head in heads if lead_of(head, last.nouns) < len(head)]
    return [starts[0], ends[0]] if starts and ends and starts[0].start < ends[0].start else marks


def _day_of(each: Field, mark: Mark, said: Said) -> str | None:
    """A day; of days in a row all of them, the last, or none, as the field has it."""
    days = _days_of(each, mark, said)
    if _is_over(each, mark, said):
        return None
    is_one = days.first == days.last or each.unit not in ("last", "one")
    return days.iso if is_one else days.last.isoformat() if each.unit == "last" else None


def _days_of(each: Field, mark: Mark, said: Said) -> Days:
    return in_time(cast("Days", mark.value), said.wording.folded[mark.start : mark.end], said.today, each.when)


def _take_span(first: Field, last: Field, mark: Mark, said: Said, filled: Filled, *, is_read: bool) -> None:
    """Days in a row fill both ends; one day fills both where something is looked up, else the end that is announced."""
    days, place, head = _days_of(first, mark, said), (mark.start, mark.end), said.wording.folded[: mark.start]
    goes_on = _SINCE.search(f"{head}{said.wording.folded[mark.start : mark.end].partition(' ')[0]} ") is not None
    goes_on = goes_on or _SINCE.search(head) is not None or _TO_NOW.match(said.wording.folded, mark.end) is not None
    if goes_on or lead_of(head, first.nouns) < len(head):
        filled.put(first.name, days.first.isoformat(), place)
    elif lead_of(head, last.nouns) < len(head):
        filled.put(last.name, days.last.isoformat(), place)
    elif days.first != days.last or (is_read and not _ENDS.search(head) and not _STARTS.search(head)):
        filled.put(first.name, days.first.isoformat(), place)
        filled.put(last.name, days.last.isoformat(), place)
    elif _ENDS.search(head) or _announces(head, last.nouns):
        filled.put(last.name, days.last.isoformat(), place)
    elif is_read or not _is_over(first, mark, said):
        filled.put(first.name, days.first.isoformat(), place)


def _is_over(each: Field, mark: Mark, said: Said) -> bool:
    """Whether a day that has gone by cannot be meant for a field that lies ahead: `a gente terminou ontem`."""
    is_ahead = bool(each.nouns) and not each.when
    head = said.wording.folded[: mark.start]
    is_over = _days_of(each, mark, said).last < said.today or (each.unit == "last" and _FROM.search(head) is not None)
    return is_ahead and is_over and lead_of(head, each.nouns) == mark.start


def _take_hours(frame: Frame, said: Said, filled: Filled) -> None:
    marks = [mark for mark in said.of(MarkKind.HOUR) if filled.is_free(mark.start, mark.end)]
    marks = [mark for mark in marks if not _NOT_HOUR.search(said.wording.folded[: mark.start])]
    wanted = _open(frame, filled, FieldKind.HOUR)[:1] + _open(frame, filled, FieldKind.LAST_HOUR)[:1]
    for each, mark in zip(wanted, marks, strict=False):
        filled.put(each.name, cast("Hour", mark.value).text, (mark.start, mark.end))


def _ends_title(mark: Mark, frame: Frame, said: Said) -> bool:
    """Whether a number ends a title that begins with the word for a thing: `Prova Bimestral 1`."""
    nouns = {noun for each in frame.fields if each.kind is FieldKind.NAME for noun in each.things}
    before = [each for each in said.of(MarkKind.PROPER) if each.end == mark.start - 1]
    return any(said.wording.folded[each.start : each.end].split()[0] in nouns for each in before)


def _take_numbers(frame: Frame, said: Said, filled: Filled) -> None:
    marks = [mark for mark in said.of(MarkKind.NUMBER) if filled.is_free(mark.start, mark.end)]
    marks = [mark for mark in marks if not _ends_title(mark, frame, said)]
    for name, value, place in take_numbers(_open(frame, filled, FieldKind.NUMBER), marks, said.wording):
        filled.put(name, value, place)
    for each in [one for one in _open(frame, filled, FieldKind.NUMBER) if one.choices]:
        if found := find_choices(replace(each, nouns=()), said.wording, (), said.marks):
            filled.put(each.name, found[0].value, (found[0].start, found[0].end))


def _take_globs(frame: Frame, said: Said, filled: Filled) -> None:
    for each in _open(frame, filled, FieldKind.GLOB):
        found = find_glob(each, said.wording, frame, said.marks, filled.taken)
        if found is not None:
            filled.put(each.name, found.value, (found.start, found.end))


def _take_times(frame: Frame, said: Said, filled: Filled) -> None:
    """When something is to happen: again and again, or once."""
    crons, minutes, moments = (
        _open(frame, filled, kind) for kind in (FieldKind.CRON, FieldKind.MINUTES, FieldKind.MOMENT)
    )
    hours = find_hours(blank_quotes(said.wording.text))  # not the marks: `8h` may be a class of a school
    rhythm = find_rhythm(said.wording.unquoted, hours) if crons or minutes else None
    if rhythm is not None:
        for each, value in ((crons, rhythm.cron), (minutes, rhythm.minutes)):
            if each and value is not None:
                filled.put(each[0].name, value)
        filled.places.setdefault((crons or minutes)[0].name, []).extend(rhythm.places)
    elif moments and (moment := find_moment(said.wording, said.marks, hours, said.now or said.today)) is not None:
        if moment.value:
            filled.put(moments[0].name, moment.value)
        filled.places.setdefault(moments[0].name, []).extend(moment.places)


def _take_each(frame: Frame, said: Said, filled: Filled) -> None:
    for each in _open(frame, filled, FieldKind.EACH):
        others = [one for one in frame.fields if one.kind is FieldKind.NAME]
        nouns = [phrase.removeprefix("~") for one in others for phrase in (*one.things, *one.before)]
        others = [one for one in frame.fields if one.kind is FieldKind.CHOICE and one.name in filled.values]
        things = [noun for one in frame.fields if one.kind is FieldKind.NAME for noun in one.things]
        everybody = [noun for one in others for noun in one.nouns]
        rows, places = read_each(
            each, Told(said.wording, said.marks, filled.taken, said.today, nouns, things, everybody)
        )
        if rows:
            filled.put(each.name, rows, *places)


def _take_persons(frame: Frame, said: Said, filled: Filled) -> None:
    for each in _open(frame, filled, FieldKind.PERSON):
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        found = segments.person(each)
        if found is not None:
            filled.put(each.name, found.text, found.place)


def _take_names(frame: Frame, said: Said, filled: Filled) -> None:
    """Names nobody has on record: behind the word for the thing, an id, a quotation, words in capitals."""
    wanted = _open(frame, filled, FieldKind.NAME)
    for each in [one for one in wanted if not _is_led(one) and not one.is_proper]:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        found = segments.quoted_behind(each) or segments.ahead_of_noun(each)
        if found is not None:
            filled.put(each.name, found.text, found.place)
    for each in sorted(_open(frame, filled, FieldKind.NAME), key=lambda one: not _is_led(one)):
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        led = segments.behind_marker(replace(each, before=_strong(each))) if _is_led(each) else None
        found = led or segments.code_behind(each) or segments.behind_noun(each)
        if found is not None:
            filled.put(each.name, found.text, found.place)
    for each in [one for one in wanted if one.name not in filled.values]:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        if each.before and (found := segments.behind_marker(each)) is not None:
            filled.put(each.name, found.text, found.place)
        elif (each.is_required or each.is_main) and not each.is_announced:
            quoted = segments.free_quotes()
            found = quoted[0] if quoted else segments.proper(each) or segments.code()
            if found is not None:
                filled.put(each.name, found.text, found.place)


def _strong(each: Field) -> tuple[str, ...]:
    """The words that lead to a field whatever follows."""
    return tuple(marker for marker in each.before if not marker.startswith("~"))


def _is_led(each: Field) -> bool:
    """Whether words of its own lead to a field beside those for the thing, which it shares with another field."""
    return bool(each.things) and bool(_strong(each))


def _take_leads(frame: Frame, said: Said, filled: Filled) -> None:
    """Words that announce a value go with it: they are no part of a name or text beside it."""
    for each in [one for one in frame.fields if one.name in filled.values]:
        for start, _ in list(filled.places.get(each.name, ())):
            head = said.wording.folded[:start]
            lead = lead_of(head, (*each.nouns, *each.before, *each.things))
            if lead < len(head) and filled.is_free(lead, start):
                filled.places[each.name].append((lead, start))


def _take_wholes(frame: Frame, said: Said, filled: Filled) -> None:
    """Texts that run on, once everything else has its place."""
    wanted = [one for one in _open(frame, filled, FieldKind.TEXT) if one.is_whole]
    start = 0
    for each in wanted:
        if each.needs and each.needs not in filled.values:
            continue
        found = FreeText(said.wording, filled.taken, frame).find(each, start if each.needs else 0)
        if found is not None and (not each.pattern or re.search(each.pattern, found.text)):
            filled.put(each.name, found.text, found.place)
            start = found.end
    for each in wanted:
        if each.serves and each.serves not in filled.values and each.name in filled.values:
            filled.values.pop(each.name)
            filled.places.pop(each.name)


def _take_texts(frame: Frame, said: Said, filled: Filled) -> None:
    """Texts: behind their own words first, then quotations in order, what follows a colon, and the rest."""
    wanted = [one for one in _open(frame, filled, FieldKind.NEW, FieldKind.TEXT, FieldKind.LIST) if not one.is_whole]
    for each in wanted:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        if (found := segments.announced(each)) is not None:
            _put_text(each, found.text, found.place, filled)
    for each in [one for one in wanted if one.name not in filled.values and _takes_quotes(one)]:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        if quoted := segments.free_quotes():
            _put_text(each, quoted[0].text, quoted[0].place, filled)
    for each in [one for one in wanted if one.name not in filled.values and one.is_main]:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        named = segments.proper() if each.is_proper else None
        if (found := named or segments.behind_colon() or segments.rest()) is not None:
            _put_text(each, found.text, found.place, filled)


def _take_left_names(frame: Frame, said: Said, filled: Filled) -> None:
    """A thing that has to be named and is not yet: what is left of the sentence."""
    wanted = [one for one in _open(frame, filled, FieldKind.NAME, FieldKind.NEW) if one.is_required or one.is_main]
    for each in [one for one in wanted if not one.is_proper and not one.is_announced]:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        if (found := segments.rest(is_name=each.kind is FieldKind.NAME)) is not None:
            filled.put(each.name, found.text, found.place)


def _takes_quotes(each: Field) -> bool:
    return each.is_main or each.is_required or not each.nouns


def _put_text(each: Field, text: str, place: tuple[int, int], filled: Filled) -> None:
    if each.kind is FieldKind.LIST or each.is_list:
        filled.put(each.name, split_list(text), place)
    else:
        filled.put(each.name, text, place)


def split_list(text: str) -> list[str]:
    """The items of an enumeration."""
    parts = re.split(r"\s*[,;]\s*(?:e\s+|and\s+)?|\s+e\s+|\s+and\s+", text)
    return [part.strip(" .\"'") for part in parts if part.strip(" .\"'")]


def _spots(marks: Iterable[Mark]) -> list[tuple[int, int]]:
    return [(mark.start, mark.end) for mark in marks]


def _announces(head: str, nouns: Sequence[str]) -> bool:
    """Whether one of some nouns stands shortly before the end of a text."""
    near = " ".join(head.split()[-6:])
    return any(whole_word(noun).search(near) for noun in nouns)


_STEPS: tuple[Callable[[Frame, Said, Filled], None], ...] = (
    _take_messages,
    _take_renamed,
    _take_links,
    _take_codes,
    _take_patterned_numbers,
    _take_globs,
    _take_paths,
    _take_known_names,
    _take_choices,
    _take_terms,
    _take_times,
    _take_days,
    _take_hours,
    _take_each,
    _take_numbers,
    _take_leads,
    _take_persons,
    _take_names,
    _take_leads,
    _take_texts,
    _take_wholes,
    _take_left_names,
)
__all__ = ["Filled", "Said", "fill", "is_code", "missing", "split_list"]
