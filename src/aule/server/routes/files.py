"""Files of a project, by a few letters of their path."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from aule.contracts.views import FileName
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, System, Words

router = APIRouter(prefix="/v1/projects", tags=["projects"], route_class=JsonRoute)


@router.get("/{id}/files")
async def list_project_files(
    id: Id, kernel: System, q: Words = "", limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> list[FileName]:
    """Files whose path holds these letters in this order, best fit first; without any, those changed last."""
    project = await kernel.projects.get(id)
    found = await asyncio.to_thread(kernel.workspaces.pick, project, q, limit)
    return [FileName(path=entry.path, size=entry.size) for entry in found]
