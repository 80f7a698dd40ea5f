"""The agent registry: the built-in personas, the agents of apps, and those people made themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.errors import NotFound
from aule.contracts.views import Page
from aule.kernel.agents.personas import builtin_personas
from aule.stores.repositories.agents import Agents


class ResidentAgents(Protocol):
    """Agents that live beside a project; their manifest is read whenever they are asked."""

    async def find(self, id: str) -> Agent | None:
        """Return the agent with this id, or None; raise when its manifest cannot be read."""
        ...

    async def names(self) -> Collection[str]:
        """Return the ids of all resident agents."""
        ...


class AgentRegistry:
    """Finds agents by id, wherever they come from."""

    def __init__(self, stored: Agents, of_apps: Callable[[], Sequence[Agent]]) -> None:
        self._stored = stored
        self._of_apps = of_apps
        self._residents: ResidentAgents | None = None

    def use(self, residents: ResidentAgents) -> None:
        """Find agents that live beside projects, too."""
        self._residents = residents

    async def find(self, id: str) -> Agent | None:
        """Return the agent with this id, or None."""
        if "/" in id:
            return None if self._residents is None else await self._residents.find(id)
        return self._fixed().get(id) or await self._stored.find(id)

    async def get(self, id: str) -> Agent:
        """Return the agent with this id; raise `NotFound` if there is none."""
        agent = await self.find(id)
        if agent is None:
            known = [each.id for each in (await self.list()).items]
            raise NotFound(
                f"There is no persona {id!r}.", candidates=known[:5], hint="Choose one that exists, or make it."
            )
        return agent

    async def list(self, *, limit: int = 100, after: str | None = None) -> Page[Agent]:
        """Return all agents, the built-in ones first."""
        page = await self._stored.list(limit=limit, after=after)
        return page if after is not None else Page[Agent](items=[*self._fixed().values(), *page.items], next=page.next)

    async def made(self) -> Sequence[Agent]:
        """Return the agents that people made, by name."""
        return await self._stored.all()

    async def names(self) -> set[str]:
        """Return the ids of all agents that can be asked."""
        beside = () if self._residents is None else await self._residents.names()
        return {*self._fixed(), *(agent.id for agent in await self._stored.all()), *beside}

    def _fixed(self) -> dict[str, Agent]:
        return {agent.id: agent for agent in (*builtin_personas(), *self._of_apps())}
