"""Whether a value has the outer shape a schema asks for; the gate checks the rest."""

from __future__ import annotations

import json
from typing import Any


def parse_object(text: str) -> dict[str, Any]:
    """The JSON object in a text that should be one; a code fence around it is forgiven."""
    bare = text.strip()
    if bare.startswith("```"):
        bare = bare.strip("`").removeprefix("json").strip()
    try:
        value = json.loads(bare)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")
    return value  # pyright: ignore[reportUnknownVariableType]


def check_object(value: dict[str, Any], schema: dict[str, Any]) -> None:
    """Refuse missing, unknown and not-allowed values, naming them."""
    properties: dict[str, Any] = schema.get("properties") or {}
    for name in schema.get("required") or []:
        if name not in value:
            raise ValueError(f"{name!r} is missing")
    for name, given in value.items():
        if name not in properties:
            if schema.get("additionalProperties") is not True:
                raise ValueError(f"{name!r} is not one of {sorted(properties)}")
            continue
        allowed = properties[name].get("enum") if isinstance(properties[name], dict) else None
        if allowed is not None and given not in allowed:
            raise ValueError(f"{name!r} is {given!r}, which is not one of {allowed}")
