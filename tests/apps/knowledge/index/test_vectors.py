"""Vectors as rows keep them: small, and nearly what they were (KN-5)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aule.apps.knowledge.index.vectors import pack_vector, unpack_vectors

NUMBERS = st.floats(-1, 1, width=32, allow_subnormal=False)


@given(vector=arrays(np.float32, st.integers(1, 600), elements=NUMBERS))
def test_a_packed_vector_comes_back_within_half_a_step(vector: np.ndarray) -> None:
    [found] = unpack_vectors([pack_vector(vector)])
    step = float(np.abs(vector).max()) / 127
    assert found.dtype == np.float32 and np.abs(found - vector).max() <= step / 2 + 1e-6


@given(vectors=arrays(np.float32, st.tuples(st.integers(1, 8), st.just(16)), elements=NUMBERS))
def test_vectors_packed_one_by_one_are_unpacked_together(vectors: np.ndarray) -> None:
    together = unpack_vectors([pack_vector(vector) for vector in vectors])
    alone = np.concatenate([unpack_vectors([pack_vector(vector)]) for vector in vectors])
    assert np.array_equal(together, alone)


def test_packing_keeps_the_nearest_eight() -> None:
    """KN-5: a byte a number is enough: recall of the eight nearest stays above 0.98."""
    chance = np.random.default_rng(7)
    topics = chance.normal(size=(300, 512))
    rows = topics[chance.integers(0, 300, 4_000)] + 0.9 * chance.normal(size=(4_000, 512))
    rows = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    packed = unpack_vectors([pack_vector(row) for row in rows])
    kept = 0
    for query in rows[:200]:
        exact, found = (set(np.argsort(-(matrix @ query))[:8].tolist()) for matrix in (rows, packed))
        kept += len(exact & found)
    assert kept / (200 * 8) >= 0.98


def test_a_vector_of_a_chunk_takes_under_seven_hundred_characters() -> None:
    assert len(pack_vector(np.full(512, 0.04, np.float32))) <= 700


@pytest.mark.parametrize(
    "packed", [["AAAA"], [pack_vector(np.ones(3, np.float32)), pack_vector(np.ones(4, np.float32))]]
)
def test_vectors_of_different_lengths_or_of_none_are_refused(packed: list[str]) -> None:
    with pytest.raises(ValueError, match="lengths"):
        unpack_vectors(packed)
