"""Leaf values of documents, to claim that nothing of one vanishes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

WORDS = st.text("abcXYZ ç-_/:#'\"{}", min_size=1, max_size=12).map(str.strip).filter(bool)
LEAVES = WORDS | st.integers(-999, 999) | st.booleans()
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=5
)
"""What somebody may have written under a key of their own."""


def leaves(value: Any) -> Iterator[str]:
    """Every value at the end of a branch, and every key on the way there, as text; null says nothing."""
    match value:
        case None:
            return
        case dict():
            for key, each in value.items():
                yield str(key)
                yield from leaves(each)
        case list() | tuple():
            for each in value:
                yield from leaves(each)
        case _:
            yield str(value)


def ends(value: Any) -> Iterator[str]:
    """Every value at the end of a branch, without the keys on the way: those may have another name elsewhere."""
    match value:
        case None:
            return
        case dict():
            for each in value.values():
                yield from ends(each)
        case list() | tuple():
            for each in value:
                yield from ends(each)
        case _:
            yield str(value)
