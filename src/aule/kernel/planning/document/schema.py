"""The JSON Schema of plan files, for editors and programs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import Plan
from aule.kernel.planning.document.keys import keys_of


@cache
def plan_schema() -> JsonObject:
    """Return the schema of plan files, with the file's key names. Other keys are allowed and kept."""
    schema = Plan.model_json_schema(mode="validation")
    models = {model.__name__: model for model in _models(Plan)}
    definitions = {
        name: _renamed(models[name], each) if name in models else each for name, each in schema.pop("$defs", {}).items()
    }
    assumption: JsonObject = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Assumption"}]}
    definitions["PlanContext"]["properties"]["assumptions"]["items"] = assumption
    whole = _renamed(Plan, schema)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **whole,
        "title": "auleOS plan",
        "$defs": definitions,
    }


def _renamed(model: type[Model], schema: JsonObject) -> JsonObject:
    keys = keys_of(model)
    properties: dict[str, Any] = schema.get("properties", {})
    made = {**schema, "properties": {keys[name].camel: each for name, each in properties.items() if name in keys}}
    required = [keys[name].camel for name in cast("list[str]", schema.get("required", [])) if name in keys]
    made.pop("additionalProperties", None)
    if required:
        made["required"] = required
    return made


def _models(model: type[Model], seen: set[type[Model]] | None = None) -> Iterator[type[Model]]:
    """Yield a model and all models inside it."""
    known: set[type[Model]] = set() if seen is None else seen
    if model in known:
        return
    known.add(model)
    yield model
    for key in keys_of(model).values():
        if key.inside is not None:
            yield from _models(key.inside, known)
