"""Keys of the plan file: camelCase there, snake_case here; unknown keys stay where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

from pydantic.fields import FieldInfo

from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import Assumption, Clarification, Plan, PlanContext, PlanStep, Risk

LEFT_OUT: Mapping[type[Model], frozenset[str]] = {Plan: frozenset({"project", "session_id"})}
"""Fields left out of the file because they mean something on one machine only."""
ALWAYS: Mapping[type[Model], frozenset[str]] = {
    Plan: frozenset(
        {"schema_version", "goal", "status", "version", "language", "app", "context", "steps", "clarifications"}
        | {"risks", "success_criteria", "content_hash"}
    ),
    PlanContext: frozenset({"files_analyzed", "patterns_found", "dependencies", "assumptions"}),
    PlanStep: frozenset(
        {"description", "kind", "file", "line_start", "line_end", "dependencies", "validation", "rationale", "status"}
    ),
    Clarification: frozenset({"answer", "critical", "related_steps", "status"}),
    Risk: frozenset({"severity", "mitigation"}),
}
"""Fields written even when they have their default; fields without default are always written."""
MARKS = ("id", "text", "path")
"""The fields that identify an item of a list."""


@dataclass(frozen=True, slots=True)
class FileKey:
    """One field: its name in the file, and the model inside it if it holds one."""

    camel: str
    inside: type[Model] | None
    many: bool
    default: Any
    always: bool


def camel(name: str) -> str:
    """Return `success_criteria` as `successCriteria`."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


@cache
def keys_of(model: type[Model]) -> dict[str, FileKey]:
    """Return the fields of a model that are in its file, by their names here."""
    left_out, always = LEFT_OUT.get(model, frozenset[str]()), ALWAYS.get(model, frozenset[str]())
    found: dict[str, FileKey] = {}
    for name, field in model.model_fields.items():
        if name not in left_out:
            inside, many = _inside(field.annotation)
            must = name in always or field.is_required()
            found[name] = FileKey(camel(name), inside, many, _default(field), must)
    return found


def to_file(plan: Plan, before: JsonObject | None = None) -> JsonObject:
    """Return a plan as its file's JSON. Unknown keys of `before` are kept in their place."""
    return _written(Plan, plan.model_dump(mode="json"), before)


def _written(model: type[Model], value: JsonObject, before: Any) -> Any:
    """Return one value in the file's keys, merged over what the file held before."""
    if model is Assumption and isinstance(before, str | None) and _only_text(value):
        return value["text"]  # a bare text, as people write assumptions
    keys = keys_of(model)
    old = cast("JsonObject", before) if isinstance(before, dict) else {}
    names = {spelt: name for name, key in keys.items() for spelt in (name, key.camel)}
    made: JsonObject = {}
    for spelt, kept in old.items():
        name = names.get(spelt)
        if name is None:
            made[spelt] = kept
        elif keys[name].camel not in made:
            made[keys[name].camel] = _value(keys[name], value[name], old.get(keys[name].camel, kept))
    for name, key in keys.items():
        if key.camel not in made and (key.always or value[name] != key.default):
            made[key.camel] = _value(key, value[name], None)
    return made


def _value(key: FileKey, value: Any, before: Any) -> Any:
    if key.inside is None or value is None:
        return value
    if not key.many:
        return _written(key.inside, value, before)
    known = _known(cast("Sequence[Any]", before) if isinstance(before, list) else ())
    return [_written(key.inside, each, known.get(mark_of(each))) for each in value]


def _known(items: Sequence[Any]) -> dict[str | None, Any]:
    """Return the items of a list by their identity; of two with the same one, the first."""
    found: dict[str | None, Any] = {}
    for each in items:
        found.setdefault(mark_of(each), each)
    found.pop(None, None)
    return found


def mark_of(item: Any) -> str | None:
    """Return what identifies an item of a list."""
    if isinstance(item, str):
        return item
    if not isinstance(item, dict):
        return None
    fields = cast("JsonObject", item)
    mark = next((fields[name] for name in MARKS if name in fields), None)
    return None if isinstance(mark, dict | list | None) else str(mark)


def _only_text(value: JsonObject) -> bool:
    return all(item == keys_of(Assumption)[name].default for name, item in value.items() if name != "text")


def _default(field: FieldInfo) -> Any:
    default = None if field.is_required() else field.get_default(call_default_factory=False)
    return default.model_dump(mode="json") if isinstance(default, Model) else default


def _inside(annotation: Any) -> tuple[type[Model] | None, bool]:
    """Return the model an annotation holds, and whether it holds many of them."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation, False
    origin = get_origin(annotation)
    if origin is list:
        inside, _ = _inside(get_args(annotation)[0])
        return inside, inside is not None
    if origin in (Union, UnionType):
        found = [each for each in map(_inside, get_args(annotation)) if each[0] is not None]
        return found[0] if found else (None, False)
    return None, False
