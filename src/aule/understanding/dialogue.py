"""Dialogue: where a conversation stands, and what kind of turn somebody's words are in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from aule.contracts.talk.understanding import Act
from aule.text.words import words as folded_words
from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import COMMANDS, COURTESY, EMPTY, NUMBERS, WEEKDAYS


@dataclass(frozen=True, slots=True)
class Wanted:
    """A frame with the values it had in an earlier turn."""

    frame: str
    params: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Where a conversation stands."""

    last: Wanted | None = None
    """What was wanted in the turn before."""
    waits: bool = False
    """Whether that waits for somebody's decision, as a card."""
    asked: str = ""
    """The parameter of it that was asked for."""
    options: tuple[str, ...] = ()
    """Frames that were offered to choose from."""
    listed: tuple[str, ...] = ()
    """Titles that were listed, in order."""
    focus: Mapping[str, str] = field(default_factory=dict[str, str])
    """The things that are spoken of, by kind; the latest of each."""
    shown: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is open on the screen, by kind."""


def plain_act(wording: Wording) -> Act | None:
    """Return the act of the plainest small talk and calls for help, which is known before any sentence is encoded."""
    said = _bare(wording)
    if not said:
        return None
    joined = f" {' '.join(said)} "
    if _is_made_of(said, "thanks") and _has(joined, "thanks_cue"):
        return Act.SMALL_TALK
    asks_help = _has(joined, "help") or (len(said) <= _FEW and _has(joined, "help_word"))
    return Act.HELP if asks_help and len(said) <= _LONGER else None


_FEW, _SHORT, _LONGER = 3, 9, 14
_PLACES = {
    "primeiro": 0, "primeira": 0, "segundo": 1, "segunda": 1, "terceiro": 2, "terceira": 2, "quarto": 3, "quarta": 3,
    "quinto": 4, "quinta": 4, "sexto": 5, "sexta": 5, "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4,
    "ultimo": -1, "ultima": -1, "last": -1, "penultimo": -2, "penultima": -2,
}  # fmt: skip
_NUMBERED = re.compile(r"\b(?:(?:numero|number|opcao|option|item) (\d{1,2}|[a-z]+)|(?:o|a|the) (\d{1,2}))\b")
_ONLY_NUMBER = re.compile(r"\W*(?:(?:a|o|the|no|n|numero|number)\s*)?(\d{1,2})\W*")
_BY_POSITION = re.compile(
    r"\b(?:(?P<middle>(?:[oa]|aquel[ea]) do meio|the (?:middle|one in the middle)(?: one)?)"
    r"|(?P<top>(?:[oa]|aquel[ea]) de cima|the top(?: one)?)|(?:[oa]|aquel[ea]) de baixo|the bottom(?: one)?)\b"
)


def picked(wording: Wording, listed: Sequence[str]) -> tuple[str, tuple[int, int]] | None:
    """Return the listed thing that words choose by its place or by its title, and where they do."""
    if not listed:
        return None
    for word in wording.words:
        place = _PLACES.get(word.folded)
        if place is not None and -len(listed) <= place < len(listed) and _is_a_place(wording, word.start, word.end):
            return listed[place], (word.start, word.end)
    if (found := _ONLY_NUMBER.fullmatch(wording.folded)) is not None and 1 <= int(found[1]) <= len(listed):
        return listed[int(found[1]) - 1], found.span(1)
    if (found := _BY_POSITION.search(wording.unquoted)) is not None:
        place = len(listed) // 2 if found["middle"] else 0 if found["top"] else -1
        if not found["middle"] or len(listed) % 2:
            return listed[place], found.span()
    for found in _NUMBERED.finditer(wording.unquoted):
        said = found[1] or found[2]
        number = int(said) if said.isdigit() else NUMBERS.get(said, 0)
        if 1 <= number <= len(listed):
            return listed[number - 1], found.span()
    return _by_title(wording, listed)


def _by_title(wording: Wording, listed: Sequence[str]) -> tuple[str, tuple[int, int]] | None:
    """Return the only listed thing whose title has all the words that carry meaning."""
    said = [word for word in wording.words if word.folded not in EMPTY and word.folded not in COMMANDS]
    if not said or len(said) > _SHORT:
        return None
    wanted = {word.folded for word in said}
    fits = [title for title in listed if wanted <= set(folded_words(title))]
    return (fits[0], (said[0].start, said[-1].end)) if len(fits) == 1 else None


def _is_a_place(wording: Wording, start: int, end: int) -> bool:
    """Tell whether an ordinal stands for a thing of a list: behind an article, with no noun of its own."""
    before, behind = wording.words_before(start), wording.words_behind(end)
    leads = word_set("before_place")
    leads = leads - {"na", "no", "pra", "pro", "da"} if wording.folded[start:end] in WEEKDAYS else leads
    if before and before[0].folded not in leads:
        return False
    if not behind or "," in wording.folded[end : behind[0].start]:
        return True
    return behind[0].folded in EMPTY | COMMANDS | word_set("behind_place")


def begins(text: str, name: str) -> re.Match[str] | None:
    """Return how a folded sentence begins that corrects, or goes on from, what was said before."""
    return _beginning(name).match(text)


def without_interjections(folded: str) -> str:
    """Return a folded sentence without the sounds and small words it begins with: *tá*, *ok*, *oh*."""
    return (
        folded[found.end() :]
        if (found := pattern("interjections", behind=r"(?=[\s,])[\s,.!]*").match(folded))
        else folded
    )


def _beginning(name: str) -> re.Pattern[str]:
    return pattern(name, behind=r"\b")


@cache
def pattern(name: str, before: str = r"\W*(?:", behind: str = "") -> re.Pattern[str]:
    """Return one of the phrases of a list, the longest first, with what may stand around it."""
    phrases = sorted((re.escape(" ".join(each.split())) for each in _book()[name].split("|")), key=len, reverse=True)
    return re.compile(rf"{before}{'|'.join(phrases)}){behind}")


def points(text: str) -> bool:
    """Tell whether a folded text has a word that points at something known."""
    return not word_set("pointing").isdisjoint(re.findall(r"\w+", text))


def _bare(wording: Wording) -> list[str]:
    """Return the words of a sentence without those of courtesy, unless there are no others."""
    text = " ".join(word.folded for word in wording.words)
    bare = f" {text} "
    for phrase in (each for each in COURTESY if each in _set_aside()):
        bare = bare.replace(f" {phrase} ", " ")
    return bare.split() or text.split()


@cache
def _set_aside() -> frozenset[str]:
    return frozenset(" ".join(each.split()) for each in _book()["aside"].split("|"))


def _is_made_of(said: Sequence[str], name: str) -> bool:
    known = word_set(name)
    return all(word in known or word in EMPTY for word in said)


def _has(joined: str, name: str) -> bool:
    return any(f" {' '.join(each.split())} " in joined for each in _book()[name].split("|"))


@cache
def word_set(name: str) -> frozenset[str]:
    """Return a set of words that people say to a conversation itself."""
    return frozenset(_book()[name].split())


@cache
def _book() -> dict[str, str]:
    return tomllib.loads((resources.files("aule.understanding") / "dialogue.toml").read_text("utf-8"))
