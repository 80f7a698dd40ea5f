"""Files of projects as things that can be changed and changed back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from aule.contracts.access.change import ChangeDiff
from aule.contracts.access.differences import unified
from aule.contracts.documents import Document, decode
from aule.contracts.errors import AuleError, Corrupt, Invalid, NotFound
from aule.contracts.ids import ref, split_ref
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.sandbox.paths import Workspace
from aule.sandbox.secrecy import is_secret
from aule.stores.home.blobs import Blobs
from aule.text.hashing import bytes_hash

MAX_FILE = 16 * 1024 * 1024
MAX_DIFFED = 512 * 1024
"""Bytes of a file that is still compared line by line."""
_LONGEST_DIFF = 200_000


@dataclass(frozen=True, slots=True)
class Placed:
    """A file where it is: its project's folder, and its path there."""

    workspace: Workspace
    path: str


@dataclass(frozen=True, slots=True)
class FileEntities:
    """Files of projects. Their contents are kept as blobs, before and after, so that either can come back."""

    project: Callable[[str], Awaitable[Project | None]]
    workspaces: Workspaces
    blobs: Blobs
    here: str | None = None
    """This machine, where several share a database."""

    @staticmethod
    def name(project: Project, path: str) -> str:
        """How a file is referred to: `file:<project>/<path>`."""
        return ref("file", f"{project.id}/{path}")

    async def read(self, id: str) -> JsonObject | None:
        """The file's fingerprint as it is now; its content is kept as a blob."""
        project, path = await self._place(id)
        return None if project is None else await asyncio.to_thread(self.state, self.at(project, path))

    def at(self, project: Project, path: str) -> Placed:
        """A file of a project, also a secret one: a command may make such a file, and undoing it takes it away."""
        return Placed(self.workspaces.of(project).with_secrets(), path)

    def state(self, place: Placed) -> JsonObject | None:
        """What is at a place now; its content is kept, unless it is a secret file, whose content may be a person's."""
        content = place.workspace.replaced(place.path, MAX_FILE)
        if content is None:
            return None
        mode = place.workspace.permissions(place.path)
        if is_secret(place.path):
            return {"sha256": bytes_hash(content), "size": len(content), "mode": mode}
        return self.keep(content, mode)

    def keep(self, content: bytes, mode: int | None = None) -> JsonObject:
        """Keep a content and give its fingerprint, with the permission bits where they are known."""
        self.blobs.put(content)
        state: JsonObject = {"sha256": bytes_hash(content), "size": len(content)}
        return state if mode is None else {**state, "mode": mode}

    def content(self, state: JsonObject) -> bytes:
        """The content a fingerprint is of."""
        return self.blobs.get(state["sha256"])

    async def placed(self, entity: str) -> Placed:
        """Where a file is."""
        project, path = await self._place(split_ref(entity)[1])
        if project is None:
            raise AuleError(
                f"The project of {entity!r} is gone.", code="project_gone", hint="Add the project again first."
            )
        return self.at(project, path)

    def put(
        self, place: Placed, state: JsonObject | None, folders: list[str], *, instead_of: JsonObject | None
    ) -> None:
        """Give the file this state instead of another; `ChangedMeanwhile` if it does not have that one any more.

        A file that goes takes the folders made for it along.
        """
        base = None if instead_of is None else instead_of["sha256"]
        if state is None:
            place.workspace.remove(place.path, folders, base=base)
        else:
            place.workspace.write(place.path, self.content(state), state.get("mode"), base=base)

    async def inside(self, entity: str) -> list[str]:
        """Everything in a folder that is no folder itself, by its name; nothing where there is no folder."""
        project, path = await self._place(split_ref(entity)[1])
        if project is None:
            return []
        try:
            found = self.at(project, path).workspace.walk(path, keep=lambda _: True).entries
        except AuleError:
            return []
        return [self.name(project, entry.path) for entry in found if entry.kind != "folder"]

    async def sweep(self, entity: str) -> None:
        """Clear away what a write to a file left behind when the process was killed."""
        project, path = await self._place(split_ref(entity)[1])
        if project is not None:
            self.at(project, path).workspace.sweep(path)

    async def is_here(self, entity: str) -> bool:
        """Whether a file is, or would be, on this machine."""
        project, _ = await self._place(split_ref(entity)[1])
        return project is None or self.here is None or project.host in (None, self.here)

    def diff(self, before: JsonObject | None, after: JsonObject | None, path: str) -> ChangeDiff:
        """A unified diff between two states, when both are text that can be compared in good time."""
        if is_secret(path):
            return ChangeDiff(note="secret")
        try:
            sides = self.documents(before, after, path)
        except (NotFound, Corrupt):
            return ChangeDiff(note="gone")
        if sides is None:
            large = any(state is not None and state["size"] > MAX_DIFFED for state in (before, after))
            return ChangeDiff(note="large" if large else "binary")
        old, new = sides
        told = unified(path, old.text, new.text, is_new=before is None, is_gone=after is None, longest=_LONGEST_DIFF)
        return ChangeDiff(text=told.text) if told.text else ChangeDiff(note="same")

    def documents(
        self, before: JsonObject | None, after: JsonObject | None, path: str
    ) -> tuple[Document, Document] | None:
        """Two states as texts; none if one is no text, too long to compare in good time, or only encoded otherwise."""
        if any(state is not None and state["size"] > MAX_DIFFED for state in (before, after)):
            return None
        try:
            old, new = self._document(before, path), self._document(after, path)
        except Invalid:
            return None
        is_recoded = old.text == new.text and old != new and before is not None and after is not None
        return None if is_recoded else (old, new)

    def _document(self, state: JsonObject | None, path: str) -> Document:
        return Document("") if state is None else decode(self.content(state), path)

    async def _place(self, id: str) -> tuple[Project | None, str]:
        project, _, path = id.partition("/")
        return await self.project(project), path


def missing_folders(place: Placed, gone: Collection[str] = ()) -> list[str]:
    """The folders that have to be made for a file, once some files are gone."""
    parts = place.path.split("/")[:-1]
    parents = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    return [parent for parent in parents if parent in gone or place.workspace.stat(parent) is None]


def same_file(one: JsonObject | None, other: JsonObject | None) -> bool:
    """Whether two states of a file are the same; where one does not say its permission bits, they do not count."""
    if one is None or other is None:
        return one is other
    modes = {state["mode"] for state in (one, other) if "mode" in state}
    return one.get("sha256") == other.get("sha256") and "sha256" in one and len(modes) < 2
