"""Corrections: what is offered to somebody who was misunderstood, and which sentence may be learned from it.

The sentence that was misread is the one of the turn before. Its other readings are offered with the values they had.
When one of them is taken, or the wish is said in other words, it is asked once whether the sentence may be kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aule.contracts.talk.brain import Lesson, Observed, Standing
from aule.contracts.talk.understanding import LONGEST_LEARNED, Act, Meant, Understood, Verdict
from aule.models.builtin.language import Language
from aule.models.builtin.phrases import phrase, talk_kind
from aule.text.words import fold, headline, is_whole, words
from aule.understanding.deeds import asks, clashes, deeds_in
from aule.understanding.dialogue import Dialogue, plain_act
from aule.understanding.filling.fields import Frame
from aule.understanding.readings import Reading, Understanding
from aule.understanding.rejection import rejected
from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import EMPTY

if TYPE_CHECKING:
    from aule.models.builtin.wishes import Turned

LONGEST_SHOWN = 120
FEWEST_WORDS = 2


@dataclass(frozen=True, slots=True)
class Correction:
    """Words that reject what was understood before."""

    told: Understood
    """What was understood."""
    instead: str
    """What they say in its place; empty where they say nothing else."""


def correction_of(standing: Standing | None, said: str) -> Correction | None:
    """Return what words correct; none where they reject nothing, or nothing was understood before them."""
    instead = rejected(said)
    if instead is None or standing is None or standing.understood is None:
        return None
    return Correction(standing.understood, instead)


def other_readings(told: Understood, frames: Mapping[str, Frame]) -> Understanding:
    """Return the readings of a sentence that were not taken, to choose from; without any, it has to be said anew."""
    wrong = {each.capability for each in told.calls}
    offered = told.others if told.calls else []  # all that was to choose from is rejected as well
    readings = tuple(
        Reading(frames[each.capability], each.share, dict(each.params))
        for each in offered
        if each.capability in frames and each.capability not in wrong
    )
    return Understanding(Act.NOT_MEANT, Verdict.CHOOSE, readings)


def without_past(dialogue: Dialogue) -> Dialogue:
    """Return where a conversation stands when what was wanted last was not meant."""
    return replace(dialogue, last=None, waits=False, asked="")


def corrected_by(meant: Meant | None, standing: Standing | None, said: str) -> str:
    """Return the sentence that was read otherwise before somebody chose on its card what is meant; empty for none."""
    told = None if standing is None else standing.understood
    if meant is None or told is None or fold(told.words) != fold(said) or not told.calls:
        return ""
    chosen = {each.capability for each in meant.calls}
    return told.words if chosen.isdisjoint(each.capability for each in told.calls) else ""


def lesson_of(turned: Turned) -> Lesson | None:
    """Return what may be learned from a turn that corrects: its sentence, with the one thing that was meant.

    Nothing that a rule speaks against is learned: a sentence that removes never means to make something.
    """
    said, calls = " ".join(turned.corrects.split()), turned.told.calls
    best = turned.found.best
    if not said or best is None or len(calls) != 1 or calls[0].capability != best.frame.name or not is_learnable(said):
        return None
    wording = Wording(said)
    if clashes(best.frame, deeds_in(wording), is_question=asks(wording)):
        return None
    return Lesson(said, best.frame.name)


def is_learnable(said: str) -> bool:
    """Tell whether a sentence can be kept: it is short, says something, and is no word to the talk itself."""
    if len(said) > LONGEST_LEARNED or not is_whole(said) or not all(each.isprintable() for each in said):
        return False
    if talk_kind(said) is not None or plain_act(Wording(said)) is not None or rejected(said) is not None:
        return False
    found = words(said)
    return len(found) >= FEWEST_WORDS and any(word not in EMPTY and not word.isdigit() for word in found)


def question(lesson: Lesson, title: str, language: Language) -> tuple[str, list[str]]:
    """Return the one question whether a sentence may be kept, and its two answers."""
    asked = phrase("may_learn", language, said=headline(lesson.said, LONGEST_SHOWN), title=title)
    return asked, [phrase("learn", language), phrase("learn_not", language)]


def consent_in(since: Sequence[Observed], ask: str) -> Observed | None:
    """Return the answer to that question: the one that came after something was done."""
    done = any(entry.capability != ask for entry in since)
    return since[-1] if done and since[-1].capability == ask else None


def is_consent(answer: str, language: Language) -> bool:
    """Tell whether an answer says yes in the very word that was offered; every other word is a no."""
    return fold(answer) == fold(phrase("learn", language))
