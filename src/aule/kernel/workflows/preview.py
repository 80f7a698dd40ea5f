"""Previews: what running a graph would do, step by step, and the envelope an approval grants."""

from __future__ import annotations

from collections.abc import Iterator

from aule.contracts.access.capability import Effect
from aule.contracts.errors import UnknownCapability
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.contracts.runs.workflow import WorkflowPreview, WorkflowStepPreview
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.envelope import content_hash_of, envelope_of

_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


def preview_of(graph: Graph, registry: Registry) -> WorkflowPreview:
    """Return the preview of a graph; its hash approves exactly this."""
    return WorkflowPreview(
        content_hash=content_hash_of(graph),
        envelope=envelope_of(graph, registry),
        steps=list(_steps(graph, registry, "")),
    )


def count(graph: Graph) -> int:
    """Return how many steps a graph has, nested ones included."""
    return len(graph.nodes) + sum(count(step.graph) for step in graph.nodes if step.graph is not None)


def _steps(graph: Graph, registry: Registry, prefix: str) -> Iterator[WorkflowStepPreview]:
    for step in graph.nodes:
        place = f"{prefix}{step.id}"
        effect = _effect(step, registry)
        stops = step.interrupt is not None and (step.interrupt.before or step.interrupt.after)
        yield WorkflowStepPreview(
            place=place,
            title=step.title,
            kind=step.kind,
            capability=None if step.call is None else step.call.capability,
            effect=effect,
            asks=stops or step.kind is StepKind.HUMAN or (effect is not None and effect not in _LOOKING),
        )
        if step.graph is not None:
            yield from _steps(step.graph, registry, f"{place}/")


def _effect(step: Step, registry: Registry) -> Effect | None:
    try:
        return None if step.call is None else registry.get(step.call.capability).effect
    except UnknownCapability:
        return None
