"""Execution: an approved plan becomes a run of exactly what was seen; what an earlier run of it did stays done."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aule.contracts.errors import Conflict
from aule.contracts.plans.plan import Plan, PlanStepStatus
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import PlanRef, Run, RunKind, RunStatus
from aule.kernel.capabilities.registry import Registry
from aule.kernel.engine.graphs.envelope import content_hash_of, envelope_of
from aule.kernel.engine.progress import Status
from aule.kernel.engine.run_request import Order
from aule.kernel.engine.run_state import Loaded
from aule.kernel.planning.document.content import hash_of
from aule.kernel.planning.execution.compile import DEV, graph_of, results_used
from aule.kernel.runs.engine import Engine
from aule.text.hashing import bytes_hash

DONE_BEFORE = "It was done before the plan came here."
"""What is known of a step that another program did."""


@dataclass(frozen=True, slots=True)
class PlanStart:
    """How a plan is to be carried out: by whom, and how much of it."""

    agent: str | None = None
    """Who edits files; none means the built-in developer."""
    step: str | None = None
    """Only this step; all that it builds on has to be done."""
    until: str | None = None
    """Only the steps up to this one."""

    @property
    def is_whole(self) -> bool:
        """Whether all of the plan is meant, by whom it says."""
        return self == PlanStart()


@dataclass(frozen=True, slots=True)
class Execution:
    """Hands plans over to the engine."""

    engine: Engine
    registry: Registry
    link: Callable[[Graph], Awaitable[Graph]]
    """Puts in the graphs of the workflows that steps name."""

    async def start(self, plan: Plan, seen: str, start: PlanStart) -> Run:
        """Carry out a plan whose content hash a person saw; raises when it says something else by now."""
        if hash_of(plan) != seen:
            raise Conflict(
                f"The plan {plan.title!r} is not what was shown when it was approved.",
                code="approval_stale",
                hint="Look at it again and decide on what you see now.",
                subject=plan.id,
            )
        shown = graph_of(plan, only=start.step, until=start.until, dev=start.agent or DEV)
        graph = await self.link(shown)
        earlier = await self._earlier(plan)
        finished = done_before(plan, graph) if earlier is None else finished_in(earlier, graph)
        if start.step is not None:
            finished.pop(start.step, None)
            _check_built(plan, graph, start.step, finished)
        order = Order(
            graph=graph,
            inputs={},
            title=plan.title,
            project=plan.project,
            kind=RunKind.PLAN,
            locale=plan.language,
            session_id=plan.session_id,
            plan=PlanRef(id=plan.id, version=plan.version, content_hash=seen),
            approve=content_hash_of(graph),
            # What a workflow inside does was not on the card, so it asks by itself.
            envelope=envelope_of(shown, self.registry),
            finished=finished,
            forked_from=earlier.run.id if earlier is not None and finished else None,
            id=start_id(plan, start),
        )
        return await self.engine.start(order)

    async def _earlier(self, plan: Plan) -> Loaded | None:
        """The run of a plan before this one, when it left something to do. What the file says of it is not asked."""
        if plan.run is None:
            return None
        run = await self.engine.runs.find(plan.run.run_id)
        if run is None or run.plan is None or run.plan.id != plan.id or not run.status.is_final:
            return None
        whole = run.status is RunStatus.DONE and {step.id for step in plan.steps} <= await self._places(run)
        return None if whole else await self.engine.load(run.id)

    async def _places(self, run: Run) -> set[str]:
        loaded = await self.engine.load(run.id)
        return {node.step.id for node in loaded.progress.root.nodes}


def start_id(plan: Plan, start: PlanStart) -> str:
    """The run that starting a plan begins: as the plan stands, starting it twice is the same as starting it once."""
    before = None if plan.run is None else plan.run.run_id
    state = [plan.project, plan.id, plan.version, hash_of(plan), before, start.agent, start.step, start.until]
    return f"run_{bytes_hash(json.dumps(state).encode())[:26]}"


def done_before(plan: Plan, graph: Graph) -> dict[str, Any]:
    """The steps of a plan that were done before it came here; one whose result is still needed is done again."""
    if plan.run is not None:
        return {}
    done = {step.id for step in plan.steps if step.status is PlanStepStatus.DONE} - results_used(plan)
    found: dict[str, Any] = {}
    while more := [
        step.id
        for step in graph.nodes
        if step.id in done and step.id not in found and all(before in found for before in step.dependencies)
    ]:
        found.update(dict.fromkeys(more, DONE_BEFORE))
    return found


def finished_in(earlier: Loaded, graph: Graph) -> dict[str, Any]:
    """The steps of a graph that an earlier run has done, exactly as they are and on the same ground."""
    by_id = {node.step.id: node for node in earlier.progress.root.nodes}
    found: dict[str, Any] = {}
    left = list(graph.nodes)
    while True:
        more = [
            step
            for step in left
            if all(before in found for before in step.dependencies)
            and (node := by_id.get(step.id)) is not None
            and node.status is Status.DONE
            and node.step == step
        ]
        if not more:
            return found
        found.update({step.id: by_id[step.id].result for step in more})
        left = [step for step in left if step.id not in found]


def _check_built(plan: Plan, graph: Graph, step: str, finished: dict[str, Any]) -> None:
    missing = [node.id for node in graph.nodes if node.id != step and node.id not in finished]
    if missing:
        raise Conflict(
            f"The step {step!r} of {plan.title!r} builds on {', '.join(map(repr, missing))}, which is not done.",
            code="not_built",
            hint=f"Run it until {step!r} instead.",
            subject=plan.id,
        )
