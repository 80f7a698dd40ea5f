"""Estimates of graphs: what running one takes at most, by the figures that plans are estimated with."""

from __future__ import annotations

from collections.abc import Iterator

from aule.contracts.access.capability import Effect
from aule.contracts.errors import UnknownCapability
from aule.contracts.plans.plan import Estimate
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.contracts.talk.catalog import Price
from aule.kernel.capabilities.registry import Registry

AGENT_TOKENS = 6_000
"""Tokens in and out that an agent's step is estimated to take: those of a few turns."""
AGENT_SECONDS = 40.0
_CALL_SECONDS = {Effect.EXEC: 20.0, Effect.EXTERNAL: 5.0}
_SHARE_OUT = 0.2
"""The share of an agent's tokens that it writes; it reads the rest."""


def estimate_of_graph(graph: Graph, registry: Registry, price: Price | None = None) -> Estimate:
    """Estimate what a run takes at most, people's time left out: a few turns per agent and a moment per call."""
    tokens, seconds = 0, 0.0
    for step, times in _steps(graph, 1):
        if step.kind is StepKind.AGENT:
            tokens += AGENT_TOKENS * times
            seconds += AGENT_SECONDS * times
        elif step.call is not None:
            seconds += seconds_of_call(_effect(step.call.capability, registry)) * times
    return Estimate(tokens=tokens, cost=cost_of(tokens, price), seconds=round(seconds, 1))


def cost_of(tokens: int, price: Price | None) -> float | None:
    """Return what so many tokens of an agent cost; none where the price is not known."""
    if price is None:
        return None
    return round(tokens * ((1 - _SHARE_OUT) * price.input + _SHARE_OUT * price.output) / 1_000_000, 6)


def seconds_of_call(effect: Effect | None) -> float:
    """Return how long a call is thought to take."""
    return 1.0 if effect is None else _CALL_SECONDS.get(effect, 1.0)


def _steps(graph: Graph, times: int) -> Iterator[tuple[Step, int]]:
    """Yield every step with how often it runs at most, steps of graphs inside included."""
    for step in graph.nodes:
        often = times * (1 if step.repeat is None else step.repeat.count or step.repeat.max)
        yield step, often
        if step.graph is not None:
            yield from _steps(step.graph, often)


def _effect(capability: str, registry: Registry) -> Effect | None:
    try:
        return registry.get(capability).effect
    except UnknownCapability:
        return None
