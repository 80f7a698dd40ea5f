"""Artifacts: results one keeps, and what people add."""

from __future__ import annotations

import asyncio
from typing import Annotated, get_args

from fastapi import APIRouter, Query, Request, Response
from starlette.requests import ClientDisconnect

from aule.contracts.access.change import Removed
from aule.contracts.errors import Cancelled, Invalid
from aule.contracts.project import Artifact
from aule.contracts.settings import Locale
from aule.contracts.views import Called, Page
from aule.server.bodies import ArtifactEdit
from aule.server.content import Content, NotSatisfiable
from aule.server.errors import problem_response
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Id, Key, Named, Part, System, Words
from aule.server.problems import details_of
from aule.text.media import MediaType

router = APIRouter(prefix="/v1/artifacts", tags=["artifacts"], route_class=JsonRoute)

Types = Annotated[str | None, Query(max_length=200, pattern=PLAIN, description="One or more types: `image,text`.")]
FileName = Annotated[str, Query(min_length=1, max_length=1_000, description="What it is called.")]
_BYTES = {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}


@router.get("")
async def list_artifacts(
    kernel: System, part: Part, project: Named = None, type: Types = None, q: Words = ""
) -> Page[Artifact]:
    """What was made and added, the latest first. With words: what fits them best, on one page."""
    types = types_of(type)
    if q.strip():
        return Page[Artifact](items=await kernel.finder.artifacts(q, types, project=project, limit=part.limit))
    return await kernel.artifacts.list(project=project, types=types, limit=part.limit, after=part.after)


@router.post("", status_code=201, openapi_extra={"requestBody": {"required": True, **_BYTES}})
async def add_artifact(request: Request, kernel: System, name: FileName, project: Named = None) -> Artifact:
    """Add a file: its bytes are the body, at most 64 MB. What it is, is seen from its bytes, name and Content-Type."""
    try:
        return await kernel.uploads.add(
            name, request.stream(), mime=request.headers.get("content-type"), project=project
        )
    except ClientDisconnect:
        raise Cancelled("The upload broke off; nothing of it was kept.") from None


@router.get("/{id}")
async def get_artifact(id: Id, kernel: System) -> Artifact:
    """One artifact: its name, type, size and origin."""
    return await kernel.artifacts.get(id)


@router.patch("/{id}")
async def rename_artifact(id: Id, body: ArtifactEdit, kernel: System) -> Artifact:
    """Give an artifact another name."""
    return await kernel.uploads.rename(id, body.name)


@router.head("/{id}/content", include_in_schema=False)
@router.get("/{id}/content", response_class=Response, responses={200: _BYTES, 206: _BYTES})
async def get_artifact_content(
    id: Id,
    request: Request,
    kernel: System,
    download: Annotated[bool, Query(description="Save it instead of showing it.")] = False,
) -> Response:
    """The bytes of an artifact, or a `Range` of them."""
    artifact = await kernel.uploads.get(id)
    path = await asyncio.to_thread(kernel.blobs.sound, artifact.sha256)
    try:
        return Content(artifact, path, request, download=download)
    except NotSatisfiable as error:
        return problem_response(details_of(error), {"Content-Range": f"bytes */{path.stat().st_size}"})


@router.post("/{id}/regenerate")
async def regenerate_artifact(id: Id, kernel: System, locale: Locale | None = None, key: Key = None) -> Called:
    """Make it anew: the very call it came from, as a new run. A 409 `approval_required` names the approval."""
    return await kernel.regenerate(id, locale=locale, key=key)


@router.delete("/{id}")
async def delete_artifact(id: Id, kernel: System) -> Removed:
    """Delete an artifact; undoing `change` brings it back."""
    return await kernel.documents.delete_artifact(id)


def types_of(wanted: str | None) -> tuple[MediaType, ...]:
    """The types a list names."""
    known: dict[str, MediaType] = {each: each for each in get_args(MediaType)}
    names = [name.strip() for name in (wanted or "").split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise Invalid(f"{name!r} is no type of artifact.", field="type", hint="Use these.", candidates=[*known])
    return tuple(dict.fromkeys(known[name] for name in names))
