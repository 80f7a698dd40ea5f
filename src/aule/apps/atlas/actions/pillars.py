"""Pillars: what a strategy stands on."""

from __future__ import annotations

from typing import Annotated, Required, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import Editing, Id, OfCompany, Reference, Text
from aule.sdk import Context, Effect

_CATEGORY = "strategy"


class NewPillar(OfCompany, total=False):
    """A pillar to be made."""

    name: Required[str]
    description: Text
    color: Annotated[str | None, "`#RRGGBB`."]
    order_index: int | None


class PillarEdit(Editing, total=False):
    """A pillar to be edited."""

    pillar_id: Id
    pillar_name: Reference
    name: str
    description: Text
    color: Annotated[str | None, "`#RRGGBB`."]
    order_index: int | None


class PillarMeant(OfCompany, total=False):
    """A pillar to be deleted."""

    pillar_id: Id
    pillar_name: Reference


@action(
    effect=Effect.WRITE,
    title={"en": "Create a pillar", "pt": "Criar um pilar"},
    category=_CATEGORY,
    targets=["name"],
)
async def create_pillar(context: Context, **fields: Unpack[NewPillar]) -> Done:
    """Create a pillar of the strategy."""
    return await act(context, "create_pillar", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit a pillar", "pt": "Editar um pilar"},
    category=_CATEGORY,
    targets=["pillar_id", "pillar_name"],
)
async def update_pillar(context: Context, **fields: Unpack[PillarEdit]) -> Done:
    """Edit a pillar: its name, description, colour or place. Say which by `pillar_id` or `pillar_name`."""
    return await act(context, "update_pillar", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete a pillar", "pt": "Excluir um pilar"},
    category=_CATEGORY,
    targets=["pillar_id", "pillar_name"],
)
async def delete_pillar(context: Context, **fields: Unpack[PillarMeant]) -> Done:
    """Delete a pillar with its objectives and all that belongs to them. It can be undone."""
    return await act(context, "delete_pillar", fields)
