"""The plans of a system, made when somebody first needs one: most of a day nobody does.

The planning team, its rules and the reports are a third of the kernel. Whoever starts the system waits for none of it,
unless a plan was left unfinished.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.access.approval import Approval
from aule.contracts.ambient import Ambient
from aule.contracts.plans.plan import Plan, PlanStatus
from aule.contracts.runs.run import Run
from aule.contracts.talk.brain import Brain
from aule.contracts.talk.catalog import Tier
from aule.imports import load
from aule.kernel.engine.progress import Node
from aule.kernel.engine.revision import Replanner, Revised
from aule.kernel.engine.run_state import RunState
from aule.kernel.plans.plan_stores import PlanStores

if TYPE_CHECKING:
    from aule.contracts.plans.views import PlanPage
    from aule.kernel.plans.plan_reports import PlanReports
    from aule.kernel.plans.plan_runs import PlanRuns
    from aule.kernel.plans.plans import Plans


@dataclass(frozen=True, slots=True)
class PlanParts:
    """The plans, and everybody who works on them."""

    plans: Plans
    plan_runs: PlanRuns
    reports: PlanReports
    replanner: Replanner
    means_work: Callable[[Run, str], Awaitable[bool]]
    """Whether words clearly mean one of the plans of the app whose agent a run is for."""
    at_end: Callable[[Run], Awaitable[None]]
    """What happens when the run of a plan has ended."""


class LatePlans:
    """Makes the plans when they are first needed, and stands for those of their parts that others hold."""

    def __init__(
        self,
        module: str,
        make: Callable[[], PlanParts],
        stores: PlanStores,
        has_plans: Callable[[Run], Awaitable[bool]],
        ambient: Ambient,
    ) -> None:
        self._module = module
        self._make = make
        self._stores = stores
        self._has_plans = has_plans
        self._ambient = ambient
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
        """Return who answers words that are about a plan; none for other words.

        Telling them apart needs no planning team; a model that is connected may still ask the team for a plan.
        """
        await load("aule.kernel.plans.plan_routing")
        from aule.kernel.plans.plan_routing import PlanRouter  # reads words, which a start does without

        router = PlanRouter(self._stores.talked_about, self._means_work, self._ambient)
        found = await router.direct(run, words, tier)
        if found is not None or tier > 0:
            await self.load()
        return found

    async def list(
        self, *, project: str | None, status: PlanStatus | None, session: str | None, limit: int, after: str | None
    ) -> PlanPage:
        """Return plans, the one changed last first; none of those who make them are needed for it."""
        return await self._stores.list(project=project, status=status, session=session, limit=limit, after=after)

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

    async def _means_work(self, run: Run, words: str) -> bool:
        return await self._has_plans(run) and await (await self.load()).means_work(run, words)
