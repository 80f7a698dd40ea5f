"""Added words: what a person says while a turn is still working, and what came of the turn before they said it."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.talk.brain import Entry, Observed, Said


def untold(history: Sequence[Entry]) -> list[Observed]:
    """Return what came back in a turn before the words that were said last, and was followed by no answer."""
    found: list[Observed] = []
    is_before = False
    for entry in reversed(history):
        if isinstance(entry, Said):
            if is_before or entry.role != "user":
                break
            is_before = True
        elif is_before and isinstance(entry, Observed):
            found.insert(0, entry)
    return found
