"""Shuffling that comes out the same on every machine: an order follows from the words it is made from."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], seed: str) -> list[Item]:
    """Return the items in an order that follows from the seed alone."""
    ranked = sorted(range(len(items)), key=lambda place: sha256(f"{seed}|{place}".encode()).digest())
    return [items[place] for place in ranked]


def moved(items: Sequence[Item], seed: str) -> list[Item]:
    """Return the items shuffled so that they do not stand as they were, where there are two or more of them."""
    for salt in range(20):
        found = shuffled(items, f"{seed}|{salt}")
        if found != list(items) or len(items) < 2:
            return found
    return [*items[1:], *items[:1]]  # all look alike: an order is as good as another
