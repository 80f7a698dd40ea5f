"""Initiatives: what is done for a key result."""

from __future__ import annotations

from typing import Annotated, Required, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import (
    Cycle,
    Day,
    Editing,
    Id,
    InitiativeStatus,
    Number,
    OfCompany,
    Reference,
    Sources,
    Text,
)
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
_NAMED = ["initiative_id", "initiative_title"]


class _Held(OfCompany, total=False):
    """What an initiative holds."""

    description: Text
    start_date: Day
    end_date: Day
    status: InitiativeStatus
    priority: Annotated[str | None, "low, medium or high."]
    progress_percentage: Annotated[float | None, "From 0 to 100."]
    responsible: Text
    budget: Number
    completion_notes: Text
    position: int | None
    sources: Sources


class NewInitiative(_Held, total=False):
    """An initiative to be made."""

    title: Required[str]
    key_result_id: Id
    kr_title: Reference
    plan_id: Cycle


class InitiativeEdit(_Held, Editing, total=False):
    """An initiative to be edited."""

    initiative_id: Id
    initiative_title: Reference
    plan_id: Cycle
    title: str
    key_result_id: Id


class InitiativeMeant(OfCompany, total=False):
    """An initiative to be deleted."""

    initiative_id: Id
    initiative_title: Reference
    plan_id: Cycle


@action(
    effect=Effect.WRITE,
    title={"en": "Create an initiative", "pt": "Criar uma iniciativa"},
    category=_CATEGORY,
    targets=["title"],
)
async def create_initiative(context: Context, **fields: Unpack[NewInitiative]) -> Done:
    """Create an initiative for a key result, which is named by `key_result_id` or `kr_title`."""
    return await act(context, "create_initiative", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit an initiative", "pt": "Editar uma iniciativa"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def update_initiative(context: Context, **fields: Unpack[InitiativeEdit]) -> Done:
    """Edit an initiative, named by `initiative_id` or `initiative_title`."""
    return await act(context, "update_initiative", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete an initiative", "pt": "Excluir uma iniciativa"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def delete_initiative(context: Context, **fields: Unpack[InitiativeMeant]) -> Done:
    """Delete an initiative. It can be undone."""
    return await act(context, "delete_initiative", fields)
