"""Hearing: whether somebody's words ask for work, answer a question or change a plan. In code, without a model."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

from aule.contracts.text import fold
from aule.contracts.text import words as words_in
from aule.models.phrases import small_talk
from aule.models.slots import skeleton
from aule.models.utterance import Utterance
from aule.understanding.alignment import QUOTED
from aule.understanding.values.numerals import integer

LONGEST = 4_000
"""Characters of a message that are looked at."""


@dataclass(frozen=True, slots=True)
class Talk:
    """Words that ask for no work: a greeting, a question, something one call can do."""


@dataclass(frozen=True, slots=True)
class NewPlan:
    """Work of more than one step."""

    request: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody says to the open question, or one of the three ways not to answer it."""

    text: str
    kind: Literal["answer", "decide", "unknown", "skip"] = "answer"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change to the plan on the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """The plan on the table is given up."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """The plan on the table is taken as it is, with what is still open in it."""


@dataclass(frozen=True, slots=True)
class Start:
    """Somebody wants the plan to run. Words never approve: they are shown where to do it."""


Heard = Talk | NewPlan | Answer | Suggestion | Cancel | GoOn | Start


def asks_for_work(words: str, plan_open: bool = False, question_open: bool = False) -> Heard:
    """What somebody's words mean here: is there a plan on the table, is a question of it open (PL-3)."""
    text = words.strip()[:LONGEST]
    said = _said(text)
    if not said:
        return Talk()
    if plan_open or question_open:
        return _about_the_plan(text, said, question_open=question_open)
    return NewPlan(words.strip()) if _is_work(text, said) else Talk()


def asks_by_name(words: str) -> bool:
    """Whether somebody asks for a plan in so many words: "planeje …", "make a plan for …", "/plan …"."""
    return _has(_said(words.strip()[:LONGEST]), "plan", "asks")


def speaks_of_plan(words: str) -> bool:
    """Whether somebody names the plan itself, or one of its steps."""
    said = _said(words.strip()[:LONGEST])
    return _mentions(said, "open", "step") or _mentions(said, "open", "plan")


def makes_many(words: str) -> bool:
    """Whether somebody wants several things of a kind made."""
    return _is_many(words[:LONGEST], words_in(skeleton(words[:LONGEST])))


def _about_the_plan(text: str, said: str, *, question_open: bool) -> Heard:
    """What is meant while a plan is on the table."""
    if (fixed := _fixed(said, question_open=question_open)) is not None:
        return fixed
    if _is_small_talk(text):
        return Talk()
    if _has(said, "plan", "anew") and not _mentions(said, "open", "step"):
        return NewPlan(text)
    spoken = Utterance.of(text)
    changes = _mentions(said, "open", "change")
    if (_mentions(said, "open", "step") or _mentions(said, "open", "plan")) and changes:
        return Suggestion(text)
    if question_open:
        return Talk() if spoken.asks and text.endswith("?") else Answer(text)
    if spoken.asks:
        return Talk()
    if changes or _is_work(text, said):
        return Suggestion(text)
    return Talk()


def _fixed(said: str, *, question_open: bool) -> Heard | None:
    """Set phrases: the whole message is one of them."""
    if said in _phrases("open", "cancel"):
        return Cancel()
    if said in _phrases("open", "as_it_is"):
        return GoOn()
    if said in _phrases("open", "start"):
        return Start()
    if question_open:
        for kind in ("decide", "unknown", "skip"):
            if said in _phrases("open", kind):
                return Answer("", kind)
    return None


def _is_work(text: str, said: str) -> bool:
    """Whether a message asks for more than one call can do."""
    if _has(said, "plan", "asks") or _has(said, "many", "review"):
        return not text.endswith("?") or _has(said, "plan", "asks")
    bare = words_in(skeleton(text))
    politely = _behind_courtesy(bare)
    if _is_small_talk(text) or (politely is None and Utterance.of(text).asks):
        return False
    bare = politely or bare
    if any(word in _set("work", "heavy") for word in bare):
        return True
    deeds = [word for word in bare if word in _set("work", "doing")]
    if not deeds:
        return False
    is_large = _is_large(bare) and not _has(said, "work", "single")
    return _is_many(text, bare) or is_large or _is_chain(bare)


def _behind_courtesy(bare: list[str]) -> list[str] | None:
    """What follows "can you": a request in the form of a question; none when it is not one."""
    for length in range(min(3, len(bare) - 1), 0, -1):
        if " ".join(bare[:length]) in _phrases("work", "polite") and bare[length] in _deeds():
            return bare[length:]
    return None


def _deeds() -> frozenset[str]:
    return _set("work", "doing") | _set("work", "heavy")


def _is_large(bare: list[str]) -> bool:
    """A verb of doing that meets something that is never one step."""
    return any(word in _set("work", "large") for word in bare)


def _is_many(text: str, bare: list[str]) -> bool:
    """Several things are to be made: two writes or more are a plan."""
    count = integer(QUOTED.sub(" ", text))
    makes = {"crie", "cria", "criar", "escreva", "escreve", "escrever", "gere", "gera", "gerar", "faca", "faz", "fazer"}
    makes |= {"prepare", "prepara", "preparar", "monte", "monta", "create", "write", "generate", "make"}
    return (
        count is not None and count > 1 and not makes.isdisjoint(bare) and not _set("many", "things").isdisjoint(bare)
    )


def _is_chain(bare: list[str]) -> bool:
    """Two different doings that are put one after the other: read this *and* write that."""
    joined = [place for place, word in enumerate(bare) if word in ("e", "and", "depois", "then", "entao", "em")]
    deeds = [place for place, word in enumerate(bare) if word in _set("work", "doing")]
    return (
        any(min(deeds) < place and any(place < deed <= place + 3 for deed in deeds) for place in joined)
        and len({bare[place] for place in deeds}) > 1
    )


def _is_small_talk(text: str) -> bool:
    return small_talk(text, "en", "") is not None


def _said(text: str) -> str:
    """A message as set phrases are written."""
    prefix = "/plan " if fold(text).startswith("/plan") else ""
    return (prefix + " ".join(words_in(text))).strip()


def _has(said: str, section: str, name: str) -> bool:
    spaced = f" {said} "
    return any(f" {phrase} " in spaced for phrase in _phrases(section, name))


def _mentions(said: str, section: str, name: str) -> bool:
    return not _set(section, name).isdisjoint(said.split())


def _load() -> dict[str, Any]:
    return tomllib.loads((resources.files("aule.kernel.plans.team") / "hearing.toml").read_text("utf-8"))


_BOOK = _load()
_SETS = {(section, name): frozenset(text.split()) for section, names in _BOOK.items() for name, text in names.items()}
_PHRASES = {
    (section, name): frozenset(" ".join(phrase.split()) for phrase in text.split("|"))
    for section, names in _BOOK.items()
    for name, text in names.items()
}


def _set(section: str, name: str) -> frozenset[str]:
    return _SETS[section, name]


def _phrases(section: str, name: str) -> frozenset[str]:
    return _PHRASES[section, name]


LEADING = _set("work", "leading")
"""Words of the work itself, not of what it is about."""
