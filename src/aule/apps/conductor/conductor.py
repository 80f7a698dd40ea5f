"""Conductor as the doors meet it: homes to look at, agents to make, sessions to work in, workflow files to run."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from aule.apps.conductor.agents.residents import Residents
from aule.apps.conductor.homes.home_views import Sight, home_view, resident_view
from aule.apps.conductor.homes.resolution import resolve
from aule.apps.conductor.sessions.sessions import Sessions
from aule.apps.conductor.views import (
    AgentAnswers,
    AgentDraft,
    AgentQuestion,
    ConductorView,
    ResidentPlace,
    ResidentView,
)
from aule.apps.conductor.workflow_runs import WorkflowRuns
from aule.contracts.ambient import Ambient
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.repository import every


@dataclass(frozen=True, slots=True)
class Conductor:
    """One system's view of all homes."""

    residents: Residents
    sessions: Sessions
    workflows: WorkflowRuns
    projects: Projects
    ambient: Ambient

    async def look(self, home: str | None, locale: str) -> ConductorView:
        """A home, whole, as its files are now."""
        found = await asyncio.to_thread(self.residents.homes.open, home)
        trusted = await self.residents.trust.roots_of(found.path)
        known = await self._roots()
        sight = Sight(self.residents, self.ambient, lambda root: root in trusted, known.get, locale)
        return await asyncio.to_thread(home_view, found, sight)

    async def agent(self, place: ResidentPlace, locale: str) -> ResidentView:
        """One agent, with what its scope reaches today."""
        found = await asyncio.to_thread(self.residents.homes.open, place.home)
        names = (place.environment, place.project, place.agent)
        resolved = await asyncio.to_thread(resolve, found, *names, locale=locale)
        return await asyncio.to_thread(resident_view, self.residents, resolved, self.ambient, locale=locale)

    async def questions(self, home: str | None, locale: str) -> list[AgentQuestion]:
        """What has to be answered to make an agent, in order, with what is at hand in a home."""
        from aule.apps.conductor.agents.creation import questions  # only who makes agents needs it

        found = await asyncio.to_thread(self.residents.homes.open, home)
        return await asyncio.to_thread(questions, found, self.ambient.clock, locale)

    async def draft(self, home: str | None, answers: AgentAnswers, locale: str) -> AgentDraft:
        """An agent as it would be made; nothing is."""
        from aule.apps.conductor.agents.creation import draft  # only who makes agents needs it

        found = await asyncio.to_thread(self.residents.homes.open, home)
        return await asyncio.to_thread(draft, found, answers, self.ambient.clock, locale)

    async def make(self, home: str | None, answers: AgentAnswers, locale: str) -> AgentDraft:
        """Make an agent: all of its files, or none."""
        from aule.apps.conductor.agents.creation import make  # only who makes agents needs it

        found = await asyncio.to_thread(self.residents.homes.open, home)
        return await asyncio.to_thread(make, found, answers, self.ambient.clock, locale)

    async def close(self) -> None:
        """Let sessions end: their states are saved."""
        await self.sessions.close_all()

    async def _roots(self) -> dict[Path, str]:
        """Which folders are projects of the desktop."""
        projects = await every(lambda after: self.projects.list(limit=200, after=after))
        return {Path(project.root): project.id for project in projects}
