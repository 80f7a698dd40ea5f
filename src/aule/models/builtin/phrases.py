"""What tier 0 says by itself, in Portuguese and English."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from aule.text.messages import Language, Messages
from aule.text.words import words

phrase = Messages("aule.models.builtin").say

LONGEST = 200
MOST_WORDS = 12
"""A longer message is not small talk."""


def small_talk(message: str, language: Language, titles: str) -> str | None:
    """Return a short answer to a greeting, thanks, or a question about oneself; none when it is anything else."""
    kind = talk_kind(message)
    return None if kind is None else phrase(f"small_talk_{kind}", language, titles=titles)


def talk_kind(message: str) -> str | None:
    """Return which kind of small talk a message is: `greeting`, `thanks`, `farewell`, `who`, `help` or `next`.

    Else none.
    """
    said = words(message[:LONGEST])
    if not said or len(said) > MOST_WORDS or len(message) > LONGEST:
        return None
    kinds = _segments(tuple(said))
    if kinds is None:
        return None
    # "Oi, quem é você?" is a question, not a greeting.
    return next((kind for kind in kinds if kind != "greeting"), "greeting")


def greets(message: str) -> bool:
    """Tell whether a message that is small talk says hello and thanks for nothing: *oi jota, bom dia*."""
    said = f" {' '.join(words(message[:LONGEST]))} "
    found = {kind for phrase, kind in _spoken().items() if f" {' '.join(phrase)} " in said}
    return "greeting" in found and not found & {"thanks", "farewell"}


def _segments(said: tuple[str, ...]) -> list[str] | None:
    """Return the message as a row of known phrases, longest first; none when something else stands in it."""
    if not said:
        return []
    known = _spoken()
    for length in range(len(said), 0, -1):
        kind = known.get(said[:length])
        if kind is not None and (rest := _segments(said[length:])) is not None:
            return [kind, *rest]
    return _segments(said[1:]) if said[0] in ("aule", "auleos") else None


@cache
def _spoken() -> dict[tuple[str, ...], str]:
    kinds: dict[str, Any] = tomllib.loads(
        (resources.files("aule.models.builtin") / "small_talk.toml").read_text("utf-8")
    )
    return {tuple(words(says)): kind for kind, talk in kinds.items() for says in talk["says"]}
