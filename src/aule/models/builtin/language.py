"""Recognition of Portuguese and English texts."""

from __future__ import annotations

import re

from aule.text.messages import Language, language_in
from aule.text.words import words
from aule.understanding.vocabulary import ENGLISH, PORTUGUESE

_ENGLISH_REQUESTS = frozenset(
    {
        "run",
        "add",
        "show",
        "make",
        "create",
        "list",
        "open",
        "find",
        "hello",
        "hi",
        "please",
        "write",
        "read",
        "search",
        "remind",
        "remove",
        "set",
        "tell",
        "give",
    }
)
_PORTUGUESE_REQUESTS = frozenset(
    {
        "execute",
        "rode",
        "rodar",
        "roda",
        "adicione",
        "mostre",
        "mostra",
        "faça",
        "faz",
        "crie",
        "cria",
        "liste",
        "lista",
        "abra",
        "abre",
        "ache",
        "oi",
        "olá",
        "escreva",
        "leia",
        "busque",
        "procure",
        "lembre",
        "remova",
        "tire",
        "diga",
        "dê",
    }
)
"""Words that begin a request in one language. *Execute* is said in both; in English *run* is what people say."""
_OPTION = re.compile(r"(?<!\S)-{1,2}\w[\w=-]*")
"""An option of a command, which is no word of a language: `-la`."""


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


def looks_english(text: str) -> bool:
    """Tell whether a text is clearly English: it shows more signs of English than of Portuguese."""
    portuguese, english = _signs(text)
    return english > portuguese


def _signs(text: str) -> tuple[int, int]:
    """Count the signs of Portuguese and of English in a text."""
    text = _OPTION.sub(" ", text[:1_000])
    said = words(text)
    portuguese = sum(word in PORTUGUESE or word in _PORTUGUESE_REQUESTS for word in said) + any(
        letter in "ãõçáéíóúâêô" for letter in text.lower()
    )
    return portuguese, sum(word in ENGLISH or word in _ENGLISH_REQUESTS for word in said)
