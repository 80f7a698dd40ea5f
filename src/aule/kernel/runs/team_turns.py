"""Turns of members of teams: child runs, each with at most the rights of whoever handed over to it.

The id of a member's run follows from the call that asks the team and from its place in it. So a call that was cut off
and is made again finds those who spoke, and goes on with whoever speaks.
"""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import cast, get_args

from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.contracts.events.facts import AskReceived
from aule.contracts.events.teams import TeamFact, TeamRouted
from aule.contracts.runs.run import Run
from aule.contracts.runs.team import TeamTurn, TeamTurnEnd
from aule.kernel.bounds import bounds_of
from aule.kernel.policy import as_list
from aule.kernel.runs.child_runs import ChildRuns
from aule.kernel.runs.survival import sub_agent_ids
from aule.text.words import headline

_TYPES = ["team.routed", "team.handed_over", "team.reported", "team.reviewed", "team.stopped", "team.finished"]
_FACTS = get_args(TeamFact)


class TeamTurns:
    """Lets members of teams speak, one at a time for each ask."""

    def __init__(self, children: ChildRuns) -> None:
        self._children = children

    async def agent(self, id: str) -> Agent:
        """Return an agent; raise `NotFound` where there is none."""
        return await self._children.agent(id)

    async def take(self, run: Run, call: str, turn: TeamTurn) -> TeamTurnEnd:
        """Let a member speak for a call, and wait for its end; one that spoke already is only read."""
        id = sub_agent_ids(run.id, call)[turn.number - 1]
        child = await self._children.runs.find(id)
        if child is None:
            child = await self._compose(id, run, turn)
            try:
                await self._children.begin(child, AskReceived(message=turn.words, channel="team", shape=turn.shape))
            except BaseException:
                await asyncio.shield(self._children.stop([child]))
                raise
        else:
            child = await self._children.carry_on(child)
        if not child.status.is_final:
            (child,) = await self._children.finish([child])
        answer = await self._children.answer(child)
        return TeamTurnEnd(
            run=child.id,
            agent=child.agent or turn.agent,
            status=child.status,
            answer=answer,
            problem=child.error,
            usage=child.usage,
            ms=_length(child),
        )

    async def record(self, run: Run, fact: TeamFact) -> None:
        """Record a fact in a run, lastingly."""
        await self._children.journal.write(fact, run=run.id, session=run.session_id, durable=True)

    async def facts(self, run: str, call: str | None = None) -> list[TeamFact]:
        """Return what is on record of teams in a run, or for one call in it."""
        await self._children.journal.flush()
        events = await self._children.journal.read(None, run=run, types=_TYPES)
        found = [cast("TeamFact", event.data) for event in events if isinstance(event.data, _FACTS)]
        return [fact for fact in found if call is None or fact.call == call]

    async def seat(self, run: Run) -> TeamRouted | None:
        """Return how it came that a run speaks for a team."""
        above = run
        while above.parent is not None and above.team is not None:
            above = await self._children.runs.get(above.parent)
            for fact in await self.facts(above.id):
                if isinstance(fact, TeamRouted) and sub_agent_ids(above.id, fact.call)[fact.number - 1] == run.id:
                    return fact
        return None

    async def routes(self, team: str, session: str | None) -> list[TeamRouted]:
        """Return whom a team's router chose so far, in a conversation or outside of all, the latest last."""
        await self._children.journal.flush()
        events = await self._children.journal.read(None, topic="team", session=session, types=["team.routed"])
        facts = [event.data for event in events if event.session_id == session]
        return [fact for fact in facts if isinstance(fact, TeamRouted) and fact.team == team and fact.how == "router"]

    async def _compose(self, id: str, run: Run, turn: TeamTurn) -> Run:
        """Return the run of a member: below whoever handed over to it, with at most that one's rights and budget."""
        agent = await self._children.agent(turn.agent)
        _refuse_resident(agent)
        above = run if turn.after is None else await self._handing(run, turn.after)
        handing = await self._children.agent(above.agent or "assistant")
        return seat_below(above, handing, agent, turn, id, self._children.ambient)

    async def _handing(self, run: Run, after: str) -> Run:
        """Return the run of whoever handed over, which has to stand below the run that asks the team."""
        handing = found = await self._children.runs.get(after)
        while found.id != run.id:
            if found.parent is None:
                raise Invalid(f"The run {after!r} does not work for {run.id!r}.", field="after")
            found = await self._children.runs.get(found.parent)
        return handing


def seat_below(above: Run, handing: Agent, agent: Agent, turn: TeamTurn, id: str, ambient: Ambient) -> Run:
    """Return the run of a member below the run of whoever hands over, with at most its rights and its budget."""
    return above.child(
        ambient,
        headline(turn.title),
        id=id,
        agent=agent.id,
        budget=agent.budget if turn.budget is None else agent.budget.within(turn.budget),
        allowed=[as_list(handing.capabilities)],
        bounds=bounds_of(handing, above.bounds),
        choice=above.choice,
        team=turn.team,
    )


def _length(run: Run) -> float:
    """Return how long a run took, in milliseconds."""
    if run.finished_at is None:
        return 0.0
    took = datetime.fromisoformat(run.finished_at) - datetime.fromisoformat(run.started_at)
    return max(0.0, round(took.total_seconds() * 1000, 3))


def _refuse_resident(agent: Agent) -> None:
    if agent.mode == "project_resident":
        raise Invalid(
            f"{agent.name!r} lives beside a project, so it is in no team.",
            code="session_closed",
            field="agent",
            hint="Open a session with it, or make it a step of a plan or workflow.",
        )
