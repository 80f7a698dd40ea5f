"""The file browser: shows a project's folders and files to its owner, except the content of secret files."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from aule.contracts.access.change import Change
from aule.contracts.access.files import FileView, FolderEntry, FolderView, LastChange
from aule.contracts.ambient import timestamp
from aule.contracts.documents import decode
from aule.contracts.errors import AuleError, Invalid, OutsideScope
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.kernel.capabilities.changes.project_files import FileEntities
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.sandbox.entries import SKIPPED, Entry
from aule.sandbox.file_errors import missing
from aule.sandbox.names import writable
from aule.sandbox.secret_files import SECRET, is_secret, refuse_secret
from aule.sandbox.workspace import Workspace
from aule.stores.repositories.changes import Changes
from aule.text.hashing import bytes_hash
from aule.text.media import BINARY, HEAD, Media, recognise

MOST_ENTRIES = 1_000
LONGEST_TEXT = 1024 * 1024
LARGEST = 16 * 1024 * 1024
"""Bytes of the largest file that is read for display."""
LARGEST_RAW = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class RawFile:
    """The bytes of a file, with its media type."""

    name: str
    media: Media
    content: bytes


@dataclass(frozen=True, slots=True)
class FileBrowser:
    """Shows folders and files of projects."""

    workspaces: Workspaces
    changes: Changes

    async def folder(self, project: Project, path: str) -> FolderView:
        """Return the entries of a folder, each with its last change."""
        workspace = self.workspaces.of(project)
        path = workspace.check(path or ".")
        found = await asyncio.to_thread(workspace.list, path)
        found.sort(key=lambda entry: (entry.kind != "folder", entry.path.casefold(), entry.path))
        shown = found[:MOST_ENTRIES]
        last = await self._last(project, [entry.path for entry in shown if entry.kind == "file"])
        return FolderView(
            path="" if path == "." else path,
            entries=[_entry(entry, last) for entry in shown],
            total=len(found),
            truncated=len(found) > len(shown),
        )

    async def file(self, project: Project, path: str) -> FileView:
        """Return a file with its text."""
        workspace = self.workspaces.of(project)
        path = workspace.check(path)
        view = await asyncio.to_thread(_view, workspace, path)
        return view.model_copy(update={"changed": (await self._last(project, [path])).get(path)})

    async def raw(self, project: Project, path: str) -> RawFile:
        """Return the bytes of a file; secret files are refused."""
        workspace = self.workspaces.of(project)
        path = workspace.check(path)
        refuse_secret(path)
        content = await asyncio.to_thread(workspace.read, path, LARGEST_RAW)
        name = PurePosixPath(path).name
        return RawFile(name, recognise(name, None, content[:HEAD]), content)

    async def _last(self, project: Project, paths: list[str]) -> dict[str, LastChange]:
        names = {FileEntities.name(project, path): path for path in paths}
        found = await self.changes.latest_of(list(names))
        return {names[entity]: _told(change) for entity, change in found.items()}


def _entry(entry: Entry, last: Mapping[str, LastChange]) -> FolderEntry:
    name = entry.path.rpartition("/")[2]
    return FolderEntry(
        name=name,
        path=entry.path,
        kind=entry.kind,
        size=entry.size if entry.kind == "file" else None,
        modified_at=_moment(entry.mtime),
        secret=is_secret(entry.path),
        protected=_is_protected(entry.path),
        derived=entry.kind == "folder" and name in SKIPPED,
        changed=last.get(entry.path),
    )


def _view(workspace: Workspace, path: str) -> FileView:
    entry = workspace.stat(path)
    if entry is None:
        raise missing(path)
    if entry.kind == "folder":
        raise Invalid(f"{path!r} is a folder.", code="not_a_file", field="path", hint="Look at it as a folder.")
    known = FileView(
        path=path,
        kind="secret",
        size=entry.size,
        modified_at=_moment(entry.mtime),
        protected=_is_protected(path),
    )
    if is_secret(path):
        return known
    try:
        content = workspace.head(path, LARGEST + 1)
    except OutsideScope as error:
        if entry.kind == "link" and error.problem.code == SECRET:
            return known
        raise
    size = max(entry.size, len(content)) if entry.kind == "file" else len(content)
    return known.model_copy(update={"size": size, **_told_of(content, path)})


def _told_of(content: bytes, path: str) -> JsonObject:
    """Return a content's media type, and its text where it can be shown."""
    media = recognise(PurePosixPath(path).name, None, content[:HEAD])
    if len(content) > LARGEST:
        return {"kind": "large", "mime": media.mime}
    known = {"sha256": bytes_hash(content), "mime": media.mime}
    if media.type == "image":
        return {"kind": "image", **known}
    try:
        document = None if media.type in ("pdf", "audio", "video") else decode(content, path)
    except Invalid:
        document = None
    if document is None:
        return {"kind": "binary", **known}
    known["mime"] = "text/plain" if media.mime == BINARY else media.mime
    if len(content) > LONGEST_TEXT:
        return {"kind": "large", **known}
    told = {"text": document.plain, "encoding": document.manner, "newline": document.newlines}
    return {"kind": "text", **told, **known}


def _is_protected(path: str) -> bool:
    try:
        writable(path)
    except AuleError:
        return True
    return False


def _told(change: Change) -> LastChange:
    return LastChange(change=change.id, title=change.title, ts=change.ts, actor=change.actor)


def _moment(seconds: float) -> str:
    return timestamp(datetime.fromtimestamp(seconds, UTC))
