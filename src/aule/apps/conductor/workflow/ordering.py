"""Order: what comes before what among tasks that need each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def ordered(needs: Mapping[str, Sequence[str]]) -> tuple[list[str], list[str]]:
    """The tasks, each after those it needs and otherwise as they stand; and a circle of them, if there is one."""
    known = {id: [need for need in dict.fromkeys(before) if need in needs] for id, before in needs.items()}
    left, order = dict(known), list[str]()
    done: set[str] = set()
    while left:
        ready = next((id for id, before in left.items() if done.issuperset(before)), None)
        if ready is None:
            return [*order, *left], _circle(left)
        order.append(ready)
        done.add(ready)
        del left[ready]
    return order, []


def ancestors(needs: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """Everything each task needs, directly or not."""
    found: dict[str, frozenset[str]] = {}
    for id in ordered(needs)[0]:
        direct = [need for need in needs[id] if need in needs]
        found[id] = frozenset(direct).union(*(found.get(need, frozenset()) for need in direct))
    return found


def _circle(left: Mapping[str, Sequence[str]]) -> list[str]:
    seen: dict[str, None] = {}
    id = next(iter(left))
    while id not in seen:
        seen[id] = None
        id = next(need for need in left[id] if need in left)
    walked = list(seen)
    loop = walked[walked.index(id) :][::-1]
    return [*loop, loop[0]]
