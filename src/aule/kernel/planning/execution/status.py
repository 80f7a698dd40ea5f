"""How a plan stands while it runs: statuses and results of its steps, told from the run and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from aule.contracts.events.facts import ApprovalGranted, Fact
from aule.contracts.events.plans import PlanReplanned
from aule.contracts.events.steps import RunPlanned
from aule.contracts.plans.plan import Plan, PlanRun, PlanStatus, PlanStep, PlanStepStatus
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.capabilities.changes.blob_refs import shown
from aule.kernel.engine.progress import Node, Progress, Status
from aule.kernel.engine.revision import is_unplanned

LONGEST_RESULT = 4_000
"""Characters of a result that are written into the plan; the run has all of it."""

_HELD = (PlanStatus.APPROVED, PlanStatus.EXECUTING)
_NOT_BEGUN = (PlanStepStatus.PENDING, PlanStepStatus.READY)
_ENDS = {
    RunStatus.DONE: PlanStatus.DONE,
    RunStatus.DONE_WITH_FAILURES: PlanStatus.DONE_WITH_FAILURES,
    RunStatus.FAILED: PlanStatus.FAILED,
    RunStatus.CANCELLED: PlanStatus.CANCELLED,
}


def stands(plan: Plan, run: Run, progress: Progress) -> Plan:
    """The plan with how its run stands; one that was handed to another run, or changed by people, keeps its status."""
    if plan.run is not None and plan.run.run_id != run.id and plan.run.started_at > run.started_at:
        return plan
    is_newer = plan.run is not None and plan.run.run_id != run.id
    marked = [_marked(step, run, progress) for step in plan.steps]
    update: dict[str, Any] = {"steps": marked}
    if plan.status in _HELD or (plan.status.is_final and is_newer):
        going = PlanRun(run_id=run.id, started_at=run.started_at, finished_at=run.finished_at)
        update |= {"run": going, "status": _status(run, marked)}
    return plan.model_copy(update=update)


def replanned(plan: Plan, fact: PlanReplanned) -> Plan:
    """The plan with another rest, unless it has that already, or people changed it meanwhile."""
    if plan.status not in _HELD or plan.version >= fact.version:
        return plan
    before = {step.id: step for step in plan.steps}
    steps = [
        step.model_copy(update={"status": old.status, "result": old.result}) if (old := before.get(step.id)) else step
        for step in fact.steps
    ]
    return plan.model_copy(update={"steps": steps})


def taken_up(facts: Iterable[Fact]) -> PlanReplanned | None:
    """The last change of the rest of a plan that its run took up."""
    found = all_taken_up(facts)
    return found[-1] if found else None


def all_taken_up(facts: Iterable[Fact]) -> list[PlanReplanned]:
    """The changes of the rest of a plan that its run really took up; what a person said no to is none."""
    proposed: list[PlanReplanned] = []
    granted: set[str] = set()
    found: list[PlanReplanned] = []
    for fact in facts:
        match fact:
            case PlanReplanned():
                proposed.append(fact)
            case ApprovalGranted(approval=approval):
                granted.add(approval.id)
            case RunPlanned(derived_from=str(), graph=graph):
                places = {node.id for node in graph.nodes}
                for each in reversed(proposed):
                    allowed = each.approval is None or each.approval in granted
                    if allowed and places <= {step.id for step in each.steps}:
                        found.append(each)
                        break
            case _:
                pass
    return found


def step_status(node: Node, run: Run) -> PlanStepStatus:
    """How a step stands, in a plan's words."""
    if node.status is Status.WAITING and node.moment == "unknown":
        return PlanStepStatus.UNKNOWN
    if node.status is Status.WAITING and is_unplanned(node):
        return PlanStepStatus.FAILED
    if not node.status.is_final and run.status.is_final:  # nothing more becomes of it
        return PlanStepStatus.SKIPPED if run.status is RunStatus.CANCELLED else PlanStepStatus.FAILED
    return PlanStepStatus(node.status.value)


def short_result(value: Any) -> Any:
    """A result as it is written into a plan: as it is, or the beginning of it when it is long."""
    seen = shown(value)
    text = seen if isinstance(seen, str) else json.dumps(seen, ensure_ascii=False)
    return seen if len(text) <= LONGEST_RESULT else text[:LONGEST_RESULT] + "…"


def _marked(step: PlanStep, run: Run, progress: Progress) -> PlanStep:
    node = progress.root.by_id.get(step.id)
    if node is None:
        return step
    status = step_status(node, run)
    result = None
    if status is PlanStepStatus.DONE:
        result = short_result(node.result)
    elif node.error is not None:
        result = {"error": node.error.message}
    return step.model_copy(update={"status": status, "result": result})


def _status(run: Run, steps: Sequence[PlanStep]) -> PlanStatus:
    """How the plan stands: a run of only a part of it leaves the rest approved."""
    if not run.status.is_final:
        return PlanStatus.EXECUTING
    if run.status is RunStatus.DONE and any(step.status in _NOT_BEGUN for step in steps):
        return PlanStatus.APPROVED
    return _ENDS[run.status]
