"""Recognition of Portuguese and English texts."""

from __future__ import annotations

from aule.text.messages import Language, language_in
from aule.text.words import words
from aule.understanding.vocabulary import ENGLISH, PORTUGUESE


def language_of(locale: str, text: str) -> Language:
    """Return the language to answer in: the session's, else the one the words are in."""
    if locale:
        return language_in(locale)
    portuguese, english = _signs(text)
    return "pt" if portuguese >= english else "en"


def looks_portuguese(text: str) -> bool:
    """Tell whether a text is clearly Portuguese: it shows more signs of Portuguese than of English."""
    portuguese, english = _signs(text)
    return portuguese > english


def _signs(text: str) -> tuple[int, int]:
    """Count the signs of Portuguese and of English in a text."""
    text = text[:1_000]
    said = words(text)
    portuguese = sum(word in PORTUGUESE for word in said) + any(letter in "ãõçáéíóúâêô" for letter in text.lower())
    return portuguese, sum(word in ENGLISH for word in said)
