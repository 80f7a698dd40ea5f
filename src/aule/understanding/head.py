"""The heads: which capability a sentence asks for, and what kind of turn it is, as probabilities learnt from sentences.

A head is one linear layer on two things: the vector of the masked sentence, and the words and pieces of words in it.
The vector knows what is near in meaning; the pieces know what exactly was said. `make train` writes both heads.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

from aule.text.words import words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Packed = NDArray[np.int8]

NONE = "none"
"""The label of what no capability can do."""
FILE, TURN_FILE = "head.npz", "turn_head.npz"
PIECES = 8_192
"""Places for words and pieces of words; they share a place where their digests do."""
SHARPNESS = 4.0
"""How much a sentence's vector counts: it has the length one, which is little beside a softmax."""
PIECE_WEIGHT = 6.0
"""How much the pieces of a sentence count together."""
_LENGTHS = (4, 5)


def pieces_of(masked: str) -> tuple[int, ...]:
    """The places of the words of a masked sentence, of two words in a row, and of four and five letters in a row."""
    said = words(masked)
    found = {f"w{word}" for word in said} | {f"b{one} {two}" for one, two in pairwise(said)}
    for word in said:
        whole = f"<{word}>"
        found |= {f"c{whole[n : n + size]}" for size in _LENGTHS for n in range(len(whole) - size + 1)}
    return tuple(sorted({zlib.crc32(piece.encode()) % PIECES for piece in found}))


@dataclass(frozen=True, slots=True)
class Head:
    """A trained layer: one column of weights for each label."""

    labels: tuple[str, ...]
    table: Packed
    """Weights as whole numbers: first those of the vector, then those of the pieces."""
    scale: Matrix
    """What a weight of one is worth, by label."""
    bias: Matrix
    corpus: str
    """The digest of the sentences it was trained from."""

    def probabilities(self, vector: Matrix, pieces: tuple[int, ...]) -> dict[str, float]:
        """Return how likely each label is for a sentence; together they are one."""
        import numpy as np  # it came with the encoder of sentences

        size = len(vector)
        scores = (vector * SHARPNESS) @ self.table[:size].astype(np.float32)
        if pieces:
            rows = self.table[[size + piece for piece in pieces]].astype(np.float32)
            scores += rows.sum(axis=0) * (PIECE_WEIGHT / len(pieces) ** 0.5)
        scores = scores * self.scale + self.bias
        shares = np.exp(scores - scores.max())
        return dict(zip(self.labels, (shares / shares.sum()).tolist(), strict=True))

    @classmethod
    def packed(cls, labels: tuple[str, ...], table: Matrix, bias: Matrix, corpus: str) -> Head:
        """Return a layer with its weights rounded to 255 steps, which changes nothing one could measure."""
        import numpy as np

        scale: Matrix = (np.abs(table).max(axis=0) / 127).astype(np.float32)
        rounded: Packed = np.rint(table / scale).astype(np.int8)
        return cls(labels, rounded, scale, bias, corpus)

    def to_bytes(self) -> bytes:
        """Return the layer as a file."""
        import numpy as np

        buffer = BytesIO()
        np.savez_compressed(
            buffer,
            labels=np.array(self.labels),
            table=self.table,
            scale=self.scale,
            bias=self.bias.astype(np.float32),
            corpus=np.array(self.corpus),
        )
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Head:
        """Return the layer of a file."""
        import numpy as np

        with np.load(BytesIO(content), allow_pickle=False) as kept:
            labels = tuple(str(label) for label in kept["labels"])
            return cls(labels, kept["table"], kept["scale"], kept["bias"], str(kept["corpus"]))


@cache
def trained_head() -> Head:
    """Return the head for capabilities that comes with the system; read on first use."""
    return _read(FILE)


@cache
def trained_turn_head() -> Head:
    """Return the head for kinds of turns that comes with the system; read on first use."""
    return _read(TURN_FILE)


def _read(file: str) -> Head:
    return Head.from_bytes((resources.files("aule.understanding") / file).read_bytes())
