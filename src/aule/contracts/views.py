"""What the doors show: pages of things, and the few pictures put together from several nouns."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from pydantic import Field

from aule.contracts.agent import Budget
from aule.contracts.approval import Approval
from aule.contracts.capability import Result
from aule.contracts.catalog import WhyCode
from aule.contracts.events import Event
from aule.contracts.messages import Conversation, Message
from aule.contracts.model import Model
from aule.contracts.project import Artifact, Project
from aule.contracts.run import Run, Usage

Item = TypeVar("Item")


class Page(Model, Generic[Item]):
    """Some of many. `next` goes back in as `after`; none means this was the last page."""

    items: list[Item]
    next: str | None = None


class Called(Model):
    """What a direct call came to."""

    run: str
    result: Result


class ConversationDetail(Model):
    """A conversation as it is opened: its latest messages, how they came about, and where to follow on."""

    conversation: Conversation
    messages: list[Message]
    runs: list[Run]
    """Every run of these messages, sub-agents included."""
    events: list[Event]
    """Their events; pieces of speech that a complete response covers are left out."""
    approvals: list[Approval]
    before: str | None = None
    """Older messages exist before this message id."""
    cursor: str


class RunDetail(Model):
    """A run with all that happened in it."""

    run: Run
    children: list[Run]
    events: list[Event]
    approvals: list[Approval]
    undoable: bool
    cursor: str


class ModelStatus(Model):
    """Which model would answer now, and why."""

    provider: str
    model: str
    tier: Literal[0, 1, 2]
    why: str
    why_code: WhyCode | None = None


class Home(Model):
    """What the desktop shows first, and where its event stream begins."""

    name: str
    onboarded: bool
    pending: list[Approval]
    running: list[Run]
    recent: list[Run]
    artifacts: list[Artifact]
    projects: list[Project]
    conversations: list[Conversation]
    model: ModelStatus
    today: Usage
    limits: Budget
    sandbox: Literal["none", "paths"] = "paths"
    """How deep agents' hands are boxed in: `paths` is the workspace by directory handle."""
    cursor: str


class Hit(Model):
    """One thing the palette found."""

    ref: str
    title: str
    detail: str = ""
    path: str = Field(description="Where in the shell it opens.")


class Health(Model):
    """Whether the server can be used yet."""

    status: Literal["starting", "ready", "failed"]
    version: str
    detail: str | None = None


class ConnectionTest(Model):
    """What came of trying a provider."""

    ok: bool
    detail: str
    models: list[str] = []
    seconds: float = 0


class SecretInfo(Model):
    """A secret, masked."""

    name: str
    masked: str
    source: Literal["stored", "environment"]
