"""The documents people edit: personas, projects, conversations, memories, artifacts.

Editing a stale one is a conflict. Everything that happens to one is a change on record, and can be undone.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aule.contracts.access.agent import Agent
from aule.contracts.access.change import Removed
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid, NotFound, Refused
from aule.contracts.events.facts import ConversationOpened, ProjectSaved
from aule.contracts.ids import ref
from aule.contracts.model import Model
from aule.contracts.project import DEFAULT_PROJECT, Artifact, Project
from aule.contracts.runs.run import Run
from aule.contracts.talk.memory import MemoryItem
from aule.contracts.talk.messages import Conversation
from aule.kernel.agents.agent_registry import AgentRegistry
from aule.kernel.bounds import bounds_of, combined
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.kernel.versions import first_version, next_version
from aule.sandbox.roots import allowed_root
from aule.stores.home.directory import Home
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.changes import Changes
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs
from aule.text.media import Media
from aule.text.words import fold

DEFAULT_AGENT = "assistant"


@dataclass(frozen=True, slots=True)
class Documents:
    """Saves and removes the documents people edit.

    Looking at a version and writing the next one happen in one transaction of the journal, so nobody comes in between.
    """

    journal: Journal
    change_log: ChangeLog
    agent_registry: AgentRegistry
    conversations: Conversations
    projects: Projects
    runs: Runs
    stop: Callable[[str], Awaitable[Run]]
    """Stops a run."""
    check_flow: Callable[[Agent], Awaitable[None]]
    """Raises with everything that is wrong with the flow of an agent."""
    forget_prompts: Callable[[str], Awaitable[None]]
    """Removes the prompts that are kept of a conversation."""
    home: Home
    ambient: Ambient
    host: str | None = None
    """This machine, where several share a database."""

    async def prepare(self, title: str) -> None:
        """Make the default project on the first start."""
        if await self.projects.find(DEFAULT_PROJECT) is not None:
            return
        async with self.journal.transaction() as record:
            if await Projects(record).find(DEFAULT_PROJECT) is not None:
                return  # another process was faster
            root, now = str(self.home.project_root(DEFAULT_PROJECT)), self.ambient.timestamp()
            project = Project(id=DEFAULT_PROJECT, name=title, root=root, host=self.host, created_at=now)
            record.put(ProjectSaved(project=project))

    async def save_agent(self, agent: Agent, *, expected: int | None) -> Agent:
        """Save a persona; `expected` is the version that was edited, none for a new one."""
        combined(bounds_of(agent))  # a pattern of files that cannot be read is refused here
        await self._check_persona(agent)
        await self.check_flow(agent)
        async with self.journal.transaction() as record:
            current = await self.agent_registry.find(agent.id)
            if current is not None and current.builtin:
                raise Refused(
                    f"The persona {agent.id!r} is built in.", hint="Clone it and edit the copy.", code="builtin"
                )
            version = next_version(agent.id, current and current.version, expected)
            if current is None:
                version = await first_version(record, ref("agent", agent.id))
            now = self.ambient.timestamp()
            moments = {"created_at": now if current is None else current.created_at or now, "updated_at": now}
            saved = agent.model_copy(update={"builtin": False, "version": version, **moments})
            self._put(record, "agent", current, saved)
        return saved

    async def _check_persona(self, agent: Agent) -> None:
        """Refuse an agent that builds on itself, or on a persona that is not there."""
        if agent.persona_id == agent.id:
            raise Invalid("An agent cannot build on itself.", field="persona_id")
        await self._check_agent(agent.persona_id)

    async def clone_agent(self, id: str, *, name: str | None = None) -> Agent:
        """Copy a persona under a new name."""
        async with self.journal.transaction() as record:
            original = await self.agent_registry.get(id)
            name = name or f"{original.name} 2"
            now = self.ambient.timestamp()
            update = {"id": await self._free_agent_id(name), "name": name, "builtin": False, "app": None}
            update |= {"created_at": now, "updated_at": now}
            clone = original.model_copy(update=update)
            clone = clone.model_copy(update={"version": await first_version(record, ref("agent", clone.id))})
            self._put(record, "agent", None, clone)
        return clone

    async def delete_agent(self, id: str, *, expected: int) -> Removed:
        """Remove a persona of one's own."""
        async with self.journal.transaction() as record:
            current = await self.agent_registry.get(id)
            if current.builtin:
                raise Refused(
                    f"The persona {id!r} is built in.", hint="Built-in personas cannot be deleted.", code="builtin"
                )
            next_version(id, current.version, expected)
            return self._put(record, "agent", current, None)

    async def create_project(
        self,
        name: str,
        *,
        root: str | None = None,
        description: str = "",
        instructions: str = "",
        agent: str | None = None,
    ) -> Project:
        """Add a project: a new folder of ours, or an existing one."""
        async with self.journal.transaction() as record:
            await self._check_agent(agent)
            id = await self._free_project_id(record, name)
            folder = self.home.project_root(id) if root is None else allowed_root(root, self.home.path)
            project = Project(
                id=id,
                name=name,
                root=str(folder),
                host=self.host,
                description=description,
                instructions=instructions,
                agent=agent,
                created_at=self.ambient.timestamp(),
            )
            self._put(record, "project", None, project)
        return project

    async def save_project(self, project: Project, *, expected: int) -> Project:
        """Rename a project, or tell agents something else about it; its folder stays."""
        async with self.journal.transaction() as record:
            current = await Projects(record).get(project.id)
            if project.agent != current.agent:
                await self._check_agent(project.agent)
            version = next_version(project.id, current.version, expected)
            saved = project.model_copy(
                update={
                    "root": current.root,
                    "host": current.host,
                    "updated_at": self.ambient.timestamp(),
                    "version": version,
                }
            )
            self._put(record, "project", current, saved)
        return saved

    async def delete_project(self, id: str, *, expected: int) -> Removed:
        """Take a project off the list. Its files stay; its conversations too, and go on in the first project."""
        async with self.journal.transaction() as record:
            current = await Projects(record).get(id)
            if id == DEFAULT_PROJECT:
                raise Refused("The first project stays.", hint="Everything needs a place to be.", code="builtin")
            next_version(id, current.version, expected)
            return self._put(record, "project", current, None)

    async def place(self, project: str) -> Project:
        """Where work of a conversation happens now: its project, or the first one when it is gone."""
        return await self.projects.find(project) or await self.projects.get(DEFAULT_PROJECT)

    async def open_conversation(
        self, *, agent: str | None = None, project: str | None = None, title: str = "", id: str | None = None
    ) -> Conversation:
        """Open a conversation in a project, with an agent or with whoever answers there.

        Beginning to talk alters nothing, so it is no change; renaming, moving and removing a conversation are.
        """
        opened, _ = await self.draft_conversation(agent=agent, project=project, title=title, id=id)
        if id is None:
            await self.journal.write(ConversationOpened(conversation=opened), session=opened.id)
            return opened
        async with self.journal.transaction() as record:  # two may open one under the same id at the same time
            if (there := await Conversations(record).find(id)) is not None:
                return there
            record.put(ConversationOpened(conversation=opened), session=id)
        return opened

    async def draft_conversation(
        self, *, agent: str | None = None, project: str | None = None, title: str = "", id: str | None = None
    ) -> tuple[Conversation, Project]:
        """Return a conversation that is not recorded yet, and the project it is in."""
        place = await self.projects.get(project or DEFAULT_PROJECT)
        cast = await self.cast(agent, place)
        now = self.ambient.timestamp()
        conversation = Conversation(
            id=id or self.ambient.ids.new("conv"),
            app=cast.app or "core",
            agent=cast.id,
            project=place.id,
            title=title,
            created_at=now,
            updated_at=now,
        )
        return conversation, place

    async def conversation_for(self, session: str, agent: str | None = None) -> Conversation:
        """The conversation of a session that another program names; it is opened, with this agent, when it is new."""
        return await self.conversations.find(session) or await self.open_conversation(id=session, agent=agent)

    async def save_conversation(self, conversation: Conversation, *, expected: int) -> Conversation:
        """Rename a conversation, or give it another agent or project."""
        async with self.journal.transaction() as record:
            current = await Conversations(record).get(conversation.id)
            if conversation.agent != current.agent:
                await self.agent_registry.get(conversation.agent)
            if conversation.project != current.project:
                await self.projects.get(conversation.project)
            version = next_version(conversation.id, current.version, expected)
            saved = conversation.model_copy(update={"version": version, "updated_at": self.ambient.timestamp()})
            self._put(record, "conversation", current, saved)
        return saved

    async def delete_conversation(self, id: str, *, expected: int | None = None) -> Removed:
        """Remove a conversation with its messages; a turn under way is stopped, what was changed stays undoable.

        `expected` is the version that was seen; with none, whichever there is goes.
        """
        current = await self.conversations.get(id)
        _seen(id, current.version, expected)
        await self.quiet(id)
        async with self.journal.transaction() as record:
            current = await Conversations(record).get(id)
            _seen(id, current.version, expected)
            removed = self._put(record, "conversation", current, None)
        await self.quiet(id)  # a turn may have begun between the two; from here on none can
        await self.forget_prompts(id)
        return removed

    async def quiet(self, conversation: str) -> None:
        """Stop what is under way in a conversation."""
        for run in await self.runs.talking(conversation):
            await self.stop(run.id)

    async def add_memory(self, item: MemoryItem) -> MemoryItem:
        """Remember something a person wrote down."""
        kind, _, id = item.scope.partition(":")
        if kind == "project":
            await self.projects.get(id)
        async with self.journal.transaction() as record:
            self._put(record, "memory", None, item)
        return item

    async def save_memory(self, item: MemoryItem, *, expected: int) -> MemoryItem:
        """Correct, pin or release something remembered."""
        async with self.journal.transaction() as record:
            current = await Memories(record).get(item.id)
            saved = item.model_copy(update={"version": next_version(item.id, current.version, expected)})
            self._put(record, "memory", current, saved)
        return saved

    async def forget(self, id: str, *, expected: int | None = None) -> Removed:
        """Forget something; `expected` is the version that was seen, with none it is whichever there is."""
        async with self.journal.transaction() as record:
            current = await Memories(record).get(id)
            _seen(id, current.version, expected)
            return self._put(record, "memory", current, None)

    async def add_artifact(self, artifact: Artifact) -> Artifact:
        """Keep something a person brought; its content is kept already."""
        async with self.journal.transaction() as record:
            self._put(record, "artifact", None, artifact)
        return artifact

    async def rename_artifact(self, id: str, name: str, media: Media) -> Artifact:
        """Give an artifact another name, and what it is taken for under that name."""
        async with self.journal.transaction() as record:
            current = await _kept(record, id)
            renamed = current.model_copy(update={"name": name, "type": media.type, "mime": media.mime})
            if renamed != current:
                self._put(record, "artifact", current, renamed)
        return renamed

    async def delete_artifact(self, id: str) -> Removed:
        """Take an artifact off the list; its content is kept, so that it can come back."""
        async with self.journal.transaction() as record:
            return self._put(record, "artifact", await _kept(record, id), None)

    def _put(self, record: Record, kind: str, before: Model | None, after: Model | None) -> Removed:
        thing: Agent | Project | Conversation | MemoryItem | Artifact = after or before  # pyright: ignore[reportAssignmentType]
        return Removed(change=self.change_log.put_document(record, ref(kind, thing.id), before, after).id)

    async def cast(self, agent: str | None, place: Project) -> Agent:
        """Who answers: the chosen one, else the project's own if it still exists, else the assistant."""
        if agent is not None:
            return await self.agent_registry.get(agent)
        own = None if place.agent is None else await self.agent_registry.find(place.agent)
        return own or await self.agent_registry.get(DEFAULT_AGENT)

    async def _check_agent(self, id: str | None) -> None:
        if id is not None:
            await self.agent_registry.get(id)

    async def _free_project_id(self, record: Record, name: str) -> str:
        """An id that no project has or ever had: a former one may come back, with its folder and conversations."""
        id = _slug(name) or "project"
        taken, number = id, 2
        while await self.projects.find(taken) or await Changes(record).latest(ref("project", taken)):
            taken, number = f"{id[:58]}-{number}", number + 1
        return taken

    async def _free_agent_id(self, name: str) -> str:
        id = _slug(name)
        id = id if id and id[0].isalpha() else f"agent-{id}".rstrip("-")
        taken, number = id, 2
        while await self.agent_registry.find(taken) is not None:
            taken, number = f"{id[:58]}-{number}", number + 1
        return taken


def _seen(id: str, current: int, expected: int | None) -> None:
    """Nobody removes what they have not seen."""
    if expected is not None:
        next_version(id, current, expected)


async def _kept(record: Record, id: str) -> Artifact:
    artifact = await Artifacts(record).get(id)
    if artifact.deleted:
        raise NotFound(f"The artifact {id!r} was deleted.", hint="Undo its deletion to have it back.")
    return artifact


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60]
