"""What was understood, as it is told to a person: labels, values with the words they were read from, other readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aule.contracts.model import JsonObject
from aule.contracts.talk.understanding import Understood, UnderstoodCall, UnderstoodValue, ValueOption
from aule.models.builtin.language import Language
from aule.models.builtin.phrases import phrase
from aule.text.words import fold
from aule.understanding.deeds import deed_of
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.readings import Reading, Understanding
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour
from aule.understanding.values.marks import Mark, MarkKind

MOST_OPTIONS = 30
MOST_OTHERS = 3
_GROUP = "turma"
"""What classes are called on record; a field that knows a class by how it looks says `group`."""
_DOUBTED = {
    MarkKind.DAY: (FieldKind.DAY, FieldKind.FIRST_DAY, FieldKind.LAST_DAY, FieldKind.MOMENT),
    MarkKind.HOUR: (FieldKind.HOUR, FieldKind.LAST_HOUR, FieldKind.MOMENT),
}
"""Marks that may mean something else as well, with the kinds of fields that take them."""
_MORNING, _NIGHT = "06:00", "23:00"
"""Between these hours people do things: nobody doubts whether three o'clock is at night."""


def understood(found: Understanding, words: str, language: Language, focus: dict[str, str]) -> Understood:
    """Return what was understood of a sentence, in words and values."""
    wishes = [each for each in (found, *found.also) if each.best is not None]
    calls = [call_of(each.readings[0], each.words or words, language, each.marks) for each in wishes]
    others = found.readings if found.decision.value == "choose" else found.readings[1:]
    taken = [each.readings[0].frame.name for each in wishes] if found.decision.value != "choose" else []
    return Understood(
        words=words,
        act=found.act,
        decision=found.decision,
        calls=[] if found.decision.value == "choose" else calls,
        others=[call_of(each, words, language, found.marks) for each in others if each.frame.name not in taken][
            :MOST_OTHERS
        ],
        unused=[word for each in wishes for word in each.unused if not _names_itself(word, each.readings[0].frame)],
        focus=focus,
    )


def _names_itself(word: str, frame: Frame) -> bool:
    """Return whether a word only says what the capability is called: it was understood, though it fills nothing."""
    return fold(word) in {fold(each) for title in frame.titles.values() for each in title.split()}


def call_of(reading: Reading, words: str, language: Language, marks: Sequence[Mark] = ()) -> UnderstoodCall:
    """Return one reading with its values, as a person sees it."""
    missing = reading.missing
    return UnderstoodCall(
        capability=reading.frame.name,
        title=reading.frame.title(language),
        share=round(min(1.0, reading.share), 4),
        params=params_of(reading),
        values=[
            _value(field, reading, words, language, marks)
            for field in reading.frame.fields
            if field.name in reading.values and field.kind is not FieldKind.MESSAGE
        ],
        missing=None if missing is None else label_of(missing, language),
    )


def params_of(reading: Reading) -> JsonObject:
    """Return the parameters of a reading, without those nobody said anything for."""
    return {name: value for name, value in reading.values.items() if value not in (None, "", [])}


def label_of(field: Field, language: Language) -> str:
    """Return what people call a field."""
    return field.label.get(language) or field.label.get("en") or field.name.removesuffix("_id").replace("_", " ")


def question_for(field: Field, language: Language) -> str:
    """Return what to ask when a field has no value."""
    return field.question.get(language) or phrase("slot", language, slot=label_of(field, language))


def doubts(marks: Sequence[Mark], words: str, language: Language) -> list[str]:
    """Return how days and hours were taken that may mean others as well."""
    return [note for mark in marks if (note := _doubt(mark, words, language))]


def _value(field: Field, reading: Reading, words: str, language: Language, marks: Sequence[Mark]) -> UnderstoodValue:
    places = reading.places.get(field.name, ())
    said = " … ".join(words[start:end].strip() for start, end in _joined(places, words))
    inside = [mark for mark in marks if any(start <= mark.start and mark.end <= end for start, end in places)]
    value = reading.values[field.name]
    meant = [_as_taken(mark, value) for mark in inside if field.kind in _DOUBTED.get(mark.kind, ())]
    return UnderstoodValue(
        param=field.name,
        label=label_of(field, language),
        kind=field.kind.value,
        of=_named(field, reading.frame),
        value=value,
        said=said,
        inherited=field.name in reading.inherited,
        note=" ".join(doubts(meant, words, language)),
        options=_options(field),
    )


def _named(field: Field, frame: Frame) -> str:
    """Return the kind of thing on record that a field names; none where it says what a new one is to be called."""
    if field.of == frame.thing and deed_of(frame) == "make":
        return ""
    return _GROUP if field.of == "group" else field.of


def _joined(places: Sequence[tuple[int, int]], words: str) -> list[tuple[int, int]]:
    """Return places in order, as one where nothing but blanks is between them."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if found and not words[found[-1][1] : start].strip():
            found[-1] = (found[-1][0], max(found[-1][1], end))
        elif words[start:end].strip():
            found.append((start, end))
    return found


def _options(field: Field) -> list[ValueOption]:
    """Return the values a field knows, each by the first phrase people say for it."""
    labels: dict[Any, str] = {}
    for said, value in reversed(field.choices):
        labels[value] = said
    return [ValueOption(value=value, label=said) for value, said in labels.items()][:MOST_OPTIONS]


def _as_taken(mark: Mark, value: Any) -> Mark:
    """Return a mark, with its other hour where a moment took that one: the likelier was over when it was said."""
    if isinstance(mark.value, Hour) and mark.value.other is not None and str(value).endswith(f"T{mark.value.other}"):
        return replace(mark, value=mark.value.turned())
    return mark


def _doubt(mark: Mark, words: str, language: Language) -> str:
    match mark.value:
        case Days(others=[(first, last), *_], is_open=False) as days:
            other = replace(days, first=first, last=last)
            taken, other = _in_words(days, language), _in_words(other, language)
        case Hour(other=str(other)) as hour if _MORNING <= other < _NIGHT:
            taken = hour.text
        case _:
            return ""
    return phrase("taken_as", language, words=words[mark.start : mark.end].strip(), taken=taken, other=other)


def _in_words(days: Days, language: Language) -> str:
    written = [f"{each:%d/%m/%Y}" if language == "pt" else each.isoformat() for each in (days.first, days.last)]
    return written[0] if days.first == days.last else " – ".join(written)
