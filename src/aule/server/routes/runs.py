"""Runs: look at them, stop them, steer them, take them back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from aule.contracts.change import UndoPreview
from aule.contracts.ids import ref
from aule.contracts.run import Run, RunKind, RunStatus
from aule.contracts.settings import Locale
from aule.contracts.views import Page, RunDetail
from aule.server.bodies import Steering
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, Named, Part, System

router = APIRouter(prefix="/v1/runs", tags=["runs"], route_class=JsonRoute)


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs."""

    status: RunStatus | None = None
    kind: RunKind | None = None
    parent: Named = None
    session: Named = None


@router.get("")
async def list_runs(kernel: System, which: Annotated[RunFilter, Depends()], part: Part) -> Page[Run]:
    """Runs, the latest first."""
    return await kernel.runs.list(**asdict(which), limit=part.limit, after=part.after)


@router.get("/{id}")
async def get_run(id: Id, kernel: System) -> RunDetail:
    """A run with all that happened in it."""
    return await kernel.overview.run(id)


@router.post("/{id}/cancel")
async def cancel_run(id: Id, kernel: System) -> Run:
    """Stop a run and everything below it."""
    return await kernel.cancel(id)


@router.post("/{id}/steer")
async def steer_run(id: Id, body: Steering, kernel: System) -> Run:
    """Add words to a run that is under way."""
    return await kernel.steer(id, body.message)


@router.post("/{id}/undo")
async def undo_run(
    id: Id,
    kernel: System,
    preview: Annotated[bool, Query(description="Only show what would happen.")] = False,
    locale: Locale | None = None,
) -> UndoPreview | Run:
    """Take back everything a run changed, or show what that would do."""
    subject = ref("run", id)
    return await (kernel.preview_undo(subject) if preview else kernel.undo(subject, locale=locale))
