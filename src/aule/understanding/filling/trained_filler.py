"""Filling with what was learnt: the rules find values, the labeller tells how far names and texts go.

What can be told by its kind, such as a day or a number, is found by rules; the labeller says which parameter it
belongs to where the rules say nothing, and that it is no value of its own where it stands inside a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from aule.understanding.filling.choices import find_choices
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Filled, Said, fill, split_list, take_leads
from aule.understanding.filling.labeller import trained_labeller
from aule.understanding.filling.word_features import TEXTS, Span, labelled_fields
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.names import is_code
from aule.understanding.values.numerals import Figure
from aule.understanding.vocabulary import EMPTY

_KNOWN = (MarkKind.NAME, MarkKind.GROUP, MarkKind.GRADE)
"""Marks that are a value by themselves, however the words around them are taken."""
_LIMIT = 120
"""Words of a sentence up to which they are labelled; a longer one is mostly text."""

_OWNER = re.compile("['’]s$")
_SMALL_GAP = 4
_BREAKS = ".;:!?"
"""Signs at which a text ends."""

Place = tuple[int, int]


def fill_trained(frame: Frame, said: Said) -> Filled:
    """Return every parameter of a frame that a sentence fills, by rules and by what was learnt."""
    filled = fill(frame, said)
    if len(said.wording.words) > _LIMIT:
        return filled
    spans = trained_labeller().spans(frame, said, filled)
    fields = labelled_fields(frame)
    texts = {
        each.name: [_place(said.wording, span) for span in _joined(each, spans.get(each.name, ()), said.wording)]
        for each in fields
        if each.kind in TEXTS and not _is_known(each, said, filled)
    }
    labelled = [place for places in texts.values() for place in places]
    for each in (one for one in fields if one.name in texts):
        by_rule = filled.places.get(each.name, ())
        if texts[each.name] or not each.is_required or any(_meet(one, two) for one in by_rule for two in labelled):
            _put_text(each, texts[each.name], said.wording, filled)
    for each in (one for one in fields if one.name not in texts):
        others = [place for name, places in texts.items() if name != each.name for place in places]
        _put_typed(each, spans.get(each.name, ()), others, said, filled)
    take_leads(frame, said, filled)
    return filled


def _joined(field: Field, spans: Sequence[Span], wording: Wording) -> list[Span]:
    """Return runs of one text with nothing but small words between them, as one.

    `conversa` and `síndico` with `com o`.
    """
    found: list[Span] = []
    breaks = _BREAKS if field.kind is FieldKind.LIST or field.is_list else f"{_BREAKS},"
    for start, end in spans:
        last = found[-1][1] if found else 0
        gap = wording.text[wording.words[last - 1].end : wording.words[start].start] if found else ""
        small = len(gap.split()) <= _SMALL_GAP and all(word.folded in EMPTY for word in wording.words[last:start])
        if found and small and not any(sign in gap for sign in breaks):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _is_known(field: Field, said: Said, filled: Filled) -> bool:
    """Tell whether the rules took a value for a field that is known by itself: a name on record, or an id."""
    if is_code(str(filled.values.get(field.name, ""))):
        return True
    known = [(mark.start, mark.end) for mark in said.marks if mark.kind in _KNOWN]
    places = filled.places.get(field.name, ())
    return any(_meet(place, other) for place in places for other in known)


def _put_text(field: Field, places: Sequence[Place], wording: Wording, filled: Filled) -> None:
    """Take the words that are a field's text, in the place of what the rules took."""
    filled.values.pop(field.name, None)
    filled.places.pop(field.name, None)
    if not places:
        return
    if field.kind is FieldKind.LIST or field.is_list:
        items = [item for start, end in places for item in split_list(wording.text[start:end])]
        filled.put(field.name, items, *places)
        return
    start, end = max(places, key=lambda place: place[1] - place[0])
    text = wording.text[start:end]
    filled.put(field.name, _OWNER.sub("", text) if field.kind is FieldKind.PERSON else text, (start, end))


def _put_typed(field: Field, spans: Sequence[Span], texts: Sequence[Place], said: Said, filled: Filled) -> None:
    """Let go of a value that is part of a text, and take one that the rules left."""
    places = filled.places.get(field.name, [])
    if not spans:
        if places and field.kind is not FieldKind.PATH and all(_is_inside(place, texts) for place in places):
            filled.values.pop(field.name, None)
            filled.places.pop(field.name, None)
        return
    place = _place(said.wording, spans[0])
    is_one_choice = field.kind is FieldKind.CHOICE and not field.is_list
    if field.name in filled.values and not (is_one_choice and not any(_meet(each, place) for each in places)):
        return
    if any(_meet(each, place) for name, taken in filled.places.items() if name != field.name for each in taken):
        return
    if (value := _typed(field, place, said)) is not None:
        filled.places.pop(field.name, None)
        filled.put(field.name, [value] if field.is_list else value, place)


def _typed(field: Field, place: Place, said: Said) -> Any:
    """Return the value of a field's kind that stands in a place."""
    marks = [mark for mark in said.marks if _meet((mark.start, mark.end), place)]
    if field.kind is FieldKind.CHOICE:
        outside = [(0, place[0]), (place[1], len(said.wording.text))]
        return next((each.value for each in find_choices(field, said.wording, outside, said.marks)), None)
    if field.kind in TEXTS:
        return said.wording.text[place[0] : place[1]]
    return next((value for mark in marks if (value := _of_kind(field, mark)) is not None), None)


def _of_kind(field: Field, mark: Mark) -> Any:
    match mark.value, field.kind:
        case Figure() as figure, FieldKind.NUMBER:
            return figure.number
        case Days() as days, FieldKind.DAY:
            return days.iso
        case Days() as days, FieldKind.FIRST_DAY:
            return days.first.isoformat()
        case Days() as days, FieldKind.LAST_DAY:
            return days.last.isoformat()
        case Hour() as hour, FieldKind.HOUR | FieldKind.LAST_HOUR:
            return hour.text
        case _:
            return None


def _place(wording: Wording, span: Span) -> Place:
    """Return the place of some words in the text, with the signs that belong to them: `-3`, `10%`, `(sul)`."""
    text, start, end = wording.text, wording.words[span[0]].start, wording.words[span[1] - 1].end
    while end < len(text) and text[end] in "%°º":
        end += 1
    if start and text[start - 1] in "+-" and (start == 1 or text[start - 2].isspace()):
        start -= 1
    if text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == ")":
        end += 1
    return start, end


def _is_inside(place: Place, others: Sequence[Place]) -> bool:
    return any(start <= place[0] and place[1] <= end for start, end in others)


def _meet(one: Place, other: Place) -> bool:
    return one[0] < other[1] and other[0] < one[1]
