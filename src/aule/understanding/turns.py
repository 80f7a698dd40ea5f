"""Turns: what kind of turn somebody's words are, by the trained head and by where the conversation stands.

The head knows words; it does not know what came before them. *Vai* is a yes beside a card and nothing without one. So
each share of the head is weighed by where the conversation stands, by the table below, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from aule.contracts.talk.understanding import Act
from aule.understanding.deeds import deed_of
from aule.understanding.dialogue import Dialogue, word_set
from aule.understanding.filling.fields import Frame
from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import DEEDS, EMPTY


class Turn(StrEnum):
    """A kind of turn that the head was trained for."""

    REQUEST = "request"
    CHANGE = "change"
    """Needs what came before: it corrects what waits, or goes on from it."""
    GO_ON = "go_on"
    STOP = "stop"
    UNDO = "undo"
    REDO = "redo"
    SMALL_TALK = "small_talk"
    HELP = "help"


TURN_SURE, CLAUSE_SURE = 0.5, 0.8
"""From which share on words that ask for nothing of their own are taken as such: a sentence, and one of its clauses."""
TOGETHER = 0.7
"""From which share on all such acts together are enough, though none of them is sure."""
_STANDING: Mapping[str, Mapping[Turn, float]] = {
    "nothing came before": {Turn.CHANGE: 0.0, Turn.GO_ON: 0.5, Turn.STOP: 0.5, Turn.REQUEST: 1.5},
    "a card waits": {Turn.CHANGE: 2.0, Turn.GO_ON: 2.5, Turn.STOP: 2.0, Turn.REDO: 0.5, Turn.SMALL_TALK: 0.7},
    "something was asked": {Turn.CHANGE: 3.0, Turn.GO_ON: 0.3, Turn.SMALL_TALK: 0.2, Turn.HELP: 0.5},
    "things were listed": {Turn.CHANGE: 1.5},
    "something was done": {Turn.CHANGE: 1.2, Turn.UNDO: 1.5, Turn.REDO: 1.5, Turn.STOP: 0.7},
}
"""How much likelier or less likely a kind of turn is, by where a conversation stands."""


def weigh(shares: Mapping[str, float], dialogue: Dialogue) -> dict[Turn, float]:
    """Return how likely each kind of turn is here; together they are one."""
    weights = [_STANDING[each] for each in _standing(dialogue)]
    found = {turn: shares.get(turn.value, 0.0) for turn in Turn}
    for each in weights:
        found = {turn: share * each.get(turn, 1.0) for turn, share in found.items()}
    total = sum(found.values()) or 1.0
    return {turn: share / total for turn, share in found.items()}


def act_of(turns: Mapping[Turn, float], least: float = TURN_SURE) -> Act | None:
    """Return the act of words that ask for nothing of their own; none for a request, for a change, and below a share.

    All such acts count together against a request and a change: between two of them it is one of both.
    """
    plain = {turn: share for turn, share in turns.items() if turn not in (Turn.REQUEST, Turn.CHANGE)}
    if sum(plain.values()) < max(least, turns.get(Turn.REQUEST, 0.0), turns.get(Turn.CHANGE, 0.0)):
        return None
    best = max(plain, key=lambda turn: plain[turn])
    is_one = plain[best] >= least or sum(plain.values()) >= TOGETHER
    return Act(best.value) if is_one and plain[best] > turns.get(Turn.CHANGE, 0.0) else None


def repeats(frame: Frame, wording: Wording) -> bool:
    """Tell whether words are nothing but a verb that does what waits: *apaga logo*, beside a card that deletes."""
    said = [word.folded for word in wording.words if word.folded not in EMPTY | word_set("interjections_behind")]
    is_led = bool(said) and wording.words[0].folded == said[0]
    return is_led and len(said) == 1 and said[0] in DEEDS[deed_of(frame)] - DEEDS["show"]


def _standing(dialogue: Dialogue) -> list[str]:
    if dialogue.last is None:
        return ["nothing came before"]
    if dialogue.asked:
        return ["something was asked"]
    found = ["a card waits"] if dialogue.waits else ["something was done"]
    return [*found, "things were listed"] if dialogue.listed else found
