"""Adoption: which plan a file means when somebody else changed it, or it came from elsewhere.

A file holds a plan's content. Its status, approvals and runs are known by the store alone: a cloned repository cannot
bring an approved plan.
"""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.plans.plan import Plan, PlanStatus, PlanStep, PlanStepStatus
from aule.kernel.planning.document.content import hashed, is_same, standing_as, with_ready_steps
from aule.kernel.planning.edits.merge import merge

_OF_THE_STORE = ("approvals", "run", "session_id", "origin", "created_at", "original")
"""Fields of a known plan that its file cannot change."""


@dataclass(frozen=True, slots=True)
class PlanFileFacts:
    """A file as it was read, and all that is known of its plan."""

    found: Plan
    known: Plan | None
    """The plan in the store."""
    base: Plan | None
    """The version of the history that the file says it is."""
    latest: Plan | None
    """The last version of the history."""
    last: int
    """The highest version number of history and store; 0 when there is neither."""
    is_ours: bool
    """Whether the file is, byte for byte, a version of the history: nobody else wrote it."""


@dataclass(frozen=True, slots=True)
class AdoptedPlan:
    """The plan a file means; an edited one has a new version, and the file must be written."""

    plan: Plan
    is_edited: bool = False
    reason: str = "found"


def adopt(file_facts: PlanFileFacts) -> AdoptedPlan:
    """Return the plan that a file means."""
    found, known = file_facts.found, file_facts.known
    if known is not None and is_same(found, known):
        return AdoptedPlan(known)
    newest = (
        file_facts.latest if file_facts.latest is not None and file_facts.latest.version >= file_facts.last else known
    )
    if newest is None or (file_facts.is_ours and found.version >= file_facts.last):
        return AdoptedPlan(standing(found, known))
    if is_same(found, newest):
        return AdoptedPlan(standing(found.model_copy(update={"version": newest.version}), known))
    edited, reason = found, "edited"
    if found.version < newest.version and file_facts.base is not None:
        if is_same(found, file_facts.base):
            reason = f"went back to version {found.version}"
        else:  # the file was edited from an older version
            edited = merge(file_facts.base, newest, found, prefer_mine=True).plan
    version = max(found.version, file_facts.last) + 1
    return AdoptedPlan(standing(edited.model_copy(update={"version": version}), known), is_edited=True, reason=reason)


def _as_found(step: PlanStep) -> PlanStep:
    """Return a step of an unknown plan: done if its file says so, else not begun."""
    is_done = step.status is PlanStepStatus.DONE
    return step.model_copy(update={"result": None}) if is_done else standing_as(step, None)


def standing(plan: Plan, known: Plan | None) -> Plan:
    """Return a file's plan with the status the store knows, to be reviewed if its content differs."""
    if known is None:
        status = PlanStatus.DRAFT if plan.status is PlanStatus.DRAFT else PlanStatus.REVIEWING
        steps = [_as_found(step) for step in plan.steps]
        return hashed(plan.model_copy(update={"status": status, "steps": steps, "approvals": [], "run": None}))
    steps = {step.id: step for step in known.steps}
    kept = {name: getattr(known, name) for name in _OF_THE_STORE}
    status = known.status if known.status is PlanStatus.EXECUTING else PlanStatus.REVIEWING
    stood = [standing_as(step, steps.get(step.id)) for step in plan.steps]
    return hashed(with_ready_steps(plan.model_copy(update={**kept, "status": status, "steps": stood})))
