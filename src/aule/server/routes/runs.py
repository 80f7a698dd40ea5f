"""Runs: look at them, stop them, steer them, take them back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from aule.contracts.access.change import UndoPreview
from aule.contracts.ids import ref
from aule.contracts.runs.flow import RunGraph, StepDetail
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.settings import Locale
from aule.contracts.views import Page, RunDetail
from aule.server.bodies import Fork, Steering
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, Named, Part, System
from aule.stores.repositories.runs import Which

router = APIRouter(prefix="/v1/runs", tags=["runs"], route_class=JsonRoute)


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs."""

    status: RunStatus | None = None
    kind: RunKind | None = None
    parent: Named = None
    session: Named = None
    workflow: Named = None
    schedule: Named = None
    project: Named = None
    steps: Annotated[bool, Query(description="Only those made of steps: workflows and plans.")] = False


@router.get("")
async def list_runs(kernel: System, which: Annotated[RunFilter, Depends()], part: Part) -> Page[Run]:
    """Runs, the latest first."""
    return await kernel.runs.list(Which(**asdict(which)), limit=part.limit, after=part.after)


@router.get("/{id}")
async def get_run(id: Id, kernel: System) -> RunDetail:
    """A run with all that happened in it."""
    return await kernel.overview.run(id)


@router.get("/{id}/graph")
async def get_run_graph(
    id: Id,
    kernel: System,
    inside: Annotated[str | None, Query(max_length=600, description="A step whose repetitions are told.")] = None,
) -> RunGraph:
    """What a run is to do, and how each of its steps stands."""
    return await kernel.engine.graph(id, inside=inside)


@router.get("/{id}/steps/{place:path}")
async def get_run_step(id: Id, place: Annotated[str, Path(max_length=600)], kernel: System) -> StepDetail:
    """One step of a run, with what went in and what came out."""
    return await kernel.engine.step(id, place)


@router.post("/{id}/pause")
async def pause_run(id: Id, kernel: System) -> Run:
    """Let the steps under way end, and begin nothing more until it is resumed."""
    return await kernel.engine.pause(id)


@router.post("/{id}/resume")
async def resume_run(id: Id, kernel: System) -> Run:
    """Let a paused run go on."""
    return await kernel.engine.resume(id)


@router.post("/{id}/retry", status_code=201)
async def retry_run(id: Id, kernel: System) -> Run:
    """Try again what a run did not finish, in a new run that takes over what it did."""
    return await kernel.engine.retry(id)


@router.post("/{id}/rerun", status_code=201)
async def rerun(id: Id, kernel: System) -> Run:
    """Do all of a run again, in a new one."""
    return await kernel.engine.rerun(id)


@router.post("/{id}/fork", status_code=201)
async def fork_run(id: Id, body: Fork, kernel: System) -> Run:
    """Begin a new run at a step of this one, with what does not come after that step taken over."""
    return await kernel.engine.fork(id, body.step, state=body.state, graph=body.graph)


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
