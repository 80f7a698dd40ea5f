"""Signatures: the schema of a function's parameters and return value, and the validation of parameters."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import (
    Annotated,
    Any,
    NotRequired,
    Required,
    Unpack,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from aule.contracts.access.capability import Warning
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.context.context import Context

Body = Callable[..., Awaitable[Any]]

_INTEGER = re.compile(r"^[+-]?\d{1,18}$")
_NUMBER = re.compile(r"^[+-]?\d{1,15}(?:[.,]\d{1,15})?$")
_ENCODER = json.JSONEncoder(allow_nan=False)  # `json.dumps` would make one for each call
_BOOLEANS = {"true": True, "false": False}
LARGEST_INTEGER = 2**53 - 1
"""The largest integer that JSON carries exactly everywhere, browsers and approvals' hashes included."""


@dataclass(frozen=True, slots=True)
class BoundParams:
    """Valid parameters: as Python values for the call, as JSON for the record."""

    values: dict[str, Any]
    json: JsonObject
    warnings: list[Warning]


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters and return value of a capability, derived from its function alone."""

    takes_context: bool
    model: type[BaseModel]
    params: JsonObject
    gives: Any
    """The return type."""
    optional: frozenset[str] = frozenset()
    """Parameters left out where nobody gave them: absent is not null."""

    @property
    def returned(self) -> TypeAdapter[Any]:
        """The adapter that writes the return value as JSON."""
        return _adapter_of(self.gives)

    @property
    def returns(self) -> JsonObject:
        """The schema of the return value; made on demand to keep the start fast."""
        return _schema_of(self.returned)

    def bind(self, params: JsonObject) -> BoundParams:
        """Validate parameters and apply defaults; at most one lossless coercion each, reported as a warning."""
        self._refuse_unknown(params)
        warnings: list[Warning] = []
        try:
            bound = self._validate(params)
        except ValidationError as error:
            params, warnings = _coerce(params, error)
            try:
                bound = self._validate(params)
            except ValidationError as again:
                raise _invalid(again, params) from None
        absent = self.optional - bound.model_fields_set
        values = {name: getattr(bound, name) for name in self.model.model_fields if name not in absent}
        plain = bound.model_dump(mode="json", exclude=set(absent))
        for name, value in plain.items():
            _refuse_huge(name, value)
        return BoundParams(values, plain, warnings)

    def foresee(self, params: JsonObject, *, late: Collection[str]) -> JsonObject:
        """Return parameters as they will be bound, without the `late` ones, which are known only at the call.

        Raises when they are invalid.
        """
        known = replace(self, model=_without(self.model, frozenset(late))) if late else self
        return known.bind({name: value for name, value in params.items() if name not in late}).json

    def check(self, params: JsonObject, *, late: Collection[str]) -> None:
        """Refuse invalid parameters; the `late` ones are known only when the call is made."""
        self._refuse_unknown(params)
        given = {name: value for name, value in params.items() if name not in late}
        try:
            self._validate(given)
        except ValidationError as error:
            for path, problems in _by_place(error, given).items():
                is_late = problems[0]["type"] == "missing" and path[0] in late
                if not is_late and _read_otherwise(problems) is None:
                    raise _invalid(error, given, path) from None

    def _validate(self, params: JsonObject) -> BaseModel:
        try:
            raw = _ENCODER.encode(params)
        except (ValueError, RecursionError) as error:
            raise Invalid(f"The parameters are not JSON: {error}", code="invalid_param") from None
        return self.model.model_validate_json(raw, strict=True)

    def _refuse_unknown(self, params: JsonObject) -> None:
        known = list(self.model.model_fields)
        for name in params:
            if name not in known:
                near = get_close_matches(name, known, n=5, cutoff=0.5) or known[:5]
                takes = ", ".join(known) or "no parameters"
                raise Invalid(
                    f"There is no parameter {name!r}.",
                    code="unknown_param",
                    field=name,
                    candidates=near,
                    hint=f"It takes {takes}.",
                )


def read_signature(body: Body, surroundings: type = Context, *, returns: bool = True) -> Signature:
    """Return the signature of a capability, or of another function whose first parameter is `surroundings`.

    Keys of a `TypedDict` are parameters that may be absent. `returns` says whether to derive a schema of the return
    value.
    """
    if not inspect.iscoroutinefunction(body):
        raise TypeError(f"the capability {body.__qualname__!r} must be an async function")
    hints = get_type_hints(body, include_extras=True)
    fields: dict[str, Any] = {}
    optional: set[str] = set()
    takes_context = False
    for position, parameter in enumerate(inspect.signature(body).parameters.values()):
        hint = hints.get(parameter.name)
        if parameter.kind is parameter.VAR_KEYWORD and get_origin(hint) is Unpack:
            for name, kind, is_required in _keywords(get_args(hint)[0], body):
                fields[name] = (_described(kind), ... if is_required else Field(default_factory=_nothing))
                optional |= set() if is_required else {name}
            continue
        if hint is None or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise TypeError(f"the parameter {parameter.name!r} of {body.__qualname__!r} needs a plain type annotation")
        if hint is surroundings:
            if position:
                raise TypeError(f"{surroundings.__name__} comes first in {body.__qualname__!r}")
            takes_context = True
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (_described(hint), default)
    model = create_model(body.__name__, __config__=ConfigDict(extra="forbid", frozen=True), **fields)
    params = _plain(model.model_json_schema())
    return Signature(takes_context, model, params, hints.get("return", Any) if returns else Any, frozenset(optional))


@lru_cache(maxsize=256)
def _without(model: type[BaseModel], names: frozenset[str]) -> type[BaseModel]:
    """Return the model of a capability's parameters without some of them."""
    kept: dict[str, Any] = {
        name: (field.annotation, field) for name, field in model.model_fields.items() if name not in names
    }
    return create_model(model.__name__, __config__=model.model_config, **kept)


def _adapter_of(kind: Any) -> TypeAdapter[Any]:
    try:
        hash(kind)
    except TypeError:  # notes beside a type may be anything
        return TypeAdapter(kind)
    return _known_adapter(kind)


@lru_cache(maxsize=1024)
def _known_adapter(kind: Any) -> TypeAdapter[Any]:
    """Return the adapter of a type, cached: most capabilities of an app return the same types."""
    return TypeAdapter(kind)


@lru_cache(maxsize=1024)
def _schema_of(adapter: TypeAdapter[Any]) -> JsonObject:
    return adapter.json_schema()


def _keywords(kind: Any, body: Body) -> list[tuple[str, Any, bool]]:
    """Return the keys of a `TypedDict`: name, type, and whether it is required.

    `__required_keys__` does not see a marker in an annotation that is kept as text, so the markers are read here.
    """
    if not is_typeddict(kind):
        raise TypeError(f"{kind!r} is no TypedDict, so it says nothing about keywords")
    found: list[tuple[str, Any, bool]] = []
    around = getattr(body, "__globals__", None)
    for name, marked in get_type_hints(kind, around, include_extras=True).items():
        origin = get_origin(marked)
        hint = get_args(marked)[0] if origin in (Required, NotRequired) else marked
        usually = name in kind.__required_keys__
        found.append((name, hint, origin is Required or (usually and origin is not NotRequired)))
    return found


def _nothing() -> None:
    """Return None, as the default of parameters that are left out."""


def _described(hint: Any) -> Any:
    """Turn `Annotated[str, "what it is"]` into a parameter with a description."""
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        notes = [Field(description=note) if isinstance(note, str) else note for note in notes]
        return Annotated[kind, *notes]
    return hint


def _plain(schema: JsonObject) -> JsonObject:
    """Remove the titles pydantic invents from a schema: they cost tokens and say nothing."""
    schema.pop("title", None)
    for prop in schema.get("properties", {}).values():
        prop.pop("title", None)
    schema.setdefault("properties", {})
    return schema


def _coerce(params: JsonObject, error: ValidationError) -> tuple[JsonObject, list[Warning]]:
    changed: JsonObject = json.loads(json.dumps(params))
    warnings: list[Warning] = []
    for path, problems in _by_place(error, params).items():
        better = _read_otherwise(problems)
        if better is None or not _place(changed, path, better):
            raise _invalid(error, params, path) from None
        name = ".".join(str(step) for step in path)
        warnings.append(Warning(code="coerced", message=f"{name}: {problems[0]['input']!r} was read as {better!r}"))
    return changed, warnings


Problems = list[Mapping[str, Any]]


def _by_place(error: ValidationError, params: JsonObject) -> dict[tuple[Any, ...], Problems]:
    """Group validation errors by their place in the parameters; each tried type reports its own."""
    found: dict[tuple[Any, ...], Problems] = {}
    for problem in error.errors(include_url=False, include_context=False):
        found.setdefault(_place_of(problem, params), []).append(problem)
    return found


def _place_of(problem: Mapping[str, Any], params: JsonObject) -> tuple[Any, ...]:
    """Return the place of an error in the parameters, without the names of tried types."""
    steps: list[Any] = list(problem["loc"])
    path: list[Any] = []
    last = [steps.pop()] if problem["type"] == "missing" and steps else []
    here: Any = params
    for step in steps:
        if isinstance(step, int) if isinstance(here, list) else isinstance(here, dict) and step in here:
            here = cast("Any", here)[step]
            path.append(step)
    return (*path, *last)


def _read_otherwise(problems: Problems) -> Any:
    """Return the value losslessly converted to one of the expected types, or None."""
    readings = (_lossless(problem["input"], problem["type"]) for problem in problems)
    return next((reading for reading in readings if reading is not None), None)


def _refuse_huge(name: str, value: Any) -> None:
    """Refuse an integer that JSON readers would round."""
    if isinstance(value, dict):
        value = list(value.values())  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType, reportUnknownMemberType]
    if isinstance(value, list):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            _refuse_huge(name, item)
    elif isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        raise Invalid(
            f"{name}: an integer may be at most {LARGEST_INTEGER}, either way.",
            code="invalid_param",
            field=name,
            hint="Give it as text if it is a number only by its looks.",
        )


def _lossless(value: Any, expected: str) -> Any:
    if expected == "int_type" and isinstance(value, str) and _INTEGER.match(value):
        return int(value)
    if expected in ("int_type", "int_from_float") and isinstance(value, float) and value.is_integer():
        return int(value)
    if expected == "float_type" and isinstance(value, str) and _NUMBER.match(value):
        return float(value.replace(",", "."))
    if expected == "bool_type" and isinstance(value, str):
        return _BOOLEANS.get(value.lower())
    return None


def _place(document: Any, path: Sequence[Any], value: Any) -> bool:
    try:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _invalid(error: ValidationError, params: JsonObject, path: tuple[Any, ...] | None = None) -> Invalid:
    places = _by_place(error, params)
    path = next(iter(places)) if path is None else path
    problem, field = places[path][0], ".".join(str(step) for step in path) or None
    if problem["type"] == "missing":
        return Invalid(f"The parameter {field!r} is missing.", code="missing_param", field=field)
    shown = repr(problem["input"])
    shown = shown if len(shown) <= 80 else shown[:77] + "…"
    return Invalid(f"{field or 'The parameters'}: {problem['msg']} (got {shown}).", code="invalid_param", field=field)
