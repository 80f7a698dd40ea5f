"""Agents as capabilities meet them: found, listed, and changed as undoable changes of the call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import Capability
from aule.contracts.errors import Refused
from aule.contracts.ids import ref
from aule.contracts.views import Page
from aule.kernel.bounds import bounds_of, combined
from aule.kernel.capabilities.changes.undoable_documents import ReadState
from aule.kernel.versions import first_version

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

MOST_LISTED = 200
Store = Callable[[str, Agent | None, str, ReadState | None], Awaitable[str]]


class AgentDirectory(Protocol):
    """Finds agents, wherever they come from."""

    async def find(self, id: str) -> Agent | None:
        """Return the agent with this id, or None."""
        ...

    async def list(self, *, limit: int = 100, after: str | None = None) -> Page[Agent]:
        """Return all agents, the built-in ones first."""
        ...


@dataclass(frozen=True, slots=True)
class AgentPort:
    """The agents there are, and the ways a call may change them."""

    context: Context
    store: Store

    async def list(self) -> Sequence[Agent]:
        """Return the agents people may ask, the built-in ones first."""
        return (await self.context.ports.agents.list(limit=MOST_LISTED)).items

    async def find(self, id: str) -> Agent | None:
        """Return the agent with this id, or None."""
        return await self.context.ports.agents.find(id)

    def capabilities(self) -> Sequence[Capability]:
        """Return everything that can be done here."""
        return self.context.ports.capabilities()

    async def save(self, agent: Agent) -> Agent:
        """Make or edit an agent as an undoable change; return it as it was saved."""
        self._refuse_within_limits(agent.id)
        combined(bounds_of(agent))  # a pattern of files that cannot be read is refused here
        await self.context.ports.flows.check(agent)
        current = await self._own(agent.id)
        now = self.context.ambient.timestamp()
        entity, source = ref("agent", agent.id), self.context.ports.journal.source
        version = await first_version(source, entity) if current is None else current.version + 1
        created = now if current is None else current.created_at or now
        moments = {"created_at": created, "updated_at": now, "version": version, "builtin": False}
        saved = agent.model_copy(update=moments)
        base = ReadState(entity, None if current is None else current.model_dump(mode="json"))
        await self.store(entity, saved, "create" if current is None else "edit", base)
        return saved

    async def remove(self, id: str) -> None:
        """Remove an agent of one's own as an undoable change."""
        self._refuse_within_limits(id)
        await self._own(id)
        await self.store(ref("agent", id), None, "delete", None)

    async def _own(self, id: str) -> Agent | None:
        current = await self.find(id)
        if current is not None and current.builtin:
            raise Refused(f"The persona {id!r} is built in.", hint="Clone it and edit the copy.", code="builtin")
        return current

    def _refuse_within_limits(self, id: str) -> None:
        """Refuse who would change the rules it works under: itself, or agents while it works for another one."""
        run = self.context.run
        if self.context.actor.type == "agent" and (run.allowed or run.agent == id):
            raise Refused(
                "No agent changes the rules it works under.",
                code="not_allowed",
                hint="Ask another agent for it, or edit the agent on its page.",
            )
