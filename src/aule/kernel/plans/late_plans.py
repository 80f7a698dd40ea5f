"""The plans of a system, made when somebody first needs one: most of a day nobody does.

The planning team, its rules and the reports are a third of the kernel. Whoever starts the system waits for none of it,
unless a plan was left unfinished.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.access.approval import Approval
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.run import Run
from aule.contracts.talk.brain import Brain
from aule.contracts.talk.catalog import Tier
from aule.imports import load
from aule.kernel.engine.progress import Node
from aule.kernel.engine.revision import Replanner, Revised
from aule.kernel.engine.run_state import RunState
from aule.kernel.plans.plan_stores import PlanStores

if TYPE_CHECKING:
    from aule.kernel.agents.turn_deps import PlanRouting
    from aule.kernel.plans.plan_reports import PlanReports
    from aule.kernel.plans.plan_runs import PlanRuns
    from aule.kernel.plans.plans import Plans


@dataclass(frozen=True, slots=True)
class PlanParts:
    """The plans, and everybody who works on them."""

    plans: Plans
    plan_runs: PlanRuns
    reports: PlanReports
    router: PlanRouting
    replanner: Replanner
    at_end: Callable[[Run], Awaitable[None]]
    """What happens when the run of a plan has ended."""


class LatePlans:
    """Makes the plans when they are first needed, and stands for those of their parts that others hold."""

    def __init__(self, module: str, make: Callable[[], PlanParts], stores: PlanStores) -> None:
        self._module = module
        self._make = make
        self._stores = stores
        self._parts: PlanParts | None = None

    @property
    def parts(self) -> PlanParts:
        """The plans and their makers; `load` spares the event loop the import."""
        if self._parts is None:
            self._parts = self._make()
        return self._parts

    async def load(self) -> PlanParts:
        """Return the plans and their makers, imported off the event loop."""
        if self._parts is None:
            await load(self._module)
        return self.parts

    async def recover(self) -> None:
        """After a restart, go on with the plans that were left unfinished."""
        if await self._stores.unfinished():
            await (await self.load()).plan_runs.recover()

    async def direct(self, run: Run, words: str, tier: Tier) -> Brain | None:
        """Return who answers words that are about a plan; none for other words."""
        return await (await self.load()).router.direct(run, words, tier)

    async def replan(self, loaded: RunState, node: Node) -> Revised:
        """Find another way for a step that failed and all that was to come after it."""
        return await (await self.load()).replanner.replan(loaded, node)

    async def decided(self, loaded: RunState, node: Node, approval: Approval) -> Revised:
        """Return what follows from a person's decision on another way."""
        return await (await self.load()).replanner.decided(loaded, node, approval)

    async def version(self, id: str, number: int) -> Plan:
        """Return one version of a plan."""
        return await self._stores.version(id, number)

    async def mark(self, id: str, change: Callable[[Plan], Plan], *, reason: str) -> None:
        """Write the progress of a plan's run to the plan."""
        await (await self.load()).plans.mark(id, change, reason=reason)

    async def end(self, run: Run) -> None:
        """Do what happens when the run of a plan has ended."""
        await (await self.load()).at_end(run)
