"""Key results: by which numbers an objective is measured, their check-ins, and what is done for them."""

from __future__ import annotations

from typing import Annotated, Required, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import (
    Cycle,
    Day,
    Editing,
    Id,
    Month,
    Months,
    Number,
    OfCompany,
    Priority,
    Reference,
    Sources,
    Text,
    Weight,
    WeightBy,
)
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
_NAMED = ["kr_id", "kr_title"]


class Measured(OfCompany, total=False):
    """What a key result holds."""

    description: Text
    unit: Annotated[str | None, "`%`, `R$`, `un`, `dias`, `score`, `points`, or any other."]
    target_direction: Annotated[str | None, "maximize or minimize."]
    aggregation_type: Annotated[str | None, "How months make up a year: sum, average, max, min or last."]
    comparison_type: Annotated[str | None, "cumulative or period."]
    frequency: Annotated[str | None, "monthly, bimonthly, quarterly, semesterly or yearly."]
    monthly_targets: Months
    monthly_actual: Months
    yearly_target: Number
    start_month: Month
    end_month: Month
    current_value: Number
    baseline_value: Number
    weight: Weight
    due_date: Day
    priority: Priority
    variation_threshold: Number
    sources: Sources
    owner_id: Text
    assigned_owner_id: Text
    responsible: Text


class NewKeyResult(Measured, total=False):
    """A key result to be made."""

    title: Required[str]
    target_value: Required[float]
    objective_id: Id
    objective_title: Reference
    plan_id: Cycle


class KeyResultEdit(Measured, Editing, total=False):
    """A key result to be edited."""

    kr_id: Id
    kr_title: Reference
    plan_id: Cycle
    title: str
    target_value: float
    weight_by: WeightBy
    objective_id: Id
    objective_title: Reference


class KeyResultMeant(OfCompany, total=False):
    """A key result to be deleted."""

    kr_id: Id
    kr_title: Reference
    plan_id: Cycle


class CheckIn(Editing, total=False):
    """A value of a key result."""

    kr_id: Id
    kr_title: Reference
    plan_id: Cycle
    value: Annotated[float, "Its value in the period."]
    monthly_actual: Annotated[Months, "Values of several months, beside or instead of `value`."]
    period: Annotated[str | None, "The month, `2026-05`. Left out: the present period of its frequency."]
    confidence: Annotated[int | None, "From 1 to 10: up to 3 at risk, up to 7 with issues, from 8 on track."]
    status: Annotated[str | None, "on_track, at_risk or off_track."]
    comment: Text
    blockers: Text


class NewAnalysis(OfCompany, total=False):
    """A fact and its cause."""

    key_result_id: Id
    kr_title: Reference
    title: Annotated[str | None, "A short name for it. Left out: the fact is its name."]
    fact: Required[str]
    cause: Required[str]
    description: Text
    priority: Priority
    status: Annotated[str | None, "active, resolved or cancelled."]
    linked_update_month: Month
    linked_update_value: Number


@action(
    effect=Effect.WRITE,
    title={"en": "Create a key result", "pt": "Criar um KR"},
    category=_CATEGORY,
    targets=["title"],
)
async def create_key_result(context: Context, **fields: Unpack[NewKeyResult]) -> Done:
    """Create a key result of an objective, named by `objective_id` or `objective_title`.

    With a frequency, a first and a last month, monthly targets are proposed where none are given.
    """
    return await act(context, "create_key_result", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit a key result", "pt": "Editar um KR"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def update_key_result(context: Context, **fields: Unpack[KeyResultEdit]) -> Done:
    """Edit a key result, named by `kr_id` or `kr_title`. Of months only those that are named change."""
    return await act(context, "update_key_result", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete a key result", "pt": "Excluir um KR"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def delete_key_result(context: Context, **fields: Unpack[KeyResultMeant]) -> Done:
    """Delete a key result with its values, analyses and initiatives. It can be undone."""
    return await act(context, "delete_key_result", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Check in a value", "pt": "Fazer check-in de um KR"},
    category=_CATEGORY,
    targets=_NAMED,
    aliases=["update_key_result_progress", "update_kr_progress"],
)
async def check_in(context: Context, **fields: Unpack[CheckIn]) -> Done:
    """Record the value of a key result in a period, with how confident you are; its progress is worked out anew."""
    return await act(context, "check_in", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Note a fact and its cause", "pt": "Registrar fato e causa"},
    category=_CATEGORY,
    targets=["fact"],
)
async def create_fca(context: Context, **fields: Unpack[NewAnalysis]) -> Done:
    """Note why a key result is where it is: a fact and its cause."""
    return await act(context, "create_fca", fields)
