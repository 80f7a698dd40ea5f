"""Capabilities that come while the system runs: described by JSON Schemas, not by the signature of a function.

`App.keeps_capabilities` says where an app describes them; `by_schema` makes one of its description and a function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from aule.contracts.access.capability import Capability, Runtime
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.context.inner_calls import InnerCall, call_inner
from aule.kernel.capabilities.gate.inner_calls import may_be_inner, strongest
from aule.kernel.capabilities.kept_capabilities import CapabilityMaker
from aule.kernel.capabilities.registry import Previewer, Registered
from aule.kernel.capabilities.signature import Body, Signature
from aule.kernel.engine.graphs.schemas import faults_of, problems_with

__all__ = [
    "Capability",
    "CapabilityMaker",
    "InnerCall",
    "Registered",
    "Runtime",
    "by_schema",
    "call_inner",
    "faults_of",
    "may_be_inner",
    "problems_with",
    "strongest",
]

_KINDS: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list[Any],
    "object": dict[str, Any],
}


def by_schema(capability: Capability, body: Body, *, preview: Previewer | None = None) -> Registered:
    """Return a capability whose parameters are those of its schema; `body` is called with a `Context` and with them."""
    return Registered(capability, _signature(capability.name, capability.params), body, preview)


def _signature(name: str, schema: JsonObject) -> Signature:
    """Return the signature that the schema of an object describes."""
    properties = cast("dict[str, JsonObject]", schema.get("properties", {}))
    required = set(cast("list[str]", schema.get("required", [])))
    fields: dict[str, Any] = {}
    optional: set[str] = set()
    for param, each in properties.items():
        if param in required:
            fields[param] = (_kind(each), ...)
        elif "default" in each:
            fields[param] = (_kind(each), each["default"])
        else:
            fields[param] = (_kind(each), Field(default_factory=_nothing))
            optional.add(param)
    model: type[BaseModel] = create_model(
        name.partition(".")[2], __config__=ConfigDict(extra="forbid", frozen=True), **fields
    )
    return Signature(True, model, schema, Any, frozenset(optional))


def _kind(schema: JsonObject) -> Any:
    """Return the type of a parameter, so that `"5"` is read as a number; what else its schema says is checked after."""
    wanted = schema.get("type")
    kind = _KINDS.get(wanted, Any) if isinstance(wanted, str) else Any
    return Annotated[kind, AfterValidator(_check(schema))]


def _check(schema: JsonObject) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        problem = next(problems_with(value, schema), None)
        if problem is not None:
            raise ValueError(problem)
        return value

    return check


def _nothing() -> None:
    """Return None, as the default of parameters that are left out."""
