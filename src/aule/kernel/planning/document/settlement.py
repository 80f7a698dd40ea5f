"""Settlement: merges a written plan with changes others made to it meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.plans.clash import PlanClash
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.kernel.planning.document.content import hashed, is_same, saying, with_ready_steps
from aule.kernel.planning.edits.merge import merge

VOID = frozenset({PlanStatus.READY, PlanStatus.APPROVED})
"""Statuses that depend on the content; when the content changes, the plan is reviewed again."""


@dataclass(frozen=True, slots=True)
class SettledPlan:
    """The plan to store, whether its content is new, and whether others' changes were merged."""

    plan: Plan
    is_new_version: bool
    merged: bool
    is_changed: bool = True


def settle(current: Plan | None, base: Plan | None, mine: Plan, now: str, *, last: int = 0) -> SettledPlan:
    """Return the plan to store when `mine`, made from `base`, meets the current one; raise `PlanClash` on conflicts.

    `last` is the highest version that was ever used.
    """
    if current is None:
        version = max(last + 1, mine.version)  # an imported plan keeps its version number
        made = with_ready_steps(mine.model_copy(update={"version": version, "updated_at": now}))
        return SettledPlan(hashed(made), True, False)
    base = base or current
    merged = not is_same(base, current)
    made = _reviewed_again(base, mine)
    if base != current:
        both = merge(base, current, made)
        if both.conflicts:
            raise PlanClash(current, both.conflicts)
        made = both.plan
    made = hashed(with_ready_steps(made))
    is_new = not is_same(made, current)
    version = max(current.version, last) + 1 if is_new else current.version
    made = made.model_copy(update={"version": version, "updated_at": current.updated_at})
    is_changed = is_new or made.model_copy(update={"content_hash": current.content_hash}) != current
    return SettledPlan(
        made.model_copy(update={"updated_at": now}) if is_changed else current, is_new, merged, is_changed
    )


def again(current: Plan, old: Plan) -> Plan:
    """Return a plan with the content of an earlier version, to be reviewed again; a running plan keeps running."""
    made = saying(current, old)
    if current.status is PlanStatus.EXECUTING or is_same(made, current):
        return made
    return made.model_copy(update={"status": PlanStatus.REVIEWING})


def _reviewed_again(base: Plan, mine: Plan) -> Plan:
    """Return a plan in review if it was ready or approved and its content has changed."""
    if mine.status in VOID and mine.status is base.status and not is_same(base, mine):
        return mine.model_copy(update={"status": PlanStatus.REVIEWING})
    return mine
