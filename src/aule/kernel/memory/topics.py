"""Topics: what a sentence is about, as far as its words tell, so that a question is held against memories."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from aule.text.words import fold, words

NAME = "nome"
"""What asking for a name, in whichever words, comes to."""
_STEM = 5
"""Letters of a long word by which its forms are known."""
_SHORTEST = 4
"""Letters from which on the last one of a word is taken for an ending."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What a sentence is about."""

    text: str
    """Its words without those that say only how it is put."""
    stems: frozenset[str]
    """The same words, each by its stem or by what both languages have for it."""
    who: frozenset[str]
    """The people and animals it speaks of."""
    what: frozenset[str]
    """The kinds of things it speaks of, as far as one excludes another."""


def topic_of(text: str) -> Topic:
    """Return what a sentence is about."""
    known = _vocabulary()
    told = [
        word
        for word in words(_joined(text, known.joined))
        if word not in known.fillers and (len(word) > 1 or word.isdigit())
    ]
    stems = frozenset(known.meaning.get(word) or stem(word) for word in told)
    return Topic(
        text=" ".join(told),
        stems=stems,
        who=frozenset(known.who[word] for word in told if word in known.who),
        what=stems & known.what,
    )


def stem(word: str) -> str:
    """Return what the forms of a word share: `prefer` of prefers, `sal` of sala and salas."""
    single = word[:-1] if len(word) > _SHORTEST and word.endswith("s") else word
    if single.isdigit():
        return single
    return single[:_STEM] if len(single) > _STEM else single[:-1] if len(single) >= _SHORTEST else single


def is_common(word: str) -> bool:
    """Tell whether a folded word is one that this vocabulary has, and so nobody's name."""
    known = _vocabulary()
    return word in known.fillers or word in known.meaning


def fillers() -> frozenset[str]:
    """Return words that say nothing about what is searched, in both languages."""
    return _vocabulary().common


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    common: frozenset[str]
    fillers: frozenset[str]
    """The common words, and those by which questions and statements are put."""
    meaning: Mapping[str, str]
    who: Mapping[str, str]
    what: frozenset[str]
    joined: Mapping[str, str]
    """Words that are written in two ways, by the way that is put as one."""


def _joined(text: str, joined: Mapping[str, str]) -> str:
    """Return a text, folded, with words that are written in two ways as one."""
    return _apart().sub(lambda found: joined[found[0]], fold(text))


@cache
def _apart() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, _vocabulary().joined))})\b")


@cache
def _vocabulary() -> _Vocabulary:
    room = files("aule.kernel.memory")
    common = frozenset(room.joinpath("fillers.txt").read_text(encoding="utf-8").split())
    told: dict[str, Any] = tomllib.loads(room.joinpath("topics.toml").read_text(encoding="utf-8"))
    who = {word: row.split()[0] for row in told["who"] for word in row.split()}
    same = {word: row.split()[0] for row in told["same"] for word in row.split()}
    joined = dict(pair.split(":") for pair in told["joined"])
    frame, what = set(told["frame"].split()), frozenset(told["what"].split())
    return _Vocabulary(common, common | frame, same | who, who, what, joined)
