"""Settling: what a plan becomes when somebody writes it, after all that happened to it meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from aule.contracts.plans.clash import PlanClash
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.kernel.planning.document.content import hashed, is_same, saying, with_ready_steps
from aule.kernel.planning.edits.merge import merge

VOID = frozenset({PlanStatus.READY, PlanStatus.APPROVED})
"""How a plan stood on the strength of what it said; once it says something else, it is to be reviewed again."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The plan to keep, whether it says anything new, and whether others' words were taken in."""

    plan: Plan
    is_new_version: bool
    merged: bool
    is_changed: bool = True


def settle(current: Plan | None, base: Plan | None, mine: Plan, now: str, *, last: int = 0) -> Settled:
    """What to keep when `mine`, made from `base`, meets what is there now; `PlanClash` when they cannot be one.

    `last` is the highest version that was ever used.
    """
    if current is None:
        version = max(last + 1, mine.version)  # one that comes from elsewhere goes on counting
        made = with_ready_steps(mine.model_copy(update={"version": version, "updated_at": now}))
        return Settled(hashed(made), True, False)
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
    return Settled(made.model_copy(update={"updated_at": now}) if is_changed else current, is_new, merged, is_changed)


def again(current: Plan, old: Plan) -> Plan:
    """A plan that says what an earlier version said, to be reviewed like any other change; one that runs runs on."""
    made = saying(current, old)
    if current.status is PlanStatus.EXECUTING or is_same(made, current):
        return made
    return made.model_copy(update={"status": PlanStatus.REVIEWING})


def _reviewed_again(base: Plan, mine: Plan) -> Plan:
    """What was ready or approved no longer is when it says something else."""
    if mine.status in VOID and mine.status is base.status and not is_same(base, mine):
        return mine.model_copy(update={"status": PlanStatus.REVIEWING})
    return mine
