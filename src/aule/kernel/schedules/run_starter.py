"""What a schedule starts: an agent outside of conversations, or a workflow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aule.contracts.access.agent import Agent, Budget
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict
from aule.contracts.events.facts import AskReceived, Fact, RunStarted
from aule.contracts.runs.run import Run, RunKind, Usage
from aule.contracts.runs.schedule import Schedule, WhyNot
from aule.contracts.settings import Settings
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.kernel.documents import Documents
from aule.kernel.engine.placement import host_of
from aule.kernel.memory_proposals import MemoryProposals
from aule.kernel.runs.driver import Driver
from aule.kernel.schedules import heartbeat
from aule.kernel.workflows import library as workflows
from aule.kernel.workflows.library import Library
from aule.stores.repositories.runs import Runs
from aule.stores.repositories.schedules import Schedules


@dataclass(frozen=True, slots=True)
class PreparedRun:
    """A run that is ready to start, with the facts to record first, if any."""

    run: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class RunStarter:
    """Prepares and starts runs of schedules."""

    documents: Documents
    schedules: Schedules
    workspaces: Workspaces
    driver: Driver
    library: Library
    runs: Runs
    settings: Callable[[], Settings]
    locale: Callable[[], str]
    ambient: Ambient
    memory_proposals: MemoryProposals
    here: str | None = None
    """The name of this machine, when others share the database."""

    async def is_elsewhere(self, schedule: Schedule) -> bool:
        """Return whether the agent's folder is on another machine, which starts the run itself."""
        if self.here is None or schedule.workflow is not None:
            return False
        place = await self.documents.projects.find(schedule.project)
        return place is not None and host_of(place, self.here) != self.here

    async def prepare(self, schedule: Schedule, run: str) -> PreparedRun | WhyNot:
        """Prepare the run of a schedule under its own id, or return why none starts."""
        if schedule.workflow is not None:
            await self._run_workflow(schedule, schedule.workflow, run)
            return PreparedRun(run)
        place = await self.documents.projects.get(schedule.project)
        if schedule.consolidates:
            waiting = (await self.memory_proposals.propose(place, f"{schedule.id}/{run}")).run
            return "nothing_to_do" if waiting is None else PreparedRun(waiting)
        agent = await self.documents.cast(schedule.agent, place)
        budget = self._budget(schedule, agent)
        words = schedule.prompt or ""
        if schedule.heartbeat:
            if not (open_items := heartbeat.read(self.workspaces.of(place))):
                return "nothing_to_do"
            if (left := _left(budget, await self._spent_today(schedule))) is None:
                return "budget"
            budget, words = left, heartbeat.ask(open_items)
        started = Run.new(
            self.ambient,
            RunKind.SCHEDULE,
            schedule.name,
            project=place.id,
            locale=self.locale(),
            id=run,
            agent=agent.id,
            budget=budget,
            schedule=schedule.id,
        )
        return PreparedRun(run, (RunStarted(started=started), AskReceived(message=words, channel="schedule")))

    def begin(self, start: PreparedRun) -> None:
        """Start a run whose start is recorded; the engine starts workflows by itself."""
        if start.facts:
            self.driver.wake(start.run)

    async def _run_workflow(self, schedule: Schedule, workflow: str, run: str) -> None:
        """Start a workflow; its id makes starting it twice, here or in another process, start it once."""
        how = workflows.StartOptions(
            inputs=schedule.inputs,
            project=schedule.project,
            locale=self.locale(),
            schedule=schedule.id,
            budget=schedule.budget,
            id=run,
        )
        try:
            await self.library.run(workflow, how)
        except Conflict:
            if await self.runs.find(run) is None:
                raise

    def _budget(self, schedule: Schedule, agent: Agent) -> Budget:
        limit = agent.budget.within(self.settings().limits.run)
        return limit if schedule.budget is None else schedule.budget.within(limit)

    async def _spent_today(self, schedule: Schedule) -> Usage:
        return await self.schedules.spent(schedule.id, self.ambient.timestamp()[:10])


def _left(budget: Budget, spent: Usage) -> Budget | None:
    """Return what is left of a day's budget; None when it is used up."""
    tokens, cost = budget.max_tokens - spent.tokens_in - spent.tokens_out, budget.max_cost - spent.cost
    if tokens < 1 or (spent.cost > 0 and cost <= 0):
        return None
    return budget.model_copy(update={"max_tokens": tokens, "max_cost": max(cost, 0.0)})
