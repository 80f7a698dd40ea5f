"""The vocabulary of tier 0: function words, verbs of effect, numbers and dates, in Portuguese and English."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Literal, get_args

Verb = Literal["make", "put", "change", "remove", "show", "find", "keep"]

_BOOK: dict[str, Any] = tomllib.loads((resources.files("aule.understanding") / "words.toml").read_text("utf-8"))


def _set(section: str, name: str) -> frozenset[str]:
    return frozenset(_BOOK[section][name].split())


def _numbered(section: str) -> dict[str, int]:
    return {word: int(number) for number, said in _BOOK[section].items() for word in said.split()}


PORTUGUESE = _set("function", "pt")
ENGLISH = _set("function", "en")
EMPTY = PORTUGUESE | ENGLISH
"""Words that carry no meaning of their own."""

VERBS: dict[Verb, frozenset[str]] = {verb: _set("verbs", verb) for verb in get_args(Verb)}
VERB_OF: dict[str, Verb] = {word: verb for verb, said in VERBS.items() for word in said}

FORGET = _set("signs", "forget")
NOT = _set("signs", "not")
ASKING = _set("signs", "asking")
ASKING_TWO = frozenset(tuple(said.split()) for said in _BOOK["signs"]["asking_two"])
NOT_NAMES = _set("signs", "not_names")

NUMBERS = _numbered("numbers")
WEEKDAYS = _numbered("weekdays")
MONTHS = _numbered("months")
ORDERED = _set("ordered", "nouns")
"""Things that are numbered by words which are also days: *a segunda prova*."""
BEHIND_DAY = _set("ordered", "behind_day")
"""Words that may stand behind the name of a day; most others tell that the name numbers something."""
