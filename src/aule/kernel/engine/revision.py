"""Revisions: what the executor itself does about a step that failed, when its graph may be planned anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from aule.contracts.access.approval import Approval, StepEdit
from aule.contracts.access.capability import Envelope
from aule.contracts.errors import Problem
from aule.contracts.events.facts import ApprovalRequested, Fact
from aule.contracts.events.steps import RunPlanned, StepFailed, StepInterrupted
from aule.contracts.runs.graph import Graph
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.progress import Node
from aule.kernel.engine.run_edits import unfit
from aule.kernel.engine.run_state import RunState


@dataclass(frozen=True, slots=True)
class Derived:
    """It goes on with another graph: the step stays failed, others take its place."""

    graph: Graph
    envelope: Envelope | None = None
    """What is allowed from here on, when a person allowed more."""
    facts: tuple[Fact, ...] = ()
    """What else is told along with it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """It would go beyond what was allowed, so a person is asked about the difference."""

    approval: Approval
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Nothing takes the step's place: what needs it is left out, the rest goes on."""


Revised = Derived | Asked | GivenUp


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search for another way came to, and what it looked at."""

    revised: Revised
    of: RunState


class Replanner(Protocol):
    """Who finds another way when a step failed."""

    async def replan(self, loaded: RunState, node: Node) -> Revised:
        """Find another way for a step that failed and all that was to come after it."""
        ...

    async def decided(self, loaded: RunState, node: Node, approval: Approval) -> Revised:
        """What follows from a person's decision on the difference."""
        ...


def recorded(revised: Revised, loaded: RunState, node: Node) -> list[Fact]:
    """The facts of a revision, to be recorded together: all of it happened, or none."""
    error = node.error or Problem(code="failed", message="It failed.")
    failed = StepFailed(step=node.place, error=error, contained=True)
    match revised:
        case Derived():
            planned = RunPlanned(
                graph=revised.graph,
                inputs=loaded.inputs,
                derived_from=content_hash_of(loaded.graph),
                envelope=revised.envelope,
            )
            return [*revised.facts, planned, failed]
        case Asked(approval=approval):
            asked = StepInterrupted(step=node.place, moment="replan", error=node.error, approval=approval.id)
            return [*revised.facts, asked, ApprovalRequested(approval=approval)]
        case GivenUp():
            return [failed]


def still_fits(found: Searched, loaded: RunState, node: Node) -> bool:
    """Whether what was found still fits a run that may have gone on meanwhile: nothing it changes has begun."""
    if not is_unplanned(node) or found.of is not loaded:
        return False
    match found.revised:
        case Derived(graph=graph):
            return unfit(loaded.progress, node.place, StepEdit(graph=graph)) is None
        case Asked() | GivenUp():
            return True


def is_unplanned(node: Node) -> bool:
    """Whether a step failed and waits for another way, which nobody was asked about yet."""
    return node.moment == "replan" and node.approval is None
