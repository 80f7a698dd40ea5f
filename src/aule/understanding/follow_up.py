"""Follow-ups: words that answer, change or go on from what was said before, and what they take over from there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aule.contracts.talk.understanding import Act
from aule.understanding.changes import Change, find_change
from aule.understanding.deeds import asks, asks_for, deeds_in, wants_to_know
from aule.understanding.dialogue import Dialogue, Wanted, begins, points, without_interjections, word_set
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Filled, Said
from aule.understanding.filling.segments import Segments
from aule.understanding.readings import Heard, Reading
from aule.understanding.sentence import Wording
from aule.understanding.turn_values import ANY_THING, TEXTS, frame_words, is_denied, is_pointing, typed
from aule.understanding.values.marks import MarkKind, find_marks
from aule.understanding.vocabulary import COMMANDS, DEEDS, EMPTY

_SURE = 0.6
"""From which share on other words than an answer are taken for a new request."""
_COVERED = 0.5
"""The part of the words that has to be used for words to go on from the turn before."""
_CERTAIN, _LIKELY = 0.8, 0.3
_MOSTLY = 0.67
_CHANGE, _LIKELY_CHANGE, _NEEDED = 0.45, 0.35, 0.25
"""From which share of a change on words go on from the turn before: as they stand, with a value of its kind, and with
one beside a card."""
_SHORT, _FEW = 7, 2
_LEADS_TO_ANSWER = re.compile(
    r"^\s*(?:é o|é a|[ée]|eh|foi|seria|pode ser|it's|its|it is|the|o|a|na|no|da|do|pra|para|pro|se chama|chama"
    r"|called|named)\s+(?=\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Continued:
    """What words come to that go on from the turn before."""

    act: Act
    reading: Reading
    unused: tuple[str, ...] = ()


def after(dialogue: Dialogue, frame: Frame, values: Mapping[str, Any]) -> Dialogue:
    """Return where a conversation stands when a frame with its values was wanted."""
    focus = {**dialogue.focus}
    for each in frame.fields:
        value = values.get(each.name)
        kind = _focused(each, frame, values)
        if isinstance(value, str) and value and kind:
            focus.pop(kind, None)  # what was spoken of last stands last
            focus[kind] = value
    if frame.thing in focus:
        focus[frame.thing] = focus.pop(frame.thing)
    return replace(dialogue, last=Wanted(frame.name, dict(values)), focus=focus)


def _focused(each: Field, frame: Frame, values: Mapping[str, Any]) -> str:
    """Return the kind of thing a field's value brings into focus; empty for one that brings none.

    Where a frame is about things of any kind and says which, it is that one. Something that gets a new name goes by it.
    """
    if each.kind is FieldKind.NAME and each.of:
        told = values.get("kind")
        return told if each.of == ANY_THING and isinstance(told, str) else _kinds(each)[0]
    if each.kind is FieldKind.NEW and frame.thing and (each.is_main or each.is_required or _names(each, frame)):
        return frame.thing
    if each.kind is FieldKind.PATH:
        return "file"
    return "day" if each.kind in (FieldKind.DAY, FieldKind.FIRST_DAY) else ""


def _names(each: Field, frame: Frame) -> bool:
    """Tell whether a field is what the thing of a frame is called from now on."""
    texts = [one for one in frame.fields if one.kind is FieldKind.NEW]
    return texts[:1] == [each]


def answered(heard: Heard, said: Said, ranked: Sequence[Reading]) -> Continued | None:
    """Return an answer to the open question: the value that was asked for, or another that was still open."""
    dialogue = heard.dialogue
    frame = heard.frames.get(dialogue.last.frame) if dialogue.last is not None else None
    asked = frame.field(dialogue.asked) if frame is not None and dialogue.asked else None
    if frame is None or asked is None or dialogue.last is None:
        return None
    if ranked and _is_new_request(said, ranked[0], frame):
        return None
    filled = typed(frame, said)
    values = dict(filled.values)
    if asked.name not in values:
        own = _whole_answer(asked, said, filled)
        if own is not None:
            values = {**_without_texts(frame, values), asked.name: own}
    if not values:
        return None
    merged = {**dialogue.last.params, **values}
    return Continued(Act.ANSWER, _reading(frame, merged, filled, set(dialogue.last.params) - set(values)))


def looked_at(heard: Heard, kind: str) -> Reading | None:
    """Return the look of the turn before again, for a question about what it shows that nothing else answers."""
    dialogue = heard.dialogue
    frame = heard.frames.get(dialogue.last.frame) if dialogue.last is not None else None
    if frame is None or dialogue.last is None or not frame.is_harmless or heard.change < _CERTAIN:
        return None
    is_shown = any(_focused(each, frame, dialogue.last.params) == kind for each in frame.fields if each.is_required)
    if not kind or not is_shown or not asks(Wording(heard.words)):
        return None
    return _reading(frame, dialogue.last.params, Filled(), set(dialogue.last.params))


def goes_on(heard: Heard, wording: Wording) -> bool:
    """Tell whether words begin as a follow-up does, or say a value, and so are more than talk: `e multa?`."""
    dialogue = heard.dialogue
    frame = heard.frames.get(dialogue.last.frame) if dialogue.last is not None else None
    if frame is None or dialogue.last is None:
        return False
    marks = find_marks(wording, heard.today, heard.roster, day_first=heard.language == "pt")
    change = find_change(
        frame, Said(wording, marks, heard.today, heard.now), dialogue.last.params, waits=dialogue.waits
    )
    cued = begins(without_interjections(wording.folded), "continues") is not None
    return change is not None and (not change.is_text or (cued and wording.text.rstrip().endswith("?")))


def continued(
    heard: Heard, said: Said, readings: Sequence[Reading], choice: tuple[str, tuple[int, int]] | None
) -> Continued | None:
    """Return the wish of the turn before with other values; none where words are a wish of their own."""
    dialogue = heard.dialogue
    frame = heard.frames.get(dialogue.last.frame) if dialogue.last is not None else None
    if frame is None or dialogue.last is None or (not frame.is_harmless and wants_to_know(said.wording)):
        return None
    best = readings[0] if readings else None
    if choice is not None and (found := _chosen(frame, said, heard, choice, best)) is not None:
        return found
    change = find_change(frame, said, dialogue.last.params, waits=dialogue.waits)
    if change is None or not _goes_on(heard, said, change, frame, best):
        return None
    act = Act.CORRECTION if dialogue.waits else Act.FOLLOW_UP
    if not dialogue.waits and not frame.is_harmless:
        _forget_done(frame, change)
    filled = Filled(change.values, change.places)
    return Continued(
        act,
        _reading(frame, change.values, filled, set(change.values) - change.changed),
        _left(said, filled, frame),
    )


def _forget_done(frame: Frame, change: Change) -> None:
    """Keep only the things of a change that was made: what it made of them is not made again, unless to another one."""
    names = {each.name for each in frame.fields if each.kind is FieldKind.NAME}
    needed = {each.name for each in frame.fields if each.is_required}
    if not names & change.changed:
        for name in set(change.values) - change.changed - names - needed:
            del change.values[name]


def inherit(
    frame: Frame, filled: Filled, heard: Heard, said: Said, choice: tuple[str, tuple[int, int]] | None
) -> frozenset[str]:
    """Fill what was left open with what was picked, with what is spoken of, or with what is on the screen."""
    found: set[str] = set()
    has_pointer = points(said.wording.unquoted)
    dialogue = heard.dialogue
    known = {**dialogue.shown, **dialogue.focus}
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
        pointed = isinstance(value, str) and is_pointing(value)
        kind = next((kind for kind in _kinds(each) if kind in known), None)
        if kind is None and each.of == ANY_THING:
            kind = _take_any_kind(frame, filled, known)
        if pointed and kind is None:
            del filled.values[each.name]
        elif kind is not None and (pointed or (value is None and (each.is_required or each.is_main or has_pointer))):
            filled.put(each.name, known[kind])
            found.add(each.name)
    for each in [one for one in frame.fields if one.kind is FieldKind.PATH and one.is_required]:
        if each.name not in filled.values and "path" in dialogue.shown:
            filled.put(each.name, dialogue.shown["path"])
            found.add(each.name)
    _inherit_day(frame, filled, known, said, found)
    return frozenset(found)


def _take_any_kind(frame: Frame, filled: Filled, known: Mapping[str, str]) -> str | None:
    """Return the kind of what was spoken of last, for a frame that takes any of those it knows.

    The kind is told with it.
    """
    choice = frame.field("kind")
    kinds = {value for _, value in choice.choices} if choice is not None else set[Any]()
    last = next((kind for kind in list(known)[::-1] if kind in kinds), None)
    if last is not None and choice is not None:
        filled.values.setdefault(choice.name, last)
    return last


def _inherit_day(frame: Frame, filled: Filled, known: Mapping[str, str], said: Said, found: set[str]) -> None:
    if "day" not in known or not re.search(
        r"\b(?:nesse dia|neste dia|naquele dia|esse dia|that day|no mesmo dia|same day)\b", said.wording.folded
    ):
        return
    for each in frame.fields:
        if each.kind in (FieldKind.DAY, FieldKind.FIRST_DAY, FieldKind.LAST_DAY) and each.name not in filled.values:
            filled.put(each.name, known["day"])
            found.add(each.name)


def _goes_on(heard: Heard, said: Said, change: Change, frame: Frame, best: Reading | None) -> bool:
    """Tell whether words go on from the turn before.

    The head says so, they are mostly values for it, or begin like that.
    """
    text, waits = without_interjections(said.wording.folded), heard.dialogue.waits
    goes_on = begins(text, "continues") is not None
    cued = goes_on or (waits and begins(text, "corrects") is not None)
    if _does_else(heard, said, best, frame):
        return False
    if waits and change.is_told:
        return True
    if change.is_text and not goes_on and (asks(said.wording) or asks_for(said.wording)):
        return False
    covered, weight = _covered(said, change, frame)
    needed = _CHANGE if change.is_text else _NEEDED if waits else _LIKELY_CHANGE
    is_sure_other = best is not None and best.frame.name != frame.name and not best.is_clash and best.share >= _CERTAIN
    if heard.change >= needed and (waits or not is_sure_other or heard.change >= _CERTAIN):
        return True
    if waits and cued and covered >= _COVERED:
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


def _covered(said: Said, change: Change, frame: Frame) -> tuple[float, int]:
    """Return which part of the words that carry meaning belongs to the turn before, and how many there are."""
    words = [word for word in said.wording.words if word.folded not in EMPTY]
    denied = [(mark.start, mark.end) for mark in said.marks if is_denied(mark, said)]
    places = [*change.taken, *denied]
    known = {word for phrase in frame_words(frame) for word in phrase.split()} | COMMANDS | word_set("copulas")
    own = [
        word
        for word in words
        if word.folded in known
        or begins(word.folded, "corrects")
        or any(start < word.end and word.start < end for start, end in places)
    ]
    return (len(own) / len(words) if words else 0.0), len(words)


def _does_else(heard: Heard, said: Said, best: Reading | None, frame: Frame) -> bool:
    """Tell whether words tell, by a verb and its object, to do something else than the turn before."""
    cue = begins(said.wording.folded, "continues")
    led = said.wording.words_behind(0 if cue is None else cue.end())
    tells = bool(led) and led[0].folded in COMMANDS - word_set("changing")
    if tells and frame.is_harmless and led[0].folded in DEEDS["make"] | DEEDS["remove"]:
        return True
    likely = _SURE if heard.dialogue.waits and heard.change >= _CHANGE else _LIKELY
    return tells and best is not None and best.frame.name != frame.name and best.share >= likely and not best.is_clash


def _is_new_request(said: Said, best: Reading, frame: Frame) -> bool:
    words = said.wording.words
    is_order = bool(words) and words[0].folded in COMMANDS
    is_question = said.wording.text.rstrip().endswith("?")
    is_other = best.frame.name != frame.name and best.share >= _SURE
    return is_other and (is_order or is_question or best.share >= _CERTAIN)


def _whole_answer(asked: Field, said: Said, filled: Filled) -> Any:
    """Return all that was said as the value that was asked for, where it takes words."""
    if asked.kind not in TEXTS:
        return None
    text = _LEADS_TO_ANSWER.sub("", said.wording.text.strip().strip("\"'“”‘’`"))
    proper = next((mark for mark in said.marks if mark.kind in (MarkKind.QUOTE, MarkKind.NAME)), None)
    if proper is not None and asked.kind is not FieldKind.TEXT:
        text = said.wording.text[proper.start : proper.end].strip("\"'“”")
    text = text.strip(" .!?")
    return ([text] if asked.kind is FieldKind.LIST or asked.is_list else text) or None


def _without_texts(frame: Frame, values: Mapping[str, Any]) -> dict[str, Any]:
    texts = {each.name for each in frame.fields if each.kind in TEXTS}
    return {name: value for name, value in values.items() if name not in texts}


def _left(said: Said, filled: Filled, frame: Frame) -> tuple[str, ...]:
    words = Segments(said.wording, filled.taken, frame, said.marks).unused()
    return tuple(said.wording.text[word.start : word.end] for word in words if not begins(word.folded, "corrects"))


def _chosen(
    frame: Frame, said: Said, heard: Heard, choice: tuple[str, tuple[int, int]], best: Reading | None
) -> Continued | None:
    """Return the thing that was picked, for the wish of the turn before, where words say nothing else."""
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


def _is_only_pointing(value: Any, choice: str) -> bool:
    return isinstance(value, str) and (is_pointing(value) or value == choice or len(value.split()) <= _FEW)
