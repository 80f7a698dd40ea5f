"""Adopting: what a plan is when its file was changed by somebody else, or came from elsewhere.

A file says what a plan says. How it stands, what was approved and what runs is known by the store alone: a cloned
repository cannot bring an approved plan.
"""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.plans.plan import Plan, PlanStatus, PlanStep, PlanStepStatus
from aule.kernel.planning.document.content import hashed, is_same, standing_as, with_ready_steps
from aule.kernel.planning.edits.merge import merge

_OF_THE_STORE = ("approvals", "run", "session_id", "origin", "created_at", "original")
"""What of a known plan its file has no say in."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A file as it was read, and all that is known of it."""

    found: Plan
    known: Plan | None
    """What the store knows."""
    base: Plan | None
    """The version the file says it is, as the history has it."""
    latest: Plan | None
    """The last version the history has."""
    last: int
    """Its number, or that of what the store knows if it is higher; 0 when there is neither."""
    is_ours: bool
    """Whether the file is, byte for byte, what the history has: nobody but us wrote it."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """The plan, and whether the file has to be written for it: somebody edited it, so it has a new version."""

    plan: Plan
    is_edited: bool = False
    reason: str = "found"


def adopt(sight: Sight) -> Adopted:
    """What a file means."""
    found, known = sight.found, sight.known
    if known is not None and is_same(found, known):
        return Adopted(known)
    newest = sight.latest if sight.latest is not None and sight.latest.version >= sight.last else known
    if newest is None or (sight.is_ours and found.version >= sight.last):
        return Adopted(standing(found, known))
    if is_same(found, newest):
        return Adopted(standing(found.model_copy(update={"version": newest.version}), known))
    edited, reason = found, "edited"
    if found.version < newest.version and sight.base is not None:
        if is_same(found, sight.base):
            reason = f"went back to version {found.version}"
        else:  # its editor had not seen what came since
            edited = merge(sight.base, newest, found, prefer_mine=True).plan
    version = max(found.version, sight.last) + 1
    return Adopted(standing(edited.model_copy(update={"version": version}), known), is_edited=True, reason=reason)


def _as_found(step: PlanStep) -> PlanStep:
    """A step of a plan nobody knew: what its file calls done is done, anything else has not begun."""
    is_done = step.status is PlanStepStatus.DONE
    return step.model_copy(update={"result": None}) if is_done else standing_as(step, None)


def standing(plan: Plan, known: Plan | None) -> Plan:
    """A plan of a file, standing as the store knows it, and to be reviewed if it says something else."""
    if known is None:
        status = PlanStatus.DRAFT if plan.status is PlanStatus.DRAFT else PlanStatus.REVIEWING
        steps = [_as_found(step) for step in plan.steps]
        return hashed(plan.model_copy(update={"status": status, "steps": steps, "approvals": [], "run": None}))
    steps = {step.id: step for step in known.steps}
    kept = {name: getattr(known, name) for name in _OF_THE_STORE}
    status = known.status if known.status is PlanStatus.EXECUTING else PlanStatus.REVIEWING
    stood = [standing_as(step, steps.get(step.id)) for step in plan.steps]
    return hashed(with_ready_steps(plan.model_copy(update={**kept, "status": status, "steps": stood})))
