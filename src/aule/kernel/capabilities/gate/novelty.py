"""Novelty: how much of an address neither the person nor a page wrote, so that only the model can have. Pure.

A yes for a site is meant for reading it. What a model makes up itself could hide something, in codes or in ordinary
words, so a yes covers a little of that and then is asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus, urlsplit

from aule.text.words import fold

MOST_OPAQUE = 12
"""Characters nobody can read as words, such as `9f3a`, that one yes covers."""
MOST_READABLE = 160
"""Letters of words that stand in nothing that was read, that one yes covers."""
_LONGEST_WORD = 24
_LONGEST_CONSONANTS = 5
_LONGEST_NUMBER = 4
_SHORTEST_WORD = 3

_TOKEN = re.compile(r"[^\W_]+")
_ADDRESS = re.compile(r"https?://[^\s<>\"'`\\]+", re.IGNORECASE)
_ENDS = ").,;:!?]}*_"
_CONSONANTS = re.compile(rf"[b-df-hj-np-tv-xz]{{{_LONGEST_CONSONANTS},}}")
_TURN = re.compile(r"[a-z][A-Z]")


@dataclass(frozen=True, slots=True)
class Novelty:
    """How many characters of an address are new, as codes and as words."""

    opaque: int = 0
    readable: int = 0

    @property
    def is_large(self) -> bool:
        """Whether it is more than one yes covers."""
        return self.opaque > MOST_OPAQUE or self.readable > MOST_READABLE


def addresses_in(text: str) -> frozenset[str]:
    """The web addresses that stand in a text."""
    found = _ADDRESS.findall(text)
    return frozenset(each for address in found for each in (address, address.rstrip(_ENDS)))


def words_in(texts: Iterable[str]) -> frozenset[str]:
    """All words and numbers of some texts."""
    return frozenset(token for text in texts for token in _TOKEN.findall(fold(text)))


def novelty_of(addresses: Sequence[str], known: Collection[str]) -> Novelty:
    """Count what is new in some addresses, beside the words that are known; a word counts once."""
    opaque = readable = 0
    seen: set[str] = set()
    for address in addresses:
        parts = urlsplit(address)
        for token in _TOKEN.findall(unquote_plus(f"{parts.path}?{parts.query}")):
            folded = fold(token)
            if folded in known or (len(folded) >= _SHORTEST_WORD and folded in seen):
                continue
            seen.add(folded)
            if _is_word(token):
                readable += len(token)
            else:
                opaque += len(token)
    return Novelty(opaque, readable)


def _is_word(token: str) -> bool:
    """Whether somebody could read it: letters with vowels between them, not a code."""
    folded = fold(token)
    if not folded.isalpha():
        return False
    if not _SHORTEST_WORD <= len(folded) <= _LONGEST_WORD or len(_TURN.findall(token)) > 2:
        return False
    has_vowels = any(letter in "aeiouy" for letter in folded) or not folded.isascii()
    return (has_vowels or len(folded) <= _LONGEST_NUMBER) and _CONSONANTS.search(folded) is None
