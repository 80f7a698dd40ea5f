"""Schedules: what runs by itself, made, edited, paused, run now and removed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from aule.contracts.access.change import Removed
from aule.contracts.errors import Invalid
from aule.contracts.runs.run import Run
from aule.contracts.runs.schedule import Schedule, ScheduleTimes, ScheduleView
from aule.contracts.views import Page
from aule.sdk.http import expected_version, losing_is_stale
from aule.server.bodies import NewSchedule, ScheduleDraft
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, IfMatch, Named, Part, System
from aule.server.versions import replaced_version, show_version

router = APIRouter(prefix="/v1/tasks/scheduled", tags=["schedules"], route_class=JsonRoute)


def _only(project: Named = None, conversation: Named = None, workflow: Named = None) -> dict[str, str | None]:
    """Which schedules to list."""
    return {"project": project, "conversation": conversation, "workflow": workflow}


@router.get("")
async def list_schedules(
    kernel: System, part: Part, only: Annotated[dict[str, str | None], Depends(_only)]
) -> Page[ScheduleView]:
    """Schedules, the newest first, with when they are due and what came of the last time."""
    return await kernel.schedules.kept.list(**only, limit=part.limit, after=part.after)


@router.post("", status_code=201)
async def create_schedule(body: NewSchedule, kernel: System, response: Response) -> ScheduleView:
    """Make a schedule."""
    return _shown(await kernel.schedules.create(body.schedule()), response)


@router.post("/preview")
async def preview_schedule(body: ScheduleDraft, kernel: System) -> ScheduleTimes:
    """The next five times a schedule would be due; nothing is kept."""
    return kernel.schedules.times(body.schedule(), body.locale)


@router.get("/{id}")
async def get_schedule(id: Id, kernel: System, response: Response) -> ScheduleView:
    """One schedule as it stands."""
    return _shown(await kernel.schedules.kept.get(id), response)


@router.put("/{id}")
async def replace_schedule(
    id: Id, body: Schedule, kernel: System, response: Response, if_match: IfMatch = None
) -> ScheduleView:
    """Replace a schedule; its next time is set anew. Who made it when, and its version, are the system's to keep."""
    if body.id != id:
        raise Invalid(f"The schedule at {id!r} cannot become {body.id!r}", hint="Make another one.", field="id")
    current = (await kernel.schedules.kept.get(id)).schedule
    expected = await replaced_version(kernel, if_match, current.version, f"schedule:{id}")
    with losing_is_stale():
        return _shown(await kernel.schedules.save(body, expected=expected), response)


@router.delete("/{id}")
async def delete_schedule(id: Id, kernel: System, if_match: IfMatch = None) -> Removed:
    """Remove a schedule. What it has started goes on."""
    expected = expected_version(if_match, (await kernel.schedules.kept.get(id)).schedule.version)
    with losing_is_stale():
        return await kernel.schedules.delete(id, expected=expected)


@router.post("/{id}/pause")
async def pause_schedule(id: Id, kernel: System, response: Response) -> ScheduleView:
    """Let a schedule rest; times that pass meanwhile are not made up for."""
    return _shown(await kernel.schedules.pause(id), response)


@router.post("/{id}/resume")
async def resume_schedule(id: Id, kernel: System, response: Response) -> ScheduleView:
    """Let a schedule go on."""
    return _shown(await kernel.schedules.pause(id, paused=False), response)


@router.post("/{id}/run", status_code=201)
async def run_schedule(id: Id, kernel: System) -> Run:
    """Start now what the schedule starts; its times stay as they are."""
    return await kernel.schedules.run(id)


def _shown(view: ScheduleView, response: Response) -> ScheduleView:
    show_version(response, view.schedule.version)
    return view
