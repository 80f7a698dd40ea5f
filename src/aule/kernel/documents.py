"""The documents people edit: personas, projects, conversations, memories. Editing a stale one is a conflict."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from aule.contracts.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, NotFound, Refused
from aule.contracts.events import (
    AgentDeleted,
    AgentSaved,
    ArtifactDeleted,
    ConversationDeleted,
    ConversationEdited,
    ConversationOpened,
    MemoryForgotten,
    MemorySaved,
    ProjectDeleted,
    ProjectSaved,
)
from aule.contracts.memory import MemoryItem
from aule.contracts.messages import Conversation
from aule.contracts.project import Project
from aule.contracts.run import Run
from aule.contracts.text import fold
from aule.kernel.agents.casting import Casting
from aule.kernel.journal import Journal
from aule.sandbox.roots import allowed_root
from aule.stores.artifacts import Artifacts
from aule.stores.conversations import Conversations
from aule.stores.home import Home
from aule.stores.memories import Memories
from aule.stores.projects import Projects
from aule.stores.runs import Runs

DEFAULT_PROJECT = "home"


@dataclass(frozen=True, slots=True)
class Documents:
    """Saves and removes the documents people edit."""

    journal: Journal
    casting: Casting
    conversations: Conversations
    projects: Projects
    memories: Memories
    artifacts: Artifacts
    runs: Runs
    stop: Callable[[str], Awaitable[Run]]
    """Stops a run."""
    home: Home
    ambient: Ambient
    _one_editor: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Looking at a version and writing the next one belong together."""

    async def prepare(self, title: str) -> None:
        """Make the default project on the first start."""
        if await self.projects.find(DEFAULT_PROJECT) is None:
            root = self.home.project_root(DEFAULT_PROJECT)
            await self.journal.write(ProjectSaved(project=self._project(DEFAULT_PROJECT, title, root)))

    async def save_agent(self, agent: Agent, *, expected: int | None) -> Agent:
        """Save a persona; `expected` is the version that was edited, none for a new one."""
        async with self._one_editor:
            current = await self.casting.find(agent.id)
            if current is not None and current.builtin:
                raise Refused(
                    f"The persona {agent.id!r} is built in.", hint="Clone it and edit the copy.", code="builtin"
                )
            saved = agent.model_copy(
                update={"builtin": False, "version": _next(agent.id, current and current.version, expected)}
            )
            await self.journal.write(AgentSaved(agent=saved))
            return saved

    async def clone_agent(self, id: str, *, name: str | None = None) -> Agent:
        """Copy a persona under a new name."""
        async with self._one_editor:
            original = await self.casting.get(id)
            name = name or f"{original.name} 2"
            update = {"id": await self._free_agent_id(name), "name": name, "builtin": False, "app": None, "version": 1}
            clone = original.model_copy(update=update)
            await self.journal.write(AgentSaved(agent=clone))
            return clone

    async def delete_agent(self, id: str, *, expected: int) -> None:
        """Remove a persona of one's own."""
        async with self._one_editor:
            current = await self.casting.get(id)
            if current.builtin:
                raise Refused(
                    f"The persona {id!r} is built in.", hint="Built-in personas cannot be deleted.", code="builtin"
                )
            _next(id, current.version, expected)
            await self.journal.write(AgentDeleted(agent=id))

    async def create_project(self, name: str, *, root: str | None = None) -> Project:
        """Add a project: a new folder of ours, or an existing one."""
        async with self._one_editor:
            id = _slug(name) or "project"
            taken = id
            number = 2
            while await self.projects.find(taken) is not None:
                taken, number = f"{id[:58]}-{number}", number + 1
            folder = self.home.project_root(taken) if root is None else allowed_root(root, self.home.path)
            project = self._project(taken, name, folder)
            await self.journal.write(ProjectSaved(project=project))
            return project

    async def save_project(self, project: Project, *, expected: int) -> Project:
        """Rename a project."""
        async with self._one_editor:
            current = await self.projects.get(project.id)
            saved = project.model_copy(
                update={"root": current.root, "version": _next(project.id, current.version, expected)}
            )
            await self.journal.write(ProjectSaved(project=saved))
            return saved

    async def delete_project(self, id: str, *, expected: int) -> None:
        """Take a project off the list; its files stay where they are."""
        async with self._one_editor:
            current = await self.projects.get(id)
            if id == DEFAULT_PROJECT:
                raise Refused("The first project stays.", hint="Everything needs a place to be.", code="builtin")
            _next(id, current.version, expected)
            await self.journal.write(ProjectDeleted(project=id))

    async def open_conversation(
        self, *, agent: str | None = None, project: str | None = None, title: str = ""
    ) -> Conversation:
        """Open a conversation with an agent in a project."""
        cast = await self.casting.get(agent or "assistant")
        place = await self.projects.get(project or DEFAULT_PROJECT)
        now = self.ambient.timestamp()
        opened = Conversation(
            id=self.ambient.ids.new("conv"),
            app=cast.app or "core",
            agent=cast.id,
            project=place.id,
            title=title,
            created_at=now,
            updated_at=now,
        )
        await self.journal.write(ConversationOpened(conversation=opened), session=opened.id)
        return opened

    async def save_conversation(self, conversation: Conversation, *, expected: int) -> Conversation:
        """Rename a conversation, or give it another agent or project."""
        async with self._one_editor:
            current = await self.conversations.get(conversation.id)
            await self.casting.get(conversation.agent)
            await self.projects.get(conversation.project)
            version = _next(conversation.id, current.version, expected)
            saved = conversation.model_copy(update={"version": version, "updated_at": self.ambient.timestamp()})
            await self.journal.write(ConversationEdited(conversation=saved), session=saved.id)
            return saved

    async def delete_conversation(self, id: str) -> None:
        """Remove a conversation with its messages; a turn under way is stopped, what was changed stays undoable."""
        await self.conversations.get(id)
        for run in await self.runs.unfinished():
            if run.session_id == id and run.parent is None:
                await self.stop(run.id)
        await self.journal.write(ConversationDeleted(conversation=id), session=id)

    async def save_memory(self, item: MemoryItem, *, expected: int | None) -> MemoryItem:
        """Correct, pin or release something remembered."""
        async with self._one_editor:
            current = await self.memories.find(item.id)
            saved = item.model_copy(update={"version": _next(item.id, current and current.version, expected)})
            await self.journal.write(MemorySaved(item=saved))
            return saved

    async def forget(self, id: str) -> None:
        """Forget something."""
        await self.memories.get(id)
        await self.journal.write(MemoryForgotten(item=id))

    async def delete_artifact(self, id: str) -> None:
        """Take an artifact off the list."""
        await self.artifacts.get(id)
        await self.journal.write(ArtifactDeleted(artifact=id))

    def _project(self, id: str, name: str, root: Path) -> Project:
        return Project(id=id, name=name, root=str(root), created_at=self.ambient.timestamp())

    async def _free_agent_id(self, name: str) -> str:
        id = _slug(name)
        id = id if id and id[0].isalpha() else f"agent-{id}".rstrip("-")
        taken, number = id, 2
        while await self.casting.find(taken) is not None:
            taken, number = f"{id[:58]}-{number}", number + 1
        return taken


def _next(id: str, current: int | None, expected: int | None) -> int:
    """The next version of a document, if the editor saw the latest one."""
    if current is None and expected is not None:
        raise NotFound(f"There is no {id!r}.")
    if current != expected:
        raise Conflict(
            f"{id!r} was changed since you opened it.", code="stale", hint="Load it again and repeat your edit."
        )
    return (current or 0) + 1


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60]
