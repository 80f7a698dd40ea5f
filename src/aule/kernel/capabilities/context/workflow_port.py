"""The workflow operations that capabilities can use: draft, read and run workflows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.contracts.runs.workflow import Workflow, WorkflowSummary


@dataclass(frozen=True, slots=True)
class WorkflowDraft:
    """A workflow to store, the one it replaces, and both as text."""

    workflow: Workflow
    before: Workflow | None
    text: str
    text_before: str | None

    def of_owner(self) -> WorkflowDraft:
        """Return the same draft as one that a person made by hand."""
        if self.before is not None:
            return self
        return replace(self, workflow=self.workflow.model_copy(update={"created_by": "user"}))


@dataclass(frozen=True, slots=True)
class WorkflowRun:
    """A run of a workflow that ended or waits for a person, with its output so far."""

    run: Run
    output: Any = None


class WorkflowPort(Protocol):
    """The library of workflows, as the kernel lends it to capabilities."""

    async def draft(self, text: str, *, replace: bool = False) -> WorkflowDraft:
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

    async def run_for(self, parent: Run, id: str, key: str, inputs: JsonObject) -> WorkflowRun:
        """Run a workflow for another run, under a key of its own, until it ends or waits for a person."""
        ...


class FlowPort(Protocol):
    """The flows of agents, as the kernel lends them to capabilities."""

    async def run(self, run: Run, call: str, inputs: JsonObject) -> WorkflowRun:
        """Run the flow of the agent of a run, for one of its calls, until the flow has ended."""
        ...

    async def check(self, agent: Agent) -> None:
        """Raise `Faulty` with everything that is wrong with the flow of an agent."""
        ...
