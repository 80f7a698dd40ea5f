"""Figures in the documents come from the last measurement, and never sound better than it."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]
CLAIM = re.compile(r"\d(?:[\d.,]*\d)?\s?(?:×|ms\b|MB\b|µs\b)|\b\d+(?:\.\d+)? s\b")
"""What a claim about speed or size looks like: 0.8×, 40 MB, 0.9 s."""


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    """The writer of figures."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return import_module("pages.figures")
    finally:
        sys.path.remove(str(ROOT / "docs"))


def test_the_readme_claims_nothing_beside_what_was_measured(figures: ModuleType) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert CLAIM.findall(text), "the figures are there"
    assert CLAIM.findall(figures.PLACE.sub("", text)) == []


@pytest.mark.parametrize("document", ["README.md", "benchmarks/README.md"])
def test_every_place_for_figures_has_a_writer_and_says_what_it_writes(figures: ModuleType, document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert figures.PLACE.search(text)
    assert figures.with_figures(text) == text, "run `make docs`"


@given(st.floats(min_value=0.001, max_value=1e6), st.integers(min_value=0, max_value=2))
def test_costs_are_rounded_up_and_advantages_down(figures: ModuleType, value: float, digits: int) -> None:
    assert float(figures.up(value, digits)) >= value - 1e-6
    assert float(figures.down(value, digits)) <= value + 1e-6
