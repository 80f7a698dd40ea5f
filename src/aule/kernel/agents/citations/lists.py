"""Lists of words that citations are checked by."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources


@cache
def words_in(name: str) -> frozenset[str]:
    """Return the words of one list of `words.toml`."""
    text = resources.files("aule.kernel.agents.citations").joinpath("words.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)[name].split())
