"""What capabilities can do with plans: make one from words, talk about it, look at it. None of them approves one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aule.contracts.plans.plan import Plan, PlanRequest
from aule.contracts.plans.views import Planned, PlanSummary
from aule.contracts.runs.run import Run


@dataclass(frozen=True, slots=True)
class Planning:
    """The plans and those who make them, as the kernel lends them to capabilities."""

    plan: Callable[[Run, PlanRequest, str, str | None], Awaitable[Planned]]
    """Makes a plan of somebody's words, under a key of its own: the same key gives the same plan. The last is what of
    an app it is for, if it is for something."""
    answer: Callable[[Run, str, str], Awaitable[Planned]]
    """Answers the open question of a plan, in words."""
    suggest: Callable[[Run, str, str], Awaitable[Planned]]
    """Changes a plan as somebody's words say."""
    go_on: Callable[[Run, str], Awaitable[Planned]]
    """Takes a plan as it is, with what is still open in it, visibly; what is unsafe stays open."""
    drop: Callable[[Run, str], Awaitable[Planned]]
    """Gives a plan up."""
    get: Callable[[str], Awaitable[Plan]]
    all: Callable[[str], Awaitable[list[PlanSummary]]]
    """The plans of a project, the one changed last first."""
