"""Projects: places on disk that agents work in."""

from __future__ import annotations

from fastapi import APIRouter, Response

from aule.contracts.access.change import Removed
from aule.contracts.project import Artifact, Project
from aule.contracts.talk.messages import Conversation
from aule.contracts.views import Page, ProjectSummary
from aule.sdk.http import expected_version, losing_is_stale
from aule.server.bodies import NewProject, ProjectEdit
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, IfMatch, Part, System
from aule.server.versions import show_version

router = APIRouter(prefix="/v1/projects", tags=["projects"], route_class=JsonRoute)


@router.get("")
async def list_projects(
    kernel: System,
    part: Part,
) -> Page[ProjectSummary]:
    """Every project with how much is in it, the one used last first."""
    return await kernel.projects.summaries(now=kernel.ambient.timestamp(), limit=part.limit, after=part.after)


@router.post("", status_code=201)
async def create_project(body: NewProject, kernel: System, response: Response) -> Project:
    """Make a project, in a folder of its own or in one that exists."""
    project = await kernel.documents.create_project(**body.model_dump())
    show_version(response, project.version)
    return project


@router.get("/{id}")
async def get_project(id: Id, kernel: System, response: Response) -> Project:
    """One project."""
    project = await kernel.projects.get(id)
    show_version(response, project.version)
    return project


@router.patch("/{id}")
async def edit_project(
    id: Id, body: ProjectEdit, kernel: System, response: Response, if_match: IfMatch = None
) -> Project:
    """Rename a project, or change what agents should know in it and who answers. Its folder stays."""
    current = await kernel.projects.get(id)
    expected = expected_version(if_match, current.version)
    edited = current.model_copy(update=body.changes())
    with losing_is_stale():
        saved = await kernel.documents.save_project(edited, expected=expected)
    show_version(response, saved.version)
    return saved


@router.delete("/{id}")
async def delete_project(id: Id, kernel: System, if_match: IfMatch = None) -> Removed:
    """Take a project off the list. Its files, conversations and artifacts stay."""
    expected = expected_version(if_match, (await kernel.projects.get(id)).version)
    with losing_is_stale():
        return await kernel.documents.delete_project(id, expected=expected)


@router.get("/{id}/conversations")
async def list_project_conversations(
    id: Id,
    kernel: System,
    part: Part,
) -> Page[Conversation]:
    """The conversations of a project, the latest first."""
    await kernel.projects.get(id)
    return await kernel.conversations.list(project=id, limit=part.limit, after=part.after)


@router.get("/{id}/artifacts")
async def list_project_artifacts(
    id: Id,
    kernel: System,
    part: Part,
) -> Page[Artifact]:
    """What was made in a project, the latest first."""
    await kernel.projects.get(id)
    return await kernel.artifacts.list(project=id, limit=part.limit, after=part.after)
