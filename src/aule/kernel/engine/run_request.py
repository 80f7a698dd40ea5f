"""Orders: what is to be run, for whom, and within which limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aule.contracts.access.agent import Budget
from aule.contracts.access.capability import Envelope
from aule.contracts.model import JsonObject
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.graph import Graph, SkipReason, StepOrigin
from aule.contracts.runs.run import PlanRef, Run, RunKind

SAMPLES = frozenset({"pinned", "given"})
"""Origins of results that no run ever made."""
QUEUE = "default"
"""The queue runs wait in when none is named."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A graph to be run, and everything the run is to know about itself."""

    graph: Graph
    inputs: JsonObject
    title: str
    project: str
    kind: RunKind = RunKind.WORKFLOW
    locale: str = "en"
    session_id: str | None = None
    agent: str | None = None
    """Who asked for it, when that was an agent: the run has at most its rights."""
    parent: Run | None = None
    workflow: str | None = None
    workflow_version: int | None = None
    is_flow: bool = False
    """Whether the graph is the flow of its agent."""
    plan: PlanRef | None = None
    environment: str | None = None
    is_protected: bool = False
    schedule: str | None = None
    budget: Budget | None = None
    at_once: int = 8
    """How many steps may be under way at the same time."""
    queue: str = QUEUE
    approve: str | None = None
    """The content hash of the graph a person saw and allows; without it every write asks."""
    envelope: Envelope | None = None
    """What they saw that it may do, where that is less than all the graph says."""
    finished: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Steps that are done already, with what they gave."""
    origins: Mapping[str, StepOrigin] = field(default_factory=dict[str, StepOrigin])
    """Where those results come from, where that is to be told."""
    skipped: Mapping[str, SkipReason] = field(default_factory=dict[str, Any])
    """Steps that are not to be done: they were skipped in the run that is taken over, or nobody asked for them."""
    bounds: Sequence[Bounds] = ()
    """What it may do at most, beside what the run above it may."""
    forked_from: str | None = None
    """The run whose finished steps it takes over."""
    id: str | None = None
    """A given id makes starting it twice the same as starting it once."""

    @property
    def takes_over(self) -> bool:
        """Whether some of its steps are settled before it begins."""
        return bool(self.finished or self.skipped)

    @property
    def sampled(self) -> list[str]:
        """The steps whose results are samples."""
        return [step.id for step in self.graph.nodes if self.origins.get(step.id) in SAMPLES]
