"""What the doors show: pages of things, and the few pictures put together from several nouns."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from pydantic import Field

from aule.contracts.access.agent import Budget
from aule.contracts.access.approval import Approval, Preview
from aule.contracts.access.capability import Result
from aule.contracts.errors import Problem
from aule.contracts.events.facts import Event
from aule.contracts.model import JsonObject, Model
from aule.contracts.project import Artifact, Project
from aule.contracts.runs.run import Run, Usage
from aule.contracts.talk.catalog import WhyCode
from aule.contracts.talk.memory import MemoryItem
from aule.contracts.talk.messages import Conversation, Message

Item = TypeVar("Item")


class Page(Model, Generic[Item]):
    """Some of many. `next` goes back in as `after`; none means this was the last page."""

    items: list[Item]
    next: str | None = None


class Called(Model):
    """What a direct call came to."""

    run: str
    result: Result


class CallPreview(Model):
    """What a call would do, as a person gets to see it, and the hash their decision is bound to."""

    preview: Preview | None
    content_hash: str
    params: JsonObject
    """The parameters as they would be used."""


class ViewInfo(Model):
    """Something an app shows, at `/v1/apps/{app}/{name}`."""

    name: str
    description: str
    params: JsonObject
    is_download: bool = False
    """Whether it is a file."""


class AppInfo(Model):
    """An installed app: who can be asked, what can be done, what can be looked at."""

    id: str
    name: str
    names: dict[str, str] = {}
    """The name in other languages (`pt`)."""
    icon: str
    version: str
    agents: list[str]
    capabilities: list[str]
    views: list[ViewInfo]
    failure: str | None = None
    """Why it cannot be used, once that is known; all other apps work."""


class CallRecord(Model):
    """One use of a capability: with what, when, by whom, and what came of it."""

    id: str
    capability: str
    run: str
    session_id: str | None = None
    agent: str | None = None
    """The agent that made it; none: a person, or a program of theirs."""
    ts: str
    params: JsonObject
    """As recorded: without secrets, long texts shortened."""
    status: Literal["running", "done", "failed"]
    duration_ms: float | None = None
    error: Problem | None = None
    changes: list[str] = []
    artifacts: list[str] = []


class FileName(Model):
    """A file of a project, by its path."""

    path: str
    size: int


class ProjectSummary(Model):
    """A project and how much is in it."""

    project: Project
    conversations: int
    artifacts: int
    memories: int
    used_at: str
    """When something last happened in it."""


class MemoryInUse(Model):
    """Something remembered that plays a part in a conversation, and the turns it entered."""

    item: MemoryItem
    runs: list[str] = []
    """The latest turns that recalled it, the newest first; none: it is at hand and was not needed yet."""


class ConversationDetail(Model):
    """A conversation as it is opened: its latest messages, how they came about, and where to follow on."""

    conversation: Conversation
    messages: list[Message]
    runs: list[Run]
    """Every run of these messages and of the plans they show, sub-agents included."""
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
    """The latest approvals that wait; `/v1/approvals?status=pending` lists all of them."""
    pending_total: int
    """How many wait."""
    running: list[Run]
    """The first runs that go on; `/v1/runs` lists all of them."""
    running_total: int
    """How many go on."""
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
    log: str = ""
    """Which log the cursor belongs to: another one means that the data behind the page was exchanged."""


class MemoryLoad(Model):
    """How much of a memory is used, in bytes."""

    used: int
    total: int


class GraphicsLoad(Model):
    """How busy a graphics card is, and how much of its memory is used, in bytes."""

    load: float | None
    """From 0 to 1; none where its driver does not tell."""
    used: int
    total: int


class MachineLoad(Model):
    """What this machine does now; what the system does not tell is none."""

    workers: int
    """Processes that drive runs of this database."""
    cpu: float | None
    """The share of all processors that is busy, from 0 to 1."""
    memory: MemoryLoad | None
    gpu: GraphicsLoad | None


class UsageSummary(Model):
    """What the last days took: tokens and money of models, and how runs ended."""

    days: int
    tokens: int
    """Into models and out of them."""
    cost: float
    """By the catalog's prices, in US dollars."""
    runs: int
    """Runs of their own, those under way included."""
    done: int
    failed: int
    """Those that failed, or that ended with steps that failed; what a person stopped is neither."""


class Suggested(Model):
    """Sentences that work at once in an app, with names that are there."""

    app: str
    sentences: list[str]
    is_empty: bool
    """Whether the app has nothing on record yet, so that the sentences are to begin with."""


HitKind = Literal[
    "conversation",
    "project",
    "artifact",
    "agent",
    "plan",
    "workflow",
    "schedule",
    "capability",
    "run",
    "memory",
    "change",
    "approval",
    "setting",
    "message",
    "item",
]
"""What can be found by its words."""


class Hit(Model):
    """One thing a search found."""

    ref: str
    kind: HitKind
    title: str
    detail: str = ""
    """Words beside the title: for a message those around what was looked for."""
    path: str = Field(description="Where in the shell it opens.")
    ts: str | None = None
    """When it was made or last used; none for what comes with the system."""


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


class AccessTokenInfo(Model):
    """A token with scopes, without its secret."""

    id: str
    name: str
    scopes: list[str]
    created_at: str
    expires_at: str


class NewAccessToken(AccessTokenInfo):
    """A token that was just made: the only time its secret is shown."""

    secret: str


class ScopeInfo(Model):
    """What a token may be made for."""

    name: str
    allows: dict[str, str]
    """What it allows, by language."""
