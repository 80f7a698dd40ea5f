"""The two shapes every stored or sent thing has: frozen, and closed to unknown fields."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

JsonObject = dict[str, Any]
"""A JSON object whose keys are not known here: parameters, results, schemas."""


class Model(BaseModel):
    """A value that is stored or sent. Frozen; unknown fields are refused."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        ser_json_inf_nan="constants",
        json_schema_serialization_defaults_required=True,  # what we send always has every field
    )


class Stored(BaseModel):
    """A value read back from disk: frozen, and tolerant of fields a newer version wrote."""

    model_config = ConfigDict(frozen=True, extra="ignore")
