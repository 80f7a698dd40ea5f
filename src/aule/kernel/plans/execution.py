"""Execution: starts a run of exactly the approved plan; steps an earlier run did stay done."""

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
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.engine.run_state import RunState
from aule.kernel.planning.document.content import hash_of
from aule.kernel.planning.execution.compile import DEV, graph_of, results_used
from aule.kernel.runs.engine import Engine
from aule.text.hashing import bytes_hash

DONE_BEFORE = "It was done before the plan came here."
"""The result of a step that another program did."""


@dataclass(frozen=True, slots=True)
class PlanStart:
    """Options of a plan's execution: by which agent, and which steps."""

    agent: str | None = None
    """The agent that edits files; None means the built-in developer."""
    step: str | None = None
    """Only this step; its dependencies have to be done."""
    until: str | None = None
    """Only the steps up to this one."""

    @property
    def is_whole(self) -> bool:
        """Whether the whole plan is carried out, by the agents it names."""
        return self == PlanStart()


@dataclass(frozen=True, slots=True)
class Execution:
    """Starts runs of plans in the engine."""

    engine: Engine
    registry: Registry
    link: Callable[[Graph], Awaitable[Graph]]
    """Inserts the graphs of the workflows that steps name."""

    async def start(self, plan: Plan, seen: str, start: PlanStart) -> Run:
        """Carry out a plan whose content hash a person saw; raise when its content has changed."""
        if hash_of(plan) != seen:
            raise Conflict(
                f"The plan {plan.title!r} is not what was shown when it was approved.",
                code="approval_stale",
                hint="Look at it again and decide on what you see now.",
                subject=plan.id,
            )
        await self.registry.prepare(step.call.capability for step in plan.steps if step.call is not None)
        shown = graph_of(plan, only=start.step, until=start.until, dev=start.agent or DEV)
        graph = await self.link(shown)
        earlier = await self._earlier(plan)
        finished = steps_done_before(plan, graph) if earlier is None else finished_steps(earlier, graph)
        if start.step is not None:
            finished.pop(start.step, None)
            _check_built(plan, graph, start.step, finished)
        order = RunRequest(
            graph=graph,
            inputs={},
            title=plan.title,
            project=plan.project,
            kind=RunKind.PLAN,
            locale=plan.language,
            session_id=plan.session_id,
            plan=PlanRef(id=plan.id, version=plan.version, content_hash=seen),
            approve=content_hash_of(graph),
            # The steps of a nested workflow were not on the card, so they ask for themselves.
            envelope=envelope_of(shown, self.registry),
            finished=finished,
            forked_from=earlier.run.id if earlier is not None and finished else None,
            id=start_id(plan, start),
        )
        return await self.engine.start(order)

    async def _earlier(self, plan: Plan) -> RunState | None:
        """Return the previous run of a plan if it left steps undone; the plan file is not asked."""
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
    """Return the id of the run that starting a plan creates, so that starting it twice creates one run."""
    before = None if plan.run is None else plan.run.run_id
    state = [plan.project, plan.id, plan.version, hash_of(plan), before, start.agent, start.step, start.until]
    return f"run_{bytes_hash(json.dumps(state).encode())[:26]}"


def steps_done_before(plan: Plan, graph: Graph) -> dict[str, Any]:
    """Return steps another program had done; one whose result is still needed is done again."""
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


def finished_steps(earlier: RunState, graph: Graph) -> dict[str, Any]:
    """Return the steps of a graph that an earlier run has done with the same definition and inputs."""
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
