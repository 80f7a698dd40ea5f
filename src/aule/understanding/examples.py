"""Examples: how near a sentence comes to sentences whose meaning is known."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from aule.understanding.filling.edges import COLON
from aule.understanding.head import pieces_of
from aule.understanding.mask import mask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

LONGEST = 2_000
"""Characters of a sentence that are compared."""
SHARED = 0.4
"""How much it counts that a sentence is made of the same words and pieces of words as an example."""
UNKNOWN = 0.35
"""What a piece weighs that no example has, as a share of the rarest one's weight."""


class Encodes(Protocol):
    """What turns sentences into vectors."""

    def encode(self, texts: Sequence[str]) -> Awaitable[Vectors]:
        """Return one row a text."""
        ...

    def encode_examples(self, texts: Sequence[str]) -> Awaitable[Vectors]:
        """Return the same for texts that are always the same; they may be kept."""
        ...


def outline(text: str) -> str:
    """Return a sentence with a stand-in for each value, and without the text that follows a colon."""
    head = COLON.split(text[:LONGEST], maxsplit=1)[0]
    return mask(head if head.strip() else text[:LONGEST])


async def nearness(words: str, examples: Mapping[str, Sequence[str]], encoder: Encodes) -> dict[str, float]:
    """Return how near a sentence comes to the nearest example of each name; a text behind a colon does not count."""
    outlines = {name: [_outlined(each) for each in sentences] for name, sentences in examples.items()}
    return await _near([mask(words[:LONGEST]), outline(words)], outlines, encoder)


async def _near(forms: Sequence[str], examples: Mapping[str, Sequence[str]], encoder: Encodes) -> dict[str, float]:
    owners = [name for name, sentences in examples.items() for _ in sentences]
    told = await encoder.encode_examples([each for sentences in examples.values() for each in sentences])
    found = dict.fromkeys(examples, 0.0)
    for name, near in zip(owners, (told @ (await encoder.encode(forms)).T).max(axis=1).tolist(), strict=True):
        found[name] = max(found[name], near)
    return found


async def likeness(words: str, examples: Mapping[str, Sequence[str]], encoder: Encodes) -> dict[str, float]:
    """Return how much a sentence is like the examples of each name: near in meaning, and made of the same pieces."""
    pieces = {name: [_pieces(each) for each in sentences] for name, sentences in examples.items()}
    users = Counter(piece for found in pieces.values() for piece in {one for each in found for one in each})
    weight = {piece: math.log(1 + len(examples) / count) for piece, count in users.items()}
    rarest = max(weight.values(), default=1.0)
    said = pieces_of(mask(words[:LONGEST]))
    total = sum(weight.get(piece, UNKNOWN * rarest) for piece in said) or 1.0
    masked = {name: [_masked(each) for each in sentences] for name, sentences in examples.items()}
    near = await _near([mask(words[:LONGEST])], masked, encoder)
    return {name: near[name] + SHARED * _shared(said, found, weight) / total for name, found in pieces.items()}


def _shared(said: Iterable[int], examples: Sequence[frozenset[int]], weight: Mapping[int, float]) -> float:
    """Return the weight of the pieces that a sentence shares with one example.

    Those of that example alone count half.
    """
    count = Counter(piece for each in examples for piece in each)
    return max(
        (sum(weight[one] * (1.0 if count[one] > 1 else 0.5) for one in said if one in each) for each in examples),
        default=0.0,
    )


@lru_cache(maxsize=4_000)
def _outlined(example: str) -> str:
    return outline(example)


@lru_cache(maxsize=4_000)
def _masked(example: str) -> str:
    return mask(example)


@lru_cache(maxsize=4_000)
def _pieces(example: str) -> frozenset[int]:
    return frozenset(pieces_of(_masked(example)))
