"""Clauses: several wishes in one sentence, told apart where a new verb of doing begins."""

from __future__ import annotations

import re

from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import COMMANDS

_WORDS = "e|and|then|depois|ai|em seguida|e depois|and then|e tambem|and also|tambem|also|e ja"
_JOINS = re.compile(rf"(?:\s*[,;.]\s*|\s+)(?:(?:{_WORDS})\s+)+|\s*;\s*|\.\s+")
_LED = frozenset({"me", "nos", "depois", "tambem", "ja", "also", "then", "please", "ai"})
MOST = 4
_CLAUSES = re.compile(r"\s*(?:[,;]|[.!?]+)(?:\s+|$)|\s+(?:porque|pq|because|cause|que)\s+")
_SHORTEST = 3
"""Letters of a clause that says something by itself: not of *não* or *no*, behind which comes what is meant."""


def split_wishes(wording: Wording) -> list[str]:
    """Return the parts of a sentence that each begin with a verb of doing.

    The sentence itself where there is one part.
    """
    cuts: list[tuple[int, int]] = []
    for found in _JOINS.finditer(wording.unquoted):
        behind = [word.folded for word in wording.words if word.start >= found.end()][:3]
        while behind and behind[0] in _LED:
            behind.pop(0)
        before = wording.text[: found.start()].strip()
        if behind and behind[0] in COMMANDS and len(before.split()) > 1:
            cuts.append(found.span())
    parts: list[str] = []
    start = 0
    for first, last in cuts[: MOST - 1]:
        parts.append(wording.text[start:first].strip())
        start = last
    parts.append(wording.text[start:].strip())
    return [part for part in parts if part]


def split_clauses(wording: Wording) -> list[str]:
    """Return the clauses of a sentence in order, without those of one small word."""
    places = [(found.start(), found.end()) for found in _CLAUSES.finditer(wording.unquoted)]
    spans = zip([0, *(end for _, end in places)], [*(start for start, _ in places), len(wording.text)], strict=True)
    parts = [wording.text[start:end].strip() for start, end in spans]
    return [part for part in parts if len(part) > _SHORTEST and Wording(part).words]
