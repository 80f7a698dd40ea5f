"""Insights: what the figures of a company say, and what people and agents add to it."""

from __future__ import annotations

from typing import Annotated, Required, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import Editing, Id, OfCompany, Reference, Text
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
_NAMED = ["insight_id", "insight_title"]


class NewInsight(OfCompany, total=False):
    """An insight to be written down."""

    title: Required[str]
    description: Text
    insight_type: Annotated[str | None, "risk, opportunity or info."]
    severity: Annotated[str | None, "low, medium, high or critical."]
    category: Text
    actionable: bool | None
    confidence_score: Annotated[float | None, "From 0 to 1."]


class InsightMeant(Editing, total=False):
    """An insight somebody decides about."""

    insight_id: Id
    insight_title: Reference


@action(
    effect=Effect.WRITE,
    title={"en": "Work out insights", "pt": "Gerar insights"},
    category=_CATEGORY,
    targets=["company"],
)
async def generate_insights(context: Context, **fields: Unpack[OfCompany]) -> Done:
    """Work out from the figures what is behind, late, without values or ahead; each insight shows its evidence.

    Insights that are there follow their figures, and those that no longer hold end. No model is needed.
    """
    return await act(context, "generate_insights", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Write an insight", "pt": "Criar um insight"},
    category=_CATEGORY,
    targets=["title"],
)
async def create_insight(context: Context, **fields: Unpack[NewInsight]) -> Done:
    """Write down an insight in your own words; it says who wrote it."""
    return await act(context, "create_insight", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Confirm an insight", "pt": "Confirmar um insight"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def confirm_insight(context: Context, **fields: Unpack[InsightMeant]) -> Done:
    """Say that an insight is right; it notes who says so and when."""
    return await act(context, "confirm_insight", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Dismiss an insight", "pt": "Descartar um insight"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def dismiss_insight(context: Context, **fields: Unpack[InsightMeant]) -> Done:
    """Put an insight aside; it comes back only if its figures become worse."""
    return await act(context, "dismiss_insight", fields)
