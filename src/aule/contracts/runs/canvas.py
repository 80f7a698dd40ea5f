"""Canvases: how a workflow is drawn. A canvas never says how a workflow runs."""

from __future__ import annotations

import json
from typing import Annotated, Any, cast

from pydantic import AfterValidator, Field, StringConstraints

from aule.contracts.access.agent import Color
from aule.contracts.model import Model

FARTHEST = 1_000_000
"""How far from the middle something may stand."""
MOST_NOTES = 500
MOST_PLACES = 20_000
"""Positions on one canvas: those of as many steps as a workflow may have, nested ones included."""
MOST_PIN_BYTES = 64 * 1024
"""The size of one pin as JSON."""
MOST_PIN_VALUES = 20_000
"""Values in all pins of one canvas together."""
DEEPEST_PIN = 32
INPUTS, OUTPUT = "_inputs", "_output"
"""The two nodes that are drawn and are no steps: what a workflow is given, and what it comes to."""

CanvasKey = Annotated[str, StringConstraints(min_length=1, max_length=520)]
"""A step, a step inside another one (`outer/inner`), or one of the two nodes that are no steps."""
Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
Length = Annotated[float, Field(gt=0, le=10_000, allow_inf_nan=False)]


def _check_pin(value: Any) -> Any:
    try:
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
    except (TypeError, ValueError, RecursionError):
        raise ValueError("It is no JSON") from None
    if size > MOST_PIN_BYTES:
        raise ValueError(f"It has {size} bytes, at most {MOST_PIN_BYTES} are allowed")
    return value


def _check_pins(pins: dict[str, Any]) -> dict[str, Any]:
    total, left = 0, [(value, 1) for value in pins.values()]
    while left:
        value, depth = left.pop()
        total += 1
        if depth > DEEPEST_PIN:
            raise ValueError(f"A pin is nested more than {DEEPEST_PIN} levels deep")
        if total > MOST_PIN_VALUES:
            raise ValueError(f"Pins hold more than {MOST_PIN_VALUES} values")
        left.extend((each, depth + 1) for each in _parts(value))
    return pins


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(cast("dict[str, Any]", value).values())
    return cast("list[Any]", value) if isinstance(value, list) else []


class Point(Model):
    """A point on a canvas: to the right, and down."""

    x: Coordinate
    y: Coordinate


class Note(Model):
    """A note on a canvas: text beside the steps."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$")]
    text: str = Field(default="", max_length=4_000)
    at: Point
    width: Length = 240
    height: Length = 160
    color: Color = "amber"


def _check_ids(notes: list[Note]) -> list[Note]:
    seen: set[str] = set()
    for note in notes:
        if note.id in seen:
            raise ValueError(f"Two notes have the id {note.id!r}")
        seen.add(note.id)
    return notes


class Canvas(Model):
    """How a workflow is drawn: where its steps stand, notes beside them, and sample results."""

    positions: dict[CanvasKey, Point] = Field(default={}, max_length=MOST_PLACES)
    """Where each step stands; those without a position are laid out."""
    notes: Annotated[list[Note], AfterValidator(_check_ids)] = Field(default=[], max_length=MOST_NOTES)
    pins: Annotated[dict[CanvasKey, Annotated[Any, AfterValidator(_check_pin)]], AfterValidator(_check_pins)] = {}
    """Sample results of steps, used by a run only when it is asked to."""
