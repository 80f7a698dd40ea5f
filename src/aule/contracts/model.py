"""The two shapes every stored or sent thing has: frozen, and closed to unknown fields."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler

JsonObject = dict[str, Any]
"""A JSON object whose keys are not known here: parameters, results, schemas."""


def _make_empty_ones(schema: Any) -> None:
    """Let an empty list or object that is a default be made anew each time, not copied: that takes ten times as long.

    Most of what is read from disk leaves most of its fields out, so this is a good part of reading.
    """
    fields: dict[str, Any] = schema.get("schema", {}).get("fields", {})
    for field in fields.values():
        inner = field["schema"]
        for empty in (list[Any](), dict[str, Any]()):
            if inner["type"] == "default" and inner.get("default") == empty:
                del inner["default"]
                inner["default_factory"] = type(empty)
                inner.setdefault("metadata", {})["pydantic_js_updates"] = {"default": empty}


class Model(BaseModel):
    """A value that is stored or sent. Frozen; unknown fields are refused."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        ser_json_inf_nan="constants",
        json_schema_serialization_defaults_required=True,  # what we send always has every field
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> Any:
        schema = handler(source)
        _make_empty_ones(handler.resolve_ref_schema(schema))
        return schema


class Stored(BaseModel):
    """A value read back from disk: frozen, and tolerant of fields a newer version wrote."""

    model_config = ConfigDict(frozen=True, extra="ignore")
