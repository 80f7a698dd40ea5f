"""Companies and their cycles: beginning, editing, and ending them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required, TypedDict, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import Day, Editing, OfCompany, Reference, Text
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
_CycleStatus = Annotated[str, "draft, active, completed or cancelled. One cycle is active at a time."]


class NewCompany(TypedDict, total=False):
    """A company to be made."""

    name: Required[str]
    mission: Text
    vision: Text
    values: list[str] | None


class CompanyEdit(Editing, total=False):
    """A company to be edited."""

    name: str
    mission: Text
    vision: Text
    values: list[str] | None
    settings: Annotated[
        dict[str, Any], "How progress is worked out: rollup_cap, ytd_mode, pillar_rollup, fiscal_year_start."
    ]


class Reckoning(OfCompany, total=False):
    """How a company's progress is to be worked out."""

    to: Annotated[Literal["recommended", "original"], "As we recommend, or as the company's former program did."]


class NewCycle(OfCompany, total=False):
    """A cycle to be made."""

    name: Required[str]
    period_start: Required[Annotated[str, "Its first day."]]
    period_end: Required[Annotated[str, "Its last day."]]
    status: _CycleStatus
    mission: Text
    vision: Text


class CycleEdit(Editing, total=False):
    """A cycle to be edited."""

    cycle: Required[Reference]
    name: str
    period_start: str
    period_end: str
    status: _CycleStatus
    mission: Text
    vision: Text


class CycleEnd(OfCompany, total=False):
    """How a cycle ends."""

    cycle: Annotated[str, "Its id or name. Left out: the active one."]
    scores: Annotated[dict[str, float], "Scores from 0.0 to 1.0 by objective, where they are not to be its progress."]
    carry_over: Annotated[list[str], "Objectives that go on in the next cycle."]
    next_cycle: Annotated[str, "The next cycle, if it is there: its id or name."]
    next_name: str
    next_start: Day
    next_end: Day


@action(
    effect=Effect.WRITE,
    title={"en": "Create a company", "pt": "Criar uma empresa"},
    category=_CATEGORY,
    targets=["name"],
)
async def create_company(context: Context, **fields: Unpack[NewCompany]) -> Done:
    """Create a company to keep the strategy of."""
    return await act(context, "create_company", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit a company", "pt": "Editar uma empresa"},
    category=_CATEGORY,
    targets=["company"],
    timeout_s=300,
)
async def update_company(context: Context, **fields: Unpack[CompanyEdit]) -> Done:
    """Edit a company: its name, mission, vision, values, or how its progress is worked out."""
    return await act(context, "update_company", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Switch how progress is worked out", "pt": "Trocar o cálculo do progresso"},
    category=_CATEGORY,
    targets=["company"],
    timeout_s=300,
)
async def switch_defaults(context: Context, **fields: Unpack[Reckoning]) -> Done:
    """Work out a company's progress as we recommend, or as its former program did."""
    return await act(context, "switch_defaults", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Create a cycle", "pt": "Criar um ciclo"},
    category=_CATEGORY,
    targets=["name"],
)
async def create_cycle(context: Context, **fields: Unpack[NewCycle]) -> Done:
    """Create a cycle, a period objectives are for. The first one is active at once."""
    return await act(context, "create_cycle", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit a cycle", "pt": "Editar um ciclo"},
    category=_CATEGORY,
    targets=["cycle"],
)
async def update_cycle(context: Context, **fields: Unpack[CycleEdit]) -> Done:
    """Edit a cycle, or make it the active one."""
    return await act(context, "update_cycle", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Close a cycle", "pt": "Encerrar um ciclo"},
    category=_CATEGORY,
    targets=["cycle"],
)
async def close_cycle(context: Context, **fields: Unpack[CycleEnd]) -> Done:
    """Close a cycle: its objectives get a score from 0.0 to 1.0, and those you name go on in the next one."""
    return await act(context, "close_cycle", fields)
