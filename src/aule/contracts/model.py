"""The two shapes every stored or sent thing has: frozen, and closed to unknown fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler

JsonObject = dict[str, Any]
"""A JSON object whose keys are not known here: parameters, results, schemas."""


def _make_empty_ones(schema: Any) -> None:
    """Let a default that is an empty list, object or model be made anew each time: copying it takes ten times as long.

    Most of what is read from disk leaves most of its fields out, so this is a good part of reading.
    """
    fields: dict[str, Any] = schema.get("schema", {}).get("fields", {})
    for field in fields.values():
        inner = field["schema"]
        default: Any = inner.get("default")
        is_model = isinstance(default, Model) and not default.model_fields_set
        if is_model or default == [] or default == {}:
            del inner["default"]
            inner["default_factory"] = type(default)
            said = default.model_dump(mode="json") if is_model else default
            inner.setdefault("metadata", {})["pydantic_js_updates"] = {"default": said}


_set = object.__setattr__  # a model does not let itself be set


class Model(BaseModel):  # noqa: PLW1641 (pydantic makes the hash of what is frozen)
    """A value that is stored or sent. Frozen; unknown fields are refused."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        ser_json_inf_nan="constants",
        defer_build=True,  # most of what is known is not met in an hour; its schema is made when it is first read
        json_schema_serialization_defaults_required=True,  # what we send always has every field
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> Any:
        schema = handler(source)
        _make_empty_ones(handler.resolve_ref_schema(schema))
        return schema

    def __eq__(self, other: object) -> bool:
        # As in pydantic, where nothing is private or extra. What goes without saying is found by comparing.
        return vars(self) == vars(other) if type(self) is type(other) else super().__eq__(other)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return the same with some fields changed, unchecked, as everywhere in pydantic; in a third of the time."""
        if deep:
            return super().model_copy(update=update, deep=True)
        fields, known = self.__dict__, self.__pydantic_fields_set__
        copy = object.__new__(type(self))
        _set(copy, "__dict__", {**fields, **update} if update else fields.copy())
        _set(copy, "__pydantic_fields_set__", {*known, *update} if update else known.copy())
        _set(copy, "__pydantic_extra__", None)
        _set(copy, "__pydantic_private__", None)
        return copy


class Stored(BaseModel):
    """A value read back from disk: frozen, and tolerant of fields a newer version wrote."""

    model_config = ConfigDict(frozen=True, extra="ignore")
