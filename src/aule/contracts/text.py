"""Words as people type them: folded for comparing, counted for budgets."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[0-9a-z]+")
CHARACTERS_PER_TOKEN = 3.5
"""A cautious average over English, Portuguese and JSON for models that do not tell."""


def fold(text: str) -> str:
    """Text without case and accents, for comparing."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def words(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(fold(text))


def tokens(text: str) -> int:
    """About how many tokens a text takes."""
    return int(len(text) / CHARACTERS_PER_TOKEN) + 1


def is_whole(text: str) -> bool:
    """Whether a text has no halves of characters, which can be neither stored nor sent."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def headline(text: str, limit: int = 60) -> str:
    """The first line of a text, cut at a word."""
    line = text.strip().splitlines()[0].strip() if text.strip() else ""
    if len(line) <= limit:
        return line
    cut = line[:limit].rsplit(" ", 1)[0] or line[:limit]
    return cut.rstrip(" ,.;:") + "…"
