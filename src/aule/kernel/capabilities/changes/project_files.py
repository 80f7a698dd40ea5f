"""Project files as entities whose changes can be undone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from aule.contracts.access.change import ChangeDiff
from aule.contracts.access.differences import unified
from aule.contracts.documents import Document, decode
from aule.contracts.errors import AuleError, ChangedMeanwhile, Conflict, Corrupt, Invalid, NotFound
from aule.contracts.ids import ref, split_ref
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.sandbox.package_folders import PackageFolder, is_package_folder, look_at, sweep, take_away
from aule.sandbox.secret_files import is_secret
from aule.sandbox.workspace import Workspace
from aule.stores.home.blobs import Blobs
from aule.text.hashing import bytes_hash

MAX_FILE = 16 * 1024 * 1024
MAX_DIFFED = 512 * 1024
"""Bytes of the largest file that is compared line by line."""
_LONGEST_DIFF = 200_000


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A file's place: the workspace of its project, and its path there."""

    workspace: Workspace
    path: str


@dataclass(frozen=True, slots=True)
class FileEntities:
    """Reads and writes files of projects. Contents before and after a change are kept as blobs."""

    project: Callable[[str], Awaitable[Project | None]]
    workspaces: Workspaces
    blobs: Blobs
    here: str | None = None
    """The name of this machine, where several share a database."""

    @staticmethod
    def name(project: Project, path: str) -> str:
        """Return the entity name of a file: `file:<project>/<path>`."""
        return ref("file", f"{project.id}/{path}")

    async def read(self, id: str) -> JsonObject | None:
        """Return the current fingerprint of a file, and keep its content as a blob."""
        project, path = await self._place(id)
        return None if project is None else await asyncio.to_thread(self.state, self.at(project, path))

    def at(self, project: Project, path: str) -> FilePlace:
        """Return the place of a file, also of a secret one: undoing a command removes secret files it made."""
        return FilePlace(self.workspaces.of(project).with_secrets(), path)

    def state(self, place: FilePlace) -> JsonObject | None:
        """Return the current state at a place, and keep its content as a blob unless it is a secret file."""
        found = place.workspace.stat(place.path) if is_package_folder(place.path) else None
        if found is not None and found.kind == "folder":
            return packages_state(look_at(place.workspace.root, place.path))
        content = place.workspace.replaced(place.path, MAX_FILE)
        if content is None:
            return None
        mode = place.workspace.permissions(place.path)
        if is_secret(place.path):
            return {"sha256": bytes_hash(content), "size": len(content), "mode": mode}
        return self.keep(content, mode)

    def keep(self, content: bytes, mode: int | None = None) -> JsonObject:
        """Store a content as a blob; return its fingerprint, with permission bits where they are known."""
        self.blobs.put(content)
        state: JsonObject = {"sha256": bytes_hash(content), "size": len(content)}
        return state if mode is None else {**state, "mode": mode}

    def content(self, state: JsonObject) -> bytes:
        """Return the content that belongs to a fingerprint."""
        return self.blobs.get(state["sha256"])

    async def placed(self, entity: str) -> FilePlace:
        """Return the place of a file by its entity name."""
        project, path = await self._place(split_ref(entity)[1])
        if project is None:
            raise AuleError(
                f"The project of {entity!r} is gone.", code="project_gone", hint="Add the project again first."
            )
        return self.at(project, path)

    def put(
        self, place: FilePlace, state: JsonObject | None, folders: list[str], *, instead_of: JsonObject | None
    ) -> None:
        """Replace a file's state `instead_of` by another; raise `ChangedMeanwhile` if the file has a different one.

        Removing a file also removes the folders that were made for it. A folder of packages is removed as a whole, and
        not made again.
        """
        if is_packages(state):
            raise _not_kept(place.path)
        if is_packages(instead_of):
            assert instead_of is not None
            if not take_away(place.workspace.root, place.path, instead_of["sha256"]):
                raise ChangedMeanwhile(f"{place.path!r} was changed meanwhile.", subject=place.path)
            place.workspace.prune(folders)
            return
        base = None if instead_of is None else instead_of["sha256"]
        if state is None:
            place.workspace.remove(place.path, folders, base=base)
        else:
            place.workspace.write(place.path, self.content(state), state.get("mode"), base=base)

    async def inside(self, entity: str) -> list[str]:
        """Return the entity names of all files below a folder; an empty list where there is no folder."""
        project, path = await self._place(split_ref(entity)[1])
        if project is None:
            return []
        try:
            found = self.at(project, path).workspace.walk(path, keep=lambda _: True).entries
        except AuleError:
            return []
        return [self.name(project, entry.path) for entry in found if entry.kind != "folder"]

    async def sweep(self, entity: str) -> None:
        """Remove temporary files that a killed process left beside a file."""
        project, path = await self._place(split_ref(entity)[1])
        if project is None:
            return
        workspace = self.at(project, path).workspace
        if is_package_folder(path):
            sweep(workspace.root, path)
        else:
            workspace.sweep(path)

    async def is_here(self, entity: str) -> bool:
        """Return whether a file belongs to a project on this machine."""
        project, _ = await self._place(split_ref(entity)[1])
        return project is None or self.here is None or project.host in (None, self.here)

    def diff(self, before: JsonObject | None, after: JsonObject | None, path: str) -> ChangeDiff:
        """Return a unified diff between two states, if both are text short enough to compare."""
        if is_packages(before) or is_packages(after):
            return ChangeDiff(text=_packages_diff(before, after, path))
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
        """Return two states as texts; None if one is no text, too long to compare, or differs only in encoding."""
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


def missing_folders(place: FilePlace, gone: Collection[str] = ()) -> list[str]:
    """Return the folders that have to be made for a file, once the files in `gone` are removed."""
    parts = place.path.split("/")[:-1]
    parents = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    return [parent for parent in parents if parent in gone or place.workspace.stat(parent) is None]


def packages_state(found: PackageFolder | None) -> JsonObject | None:
    """Return the state of a folder of packages: a mark of what is in it, which is not kept."""
    return None if found is None else {"sha256": found.mark, "size": found.size, "packages": found.files}


def is_packages(state: JsonObject | None) -> bool:
    """Return whether a state is that of a folder of packages."""
    return state is not None and "packages" in state


def _packages_diff(before: JsonObject | None, after: JsonObject | None, path: str) -> str:
    lines = [f"--- {path}/", f"+++ {path}/", "@@ -1 +1 @@"]
    for sign, state in (("-", before), ("+", after)):
        if state is not None:
            lines.append(f"{sign}{path}/ ({state.get('packages', 1)} files, {state['size'] / 1_000_000:.1f} MB)")
    return "\n".join(lines) + "\n"


def _not_kept(path: str) -> AuleError:
    return Conflict(
        f"What was in {path!r} is not kept.", code="packages_not_kept", hint="Run the command that installs them again."
    )


def same_file(one: JsonObject | None, other: JsonObject | None) -> bool:
    """Return whether two states of a file are equal; permission bits count only where both states have them."""
    if one is None or other is None:
        return one is other
    modes = {state["mode"] for state in (one, other) if "mode" in state}
    return one.get("sha256") == other.get("sha256") and "sha256" in one and len(modes) < 2
