"""Words that are nearly alike: how far a typed word is from a known one."""

from __future__ import annotations

import string

LEAST_LETTERS = 4
"""Words shorter than this are taken as they are."""
_LETTERS = string.ascii_lowercase + string.digits


def slips(word: str) -> int:
    """Return how many slips a typed word may hold: none in a short one, two in a long one."""
    return 0 if len(word) < LEAST_LETTERS else 1 if len(word) < 8 else 2


def distance(typed: str, known: str, most: int) -> int:
    """Return slips between a typed word and the nearest beginning of a known one; `most + 1` when there are more.

    A slip is a letter too many, missing or wrong, or two neighbours swapped.
    """
    known = known[: len(typed) + most]
    if len(known) + most < len(typed) or len(set(typed) - set(known)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(known) + 1))
    for place, letter in enumerate(typed, 1):
        earlier, before, row = before, row, [place]
        for column, other in enumerate(known, 1):
            best = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != other))
            if place > 1 and column > 1 and letter == known[column - 2] and typed[place - 2] == other:
                best = min(best, earlier[column - 2] + 1)
            row.append(best)
        if min(row) > most:
            return most + 1
    return min(*row, most + 1)


def is_meant(typed: str, known: str) -> bool:
    """Tell whether a typed word is a known one, or is that word with no more slips than its length allows."""
    most = slips(typed)
    return distance(typed, known, most) <= most


def beginnings(word: str, letters: int = 3) -> set[str]:
    """Return how a known word may begin that was mistyped once near its start."""
    head = word[: letters + 1]
    cuts = [(head[:place], head[place:]) for place in range(len(head))]
    near = {head, *(left + right[1:] for left, right in cuts)}
    near |= {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    near |= {left + letter + right[1:] for left, right in cuts for letter in _LETTERS}
    near |= {left + letter + right for left, right in cuts for letter in _LETTERS}
    return {each[:letters] for each in near}
