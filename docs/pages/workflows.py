"""The page of workflow documents: every key, from the form they are read with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aule.kernel.workflows.form import document_schema
from pages.markdown import kind, table

INTRO = """# Workflow documents

A workflow in YAML or JSON. `aule workflows check FILE` checks one, `GET /v1/workflows/schema` has this page as JSON
Schema. The [guide](../guides/workflows.md) explains them by example.

## Limits

2 MB, 10,000 steps, 64 levels, eight workflows inside each other. YAML is version 1.2 without tags and merge keys;
`yes`, `no` and dates are text, and a key stands once. Schemas of inputs and shared keys know `type`, `enum`, `const`,
`minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength`, `minItems`, `maxItems`, `items`,
`properties`, `required`, `additionalProperties` and `anyOf`; another keyword is refused, not passed over.
"""


def page() -> str:
    """The page."""
    schema = document_schema()
    definitions: dict[str, Any] = schema["$defs"]
    parts = [INTRO, "## The document", _keys(schema), "## A step", definitions["StepForm"]["description"]]
    parts += [_keys(definitions["StepForm"])]
    for name in ("Interrupt", "Retry", "Budget"):
        parts += [f"## {name}", definitions[name]["description"], _keys(definitions[name])]
    return "\n\n".join(parts)


def _keys(schema: dict[str, Any]) -> str:
    return table(["key", "what it takes", "default", "meaning"], _rows(schema))


def _rows(schema: dict[str, Any]) -> Iterator[list[str]]:
    required: list[str] = schema.get("required", [])
    for name, field in schema["properties"].items():
        default = "required" if name in required else _default(field.get("default"))
        yield [f"`{name}`", kind(field).replace("StepForm", "steps"), default, field.get("description", "")]


def _default(value: Any) -> str:
    return "" if value in (None, "", [], {}) else f"`{str(value).lower() if isinstance(value, bool) else value}`"
