"""The plan operations that capabilities can use: make, discuss and read plans. None of them approves a plan."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aule.contracts.plans.plan import Plan, PlanRequest
from aule.contracts.plans.views import Planned, PlanSummary
from aule.contracts.runs.run import Run


@dataclass(frozen=True, slots=True)
class PlanPort:
    """Operations on plans, offered to capabilities."""

    plan: Callable[[Run, PlanRequest, str, str | None], Awaitable[Planned]]
    """Makes a plan from a request, under an idempotency key. The last parameter names the app's thing it is for."""
    answer: Callable[[Run, str, str], Awaitable[Planned]]
    """Answers the open question of a plan, in words."""
    suggest: Callable[[Run, str, str], Awaitable[Planned]]
    """Changes a plan as somebody's words say."""
    go_on: Callable[[Run, str], Awaitable[Planned]]
    """Accepts a plan as it is and shows what is still open; unsafe gaps stay open."""
    drop: Callable[[Run, str], Awaitable[Planned]]
    """Gives a plan up."""
    get: Callable[[str], Awaitable[Plan]]
    all: Callable[[str], Awaitable[list[PlanSummary]]]
    """Returns the plans of a project, the one changed last first."""
