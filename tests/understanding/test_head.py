"""The head: packed into a file and back, and probabilities that are probabilities."""

from __future__ import annotations

from math import isclose

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.models.local.embeddings import DIMENSIONS
from aule.understanding.head import NONE, PIECES, Head, pieces_of, trained_head

LABELS = ("core.list_notes", "core.read_file", NONE)
FEW = 4


def small_head() -> Head:
    """A head on vectors of four numbers."""
    chance = np.random.default_rng(3)
    table = chance.normal(size=(FEW + PIECES, len(LABELS))).astype(np.float32)
    return Head.packed(LABELS, table, np.zeros(len(LABELS), np.float32), "digest")


def test_a_head_comes_out_of_its_file_as_it_went_in() -> None:
    head = small_head()
    again = Head.from_bytes(head.to_bytes())
    assert (again.labels, again.corpus) == (head.labels, "digest")
    assert np.array_equal(again.table, head.table)
    assert np.array_equal(again.scale, head.scale)
    assert np.array_equal(again.bias, head.bias)


def test_packing_changes_each_weight_by_less_than_a_step() -> None:
    chance = np.random.default_rng(5)
    table = chance.normal(size=(FEW + PIECES, len(LABELS))).astype(np.float32)
    head = Head.packed(LABELS, table, np.zeros(len(LABELS), np.float32), "")
    assert np.all(np.abs(head.table * head.scale - table) <= head.scale / 2 + 1e-6)


@given(st.text(max_size=80), st.lists(st.floats(-1, 1, width=32), min_size=FEW, max_size=FEW))
@settings(deadline=None)
def test_probabilities_are_one_together_whatever_is_said(said: str, vector: list[float]) -> None:
    shares = small_head().probabilities(np.array(vector, np.float32), pieces_of(said))
    assert shares.keys() == set(LABELS)
    assert all(0 <= share <= 1 for share in shares.values())
    assert isclose(sum(shares.values()), 1, abs_tol=1e-5)


@given(st.text(max_size=80))
def test_pieces_are_places_in_order_each_once(said: str) -> None:
    pieces = pieces_of(said)
    assert list(pieces) == sorted(set(pieces))
    assert all(0 <= piece < PIECES for piece in pieces)


def test_words_share_pieces_with_words_that_look_alike() -> None:
    notes, note, files = (set(pieces_of(word)) for word in ("anotações", "anotação", "relatórios"))
    assert len(notes & note) > len(notes & files)


def test_the_head_that_comes_along_fits_the_encoder() -> None:
    head = trained_head()
    assert head.table.shape == (DIMENSIONS + PIECES, len(head.labels))
    assert NONE in head.labels
