"""Novelty: how much of an address was written by neither the person nor a page, only by the model. Pure.

Approval of a site is meant for reading it. What a model makes up could hide data, in codes or in ordinary words, so one
approval covers a little of it, and more asks again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus, urlsplit

from aule.text.words import fold

MOST_OPAQUE = 12
"""Characters that form no words, such as `9f3a`, that one approval covers."""
MOST_READABLE = 160
"""Letters of words never read in the conversation that one approval covers."""
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
    """The number of new characters in addresses, in codes and in words."""

    opaque: int = 0
    readable: int = 0

    @property
    def is_large(self) -> bool:
        """Whether it is more than one approval covers."""
        return self.opaque > MOST_OPAQUE or self.readable > MOST_READABLE


def addresses_in(text: str) -> frozenset[str]:
    """Return the web addresses in a text."""
    found = _ADDRESS.findall(text)
    return frozenset(each for address in found for each in (address, address.rstrip(_ENDS)))


def words_in(texts: Iterable[str]) -> frozenset[str]:
    """Return all words and numbers of some texts."""
    return frozenset(token for text in texts for token in _TOKEN.findall(fold(text)))


def novelty_of(addresses: Sequence[str], known: Collection[str]) -> Novelty:
    """Count new characters in addresses, beside the known words; each word counts once."""
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
    """Return whether a token is readable: letters with vowels between them, not a code."""
    folded = fold(token)
    if not folded.isalpha():
        return False
    if not _SHORTEST_WORD <= len(folded) <= _LONGEST_WORD or len(_TURN.findall(token)) > 2:
        return False
    has_vowels = any(letter in "aeiouy" for letter in folded) or not folded.isascii()
    return (has_vowels or len(folded) <= _LONGEST_NUMBER) and _CONSONANTS.search(folded) is None
