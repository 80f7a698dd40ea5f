"""The Golden Circle, the SWOT analysis and the vision alignment of a company."""

from __future__ import annotations

from typing import Annotated, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import Editing
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
Lines = Annotated[str | list[str] | None, "A text, or a list of texts, which becomes a line for each."]


class GoldenCircle(Editing, total=False):
    """Why, how and what."""

    why_question: Lines
    how_question: Lines
    what_question: Lines


class Swot(Editing, total=False):
    """Strengths, weaknesses, opportunities and threats."""

    strengths: Lines
    weaknesses: Lines
    opportunities: Lines
    threats: Lines


class VisionAlignment(Editing, total=False):
    """What the partners of a company share."""

    shared_objectives: Lines
    shared_commitments: Lines
    shared_resources: Lines
    shared_risks: Lines


@action(
    effect=Effect.WRITE,
    title={"en": "Edit the Golden Circle", "pt": "Editar o Golden Circle"},
    category=_CATEGORY,
    targets=["company"],
)
async def update_golden_circle(context: Context, **fields: Unpack[GoldenCircle]) -> Done:
    """Edit why a company exists, how it works and what it does. Fields that are left out stay as they are."""
    return await act(context, "update_golden_circle", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit the SWOT analysis", "pt": "Editar a análise SWOT"},
    category=_CATEGORY,
    targets=["company"],
)
async def update_swot(context: Context, **fields: Unpack[Swot]) -> Done:
    """Edit the strengths, weaknesses, opportunities and threats. Fields that are left out stay as they are."""
    return await act(context, "update_swot", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit the vision alignment", "pt": "Editar o alinhamento de visão"},
    category=_CATEGORY,
    targets=["company"],
)
async def update_vision_alignment(context: Context, **fields: Unpack[VisionAlignment]) -> Done:
    """Edit the shared objectives, commitments, resources and risks. Fields that are left out stay as they are."""
    return await act(context, "update_vision_alignment", fields)
