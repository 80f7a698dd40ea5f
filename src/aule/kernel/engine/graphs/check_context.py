"""What a graph is checked against: the capabilities and the agents there are now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from aule.contracts.errors import AuleError, Problem
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.bindings import is_literal


@dataclass(frozen=True, slots=True)
class CheckContext:
    """Knows what can be called, with which parameters, and who can be asked."""

    registry: Registry
    agents: Collection[str]

    def problem_with(self, capability: str, params: JsonObject) -> Problem | None:
        """What is wrong with a call, as far as its parameters are known yet."""
        try:
            item = self.registry.resolve(capability)
            item.signature.check(params, late={name for name, value in params.items() if not is_literal(value)})
        except AuleError as error:
            return error.problem
        return None

    def has_agent(self, id: str) -> bool:
        """Whether somebody of that name can be asked."""
        return id in self.agents
