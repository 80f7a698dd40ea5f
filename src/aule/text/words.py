"""Words as people type them: folded for comparing, counted for budgets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_WORD = re.compile(r"[0-9a-z]+")
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"  # Kana and Han are written without spaces
_PICTURE = "\u2600-\u27bf\U0001f000-\U0001faff"
_TERM = re.compile(f"[{_UNSPACED}{_PICTURE}]|(?:(?![{_UNSPACED}])[^\\W_])+")
_JOINED = re.compile(r"(?<![0-9A-Za-z])[0-9A-Za-z]*?(?:[a-z][A-Z]|[A-Za-z][0-9]|[0-9][A-Za-z])[0-9A-Za-z]*")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
LONGEST_TERM = 60
"""Letters of a word by which it is found; the rest of a longer one is not looked at."""
CHARACTERS_PER_TOKEN = 3.5
"""A cautious average over English, Portuguese and JSON for models that do not tell."""


def fold(text: str) -> str:
    """Return text without case and accents, for comparing."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def are_alike(one: str, other: str) -> bool:
    """Tell whether two texts are the same to somebody who typed one of them: case and spaces do not count."""
    return _typed(one) == _typed(other)


def _typed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def holds(text: str, query: str) -> bool:
    """Tell whether a text holds each word of a query, also as a part of a longer word; a query of no words, never."""
    wanted, folded = fold(query).split(), fold(text)
    return bool(wanted) and all(word in folded for word in wanted)


def words(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return _WORD.findall(fold(text))


def terms(text: str) -> list[str]:
    """Return the words of a text in any script, folded, for finding it again."""
    return [term[:LONGEST_TERM] for term in _TERM.findall(fold(text))]


def term_parts(text: str) -> list[str]:
    """Return the parts of words that are put together: of `myReport2` they are `my`, `report` and `2`."""
    return [part.lower() for joined in _JOINED.findall(text) for part in _HUMP.split(joined)]


def term_places(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words of a text, folded, and where each begins."""
    for match in _TERM.finditer(text):
        yield match.start(), "".join(terms(match.group()))


def tokens(text: str) -> int:
    """Estimate how many tokens a text takes."""
    return int(len(text) / CHARACTERS_PER_TOKEN) + 1


def is_whole(text: str) -> bool:
    """Tell whether a text has no halves of characters, which can be neither stored nor sent."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def headline(text: str, limit: int = 60) -> str:
    """Return the first line of a text, cut at a word."""
    line = text.strip().splitlines()[0].strip() if text.strip() else ""
    if len(line) <= limit:
        return line
    cut = line[:limit].rsplit(" ", 1)[0] or line[:limit]
    return cut.rstrip(" ,.;:") + "…"
