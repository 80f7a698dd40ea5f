"""The versions of a workflow, told by the change log: each is looked at, and made the present one again."""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.ids import ref
from aule.contracts.model import JsonObject
from aule.contracts.runs.canvas import Canvas
from aule.contracts.runs.workflow import Workflow, WorkflowVersion, WorkflowVersions
from aule.kernel.workflows.document_reader import count_steps
from aule.kernel.workflows.library import Library
from aule.stores.repositories.changes import Changes


@dataclass(frozen=True, slots=True)
class VersionHistory:
    """Lists, reads and restores versions of workflows."""

    library: Library
    changes: Changes

    async def list(self, id: str) -> WorkflowVersions:
        """Return the versions of a workflow, the latest first."""
        current = await self.library.get(id)
        items = [
            WorkflowVersion(
                version=state["version"],
                at=change.ts,
                by=change.actor,
                change=change.id,
                title=state["title"],
                steps=count_steps(state),
                is_current=state["version"] == current.version,
            )
            for change in await self.changes.versions(ref("workflow", id))
            if (state := change.after) is not None
        ]
        return WorkflowVersions(items=items)

    async def get(self, id: str, version: int) -> Workflow:
        """Return a workflow as it was in a version."""
        state: JsonObject = await self.changes.version(ref("workflow", id), version)
        return Workflow.model_validate(state)

    async def restore(self, id: str, version: int, *, expected: int) -> Workflow:
        """Make a workflow what it was in a version, its canvas included: a version of its own, which can be undone."""
        former = await self.get(id, version)
        drawn = former.canvas or Canvas()  # a version without a canvas takes the present one away
        return await self.library.save(former.model_copy(update={"canvas": drawn}), expected=expected)
