"""Open workspaces: one directory handle per project root, kept open while the kernel runs."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.project import Project
from aule.sandbox.entries import Entry
from aule.sandbox.picker import files, pick
from aule.sandbox.roots import allowed_root
from aule.sandbox.workspace import Workspace


class Workspaces:
    """The workspaces of projects, opened on first use."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._open: dict[str, Workspace] = {}

    def of(self, project: Project) -> Workspace:
        """Return the workspace of a project; its default folder is made when it is missing."""
        known = self._open.get(project.root)
        if known is None:
            Path(project.root).mkdir(parents=True, exist_ok=True)
            # Checked again at use: a folder may have become a link since the project was made.
            root = allowed_root(project.root, self._home)
            known = self._open[project.root] = Workspace.open(root)
        return known

    def pick(self, project: Project, query: str, limit: int) -> list[Entry]:
        """Return files of a project whose path contains some letters, best fit first."""
        return pick(files(self.of(project)), query, limit)

    def close(self) -> None:
        """Close all handles."""
        for workspace in self._open.values():
            workspace.close()
        self._open.clear()
