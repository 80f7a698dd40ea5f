"""Places of steps on the canvas: a step that comes between others stands between them, and what follows makes room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from aule.contracts.model import JsonObject

WIDTH, HEIGHT, ACROSS, DOWN = 240, 96, 72, 32
"""How large a step is drawn, and how far apart two of them stand."""
OUTPUT = "_output"
"""Where the output of a graph stands."""

Waits = Mapping[str, Sequence[str]]
"""What each step of a graph waits for."""


def make_room(form: JsonObject, prefix: str, waits: Waits, id: str) -> None:
    """Give a step its place between those it waits for and those that wait for it, which move on where it is tight.

    Where its neighbours stand nowhere, it stands nowhere either: the canvas then finds a place for it.
    """
    canvas: Any = form.get("canvas")
    positions = cast("JsonObject", canvas).get("positions") if isinstance(canvas, dict) else None
    if not isinstance(positions, dict):
        return
    places = cast("dict[str, dict[str, float]]", positions)
    before = [places[prefix + each] for each in waits[id] if prefix + each in places]
    after = [places[prefix + each] for each, waited in waits.items() if id in waited and prefix + each in places]
    places.pop(prefix + id, None)
    if not before or not after:
        return
    left = max(each["x"] for each in before) + WIDTH + ACROSS
    right = min(each["x"] for each in after) - ACROSS
    y = after[0]["y"] if len(after) == 1 else before[0]["y"]
    if right - left < WIDTH:
        for name in [*(prefix + each for each in _followers(waits, id)), prefix + OUTPUT]:
            if name in places:
                places[name] = {**places[name], "x": places[name]["x"] + left + WIDTH - right}
    x = left if right - left < WIDTH else (left + right - WIDTH) / 2
    places[prefix + id] = {"x": x, "y": _free(x, y, list(places.values()))}


def _followers(waits: Waits, id: str) -> set[str]:
    found: set[str] = set()
    left = [id]
    while left:
        now = left.pop()
        more = [each for each, waited in waits.items() if now in waited and each not in found]
        found.update(more)
        left += more
    return found


def _free(x: float, y: float, others: Sequence[Mapping[str, float]]) -> float:
    """Return how far down a step stands that lies over no other."""
    for other in sorted((each for each in others if abs(each["x"] - x) < WIDTH + DOWN), key=lambda each: each["y"]):
        if abs(other["y"] - y) < HEIGHT + DOWN:
            y = other["y"] + HEIGHT + DOWN
    return y
