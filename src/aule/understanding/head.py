"""The head: which capability a sentence asks for, as probabilities learnt from the sentences beside the apps.

It is one linear layer on the vector of the masked sentence. `make train` writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

NONE = "none"
"""The label of what no capability can do."""
FILE = "head.npz"


@dataclass(frozen=True, slots=True)
class Head:
    """A trained layer: one column of weights for each label."""

    labels: tuple[str, ...]
    table: Matrix
    bias: Matrix
    corpus: str
    """The digest of the sentences it was trained from."""

    def probabilities(self, vector: Matrix) -> dict[str, float]:
        """How likely a sentence with this vector asks for each capability, or for none; together they are one."""
        import numpy as np  # it came with the encoder of sentences

        scores = vector @ self.table + self.bias
        shares = np.exp(scores - scores.max())
        return dict(zip(self.labels, (shares / shares.sum()).tolist(), strict=True))

    def to_bytes(self) -> bytes:
        """The layer as a file; half precision is enough."""
        import numpy as np

        buffer = BytesIO()
        np.savez_compressed(
            buffer,
            labels=np.array(self.labels),
            table=self.table.astype(np.float16),
            bias=self.bias.astype(np.float32),
            corpus=np.array(self.corpus),
        )
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Head:
        """The layer of a file."""
        import numpy as np

        with np.load(BytesIO(content), allow_pickle=False) as kept:
            labels = tuple(str(label) for label in kept["labels"])
            return cls(labels, kept["table"].astype(np.float32), kept["bias"], str(kept["corpus"]))


@cache
def trained_head() -> Head:
    """The head that comes with the system; read on first use."""
    return Head.from_bytes((resources.files("aule.understanding") / FILE).read_bytes())
