"""What a capability needs of the kernel to let a team work."""

from __future__ import annotations

from typing import Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.events.teams import TeamFact, TeamRouted
from aule.contracts.runs.run import Run
from aule.contracts.runs.team import TeamTurn, TeamTurnEnd


class TeamPort(Protocol):
    """Lets members of teams speak, and keeps what happens in teams on record."""

    async def agent(self, id: str) -> Agent:
        """Return an agent; raise `NotFound` where there is none."""
        ...

    async def take(self, run: Run, call: str, turn: TeamTurn) -> TeamTurnEnd:
        """Let a member speak for a call, and wait for its end; one that spoke already is only read."""
        ...

    async def record(self, run: Run, fact: TeamFact) -> None:
        """Record a fact in a run, lastingly."""
        ...

    async def facts(self, run: str, call: str | None = None) -> list[TeamFact]:
        """Return what is on record of teams in a run, or for one call in it."""
        ...

    async def seat(self, run: Run) -> TeamRouted | None:
        """Return how it came that a run speaks for a team."""
        ...

    async def routes(self, team: str, session: str | None) -> list[TeamRouted]:
        """Return whom a team's router chose so far, in a conversation or outside of all, the latest last."""
        ...
