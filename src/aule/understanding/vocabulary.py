"""The vocabulary of tier 0: function words, verbs of effect, numbers and dates, in Portuguese and English."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Literal, get_args

Verb = Literal["make", "put", "change", "remove", "show", "find", "keep"]
Deed = Literal["make", "change", "remove", "show", "find", "run"]
"""What a verb does to the world."""

_BOOK: dict[str, Any] = tomllib.loads((resources.files("aule.understanding") / "words.toml").read_text("utf-8"))


def words_of(section: str, name: str) -> frozenset[str]:
    """Return the words of one list of the vocabulary."""
    return frozenset(_BOOK[section][name].split())


def _numbered(section: str) -> dict[str, int]:
    return {word: int(number) for number, said in _BOOK[section].items() for word in said.split()}


PORTUGUESE = words_of("function", "pt")
ENGLISH = words_of("function", "en")
EMPTY = PORTUGUESE | ENGLISH
"""Words that carry no meaning of their own."""

VERBS: dict[Verb, frozenset[str]] = {verb: words_of("verbs", verb) for verb in get_args(Verb)}
VERB_OF: dict[str, Verb] = {word: verb for verb, said in VERBS.items() for word in said}

NOT = words_of("signs", "not")
ASKING = words_of("signs", "asking")
ASKING_TWO = frozenset(tuple(said.split()) for said in _BOOK["signs"]["asking_two"])

NUMBERS = _numbered("numbers")
WEEKDAYS = _numbered("weekdays")
MONTHS = _numbered("months")
ORDERED = words_of("ordered", "nouns")
"""Things that are numbered by words which are also days: *a segunda prova*."""
BEHIND_DAY = words_of("ordered", "behind_day")
"""Words that may stand behind the name of a day; most others tell that the name numbers something."""


def _phrases(section: str) -> tuple[str, ...]:
    said = [" ".join(each.split()) for text in _BOOK[section].values() for each in text.split("|")]
    return tuple(sorted({each for each in said if each}, key=lambda each: (-len(each), each)))


def forms(lemma: str) -> set[str]:
    """Return the forms of a verb in which wishes are said; a lemma with a full stop is such a form itself."""
    if lemma.endswith("."):
        return {lemma[:-1]}
    root, ending = lemma[:-2], lemma[-2:]
    if ending == "ar":
        soft = root[:-1] + "qu" if root.endswith("c") else root + "u" if root.endswith("g") else root
        soft = root[:-1] + "c" if root.endswith("ç") else soft
        tails = {
            "a",
            "o",
            "ar",
            "ei",
            "ou",
            "ando",
            "am",
            "amos",
            "ada",
            "ado",
            "adas",
            "ados",
            "arem",
            "aria",
            "ava",
            "asse",
            "aram",
        }
        return {root + tail for tail in tails} | {soft + tail for tail in ("e", "em", "emos", "ei")}
    if ending in ("er", "ir"):
        tails = {
            "e",
            "a",
            "o",
            ending,
            "i",
            "eu",
            "iu",
            "endo",
            "indo",
            "am",
            "amos",
            "ido",
            "ida",
            "idos",
            "idas",
            "esse",
            "isse",
            "eram",
            "iram",
        }
        return {root + tail for tail in tails}
    past = lemma + ("d" if lemma.endswith("e") else "ed")
    return {lemma, f"{lemma}s", past, f"{lemma.removesuffix('e')}ing"}


COURTESY = _phrases("courtesy")
"""Phrases around a wish that say nothing of it, the longest first."""
ENDS = _phrases("ends")
"""Phrases behind which the name of something does not go on, the longest first."""
ARTICLES = words_of("texts", "articles")
POINTING = words_of("texts", "pointing")
"""Words that point at a text instead of saying it."""
BEFORE_FILES = words_of("texts", "before_files")
"""Words that may stand before a kind of file: *os* pdf."""
ADVERBS = frozenset(_phrases("adverbs"))
"""Phrases of courtesy that, at the end of a text, may as well belong to it."""
LEADS = words_of("leads", "pt") | words_of("leads", "en")
"""Words with which a wish begins before it says what it is about."""
BETWEEN = words_of("each", "between")
"""Words between somebody's name and what is said of them."""
NOT_PROPER = words_of("proper", "not_names")
NEVER_PROPER = words_of("proper", "never")
"""Words for a kind of thing that are written in capitals anywhere."""
MORE, FEWER = words_of("steps", "more"), words_of("steps", "fewer")
"""Words that tell of a step up or down."""
DEEDS: dict[Deed, frozenset[str]] = {
    deed: frozenset(form for lemma in _BOOK["commands"][deed].split() for form in forms(lemma))
    for deed in get_args(Deed)
}
COMMANDS = frozenset(form for forms in DEEDS.values() for form in forms)
"""Every form of every verb of doing."""
