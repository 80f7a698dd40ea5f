"""The status of a plan while it runs: derived from the run alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from aule.contracts.events.facts import ApprovalGranted, Fact
from aule.contracts.events.plans import PlanReplanned
from aule.contracts.events.steps import RunPlanned
from aule.contracts.plans.plan import Plan, PlanRun, PlanStatus, PlanStep, PlanStepStatus
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.capabilities.changes.blob_refs import to_displayed
from aule.kernel.engine.progress import Node, Progress, Status
from aule.kernel.engine.revision import is_unplanned

LONGEST_RESULT = 4_000
"""Characters of a result that are written into the plan; the run holds all of it."""

_HELD = (PlanStatus.APPROVED, PlanStatus.EXECUTING)
_NOT_BEGUN = (PlanStepStatus.PENDING, PlanStepStatus.READY)
_ENDS = {
    RunStatus.DONE: PlanStatus.DONE,
    RunStatus.DONE_WITH_FAILURES: PlanStatus.DONE_WITH_FAILURES,
    RunStatus.FAILED: PlanStatus.FAILED,
    RunStatus.CANCELLED: PlanStatus.CANCELLED,
}


def stands(plan: Plan, run: Run, progress: Progress) -> Plan:
    """Return the plan with its run's status; one that has another run, or was changed by people, keeps its own."""
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
    """Return the plan with replaced remaining steps, unless it has them already, or people changed it meanwhile."""
    if plan.status not in _HELD or plan.version >= fact.version:
        return plan
    before = {step.id: step for step in plan.steps}
    steps = [
        step.model_copy(update={"status": old.status, "result": old.result}) if (old := before.get(step.id)) else step
        for step in fact.steps
    ]
    return plan.model_copy(update={"steps": steps})


def taken_up(facts: Iterable[Fact]) -> PlanReplanned | None:
    """Return the last replanning that a run applied, or None."""
    found = all_taken_up(facts)
    return found[-1] if found else None


def all_taken_up(facts: Iterable[Fact]) -> list[PlanReplanned]:
    """Return the replannings that a run applied; those a person rejected are left out."""
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
    """Return a step's status in a plan's terms."""
    if node.status is Status.WAITING and node.moment == "unknown":
        return PlanStepStatus.UNKNOWN
    if node.status is Status.WAITING and is_unplanned(node):
        return PlanStepStatus.FAILED
    if not node.status.is_final and run.status.is_final:  # the run has ended, so the step will not finish
        return PlanStepStatus.SKIPPED if run.status is RunStatus.CANCELLED else PlanStepStatus.FAILED
    return PlanStepStatus(node.status.value)


def short_result(value: Any) -> Any:
    """Return a result as it is written into a plan: whole, or its beginning when it is long."""
    seen = to_displayed(value)
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
    """Return the plan's status: after a run of some steps only, the others stay approved."""
    if not run.status.is_final:
        return PlanStatus.EXECUTING
    if run.status is RunStatus.DONE and any(step.status in _NOT_BEGUN for step in steps):
        return PlanStatus.APPROVED
    return _ENDS[run.status]
