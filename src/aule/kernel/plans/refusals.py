"""Errors for operations that a plan's status does not allow."""

from __future__ import annotations

from aule.contracts.errors import Conflict
from aule.contracts.events.plans import PlanBroken
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.kernel.planning.document.content import hash_of
from aule.kernel.plans.plan_store import StoredPlan


def stale(plan: Plan) -> Conflict:
    """Return the error for a decision about content that has changed."""
    return Conflict(
        f"The plan {plan.title!r} is not what was shown when this was decided; it is at version {plan.version}.",
        code="approval_stale",
        hint="Look at it again and decide on what you see now.",
        subject=plan.id,
    )


def check_seen(plan: Plan, version: int, content_hash: str) -> None:
    """Raise when the version and hash somebody saw are not the plan's."""
    if (version, content_hash) != (plan.version, hash_of(plan)):
        raise stale(plan)


def outdated(plan: Plan) -> Conflict:
    """Return the error for carrying out a plan that no longer fits the project."""
    return Conflict(
        f"The files the plan {plan.title!r} speaks of have changed since it was approved.",
        code="approval_stale",
        hint="Look at what the critic says now, and approve it again.",
        subject=plan.id,
    )


def not_ready(plan: Plan) -> Conflict:
    """Return the error for an approval that comes too early."""
    return Conflict(
        f"The plan {plan.title!r} is {plan.status}, not ready.",
        code="plan_not_ready",
        hint="Answer its question, or let the critic look at it again.",
        subject=plan.id,
    )


def not_approved(plan: Plan) -> Conflict:
    """Return the error for carrying out a plan that is not approved as it is."""
    return Conflict(
        f"The plan {plan.title!r} is {plan.status}; only an approved plan runs.",
        code="approval_stale" if plan.approvals else "approval_required",
        hint="Look at it and approve what you see.",
        subject=plan.id,
    )


def nothing_asked(plan: Plan) -> Conflict:
    """Return the error for an answer where no question is open."""
    return Conflict(f"The plan {plan.title!r} asks nothing.", code="nothing_asked", subject=plan.id)


def unreadable(broken: PlanBroken) -> Conflict:
    """Return the error for using a plan whose file cannot be read."""
    return Conflict(
        broken.message, code="invalid_file", hint="Mend the file, or restore a version.", subject=broken.plan
    )


def still_open(kept: StoredPlan) -> StoredPlan:
    """Return a plan that may be changed; raise when it runs, was replaced, or cannot be read."""
    if kept.broken is not None:
        raise unreadable(kept.broken)
    check_idle(kept.plan)
    return kept


def check_idle(plan: Plan) -> None:
    """Raise when a plan runs or was replaced: it cannot be changed then."""
    if plan.status is PlanStatus.EXECUTING:
        raise Conflict(
            f"The plan {plan.title!r} is being carried out.",
            code="plan_running",
            hint="Stop its run first, or wait for its end.",
            subject=plan.id,
        )
    if plan.status is PlanStatus.SUPERSEDED:
        raise Conflict(f"Another plan stands for {plan.title!r}.", code="plan_superseded", subject=plan.id)
