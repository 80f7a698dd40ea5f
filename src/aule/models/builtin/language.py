"""Telling Portuguese from English."""

from __future__ import annotations

from typing import Literal

from aule.text.words import words
from aule.understanding.vocabulary import ENGLISH, PORTUGUESE

Language = Literal["pt", "en"]


def language_of(locale: str, text: str) -> Language:
    """The language to answer in: the session's, else the one the words are in."""
    if locale:
        return "pt" if locale.lower().startswith("pt") else "en"
    portuguese, english = _signs(text)
    return "pt" if portuguese >= english else "en"


def is_portuguese(text: str) -> bool:
    """Whether words are clearly Portuguese: they show more signs of it than of English."""
    portuguese, english = _signs(text)
    return portuguese > english


def _signs(text: str) -> tuple[int, int]:
    """How many signs of Portuguese and of English a text shows."""
    text = text[:1_000]
    said = words(text)
    portuguese = sum(word in PORTUGUESE for word in said) + any(letter in "ãõçáéíóúâêô" for letter in text.lower())
    return portuguese, sum(word in ENGLISH for word in said)
