"""The caller: who makes a call, with which rights, and within which bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.access.agent import Agent, Conduct, ModelChoice
from aule.contracts.access.approval import Approval
from aule.contracts.access.capability import Policy
from aule.contracts.access.change import Actor
from aule.contracts.project import Project
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run
from aule.kernel.bounds import Bound, bounds_of, combined


@dataclass(frozen=True, slots=True)
class ByHand:
    """Marks a call the owner makes themselves: the hash of the preview they saw, and the words they typed."""

    seen: str | None = None
    confirm: str | None = None
    token: str | None = None
    """The actor in whose name it is recorded, where a program with a token of its own calls."""
    may_delete: bool = False
    """Whether the owner let this caller delete, without a preview, what can be brought back."""
    only_names: bool = False
    """Whether it only names who calls: the call asks a person like every other one."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, in which run and project, and what a person has approved."""

    run: Run
    actor: Actor
    project: Project
    agent: Agent | None = None
    grants: tuple[Approval, ...] = ()
    """Approvals and answers of a person for this very call."""
    above: tuple[Conduct, ...] = ()
    """The rules of the agents this one works for, from the top down."""
    bounds: tuple[Bounds, ...] | None = None
    """All bounds of the caller; None: those of its run and its agent."""
    hand: ByHand | None = None
    """Set where the owner makes the call themselves; only direct calls through doors for people have it."""
    limit: asyncio.Timeout | None = None
    """The timeout that cancels the call when its step takes too long."""

    @property
    def bound(self) -> Bound:
        """What the caller may do at most, from all bounds combined."""
        return combined(self.all_bounds)

    @property
    def all_bounds(self) -> Sequence[Bounds]:
        """All bounds that apply to the caller."""
        if self.bounds is not None:
            return self.bounds
        return [*self.run.bounds, *bounds_of(self.agent, self.run.bounds)]

    @property
    def choice(self) -> ModelChoice | None:
        """The model of the calling agent."""
        return None if self.agent is None else self.agent.model

    @property
    def conducts(self) -> list[Conduct]:
        """The rules of all agents above and of the agent itself, from the top down."""
        return [*self.above, *([] if self.agent is None else [self.agent.conduct])]

    @property
    def policies(self) -> list[Policy]:
        """The policies of the agent and of all agents above it, from the top down."""
        return [each.policy for each in self.conducts]
