"""Changes: what was altered, and the way back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from aule.contracts.change import Change, UndoPreview
from aule.contracts.ids import ref
from aule.contracts.run import Run
from aule.contracts.views import Page
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Id, Named, Part, System

router = APIRouter(prefix="/v1/changes", tags=["changes"], route_class=JsonRoute)


@router.get("")
async def list_changes(
    kernel: System,
    part: Part,
    run: Named = None,
    entity: Annotated[str | None, Query(max_length=1024, pattern=PLAIN)] = None,
) -> Page[Change]:
    """Changes, the latest first."""
    return await kernel.changes.list(run=run, entity=entity, limit=part.limit, after=part.after)


@router.get("/{id}")
async def get_change(id: Id, kernel: System) -> Change:
    """One change, with what was before and after."""
    return await kernel.changes.get(id)


@router.post("/{id}/undo")
async def undo_change(
    id: Id,
    kernel: System,
    preview: Annotated[bool, Query(description="Only show what would happen.")] = False,
) -> UndoPreview | Run:
    """Take back one change, or show what that would do."""
    return await (kernel.preview_undo(ref("change", id)) if preview else kernel.undo(ref("change", id)))
