"""Handing work to sub-agents: child runs in parallel, with at most the parent's rights."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import get_args

from aule.contracts.access.agent import Agent
from aule.contracts.errors import BudgetReached, Invalid, NotFound, TimedOut
from aule.contracts.events.facts import AskReceived, RunStarted, TurnStepped
from aule.contracts.runs.brief import Brief, Delegated
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.agents.guards import Guard
from aule.kernel.agents.turn_deps import TurnDeps
from aule.kernel.bounds import bounds_of
from aule.kernel.capabilities.words import say
from aule.kernel.policy import as_list
from aule.kernel.runs.driver import Driver
from aule.text.words import headline

MAX_DEPTH = 3
MAX_PARALLEL = 8
_LIMITS = frozenset({*get_args(Guard), BudgetReached.code, TimedOut.code})
"""Problems that are limits: the work was not done, and was not wrong either."""


class Delegation:
    """Starts sub-agents and brings their answers back."""

    def __init__(self, deps: TurnDeps, driver: Driver) -> None:
        self._deps = deps
        self._driver = driver

    async def delegate(self, parent: Run, briefs: Sequence[Brief]) -> list[Delegated]:
        """Run all briefs at once and wait for every answer. Stopping the parent stops them."""
        if not 1 <= len(briefs) <= MAX_PARALLEL:
            raise Invalid(f"Between 1 and {MAX_PARALLEL} sub-agents can work at once.", field="briefs")
        if parent.depth >= MAX_DEPTH:
            raise Invalid(
                f"Sub-agents can be nested {MAX_DEPTH} deep, no deeper.", code="depth", hint="Do this part yourself."
            )
        above = await self._deps.agent(parent.agent or "assistant")
        agents = [await self._agent(brief) for brief in briefs]
        runs = [self._compose(parent, above, agent, brief) for agent, brief in zip(agents, briefs, strict=True)]
        try:
            for run, brief in zip(runs, briefs, strict=True):
                facts = (RunStarted(started=run), AskReceived(message=brief.task, channel="delegate"))
                await self._deps.journal.write(*facts, run=run.id, session=run.session_id)
                self._driver.wake(run.id)
            ended = await asyncio.gather(*(self._driver.wait(run.id) for run in runs))
        except BaseException:
            await asyncio.shield(self._stop(runs))
            raise
        return [await self._report(run) for run in ended]

    async def _stop(self, runs: Sequence[Run]) -> None:
        """Stop the sub-agents that were started, one that was only just written down included."""
        await self._deps.journal.flush()
        known = [run.id for run in runs if await self._deps.runs.find(run.id) is not None]
        await asyncio.gather(*(self._driver.cancel(id) for id in known))

    async def _agent(self, brief: Brief) -> Agent:
        try:
            agent = await self._deps.agent(brief.agent)
        except NotFound as error:
            raise Invalid(str(error), field="agent", candidates=error.problem.candidates) from None
        if agent.mode == "project_resident":
            raise Invalid(
                f"{agent.name!r} lives beside a project, so nobody sends it elsewhere.",
                code="session_closed",
                field="agent",
                hint="Open a session with it, or make it a step of a plan or workflow.",
            )
        return agent

    def _compose(self, parent: Run, above: Agent, agent: Agent, brief: Brief) -> Run:
        lists = [*parent.allowed, as_list(above.capabilities)]
        if brief.tools:
            lists.append([self._deps.registry.resolve(name).capability.name for name in brief.tools])
        return Run(
            id=self._deps.ambient.ids.new("run"),
            kind=RunKind.DELEGATE,
            title=headline(brief.task),
            parent=parent.id,
            agent=agent.id,
            session_id=parent.session_id,
            project=parent.project,
            locale=parent.locale,
            choice=brief.model or parent.choice,
            budget=(brief.budget or agent.budget).within(parent.budget),
            allowed=lists,
            bounds=[*parent.bounds, *bounds_of(above, parent.bounds)],
            depth=parent.depth + 1,
            schedule=parent.schedule,
            about=parent.about,
            started_at=self._deps.ambient.timestamp(),
        )

    async def _report(self, run: Run) -> Delegated:
        """Tell what came of a sub-agent; one that was stopped by a limit says so, with its words until then."""
        steps = await self._deps.journal.read(None, run=run.id, types=["turn.stepped"])
        said = [step.data for step in steps if isinstance(step.data, TurnStepped)]
        last = said[-1] if said else None
        answer = last.text if last is not None and not last.calls else ""
        problem = None if run.error is None else run.error.message
        if problem is not None and run.error is not None and run.error.code in _LIMITS:
            problem = say("agent_reached_limit", run.locale, problem=problem)
            answer = answer or "\n\n".join(step.text.strip() for step in said if step.text.strip())
        return Delegated(run=run.id, agent=run.agent or "", status=run.status, answer=answer, problem=problem)
