"""A function's signature as a contract: the schema of its parameters, their validation, and of what it returns."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from aule.contracts.capability import Warning
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.context import Context

Body = Callable[..., Awaitable[Any]]

_INTEGER = re.compile(r"^[+-]?\d{1,18}$")
_NUMBER = re.compile(r"^[+-]?\d{1,15}(?:[.,]\d{1,15})?$")
_BOOLEANS = {"true": True, "false": False}
LARGEST_INTEGER = 2**53 - 1
"""The largest that JSON carries exactly everywhere, browsers and approvals' hashes included."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Parameters that passed: as Python values for the call, as JSON for the record."""

    values: dict[str, Any]
    json: JsonObject
    warnings: list[Warning]


@dataclass(frozen=True, slots=True)
class Signature:
    """What a capability takes and gives, derived from its function and from nothing else."""

    takes_context: bool
    model: type[BaseModel]
    returned: TypeAdapter[Any]
    params: JsonObject
    returns: JsonObject

    def bind(self, params: JsonObject) -> Bound:
        """Check parameters and apply defaults; at most one lossless coercion each, said in a warning."""
        self._refuse_unknown(params)
        warnings: list[Warning] = []
        try:
            bound = self._validate(params)
        except ValidationError as error:
            params, warnings = _coerce(params, error)
            try:
                bound = self._validate(params)
            except ValidationError as again:
                raise _invalid(again) from None
        values = {name: getattr(bound, name) for name in self.model.model_fields}
        plain = bound.model_dump(mode="json")
        for name, value in plain.items():
            _refuse_huge(name, value)
        return Bound(values, plain, warnings)

    def check(self, params: JsonObject, *, late: Collection[str]) -> None:
        """Refuse parameters that cannot pass, of which some, the late ones, are only known when the call is made."""
        self._refuse_unknown(params)
        given = {name: value for name, value in params.items() if name not in late}
        try:
            self._validate(given)
        except ValidationError as error:
            for problem in error.errors(include_url=False, include_context=False):
                is_late = problem["type"] == "missing" and problem["loc"][0] in late
                if not is_late and _lossless(problem["input"], problem["type"]) is None:
                    raise _invalid(error, problem) from None

    def _validate(self, params: JsonObject) -> BaseModel:
        try:
            raw = json.dumps(params, allow_nan=False)
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


def read_signature(body: Body) -> Signature:
    """Derive a capability's schemas from its function."""
    if not inspect.iscoroutinefunction(body):
        raise TypeError(f"the capability {body.__qualname__!r} must be an async function")
    hints = get_type_hints(body, include_extras=True)
    fields: dict[str, Any] = {}
    takes_context = False
    for position, parameter in enumerate(inspect.signature(body).parameters.values()):
        hint = hints.get(parameter.name)
        if hint is None or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise TypeError(f"the parameter {parameter.name!r} of {body.__qualname__!r} needs a plain type annotation")
        if hint is Context:
            if position:
                raise TypeError(f"Context comes first in {body.__qualname__!r}")
            takes_context = True
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (_described(hint), default)
    model = create_model(body.__name__, __config__=ConfigDict(extra="forbid", frozen=True), **fields)
    returned: TypeAdapter[Any] = TypeAdapter(hints.get("return", Any))
    return Signature(takes_context, model, returned, _plain(model.model_json_schema()), returned.json_schema())


def _described(hint: Any) -> Any:
    """`Annotated[str, "what it is"]` is a parameter with a description."""
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        notes = [Field(description=note) if isinstance(note, str) else note for note in notes]
        return Annotated[kind, *notes]
    return hint


def _plain(schema: JsonObject) -> JsonObject:
    """A schema without the titles pydantic invents: they cost tokens and say nothing."""
    schema.pop("title", None)
    for prop in schema.get("properties", {}).values():
        prop.pop("title", None)
    schema.setdefault("properties", {})
    return schema


def _coerce(params: JsonObject, error: ValidationError) -> tuple[JsonObject, list[Warning]]:
    changed: JsonObject = json.loads(json.dumps(params))
    warnings: list[Warning] = []
    for problem in error.errors(include_url=False):
        path = [step for step in problem["loc"] if not (isinstance(step, str) and "[" in step)]
        value = problem["input"]
        better = _lossless(value, problem["type"])
        if better is None or not _place(changed, path, better):
            raise _invalid(error) from None
        name = ".".join(str(step) for step in path)
        warnings.append(Warning(code="coerced", message=f"{name}: {value!r} was read as {better!r}"))
    return changed, warnings


def _refuse_huge(name: str, value: Any) -> None:
    """An integer that others would round is refused rather than shown as another one."""
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


def _place(document: Any, path: list[Any], value: Any) -> bool:
    try:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _invalid(error: ValidationError, problem: Mapping[str, Any] | None = None) -> Invalid:
    problem = problem or error.errors(include_url=False, include_context=False)[0]
    field = ".".join(str(step) for step in problem["loc"]) or None
    if problem["type"] == "missing":
        return Invalid(f"The parameter {field!r} is missing.", code="missing_param", field=field)
    shown = repr(problem["input"])
    shown = shown if len(shown) <= 80 else shown[:77] + "…"
    return Invalid(f"{field or 'The parameters'}: {problem['msg']} (got {shown}).", code="invalid_param", field=field)
