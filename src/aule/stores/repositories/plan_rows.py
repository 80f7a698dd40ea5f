"""What a saved plan writes: the plan as it stands, and the version it says something in."""

from __future__ import annotations

from aule.contracts.events.plans import PlanSaved
from aule.stores import tables
from aule.stores.statements import Write, upsert

_SAVE_PLAN = upsert(tables.plans)
_SAVE_VERSION = upsert(tables.plan_versions, keep=frozenset({"at", "author", "reason"}))  # of whoever made it


def plan_saved(fact: PlanSaved) -> list[Write]:
    """The rows of a plan that was made or changed."""
    plan, doc = fact.plan, fact.plan.model_dump_json()
    row = {name: getattr(plan, name) for name in ("id", "project", "session_id", "app", "status", "updated_at")}
    version = {"plan": plan.id, "version": plan.version, "at": plan.updated_at, "author": fact.author}
    reason = fact.reason.replace("\x00", " ")
    return [
        Write(_SAVE_PLAN, {**row, "doc": doc}),
        Write(_SAVE_VERSION, {**version, "reason": reason, "doc": doc}),
    ]
