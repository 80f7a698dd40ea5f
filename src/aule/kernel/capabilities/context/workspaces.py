"""Open workspaces: one directory handle per project root, kept for as long as the kernel runs."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.project import Project
from aule.sandbox.entries import Entry
from aule.sandbox.paths import Workspace
from aule.sandbox.picker import files, pick
from aule.sandbox.roots import allowed_root


class Workspaces:
    """The projects' folders as handles, opened on first use."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._open: dict[str, Workspace] = {}

    def of(self, project: Project) -> Workspace:
        """The workspace of a project; its default folder is made when it is missing."""
        known = self._open.get(project.root)
        if known is None:
            Path(project.root).mkdir(parents=True, exist_ok=True)
            # Checked again at use: a folder may have become a link since the project was made.
            root = allowed_root(project.root, self._home)
            known = self._open[project.root] = Workspace.open(root)
        return known

    def pick(self, project: Project, query: str, limit: int) -> list[Entry]:
        """Files of a project whose path holds some letters, best fit first."""
        return pick(files(self.of(project)), query, limit)

    def close(self) -> None:
        """Let go of all handles."""
        for workspace in self._open.values():
            workspace.close()
        self._open.clear()
