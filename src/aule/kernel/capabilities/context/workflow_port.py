"""What capabilities can do with workflows: write one down, look at those there are, and run one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.contracts.runs.workflow import Workflow, WorkflowSummary


@dataclass(frozen=True, slots=True)
class Drafted:
    """A workflow as it would be kept, the one it would replace, and both as documents."""

    workflow: Workflow
    before: Workflow | None
    text: str
    text_before: str | None


@dataclass(frozen=True, slots=True)
class Ran:
    """A run of a workflow that ended or waits for a person, and what it came to so far."""

    run: Run
    output: Any = None


class WorkflowPort(Protocol):
    """The library of workflows, as the kernel lends it to capabilities."""

    async def draft(self, text: str, *, replace: bool = False) -> Drafted:
        """Read and check a document; only with `replace` may it stand for a workflow of the same id."""
        ...

    async def of_project(self, project: str) -> list[WorkflowSummary]:
        """Return the workflows a project can use."""
        ...

    async def get(self, id: str) -> Workflow:
        """Return a workflow."""
        ...

    def text(self, workflow: Workflow) -> str:
        """Return a workflow as a document."""
        ...

    async def run_for(self, parent: Run, id: str, key: str, inputs: JsonObject) -> Ran:
        """Run a workflow for another run, under a key of its own, until it ends or waits for a person."""
        ...
