"""Blob references: large inputs and outputs of steps are stored once by hash, and the log refers to them."""

from __future__ import annotations

import json
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.stores.home.blobs import Blobs

LARGE = 64 * 1024
"""Characters of JSON from which a value is stored as a blob."""
_LITTLE = LARGE // 8
"""Characters of a text that stay below `LARGE` even if every one of them has to be escaped."""
_NUMBER, _HUGE = 32, 10**30
"""The most characters an ordinary number takes in JSON, and the first number that takes more."""


def to_recorded(value: Any, blobs: Blobs) -> Any:
    """Return a value as it is recorded: the value itself, or a reference to the blob that holds it."""
    # A value that looks like a reference is stored too, else the blob it names would be read in its place.
    pretends = _is_reference(value)
    if not pretends and _is_small(value, _LITTLE):
        return value
    raw = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if not pretends and len(raw) <= LARGE:
        return value
    content = raw.encode()
    return {"$blob": blobs.put(content), "bytes": len(content)}


def _is_reference(value: Any) -> bool:
    match value:
        case {"$blob": _}:
            return True
        case _:
            return False


def _is_small(value: Any, room: int) -> bool:
    """Return whether a value surely takes fewer characters than `room`, without writing it as JSON."""
    kind = cast("type[Any]", type(value))
    if kind is str:
        return len(value) <= room
    if kind is int:
        return -_HUGE < value < _HUGE
    if kind is dict or kind is list:
        each = room // (2 * len(value) + 1)
        parts = [*value, *value.values()] if kind is dict else value
        return each >= _NUMBER and all(_is_small(part, each) for part in parts)
    return value is None or kind is bool or kind is float


def to_recorded_params(values: JsonObject, blobs: Blobs) -> JsonObject:
    """Return parameters as they are recorded: each large one as a reference to its blob."""
    return {name: to_recorded(value, blobs) for name, value in values.items()}


def from_recorded(value: Any, blobs: Blobs) -> Any:
    """Return a recorded value in full, read from its blob where it is a reference."""
    match value:
        case {"$blob": str(sha), "bytes": int()}:
            return json.loads(blobs.get(sha))
        case _:
            return value


def to_displayed(value: Any) -> Any:
    """Return a value for display: a large one only as its size and its beginning."""
    raw = json.dumps(value, ensure_ascii=False)
    return value if len(raw) <= LARGE else {"$large": len(raw), "begins": raw[:500]}
