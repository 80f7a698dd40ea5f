"""Shapes of loose JSON: reading what others sent, and checking it against a schema's outer shape."""

from __future__ import annotations

import json
from typing import Any, cast


def object_of(value: object) -> dict[str, Any]:
    """Return the object, or an empty one where something else was sent."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    """Return the list, or an empty one where something else was sent."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def text_of(value: object) -> str:
    """Return the text, or none of it where something else was sent."""
    return value if isinstance(value, str) else ""


def count_of(value: object) -> int | None:
    """Return the whole number from zero on, if that is what was sent."""
    return value if isinstance(value, int) and value >= 0 else None


def parse_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text that should be one; a code fence around it is forgiven."""
    bare = text.strip()
    if bare.startswith("```"):
        bare = bare.strip("`").removeprefix("json").strip()
    try:
        value = json.loads(bare)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")
    return object_of(value)  # pyright: ignore[reportUnknownArgumentType]


def check_object(value: dict[str, Any], schema: dict[str, Any]) -> None:
    """Refuse missing, unknown and not-allowed values, naming them."""
    properties = object_of(schema.get("properties"))
    for name in list_of(schema.get("required")):
        if name not in value:
            raise ValueError(f"{name!r} is missing")
    for name, given in value.items():
        if name not in properties:
            if schema.get("additionalProperties") is not True:
                raise ValueError(f"{name!r} is not one of {sorted(properties)}")
            continue
        allowed = list_of(object_of(properties[name]).get("enum"))
        if allowed and given not in allowed:
            raise ValueError(f"{name!r} is {given!r}, which is not one of {allowed}")
