"""Chance that the same seed always repeats, on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")

_MASK = (1 << 64) - 1


class Draw:
    """A stream of choices made from a seed (splitmix64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def whole(self, low: int, high: int) -> int:
        """Return a whole number, both ends included."""
        return low + self._next() % (high - low + 1)

    def one(self, things: Sequence[Thing]) -> Thing:
        """Return one of some things."""
        return things[self._next() % len(things)]

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        """Return all things in a mixed order."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self._next() % (last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def some(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """Return so many different ones of them."""
        return self.shuffled(things)[:count]

    def is_heads(self) -> bool:
        """Draw a chance of one half."""
        return self._next() & 1 == 1

    def seed(self) -> int:
        """Return a seed for a stream of its own."""
        return self._next()

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)
