"""Words of a sentence that a rule did not account for: what is not read could change what is meant."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

_WORD = re.compile(r"[a-z0-9_]+")


def unread(folded: str, known: str) -> list[str]:
    """Return the words that are neither known to a rule nor filler; a star in `known` stands for any ending."""
    whole, beginnings = _vocabulary(known)
    filler, filling = _filler()
    return [
        word
        for word in _WORD.findall(folded)
        if word not in whole and word not in filler and not word.startswith((*beginnings, *filling))
    ]


@cache
def _filler() -> tuple[frozenset[str], tuple[str, ...]]:
    file = resources.files("aule.apps.forge").joinpath("builtin", "spoken", "filler.toml")
    return _vocabulary(str(tomllib.loads(file.read_text("utf-8"))["words"]))


@cache
def _vocabulary(known: str) -> tuple[frozenset[str], tuple[str, ...]]:
    words = known.split()
    return frozenset(words), tuple(word[:-1] for word in words if word.endswith("*"))
