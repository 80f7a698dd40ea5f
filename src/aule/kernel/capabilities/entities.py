"""Files of projects as things that can be changed and changed back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from difflib import unified_diff

from aule.contracts.change import ChangeDiff
from aule.contracts.errors import AuleError, Corrupt, NotFound
from aule.contracts.hashing import bytes_hash
from aule.contracts.ids import ref, split_ref
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.kernel.capabilities.workspaces import Workspaces
from aule.stores.blobs import Blobs

MAX_FILE = 16 * 1024 * 1024
MAX_DIFFED = 512 * 1024
"""Bytes of a file that is still compared line by line."""
_MAX_DIFF = 200_000


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
        return None if project is None else self.snapshot(project, path)

    def snapshot(self, project: Project, path: str) -> JsonObject | None:
        """Keep the file's content and give its fingerprint."""
        content = self.workspaces.of(project).replaced(path, MAX_FILE)
        return None if content is None else self.keep(content)

    def keep(self, content: bytes) -> JsonObject:
        """Keep a content and give its fingerprint."""
        self.blobs.put(content)
        return {"sha256": bytes_hash(content), "size": len(content)}

    def missing_folders(self, project: Project, path: str) -> list[str]:
        """The folders that have to be made for a file."""
        workspace = self.workspaces.of(project)
        parts = path.split("/")[:-1]
        parents = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        return [parent for parent in parents if workspace.stat(parent) is None]

    async def write(self, id: str, state: JsonObject | None, folders: list[str]) -> None:
        """Give the file this state; a file that goes takes the folders made for it along."""
        project, path = await self._place(id)
        if project is None:
            raise AuleError(f"The project of {id!r} is gone.", code="project_gone", hint="Add the project again first.")
        workspace = self.workspaces.of(project)
        if state is None:
            workspace.remove(path, folders)
        else:
            workspace.write(path, self.blobs.get(state["sha256"]))

    async def sweep(self, entity: str) -> None:
        """Clear away what a write to a file left behind when the process was killed."""
        project, path = await self._place(split_ref(entity)[1])
        if project is not None:
            self.workspaces.of(project).sweep(path)

    async def is_here(self, entity: str) -> bool:
        """Whether a file is, or would be, on this machine."""
        project, _ = await self._place(split_ref(entity)[1])
        return project is None or self.here is None or project.host in (None, self.here)

    def diff(self, before: JsonObject | None, after: JsonObject | None, path: str) -> ChangeDiff:
        """A unified diff between two states, when both are text that can be compared in good time."""
        if any(state is not None and state["size"] > MAX_DIFFED for state in (before, after)):
            return ChangeDiff(note="large")
        try:
            old, new = self._text(before), self._text(after)
        except UnicodeDecodeError:
            return ChangeDiff(note="binary")
        except (NotFound, Corrupt):
            return ChangeDiff(note="gone")
        lines = unified_diff(old.splitlines(), new.splitlines(), path, path, lineterm="")
        text = "\n".join(lines)[:_MAX_DIFF]
        return ChangeDiff(text=text) if text else ChangeDiff(note="same")

    def _text(self, state: JsonObject | None) -> str:
        return "" if state is None else self.blobs.get(state["sha256"]).decode()

    async def _place(self, id: str) -> tuple[Project | None, str]:
        project, _, path = id.partition("/")
        return await self.project(project), path
