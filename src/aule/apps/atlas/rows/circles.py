"""Circles among objectives that contribute to each other: which links close one."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

Link = tuple[str, str]
"""A parent and a child."""
LARGEST_KNOT = 500
"""Objectives in and below circles up to which the links that close one are told apart from the others."""


def closing(known: Sequence[Link], new: Sequence[Link]) -> list[int]:
    """Return the places of those new links that close a circle with the known ones and the new ones before them."""
    knot = _knotted([*known, *new])
    if not knot:
        return []
    if len(knot) > LARGEST_KNOT:  # to find the very links would take long: all that may be one of them are told
        return [place for place, link in enumerate(new) if knot.issuperset(link)]
    below: dict[str, set[str]] = {}
    for parent, child in known:
        below.setdefault(parent, set()).add(child)
    closed: list[int] = []
    for place, (parent, child) in enumerate(new):
        if parent in knot and child in knot and _reaches(below, child, parent):
            closed.append(place)
        else:
            below.setdefault(parent, set()).add(child)
    return closed


def _knotted(links: Sequence[Link]) -> set[str]:
    """Return what is left when everything that nothing points to is taken away again and again.

    Circles, and what is below.
    """
    above: dict[str, int] = {}
    below: dict[str, list[str]] = {}
    for parent, child in links:
        above.setdefault(parent, 0)
        above[child] = above.get(child, 0) + 1
        below.setdefault(parent, []).append(child)
    free = deque(each for each, count in above.items() if not count)
    while free:
        each = free.popleft()
        del above[each]
        for child in below.get(each, ()):
            above[child] -= 1
            if not above[child]:
                free.append(child)
    return set(above)


def _reaches(below: dict[str, set[str]], start: str, end: str) -> bool:
    seen = {start}
    waiting = [start]
    while waiting:
        each = waiting.pop()
        if each == end:
            return True
        fresh = below.get(each, set()) - seen
        seen |= fresh
        waiting += fresh
    return False
