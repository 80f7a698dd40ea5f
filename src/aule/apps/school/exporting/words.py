"""The words on documents, in Portuguese and English."""

from __future__ import annotations

from aule.apps.school.words import number
from aule.text.messages import Messages

word = Messages("aule.apps.school.exporting").say


def figure(value: float, locale: str) -> str:
    """Return a number without needless digits."""
    return number(round(value, 3), locale)


def points(value: float, locale: str) -> str:
    """Return a number of points in words: `1 ponto`, `2,5 pontos`."""
    return f"{figure(value, locale)} {word('point' if value == 1 else 'points', locale)}"
