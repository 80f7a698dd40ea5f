"""Keys of the plan file: camelCase there, snake_case here, and whatever else people wrote stays where it is."""

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
"""What the file does not say, because it means something on one machine only."""
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
"""What is written although it could be left out; everything that has no default is written anyway."""
MARKS = ("id", "text", "path")
"""By which of its fields a thing in a list is known again."""


@dataclass(frozen=True, slots=True)
class Key:
    """One field: its name in the file, and the kind of thing in it when it is one of ours."""

    camel: str
    inside: type[Model] | None
    many: bool
    default: Any
    always: bool


def camel(name: str) -> str:
    """`success_criteria` as `successCriteria`."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


@cache
def keys_of(model: type[Model]) -> dict[str, Key]:
    """The fields of a kind of thing that its file has, by their names here."""
    left_out, always = LEFT_OUT.get(model, frozenset[str]()), ALWAYS.get(model, frozenset[str]())
    found: dict[str, Key] = {}
    for name, field in model.model_fields.items():
        if name not in left_out:
            inside, many = _inside(field.annotation)
            must = name in always or field.is_required()
            found[name] = Key(camel(name), inside, many, _default(field), must)
    return found


def to_file(plan: Plan, before: JsonObject | None = None) -> JsonObject:
    """A plan as its file says it. Keys of `before` that nobody knows are kept, in their place."""
    return _written(Plan, plan.model_dump(mode="json"), before)


def _written(model: type[Model], value: JsonObject, before: Any) -> Any:
    """One thing in the words of the file, laid over what the file said before."""
    if model is Assumption and isinstance(before, str | None) and _only_text(value):
        return value["text"]  # as people write it
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


def _value(key: Key, value: Any, before: Any) -> Any:
    if key.inside is None or value is None:
        return value
    if not key.many:
        return _written(key.inside, value, before)
    known = _known(cast("Sequence[Any]", before) if isinstance(before, list) else ())
    return [_written(key.inside, each, known.get(mark_of(each))) for each in value]


def _known(items: Sequence[Any]) -> dict[str | None, Any]:
    """The things of a list by their marks; the first of two with the same one."""
    found: dict[str | None, Any] = {}
    for each in items:
        found.setdefault(mark_of(each), each)
    found.pop(None, None)
    return found


def mark_of(item: Any) -> str | None:
    """By what a thing in a list is known again."""
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
    """The kind of thing an annotation holds, and whether it holds many of them."""
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
