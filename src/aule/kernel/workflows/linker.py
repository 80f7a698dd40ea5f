"""Nested workflows: a step that names a workflow gets that workflow's graph in its present version."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import MAX_STEPS, Graph, Step
from aule.contracts.runs.workflow import Workflow

Find = Callable[[str], Awaitable[Workflow | None]]


@dataclass(slots=True)
class Linker:
    """Inserts the graphs of named workflows, and notes those that cannot be inserted."""

    find: Find
    findings: list[Finding] = field(default_factory=list[Finding])
    count: int = 0

    async def link(self, workflow: Workflow) -> Graph:
        """Return the whole graph of a workflow. A missing or recursive workflow stays a name."""
        return await self._graph(workflow.graph, (workflow.id,), "")

    async def put_in(self, graph: Graph) -> Graph:
        """Return a graph that belongs to no workflow, with the graphs its steps name inserted."""
        return await self._graph(graph, (), "")

    async def _graph(self, graph: Graph, above: tuple[str, ...], prefix: str) -> Graph:
        self.count += len(graph.nodes)
        if self.count > MAX_STEPS:
            return graph  # the check reports too many steps
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
