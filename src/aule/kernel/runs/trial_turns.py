"""Turns in trials: child runs in which an agent is asked, and nothing it wants has any effect.

The agent stands in the run itself, so a draft is never saved, and an edit changes no trial that has begun. The id of
the run follows from the call that asks, so a call that was cut off and is made again goes on with the same run.
"""

from __future__ import annotations

import asyncio

from aule.contracts.errors import Invalid
from aule.contracts.events.facts import AskReceived
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, TrialMark
from aule.contracts.runs.trial import TrialEnd, TrialTurn
from aule.kernel.runs.child_runs import ChildRuns
from aule.kernel.runs.survival import sub_agent_ids
from aule.text.words import headline

CHANNEL = "trial"
"""Where words come from that an agent is asked in a trial."""


class TrialTurns:
    """Asks agents without any effect."""

    def __init__(self, children: ChildRuns) -> None:
        self._children = children

    async def take(self, run: Run, call: str, turn: TrialTurn) -> TrialEnd:
        """Ask an agent for a call, and wait for the end; one that was asked already is only read."""
        child = await self._started(run, call, turn)
        if not child.status.is_final:
            (child,) = await self._children.finish([child])
        await self._children.journal.flush()
        return TrialEnd(child, await self._children.journal.read(None, run=child.id))

    async def _started(self, run: Run, call: str, turn: TrialTurn) -> Run:
        """Return the run of a turn: a new one, or the one that an earlier attempt at the call had started."""
        id = sub_agent_ids(run.id, call)[0]
        earlier = await self._children.runs.find(id)
        if earlier is not None:
            return await self._children.carry_on(earlier)
        child = self._compose(id, run, turn)
        try:
            await self._children.begin(child, AskReceived(message=turn.words, channel=CHANNEL))
        except BaseException:
            await asyncio.shield(self._children.stop([child]))
            raise
        return child

    def _compose(self, id: str, run: Run, turn: TrialTurn) -> Run:
        """Return the run of a turn; beside the mark of the trial, its bounds let nothing be written or executed."""
        agent = turn.agent
        if agent.mode == "project_resident":
            raise Invalid(f"{agent.name!r} lives beside a project, so it is not tried.", field="agent")
        return run.child(
            self._children.ambient,
            headline(turn.title),
            id=id,
            agent=agent.id,
            budget=agent.budget,
            bounds=[Bounds(scope=[], on_write="fail", exec="off")],
            choice=turn.model or run.choice,
            trial=TrialMark(trial=run.id, agent=agent),
        )
