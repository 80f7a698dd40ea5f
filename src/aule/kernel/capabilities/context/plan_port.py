"""The plan operations that capabilities can use: make, discuss and read plans. None of them approves a plan."""

from __future__ import annotations

from typing import Protocol

from aule.contracts.plans.plan import Plan, PlanRequest
from aule.contracts.plans.views import Planned, PlanSummary
from aule.contracts.runs.run import Run


class PlanPort(Protocol):
    """The plans and those who make them, as the kernel lends them to capabilities."""

    async def plan(self, run: Run, request: PlanRequest, key: str, about: str | None = None) -> Planned:
        """Make a plan of somebody's words; the same key gives the same plan. `about` is what of an app it is for."""
        ...

    async def answer(self, run: Run, id: str, words: str) -> Planned:
        """Answer the open question of a plan, in words."""
        ...

    async def suggest(self, run: Run, id: str, words: str) -> Planned:
        """Change a plan as somebody's words say."""
        ...

    async def go_on(self, run: Run, id: str) -> Planned:
        """Take a plan as it is, with what is still open in it, visibly; what is unsafe stays open."""
        ...

    async def drop(self, run: Run | None, id: str) -> Planned:
        """Give a plan up."""
        ...

    async def current(self, id: str) -> Plan:
        """Return a plan as it stands now."""
        ...

    async def of_project(self, project: str) -> list[PlanSummary]:
        """Return the plans of a project, the one changed last first."""
        ...
