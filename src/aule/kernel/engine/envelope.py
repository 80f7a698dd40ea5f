"""What running a graph would be allowed to do, when a person allows exactly what they see in it."""

from __future__ import annotations

from typing import Any

from aule.contracts.capability import Effect, Envelope
from aule.contracts.errors import UnknownCapability
from aule.contracts.graph import Graph, Step
from aule.contracts.hashing import content_hash
from aule.contracts.run import Run
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.bindings import is_literal
from aule.kernel.policy import target_key

_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


def content_hash_of(graph: Graph) -> str:
    """What an approval of a graph is bound to: every word of it."""
    return content_hash(graph.model_dump(mode="json", exclude_defaults=True))


def envelope_of(graph: Graph, registry: Registry) -> Envelope:
    """The calls of a graph that do something, how often at most, and on what.

    A target that is only known while the graph runs is in no list, so a call on it still asks.
    """
    found = Envelope(calls={}, targets={}, effects=[])
    _collect(graph, registry, 1, found)
    return found.model_copy(update={"targets": {key: _once(values) for key, values in found.targets.items()}})


def as_allowed(run: Run, graph: Graph) -> Run:
    """A run with what a person allowed at its start, which counts only for the very graph they saw."""
    if run.envelope is None or run.approved == content_hash_of(graph):
        return run
    return run.model_copy(update={"envelope": None})


def _collect(graph: Graph, registry: Registry, times: int, found: Envelope) -> None:
    for step in graph.nodes:
        often = times * _most(step)
        if step.graph is not None:
            _collect(step.graph, registry, often, found)
        if step.call is None:
            continue
        try:
            capability = registry.resolve(step.call.capability).capability
        except UnknownCapability:
            continue  # it cannot be called either
        if capability.effect in _LOOKING:
            continue
        found.calls[capability.name] = found.calls.get(capability.name, 0) + often
        if capability.effect not in found.effects:
            found.effects.append(capability.effect)
        for name in capability.targets:
            _add_target(found, target_key(capability.name, name), step.call.params.get(name))
        if not capability.targets:  # nothing says what it touches, so it is all of what it is given
            _add_target(found, capability.name, step.call.params)


def _add_target(found: Envelope, key: str, value: Any) -> None:
    values = found.targets.setdefault(key, [])
    if is_literal(value):
        values.append(value)


def _once(values: list[Any]) -> list[Any]:
    return list({content_hash(value): value for value in values}.values())


def _most(step: Step) -> int:
    if step.repeat is None:
        return 1
    return step.repeat.count or step.repeat.max
