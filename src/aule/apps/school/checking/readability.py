"""How hard a Portuguese text is to read: Flesch's measure as it was adapted to Portuguese."""

from __future__ import annotations

import re
from itertools import pairwise

FEWEST_WORDS = 60
"""A shorter text says too little about its level."""
_SENTENCES = re.compile(r"[.!?…]+")
_WORDS = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
_SYLLABLE = re.compile(r"[aeiouáéíóúâêôãõàü]+", re.I)
_POINTS = ((100.0, 1.0), (75.0, 5.0), (50.0, 9.0), (25.0, 12.0), (0.0, 16.0))
"""Ease, and the year of school it stands for (13 and more: after school)."""


def ease(text: str) -> float | None:
    """Return how easy it is to read: 100 very easy, 0 very hard; none for a text that is too short to tell."""
    words: list[str] = _WORDS.findall(text)
    if len(words) < FEWEST_WORDS:
        return None
    sentences = max(1, len([part for part in _SENTENCES.split(text) if _WORDS.search(part)]))
    syllables = sum(max(1, len(_SYLLABLE.findall(word))) for word in words)
    return 248.835 - 1.015 * len(words) / sentences - 84.6 * syllables / len(words)


def level(text: str) -> float | None:
    """Return the year of school that reads it with ease (10 to 12: secondary school); none where one cannot tell."""
    found = ease(text)
    if found is None:
        return None
    for (high, young), (low, old) in pairwise(_POINTS):
        if found >= low:
            return young + (min(found, high) - high) / (low - high) * (old - young)
    return _POINTS[-1][1]
