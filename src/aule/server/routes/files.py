"""Files of a project: by a few letters of their path, folder by folder, and what stands in one."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response

from aule.contracts.access.files import FileView, FolderView
from aule.contracts.views import FileName
from aule.kernel.capabilities.file_browser import FileBrowser
from aule.kernel.kernel import Kernel
from aule.sandbox.names import LONGEST_PATH
from aule.server.content import NOTHING, disposition, showing
from aule.server.json_bodies import JsonRoute
from aule.server.params import Id, System, Words
from aule.text.media import BINARY

router = APIRouter(prefix="/v1/projects", tags=["projects"], route_class=JsonRoute)

FolderPath = Annotated[str, Query(max_length=LONGEST_PATH, description="A folder; nothing is the project's own.")]
FilePath = Annotated[str, Query(min_length=1, max_length=LONGEST_PATH, description="A file of the project.")]
_BYTES = {"content": {BINARY: {"schema": {"type": "string", "format": "binary"}}}}


@router.get("/{id}/files")
async def list_project_files(
    id: Id, kernel: System, q: Words = "", limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> list[FileName]:
    """Files whose path holds these letters in this order, best fit first; without any, those changed last."""
    project = await kernel.projects.get(id)
    found = await asyncio.to_thread(kernel.workspaces.pick, project, q, limit)
    return [FileName(path=entry.path, size=entry.size) for entry in found]


@router.get("/{id}/tree")
async def get_project_folder(id: Id, kernel: System, path: FolderPath = "") -> FolderView:
    """What is in a folder of a project, folders first, with who changed each file last."""
    return await _browser(kernel).folder(await kernel.projects.get(id), path)


@router.get("/{id}/file")
async def get_project_file(id: Id, kernel: System, path: FilePath) -> FileView:
    """One file of a project: its text when it is one; nothing of what is in a secret file."""
    return await _browser(kernel).file(await kernel.projects.get(id), path)


@router.get("/{id}/raw", response_class=Response, responses={200: _BYTES})
async def get_project_file_content(
    id: Id,
    kernel: System,
    path: FilePath,
    download: Annotated[bool, Query(description="Save it instead of showing it.")] = False,
) -> Response:
    """The bytes of a file of a project, at most 64 MB. Only pictures are shown in place; the rest is a download."""
    raw = await _browser(kernel).raw(await kernel.projects.get(id), path)
    shown, is_picture = showing(raw.media), raw.media.type == "image"
    headers = {
        "Content-Disposition": disposition(raw.name, inline=is_picture and shown.inline and not download),
        "Content-Security-Policy": shown.policy if is_picture else NOTHING,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-cache",
    }
    return Response(raw.content, media_type=shown.mime if is_picture else BINARY, headers=headers)


def _browser(kernel: Kernel) -> FileBrowser:
    return FileBrowser(kernel.workspaces, kernel.changes)
