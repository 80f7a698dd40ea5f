"""Artifacts: results one keeps."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import APIRouter, Response

from aule.contracts.errors import NotFound
from aule.contracts.project import Artifact
from aule.contracts.views import Page
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, Named, Part, System

router = APIRouter(prefix="/v1/artifacts", tags=["artifacts"], route_class=JsonRoute)

INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "text/plain"})
"""Types a browser may show from our origin; anything else could carry script and is a download."""


@router.get("")
async def list_artifacts(
    kernel: System,
    part: Part,
    project: Named = None,
) -> Page[Artifact]:
    """What was made, the latest first."""
    return await kernel.artifacts.list(project=project, limit=part.limit, after=part.after)


@router.get("/{id}")
async def get_artifact(id: Id, kernel: System) -> Artifact:
    """One artifact: its name, type, size and origin."""
    return await kernel.artifacts.get(id)


@router.get(
    "/{id}/content",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def get_artifact_content(id: Id, kernel: System) -> Response:
    """The bytes of an artifact."""
    artifact = await kernel.artifacts.get(id)
    if artifact.deleted:
        raise NotFound(f"The artifact {id!r} was deleted", hint="Undo its deletion to have it back.")
    shown = artifact.mime if artifact.mime in INLINE else "application/octet-stream"
    disposition = "inline" if artifact.mime in INLINE else "attachment"
    return Response(
        kernel.blobs.get(artifact.sha256),
        media_type=shown,
        headers={
            "Content-Disposition": f"{disposition}; filename*=UTF-8''{quote(artifact.name, safe='')}",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "private, max-age=31536000, immutable",
            "ETag": f'"{artifact.sha256}"',
        },
    )


@router.delete("/{id}", status_code=204)
async def delete_artifact(id: Id, kernel: System) -> None:
    """Delete an artifact."""
    await kernel.documents.delete_artifact(id)
