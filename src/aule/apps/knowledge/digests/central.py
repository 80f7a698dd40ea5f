"""Central texts: those nearest to what all of them are about, none of them twice. Numbers in, places out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aule.apps.knowledge.index.vectors import Vector, Vectors

NOVELTY = 0.45
"""What being unlike those already chosen counts, beside being near to the middle."""
SAME = 0.92
"""The product of two vectors from which on the texts say the same."""


def central(vectors: Vectors, most: int, towards: Vector | None = None, bonus: Sequence[float] = ()) -> list[int]:
    """Return the places of the most central texts, in the order of the texts; `towards` takes the place of the middle.

    Each next one is near to the middle and unlike those before it.
    """
    import numpy as np  # it came with the vectors

    if len(vectors) == 0:
        return []
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = vectors / np.maximum(norms, 1e-6)
    middle = rows.mean(axis=0) if towards is None else towards
    near = rows @ (middle / max(float(np.linalg.norm(middle)), 1e-6))
    if bonus:
        near = near + np.asarray(bonus, np.float32)
    chosen: list[int] = []
    alike = np.zeros(len(rows), np.float32)
    for _ in range(min(most, len(rows))):
        scores = near - NOVELTY * alike
        scores[chosen] = -np.inf
        best = int(scores.argmax())
        if chosen and alike[best] >= SAME:
            scores[alike >= SAME] = -np.inf
            best = int(scores.argmax())
            if not np.isfinite(scores[best]):
                break
        chosen.append(best)
        alike = np.maximum(alike, rows @ rows[best])
    return sorted(chosen)
