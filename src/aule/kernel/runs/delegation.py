"""Handing work to sub-agents: child runs in parallel, with at most the parent's rights.

The ids of the child runs follow from the call that hands out the work. So a call that was cut off and is made again
finds the sub-agents it had started, and waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from aule.contracts.access.agent import Agent
from aule.contracts.errors import Invalid, NotFound
from aule.contracts.events.facts import AskReceived
from aule.contracts.runs.brief import Brief, Delegated
from aule.contracts.runs.run import Run
from aule.kernel.agents.guards import LIMIT_CODES
from aule.kernel.bounds import bounds_of, bounds_of_runtime
from aule.kernel.capabilities.words import say
from aule.kernel.policy import as_list
from aule.kernel.runs.child_runs import ChildRuns
from aule.kernel.runs.survival import MOST_SUB_AGENTS, sub_agent_ids
from aule.text.words import headline

MAX_DEPTH = 3


class Delegation:
    """Starts sub-agents and brings their answers back."""

    def __init__(self, children: ChildRuns) -> None:
        self._children = children

    async def delegate(self, parent: Run, call: str, briefs: Sequence[Brief]) -> list[Delegated]:
        """Run all briefs of a call at once and wait for every answer. Stopping the parent stops them."""
        if not 1 <= len(briefs) <= MOST_SUB_AGENTS:
            raise Invalid(f"Between 1 and {MOST_SUB_AGENTS} sub-agents can work at once.", field="briefs")
        if parent.depth >= MAX_DEPTH:
            raise Invalid(
                f"Sub-agents can be nested {MAX_DEPTH} deep, no deeper.", code="depth", hint="Do this part yourself."
            )
        above = await self._children.agent(parent.agent or "assistant")
        agents = [await self._agent(brief) for brief in briefs]
        runs: list[Run] = []
        try:
            for id, agent, brief in zip(sub_agent_ids(parent.id, call), agents, briefs, strict=False):
                runs.append(await self._started(id, parent, above, agent, brief))
        except BaseException:
            await asyncio.shield(self._children.stop(runs))
            raise
        return [await self._report(run) for run in await self._children.finish(runs)]

    async def _started(self, id: str, parent: Run, above: Agent, agent: Agent, brief: Brief) -> Run:
        """Return the run of a brief: a new one, or the one that an earlier attempt at the call had started."""
        earlier = await self._children.runs.find(id)
        if earlier is None:
            run = self._compose(id, parent, above, agent, brief)
            await self._children.begin(run, AskReceived(message=brief.task, channel="delegate"))
            return run
        return await self._children.carry_on(earlier)

    async def _agent(self, brief: Brief) -> Agent:
        try:
            agent = await self._children.agent(brief.agent)
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

    def _compose(self, id: str, parent: Run, above: Agent, agent: Agent, brief: Brief) -> Run:
        lists = [as_list(above.capabilities)]
        if brief.tools:
            lists.append([self._children.registry.get(name).name for name in brief.tools])
        return parent.child(
            self._children.ambient,
            headline(brief.task),
            id=id,
            agent=agent.id,
            budget=brief.budget or agent.budget,
            allowed=lists,
            bounds=[*bounds_of(above, parent.bounds), *bounds_of_runtime(brief.runtime)],
            choice=brief.model or parent.choice,
        )

    async def _report(self, run: Run) -> Delegated:
        """Tell what came of a sub-agent; one that was stopped by a limit says so, with its words until then."""
        said = await self._children.steps(run)
        last = said[-1] if said else None
        answer = last.text if last is not None and not last.calls else ""
        problem = None if run.error is None else run.error.message
        if problem is not None and run.error is not None and run.error.code in LIMIT_CODES:
            problem = say("agent_reached_limit", run.locale, problem=problem)
            answer = answer or "\n\n".join(step.text.strip() for step in said if step.text.strip())
        return Delegated(run=run.id, agent=run.agent or "", status=run.status, answer=answer, problem=problem)
