"""Plan acts: whether words ask for work of several steps, answer a plan's question, or change the plan that is open."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from importlib import resources

from aule.text.words import fold, words
from aule.understanding.alignment import align, blank_quotes
from aule.understanding.deeds import asks
from aule.understanding.dialogue import plain_act
from aule.understanding.filling.edges import COLON
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import PATH
from aule.understanding.values.numerals import integer

LONGEST = 4_000
"""Characters of a message that are looked at."""
_SHORT = 40
"""Letters of words that do nothing but ask for a plan."""
_CLOSE = 3
"""How many words behind *and* the next verb may stand."""


class PlanAct(StrEnum):
    """What words do to a plan."""

    TALK = "talk"
    """They ask for no work: a greeting, a question, something one call can do."""
    NEW = "new"
    """They ask for work of more than one step."""
    ANSWER = "answer"
    """They answer the open question; the next three are ways not to."""
    DECIDE = "decide"
    UNKNOWN = "unknown"
    SKIP = "skip"
    CHANGE = "change"
    DROP = "drop"
    GO_ON = "go_on"
    """They take the plan as it is, with what is still open in it."""
    START = "start"
    """They want the plan to run. Words never approve: people are shown where to do it."""


def plan_act(said: str, *, has_plan: bool = False, has_question: bool = False) -> PlanAct:
    """Return what words do, where a plan is open or not, and a question of it is open or not."""
    text = said.strip()[:LONGEST]
    if not _joined(text):
        return PlanAct.TALK
    if not has_plan and not has_question:
        return PlanAct.NEW if asks_for_work(text) else PlanAct.TALK
    if (fixed := _set_phrase(text, has_question=has_question)) is not None:
        return fixed
    if _has(text, "anew") and not _mentions(text, "step"):
        return PlanAct.NEW
    changes, is_question = _mentions(text, "change"), text.endswith("?") or asks(Wording(text))
    if changes and names_plan(text):
        return PlanAct.CHANGE
    if has_question:
        return PlanAct.TALK if text.endswith("?") else PlanAct.ANSWER
    return PlanAct.CHANGE if not is_question and (changes or asks_for_work(text)) else PlanAct.TALK


def asks_for_plan(said: str) -> bool:
    """Tell whether words ask for a plan by name: *planeje …*, *make a plan for …*, */plan …*."""
    return _has(said.strip()[:LONGEST], "asks")


def behind_plan(said: str) -> str:
    """Return what is to be planned, without the words before a colon that only ask for a plan: *planeje: …*."""
    head, _, rest = said.partition(":")
    return rest.strip() if rest.strip() and len(head) <= _SHORT and asks_for_plan(head) else said


def names_plan(said: str) -> bool:
    """Tell whether words name the plan itself, or one of its steps."""
    text = said.strip()[:LONGEST]
    return _mentions(text, "step") or _mentions(text, "plan")


def makes_many(said: str) -> bool:
    """Tell whether words ask for several things of a kind."""
    text = said[:LONGEST]
    count, bare = integer(blank_quotes(text)), _bare(text)
    counted = count is not None and count > 1
    return counted and not word_set("makes").isdisjoint(bare) and not word_set("things").isdisjoint(bare)


def asks_for_work(said: str) -> bool:
    """Tell whether words ask for more than one call can do."""
    text = said.strip()[:LONGEST]
    if asks_for_plan(text):
        return True
    if asks(Wording(text)):
        return False
    bare = _bare(text)
    deeds = [word for word in bare if word in word_set("doing")]
    is_large = not word_set("large").isdisjoint(bare) and not _has(text, "single")
    return (
        _has(text, "review")
        or not word_set("heavy").isdisjoint(bare)
        or (bool(deeds) and (is_large or makes_many(text) or _is_chain(bare)))
    )


def _set_phrase(text: str, *, has_question: bool) -> PlanAct | None:
    """Return what a message does that is nothing but a set phrase, or words to the conversation itself."""
    said = _joined(text)
    open_kinds = (PlanAct.DECIDE, PlanAct.UNKNOWN, PlanAct.SKIP) if has_question else ()
    for kind in (*open_kinds, PlanAct.DROP, PlanAct.GO_ON, PlanAct.START):
        if said in _phrases(kind.value):
            return kind
    return None if plain_act(Wording(said)) is None else PlanAct.TALK


def _is_chain(bare: Sequence[str]) -> bool:
    """Tell whether two different doings are put one after the other: read this *and* write that."""
    deeds = [place for place, word in enumerate(bare) if word in word_set("doing")]
    joins = [place for place, word in enumerate(bare) if word in word_set("joins")]
    follows = any(deeds[0] < place and any(place < deed <= place + _CLOSE for deed in deeds) for place in joins)
    return follows and len({bare[place] for place in deeds}) > 1


def _bare(text: str) -> list[str]:
    """Return the words of a message without quotations, paths, and what follows a colon."""
    head = COLON.split(blank_quotes(align(text)), maxsplit=1)[0]
    return words(PATH.sub(" ", head)) or words(text)


def _joined(text: str) -> str:
    """Return a message as set phrases are written."""
    prefix = "/plan " if fold(text).startswith("/plan") else ""
    return (prefix + " ".join(words(text))).strip()


def _has(text: str, name: str) -> bool:
    said = f" {_joined(text)} "
    return any(f" {phrase} " in said for phrase in _phrases(name))


def _mentions(text: str, name: str) -> bool:
    return not word_set(name).isdisjoint(words(text))


@cache
def word_set(name: str) -> frozenset[str]:
    """Return one of the sets of words that are said of plans and of work."""
    return frozenset(_book()[name].split())


@cache
def _phrases(name: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in _book()[name].split("|"))


@cache
def _book() -> dict[str, str]:
    return tomllib.loads((resources.files("aule.understanding") / "plan_acts.toml").read_text("utf-8"))
