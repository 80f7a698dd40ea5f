"""Values of a turn: what a sentence says for a frame by kind, by announcement, or by what was there before.

A new request is filled from all of its words. What changes an earlier one is mostly a value and little else, so here
the rest of a sentence is no value, and one that nothing announces goes where a value of its kind was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from aule.text.words import fold
from aule.understanding.dialogue import word_set
from aule.understanding.filling.edges import lead_of
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Filled, Said, fill
from aule.understanding.sentence import Quote
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour, find_hours
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.names import Mention
from aule.understanding.values.numerals import Figure
from aule.understanding.vocabulary import EMPTY

TEXTS = (FieldKind.NEW, FieldKind.TEXT, FieldKind.NAME, FieldKind.PERSON, FieldKind.LIST)
"""Kinds that words fill as they stand."""
NAMED = (*TEXTS, FieldKind.PATH)
ANY_THING = "item"
"""What a field is of that names things of several kinds: none of their words announces it."""
_SHORTEST = 3
"""Letters of a word that leads to a field by itself."""
_BARE: tuple[tuple[frozenset[MarkKind], tuple[FieldKind, ...]], ...] = (
    (frozenset({MarkKind.NUMBER}), (FieldKind.NUMBER,)),
    (frozenset({MarkKind.DAY}), (FieldKind.DAY, FieldKind.LAST_DAY, FieldKind.FIRST_DAY)),
    (frozenset({MarkKind.HOUR}), (FieldKind.HOUR,)),
)
"""Which values may stand for which parameters where nothing announces them."""
_DENIED = re.compile(
    r"(?:,?\s*\b(?:e )?(?:nao|not|em vez de|instead of|no lugar de|rather than)\b)\s+"
    r"(?:e |o |a |the |do |da |no |na |era )?$"
)
"""What stands before a value that holds no longer."""
DENIES = re.compile(r"\s+nao\s*(?:[,.;!]|$)")
"""What stands behind one."""


def typed(frame: Frame, said: Said) -> Filled:
    """Return the values words say for a frame by kind or by announcement; the rest of a sentence is no value here."""
    narrowed = replace(
        frame,
        fields=tuple(
            replace(
                each,
                is_main=each.is_main and each.kind not in TEXTS,
                is_required=False,
                things=() if each.of == ANY_THING else each.things,
            )
            for each in frame.fields
            if each.kind not in (FieldKind.MESSAGE,)
        ),
        nouns=(),
    )
    marks = [mark for mark in said.marks if not is_denied(mark, said)]
    filled = fill(narrowed, replace(said, marks=marks))
    for name, value in list(filled.values.items()):
        rows = cast("list[Any]", value) if isinstance(value, list) else None
        if (isinstance(value, str) and is_pointing(value)) or (rows is not None and not _has_people(rows, said)):
            del filled.values[name]
            filled.places.pop(name, None)
    _drop_announcing(frame, filled, said)
    return filled


def is_denied(mark: Mark, said: Said) -> bool:
    """Tell whether words say of a value that it holds no longer: `não na sexta`, `sexta não, quinta`."""
    text = said.wording.folded
    return _DENIED.search(text[: mark.start]) is not None or DENIES.match(text, mark.end) is not None


def is_pointing(value: str) -> bool:
    """Tell whether a name is nothing but a word that points at something: *ela*, *essa*, *isso aí*."""
    return not [word for word in fold(value).split() if word not in EMPTY and word not in word_set("pointing")]


def words_of(each: Field) -> list[str]:
    """Return the words that announce a field."""
    things = () if each.of == ANY_THING else each.things
    return [one for one in (*each.nouns, *things, *(fold(label) for label in each.label.values())) if one]


def frame_words(frame: Frame) -> list[str]:
    """Return all words by which a frame and its fields go."""
    return [*frame.nouns, *(one for each in frame.fields for one in (*words_of(each), *each.things, *each.before))]


def take_bare(frame: Frame, said: Said, filled: Filled, before: Mapping[str, Any]) -> None:
    """Take take values nothing announces for the parameter that had one of their kind: *actually 80*."""
    for kinds, fits in _BARE:
        marks = [mark for mark in said.marks if mark.kind in kinds and filled.is_free(mark.start, mark.end)]
        marks = [mark for mark in marks if not is_denied(mark, said)]
        fields = [
            each
            for each in frame.fields
            if each.kind in fits and each.name in before and each.name not in filled.values
        ]
        if marks and fields and (len(fields) == 1 or fields[0].is_main or fields[0].is_required):
            value = value_of(marks[0], said)
            if value is not None:
                filled.put(fields[0].name, value, (marks[0].start, marks[0].end))


def take_bare_hour(frame: Frame, said: Said, filled: Filled, before: Mapping[str, Any]) -> None:
    """Take take a number for the hour that was said, where nothing else of the frame is a number: `10 e meia`."""
    hours = [each for each in frame.fields if each.kind is FieldKind.HOUR and each.name in before]
    numbers = [mark for mark in said.marks if mark.kind is MarkKind.NUMBER]
    if not hours or not numbers or filled.values:
        return
    start = numbers[0].start
    if said.wording.text[:start].strip():
        return
    found = find_hours(f"às {said.wording.text[start:].rstrip()}")
    if found and found[0].start == 0:
        filled.put(hours[0].name, found[0].text, (start, start + found[0].end - len("às ")))


def value_of(mark: Mark, said: Said) -> Any:
    """Return the value of a mark as parameters have it; none for one that leaves it open."""
    match mark.value:
        case Figure() as figure:
            return None if figure.is_article else figure.number
        case Days() as days:
            return None if days.is_open else days.iso
        case Hour() as hour:
            return hour.text
        case Quote() as quote:
            return quote.text
        case Mention() as mention:
            return mention.name.title
        case _:
            return said.wording.text[mark.start : mark.end]


def in_time(frame: Frame, name: str, value: Any, before: Mapping[str, Any], said: Said) -> Any:
    """Return a moment of which only the day or only the hour changes keeps the other."""
    each, old = frame.field(name), before.get(name)
    if each is None or each.kind is not FieldKind.MOMENT or not isinstance(old, str) or "T" not in f"{value}":
        return value
    kinds = {mark.kind for mark in said.marks}
    if MarkKind.HOUR in kinds and MarkKind.DAY not in kinds:
        return f"{old.partition('T')[0]}T{str(value).partition('T')[2]}"
    if MarkKind.DAY in kinds and MarkKind.HOUR not in kinds:
        return f"{str(value).partition('T')[0]}T{old.partition('T')[2]}"
    return value


def take_loose(frame: Frame, said: Said, filled: Filled) -> dict[str, tuple[Any, list[tuple[int, int]]]]:
    """Take out names and texts that nothing announces: which field they are for is told by what was there."""
    found: dict[str, tuple[Any, list[tuple[int, int]]]] = {}
    for each in frame.fields:
        places = filled.places.get(each.name, [])
        is_open = each.kind in NAMED and each.kind is not FieldKind.PERSON
        if each.name not in filled.values or not is_open or _is_typed(each, said, places):
            continue
        if not any(_is_announced(each, said, place) for place in places):
            found[each.name] = (filled.values.pop(each.name), filled.places.pop(each.name, []))
    return found


def _drop_announcing(frame: Frame, filled: Filled, said: Said) -> None:
    """Drop a choice whose word only announces a name: the *pillar* of `under the Customer pillar`."""
    named = [each for each in frame.fields if each.kind is FieldKind.NAME and each.name in filled.values]
    things = {noun for each in named for noun in each.things}
    for each in [one for one in frame.fields if one.kind is FieldKind.CHOICE and one.name in filled.values]:
        words = {phrase.removeprefix("~") for phrase, _ in each.choices if said.wording.find(phrase.removeprefix("~"))}
        if words and words <= things:
            del filled.values[each.name]
            filled.places.pop(each.name, None)


def _is_typed(each: Field, said: Said, places: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a name is one by how it looks, or is on record as one of its kind."""
    marks = [mark for mark in said.marks if any(start <= mark.start and mark.end <= end for start, end in places)]
    kinds = {mark.kind for mark in marks if not isinstance(mark.value, Mention) or mark.value.name.kind == each.of}
    return bool(kinds & {MarkKind.GROUP, MarkKind.GRADE, MarkKind.NAME}) or bool(each.pattern and places)


def _is_announced(each: Field, said: Said, place: tuple[int, int]) -> bool:
    words = words_of(each)
    head, behind = said.wording.folded[: place[0]], said.wording.folded[place[1] :]
    inside = said.wording.folded[place[0] : place[1]].lstrip()
    near = " ".join(head.split()[-4:])
    if lead_of(head, (*words, *(one.removeprefix("~") for one in each.before if len(one) > _SHORTEST))) < len(head):
        return True
    return any(
        re.search(rf"\b{re.escape(word)}\b", near)
        or re.match(rf"\s+{re.escape(word)}\b", behind)
        or inside.startswith(f"{word} ")
        for word in words
    )


def _has_people(rows: list[Any], said: Said) -> bool:
    """Tell whether rows about people name somebody: a name in capitals, or one that is known."""
    people = [next(iter(cast("dict[str, Any]", row).values()), "") for row in rows if isinstance(row, dict)]
    known = {each.value.name.title for each in said.marks if isinstance(each.value, Mention)}
    return all(str(person)[:1].isupper() or person in known for person in people)
