"""Placement: which machine a run has to be driven on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from aule.contracts.errors import UnknownCapability
from aule.contracts.project import Project
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.kernel.capabilities.registry import Registry


@dataclass(frozen=True, slots=True)
class Placement:
    """Knows where a graph can run when several machines share a database."""

    here: str | None
    """This machine; none when it is the only one."""
    registry: Registry
    project: Callable[[str], Awaitable[Project]]

    async def host(self, graph: Graph, project: str) -> str | None:
        """The machine that has the folder a graph works in; none when any will do."""
        if self.here is None or not self.needs_folder(graph):
            return None
        return host_of(await self.project(project), self.here)

    def needs_folder(self, graph: Graph) -> bool:
        """Whether a step of a graph, or of one inside it, may touch a file of the project."""
        return any(not self._runs_anywhere(step) for step in _steps(graph))

    def _runs_anywhere(self, step: Step) -> bool:
        if step.kind is StepKind.AGENT:
            return step.tools is not None and all(map(self._is_anywhere, step.tools))
        return step.call is None or self._is_anywhere(step.call.capability)

    def _is_anywhere(self, capability: str) -> bool:
        try:
            return self.registry.get(capability).anywhere
        except UnknownCapability:  # a pattern, or gone: it may be anything
            return False


def host_of(project: Project, here: str) -> str:
    """The machine a project's folder is on; one from before machines had names is taken to be on this one."""
    return project.host or here


def _steps(graph: Graph) -> Iterator[Step]:
    for step in graph.nodes:
        yield step
        if step.graph is not None:
            yield from _steps(step.graph)
