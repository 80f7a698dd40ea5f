"""Redaction: things without any secret the system knows, before they travel to models, logs and screens."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from aule.contracts.model import Model

Thing = TypeVar("Thing", bound=Model)
Redact = Callable[[str], str]
_ENCODER = json.JSONEncoder(ensure_ascii=False)  # `json.dumps` would make one for each call


def redacted(data: Any, redact: Redact) -> Any:
    """Data without any secret."""
    raw = _ENCODER.encode(data)
    return data if redact(raw) == raw else _struck(data, redact)


def without_secrets(thing: Thing, redact: Redact, raw: str | None = None) -> Thing:
    """The same without any secret; `raw` is its JSON where that is at hand."""
    raw = thing.model_dump_json() if raw is None else raw
    if redact(raw) == raw:
        return thing
    return type(thing).model_validate(_struck(thing.model_dump(mode="json"), redact))


def _struck(data: Any, redact: Redact) -> Any:
    """Text by text: a secret that looks like a number must not break what stands around it."""
    match data:
        case str():
            return redact(data)
        case dict():
            return {_struck(key, redact): _struck(value, redact) for key, value in data.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [_struck(item, redact) for item in data]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return data
