"""Objectives: what a company wants to reach, and which contributes to which."""

from __future__ import annotations

from typing import Required, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import (
    Cycle,
    Day,
    Editing,
    Id,
    MovedCycle,
    ObjectiveStatus,
    OfCompany,
    Reference,
    Text,
    Weight,
    WeightBy,
)
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
_NAMED = ["objective_id", "objective_title"]


class NewObjective(OfCompany, total=False):
    """An objective to be made."""

    title: Required[str]
    pillar_id: Id
    pillar_name: Reference
    plan_id: Cycle
    description: Text
    target_date: Day
    weight: Weight
    status: ObjectiveStatus
    owner_id: Text
    responsible: Text


class ObjectiveEdit(Editing, total=False):
    """An objective to be edited."""

    objective_id: Id
    objective_title: Reference
    plan_id: MovedCycle
    title: str
    description: Text
    target_date: Day
    weight: Weight
    weight_by: WeightBy
    status: ObjectiveStatus
    owner_id: Text
    responsible: Text
    pillar_id: Id
    pillar_name: Reference


class ObjectiveMeant(OfCompany, total=False):
    """An objective to be deleted."""

    objective_id: Id
    objective_title: Reference
    plan_id: Cycle


class Contribution(OfCompany, total=False):
    """Which objective contributes to which."""

    parent: Required[Reference]
    child: Required[Reference]


@action(
    effect=Effect.WRITE,
    title={"en": "Create an objective", "pt": "Criar um objetivo"},
    category=_CATEGORY,
    targets=["title"],
)
async def create_objective(context: Context, **fields: Unpack[NewObjective]) -> Done:
    """Create an objective of a pillar, which is named by `pillar_id` or `pillar_name`."""
    return await act(context, "create_objective", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit an objective", "pt": "Editar um objetivo"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def update_objective(context: Context, **fields: Unpack[ObjectiveEdit]) -> Done:
    """Edit an objective, named by `objective_id` or `objective_title`; `pillar_id` or `pillar_name` moves it."""
    return await act(context, "update_objective", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete an objective", "pt": "Excluir um objetivo"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def delete_objective(context: Context, **fields: Unpack[ObjectiveMeant]) -> Done:
    """Delete an objective with its key results and all that belongs to them. It can be undone."""
    return await act(context, "delete_objective", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Link objectives", "pt": "Ligar objetivos"},
    category=_CATEGORY,
    targets=["parent", "child"],
)
async def link_objectives(context: Context, **fields: Unpack[Contribution]) -> Done:
    """Say that one objective, the child, contributes to another, the parent. Circles are refused."""
    return await act(context, "link_objectives", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Unlink objectives", "pt": "Desligar objetivos"},
    category=_CATEGORY,
    targets=["parent", "child"],
)
async def unlink_objectives(context: Context, **fields: Unpack[Contribution]) -> Done:
    """Say that one objective no longer contributes to another."""
    return await act(context, "unlink_objectives", fields)
