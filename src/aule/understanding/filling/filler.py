"""The filler: which parameters of a frame a sentence fills, and with what.

Values that can be told by their kind come first (files, days, numbers, known names). Each takes its place in the
sentence. What is left is for names and texts: what stands behind the word that announces them, else the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

from aule.understanding.alignment import whole_word
from aule.understanding.filling.choices import Chosen, find_choices
from aule.understanding.filling.each import Told, read_each
from aule.understanding.filling.edges import lead_of
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.figures import take_numbers
from aule.understanding.filling.filled import Filled, Said, is_edit, open_fields
from aule.understanding.filling.free_text import FreeText
from aule.understanding.filling.globs import find_glob
from aule.understanding.filling.paths import choose_field, ends_with, find_files, join_folder, path_of
from aule.understanding.filling.records import names_parts, read_months, read_pattern
from aule.understanding.filling.segments import Segments
from aule.understanding.filling.times import take_days, take_hours, take_lengths, take_terms, take_times
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.names import Mention, is_code
from aule.understanding.vocabulary import COMMANDS

_BECOMES = frozenset({"para", "pra", "pro", "to", "into", "virou", "vira"})
_LONGEST_LEAD = 4
"""Words before those that lead to a message."""
_MONTH = "month"
"""The kind of thing of a field about each of several months."""
_LONGEST_PATH = 4
"""Words of a path that is not written as one."""
_PATTERNED = (FieldKind.CODE, FieldKind.CHOICE, FieldKind.NAME)
"""What may be told by how it looks."""
_GREETING = re.compile(
    r"(?:\b(?:write|put|add|append|type|says?|saying|with|text|texto|escrev[aeo]|bot[ae]|coloca|coloque|poe|ponha"
    r"|acrescent[ae]|adicion[ae]|dizendo|diz|com) |: ?)"
    r"(hello|hi|hey|thanks|thank you|oi|ola|bom dia|boa tarde|boa noite|obrigad[oa]|valeu)[.!]*"
    r"(?:$| (?:to|in|into|no|na|em)\b)"
)
"""A greeting behind a word for writing."""


def fill(frame: Frame, said: Said) -> Filled:
    """Return every parameter of a frame that a sentence fills."""
    filled = Filled()
    for step in _STEPS:
        step(frame, said, filled)
    return filled


def missing(frame: Frame, values: dict[str, Any]) -> Field | None:
    """Return the first required field without a value, where none stands in its place."""
    for each in (one for one in frame.fields if one.is_required):
        if all(values.get(name) in (None, "", []) for name in (each.name, *each.instead)):
            return each
    return None


def _take_messages(frame: Frame, said: Said, filled: Filled) -> None:
    for each in open_fields(frame, filled, FieldKind.MESSAGE):
        leads = [
            found for lead in each.before for found in whole_word(lead, r"\W+(?=\w)").finditer(said.wording.unquoted)
        ]
        leads = [found for found in leads if len(said.wording.words_before(found.start())) <= _LONGEST_LEAD]
        start = min((found.end() for found in leads), default=0)
        filled.put(each.name, said.wording.text[start:].strip(), (0, len(said.wording.text)))


def _take_renamed(frame: Frame, said: Said, filled: Filled) -> None:
    """Take what something is to be called from now on, before any value is looked for in it.

    `rename it to weekly news`.
    """
    for each in [
        one for one in open_fields(frame, filled, FieldKind.NEW) if one.nouns and one.before and not one.is_main
    ]:
        segments = Segments(said.wording, (), frame, said.marks)
        if (found := segments.renamed(each)) is not None:
            filled.put(each.name, found.text, found.place)


def _take_links(frame: Frame, said: Said, filled: Filled) -> None:
    for each, mark in zip(open_fields(frame, filled, FieldKind.LINK), said.of(MarkKind.LINK), strict=False):
        link = str(mark.value).rstrip(".?!")
        is_short = bool(each.pattern) and "://" not in link
        filled.put(each.name, f"https://{link}" if is_short else link, (mark.start, mark.end))
    for each in [one for one in open_fields(frame, filled, FieldKind.LINK) if one.pattern]:
        if (found := re.search(each.pattern, said.wording.text)) is not None:
            filled.put(each.name, f"https://{found[0].rstrip('.?!')}", found.span())


def _take_codes(frame: Frame, said: Said, filled: Filled) -> None:
    for each in [one for one in open_fields(frame, filled, *_PATTERNED) if one.pattern]:
        text = said.wording.text
        if names_parts(each.pattern):
            if (record := read_pattern(each.pattern, text, filled.is_free)) is not None:
                is_one = each.is_list and isinstance(record[0], dict)
                filled.put(each.name, [record[0]] if is_one else record[0], *record[1])
            continue
        found = [one for one in re.finditer(each.pattern, text, re.IGNORECASE) if filled.is_free(*one.span())]
        if found:
            values = [next(filter(None, (*one.groups(), one[0]))).strip() for one in found]
            places = [one.span() for one in found]
            filled.put(each.name, values if each.is_list else values[0], *(places if each.is_list else places[:1]))


def _take_months(frame: Frame, said: Said, filled: Filled) -> None:
    """Take what is said of each of several months."""
    for each in [one for one in open_fields(frame, filled, FieldKind.EACH) if one.of == _MONTH]:
        if (found := read_months(each.nouns, said.wording, said.marks, said.today)) is not None:
            filled.put(each.name, found[0], *found[1])


def _take_patterned_numbers(frame: Frame, said: Said, filled: Filled) -> None:
    """Take numbers told by the words around them; of a `first` and a `last` one, how many they are."""
    for each in [one for one in open_fields(frame, filled, FieldKind.NUMBER) if one.pattern]:
        found = re.search(each.pattern, said.wording.text, re.IGNORECASE)
        if found is None:
            continue
        first, last = (found.groupdict().get(end) for end in ("first", "last"))
        if first and last:
            filled.put(each.name, int(last) - int(first) + 1, found.span())
        else:
            filled.put(each.name, int(next(filter(None, found.groups()))), found.span())


def _take_paths(frame: Frame, said: Said, filled: Filled) -> None:
    """Take files in their order; one behind a word that announces another field is that field's."""
    wanted = open_fields(frame, filled, FieldKind.PATH)
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
    """Take names that are on record, for the fields that name such things; classes and years by how they look."""
    for each in open_fields(frame, filled, FieldKind.NAME, FieldKind.LIST, FieldKind.PERSON):
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
    """Take choices; a word for a thing keeps announcing its name: `mostra o KR Receita`."""
    things = {noun for each in frame.fields if each.kind is FieldKind.NAME for noun in each.things}
    for each in open_fields(frame, filled, FieldKind.CHOICE):
        found = find_choices(each, said.wording, filled.taken, said.marks)
        if found:
            chosen = found if each.is_list else [_last_change(found, frame, said)]
            value = [one.value for one in chosen] if each.is_list else chosen[0].value
            own = [one for one in chosen if said.wording.folded[one.start : one.end] not in things]
            places = [(one.start, _up_to_day(one, said)) for one in own]
            filled.put(each.name, value, *places)


def _up_to_day(chosen: Chosen, said: Said) -> int:
    """Return where a choice ends; a day at its end is a value of its own: `toda terça`."""
    days = [mark.start for mark in said.of(MarkKind.DAY) if chosen.start < mark.start and mark.end == chosen.end]
    return min(days, default=chosen.end)


def _last_change(found: Sequence[Chosen], frame: Frame, said: Said) -> Chosen:
    """Return the choice that is meant: where a thing is changed, what it becomes: `está fácil, deixa difícil`."""
    for before, after in pairwise(found) if is_edit(frame) else ():
        between = {word.folded for word in said.wording.words if before.end <= word.start < after.start}
        if before.value != after.value and between & (COMMANDS | _BECOMES):
            return after
    return found[0]


def _ends_title(mark: Mark, frame: Frame, said: Said) -> bool:
    """Tell whether a number ends a title that begins with the word for a thing: `Prova Bimestral 1`."""
    nouns = {noun for each in frame.fields if each.kind is FieldKind.NAME for noun in each.things}
    before = [each for each in said.of(MarkKind.PROPER) if each.end == mark.start - 1]
    return any(said.wording.folded[each.start : each.end].split()[0] in nouns for each in before)


def _take_numbers(frame: Frame, said: Said, filled: Filled) -> None:
    marks = [mark for mark in said.of(MarkKind.NUMBER) if filled.is_free(mark.start, mark.end)]
    marks = [mark for mark in marks if not _ends_title(mark, frame, said)]
    for name, value, place in take_numbers(open_fields(frame, filled, FieldKind.NUMBER), marks, said.wording):
        filled.put(name, value, place)
    for each in [one for one in open_fields(frame, filled, FieldKind.NUMBER) if one.choices]:
        if found := find_choices(replace(each, is_main=True), said.wording, (), said.marks):
            filled.put(each.name, found[0].value, (found[0].start, found[0].end))


def _take_globs(frame: Frame, said: Said, filled: Filled) -> None:
    for each in open_fields(frame, filled, FieldKind.GLOB):
        found = find_glob(each, said.wording, frame, said.marks, filled.taken)
        if found is not None:
            filled.put(each.name, found.value, (found.start, found.end))


def _take_each(frame: Frame, said: Said, filled: Filled) -> None:
    for each in [one for one in open_fields(frame, filled, FieldKind.EACH) if one.of != _MONTH]:
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
    for each in open_fields(frame, filled, FieldKind.PERSON):
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        found = segments.person(each)
        if found is not None:
            filled.put(each.name, found.text, found.place)


def _take_names(frame: Frame, said: Said, filled: Filled) -> None:
    """Take names nobody has on record: behind the word for the thing, an id, a quotation, words in capitals."""
    wanted = open_fields(frame, filled, FieldKind.NAME)
    for each in [one for one in wanted if not _is_led(one) and not one.is_proper]:
        segments = Segments(said.wording, filled.taken, frame, said.marks)
        found = segments.quoted_behind(each) or segments.ahead_of_noun(each)
        if found is not None:
            filled.put(each.name, found.text, found.place)
    for each in sorted(open_fields(frame, filled, FieldKind.NAME), key=lambda one: not _is_led(one)):
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
    """Return the words that lead to a field whatever follows."""
    return tuple(marker for marker in each.before if not marker.startswith("~"))


def _is_led(each: Field) -> bool:
    """Tell whether words of its own lead to a field beside those for the thing, which it shares with another field."""
    return bool(each.things) and bool(_strong(each))


def take_leads(frame: Frame, said: Said, filled: Filled) -> None:
    """Mark words that announce a value as used: they are no part of a name or text beside it."""
    for each in [one for one in frame.fields if one.name in filled.values]:
        for start, _ in list(filled.places.get(each.name, ())):
            head = said.wording.folded[:start]
            lead = lead_of(head, (*each.nouns, *each.before, *each.things))
            if lead < len(head) and filled.is_free(lead, start):
                filled.places[each.name].append((lead, start))


def _take_wholes(frame: Frame, said: Said, filled: Filled) -> None:
    """Take texts that run on, once everything else has its place."""
    wanted = [one for one in open_fields(frame, filled, FieldKind.TEXT) if one.is_whole]
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
    """Take texts: behind their own words first, then quotations in order, what follows a colon, and the rest."""
    wanted = [
        one for one in open_fields(frame, filled, FieldKind.NEW, FieldKind.TEXT, FieldKind.LIST) if not one.is_whole
    ]
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


def _take_greetings(frame: Frame, said: Said, filled: Filled) -> None:
    """Take a text that is a greeting or thanks, and not said to whoever is asked: `write hello to a.txt`."""
    wanted = [one for one in open_fields(frame, filled, FieldKind.TEXT) if one.is_required]
    for each in wanted:
        found = _GREETING.search(said.wording.unquoted)
        if found is not None and not any(start < found.end(1) and found.start(1) < end for start, end in filled.taken):
            filled.put(each.name, said.wording.text[slice(*found.span(1))], found.span(1))


def _take_left_names(frame: Frame, said: Said, filled: Filled) -> None:
    """Take a thing that has to be named and is not yet: what is left of the sentence."""
    wanted = [
        one for one in open_fields(frame, filled, FieldKind.NAME, FieldKind.NEW) if one.is_required or one.is_main
    ]
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
    """Return the items of an enumeration."""
    parts = re.split(r"\s*[,;]\s*(?:e\s+|and\s+)?|\s+e\s+|\s+and\s+", text)
    return [part.strip(" .\"'") for part in parts if part.strip(" .\"'")]


def _spots(marks: Iterable[Mark]) -> list[tuple[int, int]]:
    return [(mark.start, mark.end) for mark in marks]


_STEPS: tuple[Callable[[Frame, Said, Filled], None], ...] = (
    _take_messages,
    _take_renamed,
    _take_links,
    _take_codes,
    _take_months,
    _take_patterned_numbers,
    _take_globs,
    _take_paths,
    _take_known_names,
    _take_choices,
    take_terms,
    take_times,
    take_days,
    take_lengths,
    take_hours,
    _take_each,
    _take_numbers,
    take_leads,
    _take_persons,
    _take_names,
    take_leads,
    _take_texts,
    _take_greetings,
    _take_wholes,
    _take_left_names,
)
__all__ = ["Filled", "Said", "fill", "is_code", "missing", "split_list", "take_leads"]
