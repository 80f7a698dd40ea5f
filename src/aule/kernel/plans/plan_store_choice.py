"""The choice of a plan store: files in a project's folder, or the database."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from aule.contracts.ambient import Ambient
from aule.contracts.project import Project
from aule.kernel.journal import Journal
from aule.kernel.plans.database_plan_store import DatabasePlanStore
from aule.kernel.plans.file_plan_store import FilePlanStore
from aule.kernel.plans.plan_store import PlanStore
from aule.stores.home.plan_files import PlanFiles


@dataclass(frozen=True, slots=True)
class PlanStoreChoice:
    """Picks the store of a project: its folder, or the database when it has none or is on another machine."""

    journal: Journal
    ambient: Ambient
    home: Path
    """The data directory: projects inside it have no folder of their own."""
    host: str | None = None
    """The name of this machine, where several share a database."""
    _reported: dict[str, bytes | None] = field(default_factory=dict[str, bytes | None])

    def __call__(self, project: Project) -> PlanStore:
        """Return the store of a project."""
        if not has_own_folder(project, self.home):
            return DatabasePlanStore(project.id, self.journal, self.ambient)
        if project.host not in (None, self.host):
            return DatabasePlanStore(project.id, self.journal, self.ambient, elsewhere=project.host)
        return FilePlanStore(project.id, PlanFiles(Path(project.root)), self.journal, self.ambient, self._reported)


def has_own_folder(project: Project, home: Path) -> bool:
    """Return whether a project is in a folder that people chose, not in the data directory."""
    return Path(os.path.realpath(home)) not in Path(os.path.realpath(project.root)).parents
