"""Plan files of `.cappy/plans`: a plan that came from one is written back with the same values and order."""

from __future__ import annotations

from aule.contracts.plans.plan import Plan
from aule.kernel.planning.document.parser import dump
from aule.kernel.planning.document.source_form import as_it_was, first_form


def files_of(plan: Plan) -> dict[str, str]:
    """Return the plan as one file."""
    came = plan.original
    is_one = came is not None and came.format == "plan"
    document = as_it_was(came.document, plan) if came is not None and is_one else first_form(plan)
    id = document.get("id")
    name = id if isinstance(id, str) and "/" not in id and id not in ("", ".", "..") else plan.id
    return {f".cappy/plans/plan-{name}.json": dump(document).decode()}
