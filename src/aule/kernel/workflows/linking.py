"""Workflows inside workflows: a step that names another one gets that one's graph, in the version it has now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import MAX_STEPS, Graph, Step
from aule.contracts.runs.workflow import Workflow

Find = Callable[[str], Awaitable[Workflow | None]]


@dataclass(slots=True)
class Linker:
    """Puts graphs in where workflows are named, and notes what cannot be put in."""

    find: Find
    findings: list[Finding] = field(default_factory=list[Finding])
    count: int = 0

    async def link(self, workflow: Workflow) -> Graph:
        """The whole graph of a workflow. Where a name leads nowhere, or back to where it came from, it stays a name."""
        return await self._graph(workflow.graph, (workflow.id,), "")

    async def put_in(self, graph: Graph) -> Graph:
        """A graph of no workflow of its own, with the graphs of those its steps name."""
        return await self._graph(graph, (), "")

    async def _graph(self, graph: Graph, above: tuple[str, ...], prefix: str) -> Graph:
        self.count += len(graph.nodes)
        if self.count > MAX_STEPS:
            return graph  # the check says so, and nothing more is put in
        if all(step.graph is None and step.workflow is None for step in graph.nodes):
            return graph
        nodes = [await self._step(step, above, f"{prefix}{step.id}") for step in graph.nodes]
        return graph.model_copy(update={"nodes": nodes})

    async def _step(self, step: Step, above: tuple[str, ...], place: str) -> Step:
        if step.workflow is None:
            inner = None if step.graph is None else await self._graph(step.graph, above, f"{place}/")
            return step.model_copy(update={"graph": inner})
        if step.workflow in above:
            loop = " → ".join([*above[above.index(step.workflow) :], step.workflow])
            self._note("workflow_cycle", place, f"These workflows run each other: {loop}", "Take one of them out.")
            return step
        other = await self.find(step.workflow)
        if other is None:
            message = f"There is no workflow {step.workflow!r}"
            self._note("unknown_workflow", place, message, "`aule workflows` lists those there are.")
            return step
        graph = await self._graph(other.graph, (*above, step.workflow), f"{place}/")
        return step.model_copy(update={"graph": graph, "workflow_version": other.version})

    def _note(self, code: str, place: str, message: str, hint: str) -> None:
        self.findings.append(Finding(code=code, step=place, field="workflow", message=message, hint=hint))
