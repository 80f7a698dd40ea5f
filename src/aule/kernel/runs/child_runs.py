"""Runs below other runs: an agent is asked something for another run, with at most that run's rights."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import AskReceived, RunResumed, RunStarted, TurnStepped
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.agents.ancestors import agent_of
from aule.kernel.bounds import bounds_of
from aule.kernel.capabilities.registry import Registry
from aule.kernel.journal import Journal
from aule.kernel.policy import as_list
from aule.kernel.runs.driver import Driver
from aule.kernel.runs.recovery import RESTART, close_begun_calls
from aule.stores.repositories.approvals import Approvals
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.runs import Runs


@dataclass(frozen=True, slots=True)
class ChildRuns:
    """Starts runs of agents for other runs, and reads what they answered."""

    journal: Journal
    runs: Runs
    changes: Changes
    approvals: Approvals
    registry: Registry
    driver: Driver
    agent: Callable[[str], Awaitable[Agent]]
    ambient: Ambient

    async def rights_above(self, run: Run, agent: Agent) -> tuple[list[list[str]], list[Bounds]]:
        """Return what narrows the rights of an agent that works for a run: those of the run's own agent."""
        if run.agent is None or run.agent == agent.id:
            return [], []
        above = await agent_of(run, self.agent)
        return [as_list(above.capabilities)], bounds_of(above, run.bounds)

    async def begin(self, child: Run, asked: AskReceived) -> None:
        """Record the beginning of a child run with what its agent is asked."""
        await self.journal.write(RunStarted(started=child), asked, run=child.id, session=child.session_id)

    async def carry_on(self, child: Run) -> Run:
        """Reopen a child run that nobody would wake any more; return it as it is then.

        Such a run was cut off in its work, or while it began to wait for a decision that had been made by then.
        """
        if child.status.is_final or self.driver.is_driving(child.id):
            return child
        if child.status is RunStatus.WAITING and await self.approvals.pending(run=child.id):
            return child
        await self.reopen(child)
        return await self.runs.get(child.id)

    async def reopen(self, child: Run) -> None:
        """Record that a child run goes on which was cut off, and what became of the calls under way in it."""
        await self.journal.write(RunResumed(reason=RESTART), run=child.id, session=child.session_id)
        self.journal.holds.renew(child.id)
        await close_begun_calls(self.journal, self.changes, self.registry, child)

    async def finish(self, children: Sequence[Run]) -> list[Run]:
        """Let child runs go on and wait until all have ended; whoever stops waiting stops them."""
        try:
            for child in children:
                if child.status is not RunStatus.WAITING:  # that one is woken by a decision
                    self.driver.wake(child.id)
            return list(await asyncio.gather(*(self.driver.wait(child.id) for child in children)))
        except BaseException:
            await asyncio.shield(self.stop(children))
            raise

    async def stop(self, children: Sequence[Run]) -> None:
        """Stop child runs, one that was only just recorded included; when the system stops, they go on later."""
        if self.driver.is_closing:
            return
        await self.journal.flush()
        known = [child.id for child in children if await self.runs.find(child.id) is not None]
        await asyncio.gather(*(self.driver.cancel(id) for id in known))

    async def steps(self, child: Run) -> list[TurnStepped]:
        """Return everything the agent of a child run said, the latest last."""
        steps = await self.journal.read(None, run=child.id, types=["turn.stepped"])
        return [step.data for step in steps if isinstance(step.data, TurnStepped)]

    async def answer(self, child: Run) -> str:
        """Return what the agent of a child run said last."""
        steps = await self.steps(child)
        return steps[-1].text if steps else ""
