"""Recipes: what an app can do with no model at all, said in example sentences."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from aule.contracts.model import Model


class SlotKind(StrEnum):
    """What a slot takes out of a sentence."""

    TEXT = "text"
    """What stands in quotes, or what follows a marker word such as "note" or "nota"."""
    INTEGER = "integer"
    DATE = "date"
    PATH = "path"
    ARTIFACT = "artifact"
    """The one artifact that is attached, or what follows a marker word."""
    REST = "rest"
    """Everything behind the first colon, or behind the verb and its noun."""


class Slot(Model):
    """One value a recipe needs."""

    kind: SlotKind
    required: bool = True
    default: Any = None
    markers: list[str] = []
    """Words (pt and en) behind which the value stands."""
    question: dict[str, str] = {}
    """What to ask when it is missing, by language (`pt`, `en`)."""


class RecipeCall(Model):
    """A call to make. A parameter `"{slot}"` takes the slot's value."""

    capability: str
    params: dict[str, Any] = {}


class Recipe(Model):
    """An intent, by examples in Portuguese and English, and the calls that serve it."""

    id: str
    app: str
    title: dict[str, str]
    examples: dict[str, list[str]]
    slots: dict[str, Slot] = {}
    calls: list[RecipeCall] = Field(min_length=1)
    reply: dict[str, str] = {}
    """The answer by language; `{slot}` and `{result.data.path}` are looked up, nothing is evaluated."""
