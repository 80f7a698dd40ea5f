"""The caller: who comes to the gate, with which rights, and within which bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.access.agent import Agent, ModelChoice
from aule.contracts.access.approval import Approval
from aule.contracts.access.capability import Policy
from aule.contracts.access.change import Actor
from aule.contracts.project import Project
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run
from aule.kernel.bounds import Bound, bounds_of, combined


@dataclass(frozen=True, slots=True)
class ByHand:
    """The owner does this themselves: the hash of the preview they saw, and the words they typed, where there are."""

    seen: str | None = None
    confirm: str | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, in which run and project, and what a person has granted."""

    run: Run
    actor: Actor
    project: Project
    agent: Agent | None = None
    grants: tuple[Approval, ...] = ()
    """What a person said yes to, or answered, for this very call."""
    above: tuple[Policy, ...] = ()
    """The policies of the agents this one works for, from the top down."""
    bounds: tuple[Bounds, ...] | None = None
    """What it may do at most, said by all who may decide; none: what its run and its agent say."""
    hand: ByHand | None = None
    """The owner's own hand; only a direct call from a door for people has one."""
    limit: asyncio.Timeout | None = None
    """What cuts the call off when its step takes too long."""

    @property
    def bound(self) -> Bound:
        """What it may do at most."""
        return combined(self.all_bounds)

    @property
    def all_bounds(self) -> Sequence[Bounds]:
        """All that was said about what it may do at most."""
        if self.bounds is not None:
            return self.bounds
        return [*self.run.bounds, *bounds_of(self.agent, self.run.bounds)]

    @property
    def choice(self) -> ModelChoice | None:
        """The model of the agent that calls."""
        return None if self.agent is None else self.agent.model

    @property
    def policies(self) -> list[Policy]:
        """The policies of all agents in charge, from the top down."""
        return [*self.above, *([] if self.agent is None else [self.agent.policy])]
