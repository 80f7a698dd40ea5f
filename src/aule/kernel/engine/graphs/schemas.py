"""The part of JSON Schema that inputs and shared keys are described with, and what fits it.

A keyword outside that part is refused rather than passed over, so that nothing is promised and not kept.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from aule.contracts.model import JsonObject


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: _is_number(value) and float(value).is_integer(),
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
_SAID = frozenset({"title", "description", "default", "examples", "format", "deprecated", "$comment"})
"""Keywords that tell something and demand nothing."""
_BOUNDS: Mapping[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minimum": ("at least {}", operator.ge),
    "maximum": ("at most {}", operator.le),
    "exclusiveMinimum": ("more than {}", operator.gt),
    "exclusiveMaximum": ("less than {}", operator.lt),
}
_LENGTHS: Mapping[str, tuple[type[Any], str, Callable[[Any, Any], bool]]] = {
    "minLength": (str, "at least {} characters", operator.ge),
    "maxLength": (str, "at most {} characters", operator.le),
    "minItems": (list, "at least {} items", operator.ge),
    "maxItems": (list, "at most {} items", operator.le),
}
_KNOWN = (
    _SAID
    | set(_BOUNDS)
    | set(_LENGTHS)
    | {"type", "enum", "const", "items", "properties", "required", "additionalProperties", "anyOf"}
)
MAX_DEPTH = 16


def problems_with(value: Any, schema: JsonObject, place: str = "") -> Iterator[str]:
    """Why a value does not fit a schema, each with its place; nothing when it fits."""
    wanted = schema.get("type")
    kinds = cast("Sequence[str]", [wanted] if isinstance(wanted, str) else wanted or [])
    if kinds and not any(_TYPES[kind](value) for kind in kinds):
        yield _at(place, f"should be {' or '.join(kinds)}, not {_kind(value)}")
        return
    choices: list[Any] = [schema["const"]] if "const" in schema else schema.get("enum", [])
    if choices and not any(_same(value, choice) for choice in choices):
        yield _at(place, f"should be one of {', '.join(repr(choice) for choice in choices[:10])}")
    if "anyOf" in schema and all(next(problems_with(value, each, place), None) for each in schema["anyOf"]):
        yield _at(place, "fits none of what it can be")
    yield from _bounds(value, schema, place)
    if isinstance(value, list):
        for number, each in enumerate(cast("list[Any]", value)):
            yield from problems_with(each, schema.get("items", {}), f"{place}[{number}]")
    if isinstance(value, dict):
        yield from _fields(cast("JsonObject", value), schema, place)


def faults_of(schema: Any, place: str = "", depth: int = 0) -> Iterator[str]:
    """What is wrong with a schema itself."""
    if not isinstance(schema, dict) or depth > MAX_DEPTH:
        yield _at(place, "is not a schema" if depth <= MAX_DEPTH else "nests too deep")
        return
    given = cast("JsonObject", schema)
    for name in given:
        if name not in _KNOWN:
            yield _at(place, f"has the keyword {name!r}, which is not understood here")
    wanted = given.get("type", [])
    kinds = cast("list[Any]", wanted if isinstance(wanted, list) else [wanted])
    for kind in kinds:
        if not isinstance(kind, str) or kind not in _TYPES:
            yield _at(place, f"has the type {kind!r}; types are {', '.join(_TYPES)}")
    for name in ("enum", "required", "anyOf"):
        if not isinstance(given.get(name, []), list):
            yield _at(place, f"has {name!r}, which should be a list")
            return
    for name in (*_BOUNDS, *_LENGTHS):
        if name in given and not _is_number(given[name]):
            yield _at(place, f"has {name!r}, which should be a number")
            return
    yield from _inner_faults(given, place, depth)


def reach(schema: JsonObject, parts: Sequence[str | int]) -> JsonObject | str:
    """What a path finds in values of this schema, as a schema; or, in words, why it finds nothing.

    An empty schema means that nothing is known about what is there.
    """
    return _reach(schema, parts, schema.get("$defs", {}), "it", 0)


def _reach(
    schema: JsonObject, parts: Sequence[str | int], definitions: JsonObject, name: str, depth: int
) -> JsonObject | str:
    while "$ref" in schema and depth < MAX_DEPTH:
        schema, depth = definitions.get(str(schema["$ref"]).rpartition("/")[2], {}), depth + 1
    branches: list[JsonObject] = schema.get("anyOf") or schema.get("oneOf") or []
    if branches:
        found = [_reach(branch, parts, definitions, name, depth + 1) for branch in branches]
        kinds = [each for each in found if isinstance(each, dict) and each.get("type") != "null"]
        nowhere = [each for each in found if isinstance(each, str)]
        return kinds[0] if len(kinds) == 1 else nowhere[0] if len(nowhere) == len(found) else {}
    if not parts:
        return schema
    part, rest = parts[0], parts[1:]
    match schema.get("type"):
        case "object":
            properties: JsonObject = schema.get("properties", {})
            if isinstance(part, str) and part in properties:
                return _reach(properties[part], rest, definitions, repr(part), depth)
            if schema.get("additionalProperties", not properties) is False or isinstance(part, int):
                return f"{name} has no {part!r}; it has {', '.join(properties) or 'nothing'}"
            return {}
        case "array" if isinstance(part, int):
            return _reach(schema.get("items", {}), rest, definitions, f"{name}[{part}]", depth)
        case "array":
            each = _reach(schema.get("items", {}), parts, definitions, f"an item of {name}", depth)
            return {"type": "array", "items": each} if isinstance(each, dict) else each
        case "string" | "number" | "integer" | "boolean" | "null" as kind:
            return f"{name} is a {kind}, so it has no {part!r}"
        case _:
            return {}


def _bounds(value: Any, schema: JsonObject, place: str) -> Iterator[str]:
    for name, (words, holds) in _BOUNDS.items():
        if name in schema and _is_number(value) and not holds(value, schema[name]):
            yield _at(place, f"should be {words.format(schema[name])}")
    for name, (kind, words, holds) in _LENGTHS.items():
        if name in schema and isinstance(value, kind) and not holds(len(cast("str", value)), schema[name]):
            yield _at(place, f"should have {words.format(schema[name])}")


def _fields(value: JsonObject, schema: JsonObject, place: str) -> Iterator[str]:
    properties: dict[str, JsonObject] = schema.get("properties", {})
    more: Any = schema.get("additionalProperties", True)
    for name in schema.get("required", []):
        if name not in value:
            yield _at(place, f"lacks {name!r}")
    for name, each in value.items():
        if name in properties:
            yield from problems_with(each, properties[name], f"{place}.{name}" if place else name)
        elif more is False:
            yield _at(place, f"has {name!r}, which is not known")
        elif isinstance(more, dict):
            yield from problems_with(each, cast("JsonObject", more), f"{place}.{name}" if place else name)


def _inner_faults(given: JsonObject, place: str, depth: int) -> Iterator[str]:
    if "items" in given:
        yield from faults_of(given["items"], f"{place}.items", depth + 1)
    if isinstance(given.get("additionalProperties", True), dict):
        yield from faults_of(given["additionalProperties"], f"{place}.additionalProperties", depth + 1)
    properties = given.get("properties", {})
    if not isinstance(properties, dict):
        yield _at(place, "has 'properties', which should be an object")
        return
    for name, each in cast("JsonObject", properties).items():
        yield from faults_of(each, f"{place}.properties.{name}", depth + 1)
    for number, each in enumerate(given.get("anyOf", [])):
        yield from faults_of(each, f"{place}.anyOf[{number}]", depth + 1)


def _at(place: str, words: str) -> str:
    return f"{place.lstrip('.')} {words}" if place else f"It {words}"


def _kind(value: Any) -> str:
    return next(kind for kind, fits in _TYPES.items() if fits(value))


def _same(one: Any, other: Any) -> bool:
    return isinstance(one, bool) is isinstance(other, bool) and one == other
