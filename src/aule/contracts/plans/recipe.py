"""Recipes: what an app can do with no model at all, said in example sentences."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from pydantic import Field, model_validator

from aule.contracts.model import Model
from aule.contracts.plans.plan import FileAction, PlanStepKind


class SlotKind(StrEnum):
    """What a slot takes out of a sentence."""

    TEXT = "text"
    """What stands in quotes, or what follows a marker word such as "note" or "nota"."""
    INTEGER = "integer"
    NUMBER = "number"
    """`300`, `1.234,5`, `10%`, `R$ 3 mil`: behind a marker word, or the only one there is."""
    DATE = "date"
    DATES = "dates"
    """A day or a span of days: "semana que vem", "amanhã", "de 3 a 7 de março"; as `AAAA-MM-DD` or
    `AAAA-MM-DD..AAAA-MM-DD`."""
    HOUR = "hour"
    """A time of day: "às 14h30", "3 pm", "ao meio-dia"; as `HH:MM`."""
    PATH = "path"
    ARTIFACT = "artifact"
    """The one artifact that is attached, or what follows a marker word."""
    REST = "rest"
    """Everything behind the first colon, or behind the verb and its noun."""
    MESSAGE = "message"
    """All that was said, as it stands."""


class Slot(Model):
    """One value a recipe needs."""

    kind: SlotKind
    required: bool = True
    default: Any = None
    markers: list[str] = []
    """Words (pt and en) behind which the value stands; a whole number stands before them: `3 atividades`."""
    question: dict[str, str] = {}
    """What to ask when it is missing, by language (`pt`, `en`)."""
    pattern: str | None = None
    """What the value looks like, as a regular expression; the first group that matched, where it has some."""
    choices: dict[str, list[str]] = {}
    """The values there are, each with the words people say for it."""
    stops: list[str] = []
    """Words at which what stands behind other slots' markers ends."""


class RecipeCall(Model):
    """A call to make. A parameter `"{slot}"` takes the slot's value."""

    capability: str
    params: dict[str, Any] = {}


class StepTemplate(Model):
    """A step of a plan, with `{slot}` where a value comes in. Texts are by language."""

    id: str
    title: dict[str, str]
    description: dict[str, str] = {}
    kind: PlanStepKind
    file: str | None = None
    """A path with slots; when one of them has no value, the person is asked where."""
    file_action: FileAction | None = None
    folder_of: list[str] = []
    """Words for what kind of file it is (`service`), by which folders are offered when its place is not known."""
    files: str | None = None
    """A slot that holds further files, such as `routes`; when it has none, the person is asked which."""
    call: RecipeCall | None = None
    dependencies: list[str] = []
    validation: dict[str, str] = {}
    rationale: dict[str, str] = {}
    repeat: Any = None
    """A slot that holds what it is repeated for, such as `"{items}"`, or `{"for_each": binding, "max": "{count}"}`."""
    when: str | None = None
    """The condition under which it runs, over what earlier steps gave."""
    question: dict[str, str] = {}
    """What a person is asked, in a step that is theirs."""
    approval: Literal["before", "after"] | None = None
    needs: list[str] = []
    """Slots without which the step is left out."""
    unless: list[str] = []
    """Slots with which the step is left out."""


class RiskTemplate(Model):
    """A risk every plan of this kind has."""

    description: dict[str, str]
    severity: Literal["low", "medium", "high"] = "medium"
    mitigation: dict[str, str]


class PlanTemplate(Model):
    """A plan by its parts, filled from a request and from what the project holds."""

    name: dict[str, str]
    """The plan's title."""
    goal: dict[str, str]
    steps: list[StepTemplate] = Field(min_length=1)
    success: dict[str, list[str]]
    risks: list[RiskTemplate] = []
    assumptions: dict[str, list[str]] = {}


class Recipe(Model):
    """An intent, by examples in Portuguese and English, and the calls or the plan that serve it."""

    id: str
    app: str
    title: dict[str, str]
    examples: dict[str, list[str]]
    slots: dict[str, Slot] = {}
    calls: list[RecipeCall] = []
    reply: dict[str, str] = {}
    """The answer by language; `{slot}` and `{result.data.path}` are looked up, nothing is evaluated."""
    plan: PlanTemplate | None = None
    """The plan it leads to, in place of calls: work of several steps, which a person approves first."""

    @model_validator(mode="after")
    def _serves_something(self) -> Recipe:
        if bool(self.calls) == (self.plan is not None):
            raise ValueError(f"the recipe {self.id!r} needs calls or a plan, and not both")
        return self
