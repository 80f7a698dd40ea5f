"""Stored documents: the kinds of things in our own database whose changes can be undone.

Their changes are facts, so a document and the record of its change commit in one transaction. A document counts as
unchanged when its fields are equal, apart from its version and when it was last used.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import unified_diff
from typing import Any

from aule.contracts.access.agent import Agent
from aule.contracts.access.change import ChangeDiff
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.facts import (
    AgentDeleted,
    AgentSaved,
    ArtifactDeleted,
    ArtifactSaved,
    ConversationDeleted,
    ConversationEdited,
    ConversationOpened,
    Fact,
    MemoryForgotten,
    MemorySaved,
    ProjectDeleted,
    ProjectSaved,
    ScheduleDeleted,
    ScheduleSaved,
    WorkflowDeleted,
    WorkflowSaved,
)
from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject, Model
from aule.contracts.project import Artifact, Project
from aule.contracts.runs.schedule import Schedule
from aule.contracts.runs.workflow import Workflow
from aule.contracts.talk.memory import MemoryItem
from aule.contracts.talk.messages import Conversation
from aule.kernel.times import due_at
from aule.stores.repositories.agents import Agents
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.schedules import Schedules
from aule.stores.repositories.workflows import Workflows
from aule.stores.source import Source
from aule.text.words import headline

TITLE = 80
"""Characters in the title of a change."""
PASSING = frozenset({"version", "updated_at"})
"""Fields that may differ between two states that count as equal."""
_UNTOLD = frozenset({"id", "created_at", "deleted"})
"""Fields left out of diffs: nobody edits or needs to read them."""


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """One kind of stored document: how to read it, its title and project, and the facts that change it."""

    model: type[Model]
    find: Callable[[Source, str], Awaitable[Model | None]]
    made: Callable[[Any], Fact]
    """The fact that a document was created or restored."""
    edited: Callable[[Any], Fact]
    removed: Callable[[str], Fact]
    title: Callable[[Any], str]
    project: Callable[[Any], str | None]
    timed: Callable[[Any, datetime], Fact] | None = None
    """The fact that a document holds as of a moment, in place of `made` and `edited`, where the moment matters."""
    has_fresh_id: bool = False
    """Whether each new document gets an id that was never used, so that two can never be made under one id."""

    async def read(self, source: Source, id: str) -> JsonObject | None:
        """Return the document's current state, or None."""
        found = await self.find(source, id)
        return None if found is None else found.model_dump(mode="json")

    def facts(self, id: str, before: JsonObject | None, after: JsonObject | None, now: datetime) -> list[Fact]:
        """Return the facts that change a document from one state to another."""
        if after is None:
            return [self.removed(id)]
        if self.timed is not None:
            return [self.timed(self.model.model_validate(after), now)]
        return [(self.made if before is None else self.edited)(self.model.model_validate(after))]

    def is_same(self, one: JsonObject | None, other: JsonObject | None) -> bool:
        """Return whether two states are equal; one written by an older version may lack newer fields."""
        return self._lasting(one) == self._lasting(other)

    def restored(self, state: JsonObject, current: JsonObject | None, version: int) -> JsonObject:
        """Return a former state with a version of its own, and not used earlier than the present one."""
        update: JsonObject = {}
        if "version" in self.model.model_fields:
            update["version"] = version
        if current is not None and "updated_at" in current:
            update["updated_at"] = current["updated_at"]
        return {**self.model.model_validate(state).model_dump(mode="json"), **update}

    def diff(self, before: JsonObject | None, after: JsonObject | None) -> ChangeDiff:
        """Return a unified diff between two states, written as readable lines."""
        return _diff(self._lines(before), self._lines(after))

    def _lasting(self, state: JsonObject | None) -> JsonObject | None:
        return None if state is None else self.model.model_validate(state).model_dump(mode="json", exclude=set(PASSING))

    def _lines(self, state: JsonObject | None) -> list[str]:
        fields = self._lasting(state) or {}
        return [line for name in fields if name not in _UNTOLD for line in _spelt(name, fields[name])]


@dataclass(frozen=True, slots=True)
class ReadState:
    """A stored document as a call read it; the call's result is recorded only while the document is unchanged."""

    entity: str
    state: JsonObject | None

    async def check(self, source: Source) -> None:
        """Raise `Conflict` when the document has changed since the call read it."""
        name, id = split_ref(self.entity)
        kind = kind_of(name)
        now = await kind.read(source, id)
        if kind.is_same(now, self.state) and _version(now) == _version(self.state):
            return
        became = "was made" if self.state is None else "was removed" if now is None else "was changed"
        raise Conflict(
            f"{self.entity!r} {became} by somebody else in the meantime.",
            code="stale",
            hint="Nothing was written. Look at it as it is now, and do it again.",
            subject=self.entity,
        )


@dataclass(frozen=True, slots=True)
class StagedDocument:
    """A stored document as a call leaves it; nobody else sees it before the call's result is recorded."""

    after: JsonObject | None


def _version(state: JsonObject | None) -> Any:
    return None if state is None else state.get("version")


def fields_diff(before: JsonObject | None, after: JsonObject | None) -> ChangeDiff:
    """Return a unified diff between two states of an entity whose fields are unknown here."""
    one, other = (
        [line for name, value in (state or {}).items() for line in _spelt(name, value)] for state in (before, after)
    )
    return _diff(one, other)


def _diff(before: list[str], after: list[str]) -> ChangeDiff:
    text = "\n".join(unified_diff(before, after, "before", "after", lineterm=""))
    return ChangeDiff(text=text) if text else ChangeDiff(note="same")


def _spelt(name: str, value: Any) -> Iterator[str]:
    """Yield a field as lines: `name: value`, long texts below their name, parts under `name.part`."""
    if value is None or value in ("", [], {}):
        return
    match value:
        case dict():
            for key, part in value.items():  # pyright: ignore[reportUnknownVariableType]
                yield from _spelt(f"{name}.{key}", part)
        case str() if "\n" in value:
            yield f"{name}:"
            yield from value.splitlines()
        case str():
            yield f"{name}: {value}"
        case _:
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"


def _memory_place(item: MemoryItem) -> str | None:
    kind, _, id = item.scope.partition(":")
    return id if kind == "project" else None


async def _kept(source: Source, id: str) -> Artifact | None:
    """Return an artifact, or None if it is missing or deleted."""
    artifact = await Artifacts(source).find(id)
    return None if artifact is None or artifact.deleted else artifact


KINDS: Mapping[str, DocumentKind] = {
    "memory": DocumentKind(
        model=MemoryItem,
        find=lambda source, id: Memories(source).find(id),
        made=lambda item: MemorySaved(item=item),
        edited=lambda item: MemorySaved(item=item),
        removed=lambda id: MemoryForgotten(item=id),
        title=lambda item: headline(item.content, TITLE),
        project=_memory_place,
        has_fresh_id=True,
    ),
    "agent": DocumentKind(
        model=Agent,
        find=lambda source, id: Agents(source).find(id),
        made=lambda agent: AgentSaved(agent=agent),
        edited=lambda agent: AgentSaved(agent=agent),
        removed=lambda id: AgentDeleted(agent=id),
        title=lambda agent: agent.name,
        project=lambda agent: None,
    ),
    "project": DocumentKind(
        model=Project,
        find=lambda source, id: Projects(source).find(id),
        made=lambda project: ProjectSaved(project=project),
        edited=lambda project: ProjectSaved(project=project),
        removed=lambda id: ProjectDeleted(project=id),
        title=lambda project: project.name,
        project=lambda project: project.id,
    ),
    "conversation": DocumentKind(
        model=Conversation,
        find=lambda source, id: Conversations(source).find(id),
        made=lambda talk: ConversationOpened(conversation=talk),
        edited=lambda talk: ConversationEdited(conversation=talk),
        removed=lambda id: ConversationDeleted(conversation=id),
        title=lambda talk: headline(talk.title, TITLE) or talk.id,
        project=lambda talk: talk.project,
    ),
    "artifact": DocumentKind(
        model=Artifact,
        find=_kept,
        made=lambda artifact: ArtifactSaved(artifact=artifact),
        edited=lambda artifact: ArtifactSaved(artifact=artifact),
        removed=lambda id: ArtifactDeleted(artifact=id),
        title=lambda artifact: artifact.name,
        project=lambda artifact: artifact.project,
        has_fresh_id=True,
    ),
    "workflow": DocumentKind(
        model=Workflow,
        find=lambda source, id: Workflows(source).find(id),
        made=lambda workflow: WorkflowSaved(workflow=workflow),
        edited=lambda workflow: WorkflowSaved(workflow=workflow),
        removed=lambda id: WorkflowDeleted(workflow=id),
        title=lambda workflow: headline(workflow.title, TITLE),
        project=lambda workflow: workflow.project,
    ),
    "schedule": DocumentKind(
        model=Schedule,
        find=lambda source, id: Schedules(source).document(id),
        made=lambda schedule: ScheduleSaved(schedule=schedule),
        edited=lambda schedule: ScheduleSaved(schedule=schedule),
        removed=lambda id: ScheduleDeleted(schedule=id),
        title=lambda schedule: headline(
            schedule.title or schedule.prompt or schedule.workflow or "HEARTBEAT.md", TITLE
        ),
        project=lambda schedule: schedule.project,
        timed=lambda schedule, now: ScheduleSaved(schedule=schedule, next_at=due_at(schedule, now)),
    ),
}
"""All kinds of stored documents whose changes can be undone, by name."""


def kind_of(name: str) -> DocumentKind:
    """Return the kind with this name."""
    kind = KINDS.get(name)
    if kind is None:
        raise Invalid(f"{name!r} is not something that can be changed back.", candidates=sorted(KINDS))
    return kind
