"""Replanning: after a failed step the remaining steps are planned again; more than was allowed needs approval."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from aule.contracts.access.approval import (
    Approval,
    ApprovalKind,
    ApprovalOption,
    ApprovalStatus,
    Binding,
    StepEdit,
    Table,
)
from aule.contracts.access.capability import Envelope
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallFailed, Fact
from aule.contracts.events.plans import PlanReplanned
from aule.contracts.ids import ref
from aule.contracts.plans.plan import Plan, PlanStep
from aule.contracts.runs.graph import Graph, Step
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.registry import Registry
from aule.kernel.capabilities.words import say
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.progress import Node, Status
from aule.kernel.engine.revision import Asked, Derived, GivenUp, Revised
from aule.kernel.engine.run_edits import unfit
from aule.kernel.engine.run_state import RunState, call_id
from aule.kernel.journal import Journal
from aule.kernel.planning.document.content import hash_of
from aule.kernel.planning.execution.allowance import contains, difference, envelope_of_steps, once_more, together
from aule.kernel.planning.execution.remaining_steps import RevisedPlan, rest_graph, with_rest
from aule.kernel.planning.execution.status import last_replanning, step_status
from aule.kernel.plans.approval_requests import EXECUTE
from aule.kernel.reports.words import reason
from aule.text.hashing import content_hash

MOST = 2
"""How often one run is replanned."""
DENY = "deny"
_TYPES = ("plan.replanned", "run.planned", "approval.granted", "call.failed")


class StepPlanner(Protocol):
    """Plans remaining steps."""

    async def replan(
        self, plan: Plan, failed_step: str, error: str, results: Mapping[str, object], run: Run
    ) -> list[PlanStep] | None:
        """Return the remaining steps after a failure; None when nothing better is known."""
        ...


@dataclass(frozen=True, slots=True)
class CompiledRevision:
    """Replanned steps, compiled: the new graph, and which of its steps are new."""

    rest: RevisedPlan
    graph: Graph
    kept: list[Step]
    """Steps that always count against the envelope: done, running, or still to come unchanged."""
    new: list[Step]


@dataclass(frozen=True, slots=True)
class Replanner:
    """Replans runs of plans, at most twice each."""

    journal: Journal
    registry: Registry
    check: Callable[[Graph], Awaitable[None]]
    """Raises when a graph cannot run."""
    version: Callable[[str, int], Awaitable[Plan]]
    """Returns one version of a plan."""
    planners: StepPlanner
    ambient: Ambient

    async def replan(self, loaded: RunState, node: Node) -> Revised:
        """Replan a failed step and all steps after it."""
        run, facts = loaded.run, await self._facts(loaded.run)
        earlier = [fact for fact in facts if isinstance(fact, PlanReplanned)]
        plan = await self._plan(run, facts)
        if len(earlier) >= MOST or plan is None or plan.step(node.place) is None:
            return GivenUp()
        error = "" if node.error is None else node.error.message
        results = {each.step.id: each.result for each in loaded.progress.root.nodes if each.status is Status.DONE}
        steps = await self.planners.replan(_marked(plan, loaded), node.place, error, results, run)
        rest = None if not steps else with_rest(plan, _begun(loaded), steps)
        if rest is None:
            return GivenUp()
        return self._to_revised(loaded, node, await self._compile(loaded, rest), _undone(facts, run, node))

    async def decided(self, loaded: RunState, node: Node, approval: Approval) -> Revised:
        """Apply a person's decision on the steps that exceed the envelope."""
        if approval.status is not ApprovalStatus.GRANTED or approval.option != EXECUTE:
            return GivenUp()
        facts = await self._facts(loaded.run)
        plan = await self._plan(loaded.run, facts)
        for fact in facts:
            if isinstance(fact, PlanReplanned) and fact.approval == approval.id and plan is not None:
                if fact.version != plan.version + 1:
                    break  # the plan has another version by now
                steps = {"steps": fact.steps, "version": fact.version}
                rest = RevisedPlan(plan.model_copy(update=steps), fact.added, fact.changed, fact.dropped)
                found = await self._compile(loaded, rest)
                if unfit(loaded.progress, node.place, StepEdit(graph=found.graph)) is None:
                    return Derived(found.graph, self._extend_envelope(loaded, found, _undone(facts, loaded.run, node)))
        return await self.replan(loaded, node)  # the run went on meanwhile: replan once more

    async def _facts(self, run: Run) -> list[Fact]:
        await self.journal.flush()
        return [event.data for event in await self.journal.read(None, run=run.id, types=_TYPES)]

    async def _plan(self, run: Run, facts: Iterable[Fact]) -> Plan | None:
        """Return the plan of a run: as it was approved, with the replannings applied since."""
        if run.plan is None:
            return None
        plan = await self.version(run.plan.id, run.plan.version)
        if hash_of(plan) != run.plan.content_hash:
            return None  # the stored version is not the approved one
        last = last_replanning(facts)
        return plan if last is None else plan.model_copy(update={"steps": last.steps, "version": last.version})

    async def _compile(self, loaded: RunState, rest: RevisedPlan) -> CompiledRevision:
        fresh = {*rest.added, *rest.changed}
        graph = rest_graph(rest, loaded.graph)
        await self.check(graph)  # loads the apps that the graph calls, which its envelope needs too
        failed = {each.step.id for each in loaded.progress.root.nodes if _counts_not(each)}
        kept = [step for step in graph.nodes if step.id not in fresh and step.id not in failed]
        return CompiledRevision(rest, graph, kept, [step for step in graph.nodes if step.id in fresh])

    def _to_revised(self, loaded: RunState, node: Node, found: CompiledRevision, undone: Sequence[str]) -> Revised:
        allowed = loaded.run.envelope
        if allowed is None or contains(allowed, envelope_of_steps([*found.kept, *found.new], self.registry)):
            envelope = None if allowed is None else once_more(allowed, undone)
            return Derived(found.graph, envelope, (self._replanned_fact(loaded.run, node, found.rest),))
        beyond = difference(allowed, found.kept, found.new, self.registry)
        approval = self._approval_for(loaded.run, node, found, beyond)
        return Asked(approval, (self._replanned_fact(loaded.run, node, found.rest, approval),))

    def _extend_envelope(self, loaded: RunState, found: CompiledRevision, undone: Sequence[str]) -> Envelope | None:
        if loaded.run.envelope is None:
            return None
        wanted = envelope_of_steps([*found.kept, *found.new], self.registry)
        return once_more(together(loaded.run.envelope, wanted), undone)

    def _replanned_fact(
        self, run: Run, node: Node, rest: RevisedPlan, approval: Approval | None = None
    ) -> PlanReplanned:
        error = "" if node.error is None else reason(node.error.code, node.error.message, run.locale)
        return PlanReplanned(
            plan=rest.plan.id,
            version=rest.plan.version,
            reason=say("replan_reason", run.locale, step=node.step.title or node.place, error=error),
            within=approval is None,
            added=rest.added,
            changed=rest.changed,
            dropped=rest.dropped,
            step=node.place,
            steps=rest.plan.steps,
            approval=None if approval is None else approval.id,
        )

    def _approval_for(self, run: Run, node: Node, found: CompiledRevision, beyond: Sequence[Step]) -> Approval:
        """Return the approval for only those steps that exceed what was allowed."""
        columns = [say(f"column_{word}", run.locale) for word in ("number", "step", "function", "times")]
        rows = [[step.id, step.title, _function(step), _times(step)] for step in beyond]
        envelope = envelope_of_steps(beyond, self.registry)
        seen = {
            "run": run.id,
            "graph": content_hash_of(found.graph),
            "beyond": [step.model_dump(mode="json", exclude_defaults=True) for step in beyond],
        }
        return Approval(
            id=self.ambient.ids.new("apr"),
            kind=ApprovalKind.PLAN,
            run=run.id,
            session_id=run.session_id,
            agent=run.agent,
            subject=ref("plan", found.rest.plan.id),
            step=node.place,
            title=say("replan_asks", run.locale, step=node.step.title or node.place),
            body="" if node.error is None else reason(node.error.code, node.error.message, run.locale),
            preview=Table(columns=columns, rows=rows, total=len(rows)),
            risk="medium",
            options=[
                ApprovalOption(id=EXECUTE, label=say("approve", run.locale)),
                ApprovalOption(id=DENY, label=say("deny", run.locale)),
            ],
            default=DENY,
            binds=Binding(content_hash=content_hash(seen), version=found.rest.plan.version, envelope=envelope),
            created_at=self.ambient.timestamp(),
        )


def _begun(loaded: RunState) -> set[str]:
    """Return the steps that can no longer be replaced."""
    return {node.step.id for node in loaded.progress.root.nodes if node.status not in (Status.PENDING, Status.READY)}


def _marked(plan: Plan, loaded: RunState) -> Plan:
    """Return the plan with the status of its steps."""
    by_id = loaded.progress.root.by_id
    steps = [
        step
        if (node := by_id.get(step.id)) is None
        else step.model_copy(update={"status": step_status(node, loaded.run)})
        for step in plan.steps
    ]
    return plan.model_copy(update={"steps": steps})


def _counts_not(node: Node) -> bool:
    """Return whether a step uses nothing of the envelope: it failed, is about to, or was skipped."""
    return node.status in (Status.FAILED, Status.SKIPPED) or node.moment == "replan"


def _undone(facts: Iterable[Fact], run: Run, node: Node) -> list[str]:
    """Return the capabilities of a failed step's calls that are known to have had no effect."""
    nodes = [node] if node.parts is None else node.parts.nodes
    calls = {call_id(run.id, each) for each in nodes}
    return [
        fact.capability
        for fact in facts
        if isinstance(fact, CallFailed) and fact.id in calls and not fact.result.changes
    ]


def _function(step: Step) -> str:
    return step.call.capability if step.call is not None else step.agent or step.workflow or step.kind.value


def _times(step: Step) -> int:
    return 1 if step.repeat is None else step.repeat.count or step.repeat.max
