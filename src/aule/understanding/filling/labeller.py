"""The labeller: to which parameter each word of a sentence belongs, learnt from the marked sentences beside the apps.

It weighs what is told of each word and looks for the best row of labels, in which a value goes on only where it began.
`make train` writes its weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

from aule.understanding.filling.fields import Frame
from aule.understanding.filling.filler import Filled, Said
from aule.understanding.filling.word_features import Span, feature_places, labelled_fields

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Packed = NDArray[np.int8]

FILE = "labels.npz"
MOVES = ("OO", "OB", "BI", "II", "BO", "IO", "BB", "IB")
"""How one label follows another: from and to none, a beginning, a continuation."""
_NEVER = -1e9


@dataclass(frozen=True, slots=True)
class Labeller:
    """Trained weights."""

    table: Packed
    scale: float
    """What a weight of one is worth."""
    moves: Matrix
    """What each move from one label to the next is worth."""
    corpus: str
    """The digest of the sentences it was trained from."""

    def spans(self, frame: Frame, said: Said, filled: Filled) -> dict[str, list[Span]]:
        """Return the words that belong to each parameter of a frame, as runs; `filled` is what the rules found."""
        import numpy as np  # it came with the encoder of sentences

        if not said.wording.words or not labelled_fields(frame):
            return {}
        places = feature_places(frame, said, filled)
        scores = self.table[places].sum(axis=2, dtype=np.float32) * self.scale
        return runs(frame, best_labels(scores, self.moves))

    def to_bytes(self) -> bytes:
        """Return the weights as a file."""
        import numpy as np

        buffer = BytesIO()
        np.savez_compressed(
            buffer, table=self.table, scale=np.array(self.scale), moves=self.moves, corpus=np.array(self.corpus)
        )
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Labeller:
        """Return the weights of a file."""
        import numpy as np

        with np.load(BytesIO(content), allow_pickle=False) as kept:
            return cls(kept["table"], float(kept["scale"]), kept["moves"], str(kept["corpus"]))


def best_labels(scores: Matrix, moves: Matrix) -> list[int]:
    """Return the row of labels that is worth most, one for each word."""
    import numpy as np

    follow = _follow(scores.shape[1])
    worth = np.where(follow < 0, _NEVER, moves[follow]).astype(np.float32)
    best = scores[0].copy()
    best[2::2] = _NEVER
    came = np.zeros(scores.shape, np.int64)
    columns: NDArray[np.int64] = np.arange(scores.shape[1], dtype=np.int64)
    for n in range(1, len(scores)):
        ways = best[:, None] + worth
        came[n] = ways.argmax(axis=0)
        best = ways[came[n], columns] + scores[n]
    labels = [int(best.argmax())]
    for n in range(len(scores) - 1, 0, -1):
        labels.append(int(came[n][labels[-1]]))
    return labels[::-1]


def move(before: int, after: int) -> int:
    """Return which move leads from one label to the next.

    Less than none where a value would go on that did not begin.
    """
    if after and after % 2 == 0 and before not in (after, after - 1):
        return -1
    return MOVES.index(_part(before) + _part(after))


def runs(frame: Frame, labels: list[int]) -> dict[str, list[Span]]:
    """Return the runs of words that have the same parameter."""
    fields, found = labelled_fields(frame), dict[str, list[Span]]()
    for n, label in enumerate(labels):
        if label % 2 == 0:
            continue
        end = n + 1
        while end < len(labels) and labels[end] == label + 1:
            end += 1
        found.setdefault(fields[label // 2].name, []).append((n, end))
    return found


def _part(label: int) -> str:
    return "O" if not label else "B" if label % 2 else "I"


@cache
def _follow(count: int) -> NDArray[np.int64]:
    import numpy as np

    return np.array([[move(before, after) for after in range(count)] for before in range(count)])


@cache
def trained_labeller() -> Labeller:
    """Return the labeller that comes with the system; read on first use."""
    return Labeller.from_bytes((resources.files("aule.understanding") / FILE).read_bytes())
