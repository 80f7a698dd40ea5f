"""Redaction: removes known secrets from data before it is sent to models, logs and screens."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from aule.contracts.model import Model

Thing = TypeVar("Thing", bound=Model)
Redact = Callable[[str], str]
_ENCODER = json.JSONEncoder(ensure_ascii=False)  # `json.dumps` would make one for each call


def redacted(data: Any, redact: Redact) -> Any:
    """Return data with known secrets removed."""
    raw = _ENCODER.encode(data)
    return data if redact(raw) == raw else _struck(data, redact)


def without_secrets(thing: Thing, redact: Redact, raw: str | None = None) -> Thing:
    """Return a model with known secrets removed; `raw` is its JSON where the caller has it."""
    raw = thing.model_dump_json() if raw is None else raw
    if redact(raw) == raw:
        return thing
    return type(thing).model_validate(_struck(thing.model_dump(mode="json"), redact))


def _struck(data: Any, redact: Redact) -> Any:
    """Remove secrets from each text by itself, so that a secret that looks like a number breaks no structure."""
    match data:
        case str():
            return redact(data)
        case dict():
            return {_struck(key, redact): _struck(value, redact) for key, value in data.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [_struck(item, redact) for item in data]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return data
