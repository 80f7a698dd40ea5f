"""Large values: what a step gives or is given is kept once, by its hash, and the log only refers to it."""

from __future__ import annotations

import json
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.stores.home.blobs import Blobs

LARGE = 64 * 1024
"""Characters of JSON from which a value is set aside."""
_LITTLE = LARGE // 8
"""Characters that are not large even if every one of them has to be escaped."""
_NUMBER, _HUGE = 32, 10**30
"""The room a number needs, and the first one that needs more."""


def set_aside(value: Any, blobs: Blobs) -> Any:
    """A value as it is recorded: itself, or a reference to where it is kept."""
    # One that looks like a reference is set aside too, else what it names would be read in its place.
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
    """Whether a value surely takes fewer characters: a look at it costs a fraction of writing it down."""
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


def set_aside_each(values: JsonObject, blobs: Blobs) -> JsonObject:
    """Parameters as they are recorded, each one large enough for it set aside."""
    return {name: set_aside(value, blobs) for name, value in values.items()}


def whole(value: Any, blobs: Blobs) -> Any:
    """A recorded value as it was."""
    match value:
        case {"$blob": str(sha), "bytes": int()}:
            return json.loads(blobs.get(sha))
        case _:
            return value


def shown(value: Any) -> Any:
    """A value as people look at it: one that is too large is only told of."""
    raw = json.dumps(value, ensure_ascii=False)
    return value if len(raw) <= LARGE else {"$large": len(raw), "begins": raw[:500]}
