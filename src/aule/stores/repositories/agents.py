"""Agents that were saved here; those that come with an app are the app's."""

from __future__ import annotations

from aule.contracts.access.agent import Agent
from aule.contracts.views import Page
from aule.stores.repositories.repository import Repository, Row
from aule.stores.source import Source
from aule.stores.tables import agents

_c = agents.c


def _agent(row: Row) -> Agent:
    return Agent.model_validate_json(row[0])


_ITEMS = Repository("agent", (_c.doc,), key=_c.id, order=(_c.id,), thing=_agent)
_ALL = _ITEMS.query.order_by(_c.name, _c.id)


class Agents:
    """Reads agents, from a database or inside a transaction."""

    def __init__(self, source: Source) -> None:
        self._source = source

    async def get(self, id: str) -> Agent:
        """An agent by its id; `NotFound` when there is none."""
        return await _ITEMS.get(self._source, id)

    async def find(self, id: str) -> Agent | None:
        """An agent by its id, or None."""
        return await _ITEMS.find(self._source, id)

    async def list(self, *, app: str | None = None, limit: int = 50, after: str | None = None) -> Page[Agent]:
        """Agents, by id from the end of the alphabet."""
        return await _ITEMS.page(self._source, {"app": app}, limit=limit, after=after)

    async def all(self) -> list[Agent]:
        """Every agent, by name."""
        return await _ITEMS.all(self._source, _ALL)
