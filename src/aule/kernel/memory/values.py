"""Values of statements: which kinds of thing they are, so that two of different kinds contradict nothing.

*My car is blue* and *my car is a Volvo* both hold; *my car is red* takes the place of the first.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from aule.text.words import words

_DAYS = (
    r"segunda|terca|quarta|quinta|sexta|sabado|domingo|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
)
_FORMS: Mapping[str, re.Pattern[str]] = {
    "day": re.compile(
        rf"\b(?:{_DAYS}|dia \d{{1,2}}|\d{{1,2}}/\d{{1,2}}|\d{{4}}-\d\d-\d\d|amanha|hoje|tomorrow|today)\b"
    ),
    "time": re.compile(r"\b(?:(?:as|at|das) \d{1,2}|\d{1,2}:\d\d|\d{1,2} ?h(?:oras?)?|\d{1,2} ?[ap]m)\b"),
    "room": re.compile(r"^(?:na |no |in )?(?:the )?(?:sala|room|auditorio|andar)\b"),
    "thing": re.compile(r"^(?:um|uma|a|an) \w"),
    "age": re.compile(r"\b\w+ (?:anos|years|years old)\b"),
}
"""Kinds that show by how a value is put."""
_SHORT = 2
"""Letters of a name that is one only where nothing else is said: *go* by itself is a language, *go by train* is not."""


def kinds_of(value: str) -> frozenset[str]:
    """Return the kinds of thing a folded value is, as far as its words tell."""
    told = words(value)
    shown = {name for name, form in _FORMS.items() if form.search(value) is not None}
    named = [word for word in told if len(word) > _SHORT or len(told) == 1]
    return frozenset(shown | {kind for word in named for kind in _lexicon().get(word, ())})


def are_of_one_kind(one: str, other: str) -> bool | None:
    """Tell whether two values are of the same kind; None where nobody can tell by their words."""
    first, second = kinds_of(one), kinds_of(other)
    return None if not first or not second else not first.isdisjoint(second)


@cache
def _lexicon() -> Mapping[str, frozenset[str]]:
    text = files("aule.kernel.memory").joinpath("values.toml").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    for row in tomllib.loads(text)["kinds"]:
        kind, *members = row.split()
        for member in members:
            found.setdefault(member, set()).add(kind)
    return {word: frozenset(kinds) for word, kinds in found.items()}
