"""Places: which sentences of a passage a sentence of an answer rests on, so that its mark can light those alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from aule.contracts.talk.sources import Passage, RestingPlace
from aule.kernel.agents.citations.placement import stems_of, values_of

if TYPE_CHECKING:
    from aule.kernel.agents.citations.check import Language

_PIECE = re.compile(r"\S(?:[^\n]*?(?:[.!?;…]+[\"”»'’)]*(?=\s|$)|(?=\n|$)))")
"""A sentence, or a line that ends without a sign."""
_SURE = 0.4
"""The share of the words of a sentence that finds its place without asking for its meaning."""
_VALUE = 3
"""How many words a number, a day or an hour counts for."""


async def find_place(sentence: str, passage: Passage, language: Language) -> RestingPlace | None:
    """Return where in its document a passage says what a sentence says; none where that cannot be told."""
    if len(passage.text) != passage.end - passage.start:
        return None  # the text is not as long as what it was taken from: places in it mean nothing
    spans = [match.span() for match in _PIECE.finditer(passage.text)]
    pieces = [passage.text[start:end] for start, end in spans]
    if not pieces or not _features(sentence):
        return None  # nothing is said that could stand somewhere
    chosen = _in_words(sentence, pieces) or await _in_meaning(sentence, pieces, language)
    first, last = min(chosen), max(chosen)
    start, end = spans[first][0], spans[last][1]
    return RestingPlace(mark=passage.mark, start=passage.start + start, end=passage.start + end)


def _in_words(sentence: str, pieces: Sequence[str]) -> set[int]:
    """Return the piece that has most of the words and values of a sentence, with neighbours that have the rest."""
    said = _features(sentence)
    having = [said.keys() & _features(piece).keys() for piece in pieces]
    weights = [sum(said[each] for each in there) for there in having]
    best = max(range(len(pieces)), key=lambda place: weights[place])
    if weights[best] < _SURE * sum(said.values()):
        return set()
    chosen, known = {best}, set(having[best])
    for near in (best - 1, best + 1):
        if 0 <= near < len(pieces) and sum(said[each] for each in having[near] - known) >= _VALUE:
            chosen.add(near)
            known |= having[near]
    return chosen


def _features(text: str) -> dict[object, int]:
    """Return the stems and values of a text, each with its weight."""
    return {**dict.fromkeys(stems_of(text), 1), **dict.fromkeys(values_of(text), _VALUE)}


async def _in_meaning(sentence: str, pieces: Sequence[str], language: Language) -> set[int]:
    vectors = await language.encode([sentence, *pieces])
    nearness = vectors[1:] @ vectors[0]
    return {int(nearness.argmax())}
