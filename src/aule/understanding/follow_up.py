"""Follow-ups: words that answer, change or go on from what was said before, and what they take over from there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from aule.contracts.text import fold
from aule.contracts.understanding import Act
from aule.understanding.deeds import deeds_in
from aule.understanding.dialogue import Dialogue, Wanted, begins, points, word_set
from aule.understanding.filling.choices import find_choices
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Filled, Said, fill
from aule.understanding.filling.segments import Segments
from aule.understanding.reading import Heard, Reading
from aule.understanding.sentence import Quote
from aule.understanding.values.days import Days
from aule.understanding.values.hours import Hour
from aule.understanding.values.marks import Mark, MarkKind
from aule.understanding.values.names import Mention
from aule.understanding.values.numerals import Figure
from aule.understanding.vocabulary import COMMANDS, EMPTY

_TEXTS = (FieldKind.NEW, FieldKind.TEXT, FieldKind.NAME, FieldKind.PERSON, FieldKind.LIST)
_SURE = 0.6
"""From which share on other words than an answer are taken for a new request."""
_COVERED = 0.5
"""The part of the words that has to be used for words to go on from the turn before."""
_CERTAIN, _LIKELY = 0.8, 0.3
_MOSTLY = 0.67
_SHORT, _FEW = 7, 2
_BARE: tuple[tuple[frozenset[MarkKind], tuple[FieldKind, ...]], ...] = (
    (frozenset({MarkKind.NUMBER}), (FieldKind.NUMBER,)),
    (frozenset({MarkKind.DAY}), (FieldKind.DAY, FieldKind.LAST_DAY, FieldKind.FIRST_DAY)),
    (frozenset({MarkKind.HOUR}), (FieldKind.HOUR,)),
    (frozenset({MarkKind.PROPER, MarkKind.QUOTE, MarkKind.NAME}), (FieldKind.NAME, FieldKind.NEW, FieldKind.PERSON)),
)
"""Which values may stand for which parameters where nothing announces them."""
_DENIED = re.compile(
    r"(?:,?\s*\b(?:e )?(?:nao|not|em vez de|instead of|no lugar de|rather than)\b)\s+"
    r"(?:e |o |a |the |do |da |no |na |era )?$"
)
_LEADS_TO_ANSWER = re.compile(
    r"^\s*(?:é o|é a|[ée]|eh|foi|seria|pode ser|it's|its|it is|the|o|a|na|no|da|do|pra|para|pro|se chama|chama"
    r"|called|named)\s+(?=\S)",
    re.IGNORECASE,
)
_DROPS = re.compile(
    r"\b(?:tir\w+|sem|remov\w+|apag\w+|without|drop|remove|no)\s+(?:o |a |os |as |the |any )?(?P<what>[\w ]+)"
)


@dataclass(frozen=True, slots=True)
class Continued:
    """What words come to that go on from the turn before."""

    act: Act
    reading: Reading
    unused: tuple[str, ...] = ()


def after(dialogue: Dialogue, frame: Frame, values: Mapping[str, Any]) -> Dialogue:
    """Where a conversation stands when a frame with its values was wanted."""
    focus = {**dialogue.focus}
    for each in frame.fields:
        value = values.get(each.name)
        kind = _focused(each, frame)
        if isinstance(value, str) and value and kind:
            focus.pop(kind, None)  # what was spoken of last stands last
            focus[kind] = value
    if frame.thing in focus:
        focus[frame.thing] = focus.pop(frame.thing)
    return replace(dialogue, last=Wanted(frame.name, dict(values)), focus=focus)


def _focused(each: Field, frame: Frame) -> str:
    """The kind of thing a field's value brings into focus; empty for one that brings none."""
    if each.kind is FieldKind.NAME and each.of:
        return _kinds(each)[0]
    if each.kind is FieldKind.NEW and frame.thing and (each.is_main or each.is_required):
        return frame.thing
    if each.kind is FieldKind.PATH:
        return "file"
    return "day" if each.kind in (FieldKind.DAY, FieldKind.FIRST_DAY) else ""


def answered(heard: Heard, said: Said, ranked: Sequence[Reading]) -> Continued | None:
    """An answer to the open question: the value that was asked for, or another that was still open."""
    dialogue = heard.dialogue
    frame = heard.frames.get(dialogue.last.frame) if dialogue.last is not None else None
    asked = frame.field(dialogue.asked) if frame is not None and dialogue.asked else None
    if frame is None or asked is None or dialogue.last is None:
        return None
    if ranked and _is_new_request(said, ranked[0], frame):
        return None
    filled = _typed(frame, said)
    values = dict(filled.values)
    if asked.name not in values:
        own = _whole_answer(asked, said, filled)
        if own is not None:
            values = {**_without_texts(frame, values), asked.name: own}
    if not values:
        return None
    merged = {**dialogue.last.params, **values}
    return Continued(Act.ANSWER, _reading(frame, merged, filled, set(dialogue.last.params) - set(values)))


def continued(
    heard: Heard, said: Said, readings: Sequence[Reading], choice: tuple[str, tuple[int, int]] | None
) -> Continued | None:
    """The wish of the turn before with other values; none where words are a wish of their own."""
    dialogue = heard.dialogue
    frame = heard.frames.get(dialogue.last.frame) if dialogue.last is not None else None
    if frame is None or dialogue.last is None:
        return None
    best = readings[0] if readings else None
    if choice is not None and (found := _chosen(frame, said, heard, choice, best)) is not None:
        return found
    filled = _typed(frame, said)
    _take_bare(frame, said, filled, dialogue.last.params)
    values = _merged_rows(frame, filled.values, dialogue.last.params, said, waits=dialogue.waits)
    dropped = _dropped(frame, said, dialogue.last.params) if dialogue.waits else set[str]()
    if not values and not dropped:
        return None
    if not _goes_on(said, filled, frame, best, waits=dialogue.waits, is_dropping=bool(dropped)):
        return None
    kept = {name: value for name, value in dialogue.last.params.items() if name not in dropped}
    act = Act.CORRECTION if dialogue.waits else Act.FOLLOW_UP
    unused = _left(said, filled, frame)
    return Continued(act, _reading(frame, {**kept, **values}, filled, set(kept) - set(values)), unused)


def inherit(
    frame: Frame, filled: Filled, heard: Heard, said: Said, choice: tuple[str, tuple[int, int]] | None
) -> frozenset[str]:
    """Fill what was left open with what was picked, with what is spoken of, or with what is on the screen."""
    found: set[str] = set()
    is_pointing = points(said.wording.unquoted)
    dialogue = heard.dialogue
    known = {**dialogue.shown, **dialogue.focus} if dialogue.last is not None else dict(dialogue.shown)
    names = [each for each in frame.fields if each.kind is FieldKind.NAME]
    if choice is not None and names:
        target = next(
            (
                each
                for each in names
                if each.name not in filled.values or _is_only_pointing(filled.values[each.name], choice[0])
            ),
            None,
        )
        target = target or next((each for each in names if each.is_required), None)
        if target is not None:
            filled.values[target.name] = choice[0]
            found.add(target.name)
    for each in names:
        value = filled.values.get(each.name)
        pointed = isinstance(value, str) and _is_pointing(value)
        kind = next((kind for kind in _kinds(each) if kind in known), None)
        if pointed and kind is None:
            del filled.values[each.name]
        elif kind is not None and (pointed or (value is None and (each.is_required or each.is_main or is_pointing))):
            filled.put(each.name, known[kind])
            found.add(each.name)
    _inherit_day(frame, filled, known, said, found)
    return frozenset(found)


def _inherit_day(frame: Frame, filled: Filled, known: Mapping[str, str], said: Said, found: set[str]) -> None:
    if "day" not in known or not re.search(
        r"\b(?:nesse dia|neste dia|naquele dia|esse dia|that day|no mesmo dia|same day)\b", said.wording.folded
    ):
        return
    for each in frame.fields:
        if each.kind in (FieldKind.DAY, FieldKind.FIRST_DAY, FieldKind.LAST_DAY) and each.name not in filled.values:
            filled.put(each.name, known["day"])
            found.add(each.name)


def _goes_on(said: Said, filled: Filled, frame: Frame, best: Reading | None, *, waits: bool, is_dropping: bool) -> bool:
    """Whether words go on from the turn before: they are mostly values for it, or begin as such words do."""
    text = said.wording.folded
    cued = begins(text, "continues") is not None or (waits and begins(text, "corrects") is not None)
    covered, weight = _covered(said, filled, frame)
    if _does_else(said, best, frame):
        return False
    if is_dropping or (waits and cued and covered >= _COVERED):
        return True
    begins_anew = not cued and bool(deeds_in(said.wording)) and said.wording.words[0].folded in COMMANDS
    if best is not None and not best.is_clash and best.share >= _SURE:
        is_other = best.frame.name != frame.name
        if is_other and (begins_anew or best.share >= _CERTAIN):
            return False
        if not is_other and not cued and not waits and best.missing is None and weight > _SHORT:
            return False
    if begins_anew and not waits:
        return False
    return covered >= (_COVERED if cued else _MOSTLY) and (cued or weight <= _SHORT)


def _covered(said: Said, filled: Filled, frame: Frame) -> tuple[float, int]:
    """Which part of the words that carry meaning belongs to the turn before, and how many there are."""
    words = [word for word in said.wording.words if word.folded not in EMPTY]
    denied = [(mark.start, mark.end) for mark in said.marks if _DENIED.search(said.wording.folded[: mark.start])]
    places = [*filled.taken, *denied]
    known = {word for phrase in _frame_words(frame) for word in phrase.split()} | COMMANDS | word_set("copulas")
    own = [
        word
        for word in words
        if word.folded in known
        or begins(word.folded, "corrects")
        or any(start < word.end and word.start < end for start, end in places)
    ]
    return (len(own) / len(words) if words else 0.0), len(words)


def _does_else(said: Said, best: Reading | None, frame: Frame) -> bool:
    """Whether words tell, behind *and* or *now*, to do something else than the turn before."""
    cue = begins(said.wording.folded, "continues")
    led = said.wording.words_behind(0 if cue is None else cue.end())
    tells = bool(led) and led[0].folded in COMMANDS - word_set("changing")
    return tells and best is not None and best.frame.name != frame.name and best.share >= _LIKELY and not best.is_clash


def _is_new_request(said: Said, best: Reading, frame: Frame) -> bool:
    words = said.wording.words
    is_order = bool(words) and words[0].folded in COMMANDS
    is_question = said.wording.text.rstrip().endswith("?")
    is_other = best.frame.name != frame.name and best.share >= _SURE
    return is_other and (is_order or is_question or best.share >= _CERTAIN)


def _typed(frame: Frame, said: Said) -> Filled:
    """The values words say for a frame by kind or by announcement; the rest of a sentence is no value here."""
    narrowed = replace(
        frame,
        fields=tuple(
            replace(each, is_main=each.is_main and each.kind not in _TEXTS, is_required=False)
            for each in frame.fields
            if each.kind not in (FieldKind.MESSAGE,)
        ),
        nouns=(),
    )
    marks = [mark for mark in said.marks if not _DENIED.search(said.wording.folded[: mark.start])]
    filled = fill(narrowed, replace(said, marks=marks))
    for name, value in list(filled.values.items()):
        rows = cast("list[Any]", value) if isinstance(value, list) else None
        if (isinstance(value, str) and _is_pointing(value)) or (rows is not None and not _has_people(rows, said)):
            del filled.values[name]
            filled.places.pop(name, None)
    return filled


def _has_people(rows: list[Any], said: Said) -> bool:
    """Whether rows about people name somebody: a name in capitals, or one that is known."""
    people = [next(iter(cast("dict[str, Any]", row).values()), "") for row in rows if isinstance(row, dict)]
    known = {each.value.name.title for each in said.marks if isinstance(each.value, Mention)}
    return all(str(person)[:1].isupper() or person in known for person in people)


def _whole_answer(asked: Field, said: Said, filled: Filled) -> Any:
    """All that was said as the value that was asked for, where it takes words."""
    if asked.kind not in _TEXTS:
        return None
    text = _LEADS_TO_ANSWER.sub("", said.wording.text.strip().strip("\"'“”‘’`"))
    proper = next((mark for mark in said.marks if mark.kind in (MarkKind.QUOTE, MarkKind.NAME)), None)
    if proper is not None and asked.kind is not FieldKind.TEXT:
        text = said.wording.text[proper.start : proper.end].strip("\"'“”")
    text = text.strip(" .!?")
    return ([text] if asked.kind is FieldKind.LIST or asked.is_list else text) or None


def _without_texts(frame: Frame, values: Mapping[str, Any]) -> dict[str, Any]:
    texts = {each.name for each in frame.fields if each.kind in _TEXTS}
    return {name: value for name, value in values.items() if name not in texts}


def _take_bare(frame: Frame, said: Said, filled: Filled, before: Mapping[str, Any]) -> None:
    """Take values nothing announces for the parameter that had one of their kind: *actually 80*, *e o NPS deu 62*."""
    for kind, fits in _BARE:
        marks = [mark for mark in said.marks if mark.kind in kind and filled.is_free(mark.start, mark.end)]
        marks = [mark for mark in marks if not _DENIED.search(said.wording.folded[: mark.start])]
        fields = [
            each
            for each in frame.fields
            if each.kind in fits and each.name in before and each.name not in filled.values
        ]
        if marks and fields and (len(fields) == 1 or fields[0].is_main or fields[0].is_required):
            value = _bare_value(marks[0], said)
            if value is not None:
                filled.put(fields[0].name, value, (marks[0].start, marks[0].end))


def _bare_value(mark: Mark, said: Said) -> Any:
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


def _merged_rows(
    frame: Frame, values: Mapping[str, Any], before: Mapping[str, Any], said: Said, *, waits: bool
) -> dict[str, Any]:
    """Values with rows about people as they come to: *não, era 9* changes the mark of the only one."""
    merged = dict(values)
    for each in (one for one in frame.fields if one.kind is FieldKind.EACH):
        rows = before.get(each.name)
        if each.name in merged or not isinstance(rows, list) or len(rows) != 1 or not waits:  # pyright: ignore[reportUnknownArgumentType]
            continue
        row = cast("dict[str, Any]", rows[0])
        number = next((part for part in each.parts if part.kind is FieldKind.NUMBER), None)
        figures = [mark.value for mark in said.marks if isinstance(mark.value, Figure) and not mark.value.is_article]
        if figures and number is not None:
            merged[each.name] = [{**row, number.name: figures[0].number}]
        for part in (one for one in each.parts if one.kind is FieldKind.CHOICE and one.name in row):
            if chosen := find_choices(part, said.wording, ()):
                merged[each.name] = [{**row, part.name: chosen[0].value}]
    return merged


def _dropped(frame: Frame, said: Said, before: Mapping[str, Any]) -> set[str]:
    """Parameters that words take back: *tira o valor*, *sem data*."""
    found = _DROPS.search(said.wording.folded)
    if found is None:
        return set()
    what = found["what"]
    return {
        each.name
        for each in frame.fields
        if each.name in before and any(re.search(rf"\b{re.escape(word)}\b", what) for word in _words_of(each))
    }


def _words_of(each: Field) -> list[str]:
    return [*each.nouns, *each.things, *(fold(label) for label in each.label.values())]


def _frame_words(frame: Frame) -> list[str]:
    return [*frame.nouns, *(phrase for each in frame.fields for phrase in (*each.nouns, *each.things, *each.before))]


def _left(said: Said, filled: Filled, frame: Frame) -> tuple[str, ...]:
    words = Segments(said.wording, filled.taken, frame, said.marks).unused()
    return tuple(said.wording.text[word.start : word.end] for word in words if not begins(word.folded, "corrects"))


def _chosen(
    frame: Frame, said: Said, heard: Heard, choice: tuple[str, tuple[int, int]], best: Reading | None
) -> Continued | None:
    """The thing that was picked, for the wish of the turn before, where words say nothing else."""
    dialogue = heard.dialogue
    words = [word for word in said.wording.words if word.folded not in EMPTY]
    outside = [word for word in words if not (choice[1][0] <= word.start and word.end <= choice[1][1])]
    if any(word.folded in COMMANDS for word in outside) or dialogue.last is None:
        return None
    names = [each for each in frame.fields if each.kind is FieldKind.NAME]
    target = next((each for each in names if each.name == dialogue.asked), None) or next(
        (each for each in names if each.is_required or each.is_main or each.name in dialogue.last.params), None
    )
    if target is None or (frame.is_harmless and not target.is_required):
        return None
    values = {**dialogue.last.params, target.name: choice[0]}
    return Continued(Act.PICK, _reading(frame, values, Filled(), set(dialogue.last.params)))


def _reading(frame: Frame, values: Mapping[str, Any], filled: Filled, inherited: set[str]) -> Reading:
    return Reading(frame, 1.0, dict(values), dict(filled.places), frozenset(inherited))


def _kinds(each: Field) -> list[str]:
    return each.of.split("|") if each.of else [each.name]


def _is_pointing(value: str) -> bool:
    """Whether a name is nothing but a word that points at something: *ela*, *essa*, *isso aí*."""
    return not [word for word in fold(value).split() if word not in EMPTY and word not in word_set("pointing")]


def _is_only_pointing(value: Any, choice: str) -> bool:
    return isinstance(value, str) and (_is_pointing(value) or value == choice or len(value.split()) <= _FEW)
