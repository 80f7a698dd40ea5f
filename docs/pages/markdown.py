"""Markdown, and types of fields in plain words."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import Any


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [f"| {' | '.join(columns)} |", f"|{'|'.join(' --- ' for _ in columns)}|"]
    return "\n".join([*lines, *(f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows)])


def first_line(thing: object) -> str:
    """The sentence a thing says about itself."""
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def kind(schema: dict[str, Any]) -> str:
    """What a JSON schema allows, in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " \\| ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(kind(option) for option in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    return str(schema.get("type", "any")).replace("null", "nothing")


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace(" | ", " \\| ")
