"""Everything that can happen, as one closed union.

An event is a fact in the past tense. `data.type` tells which one; the same union is
generated to TypeScript, and a test fails until each type is documented.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast, get_args

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter

from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import Approval
from aule.contracts.access.budget import Share, SharedBudget, Unit
from aule.contracts.errors import Problem
from aule.contracts.events.changes import (
    ChangeAdopted,
    ChangeDropped,
    ChangeIntended,
    ChangeProposed,
    ChangeRecorded,
    ChangeReinstated,
    ChangeUndone,
    ChangeVoided,
)
from aule.contracts.events.plans import PlanBroken, PlanReplanned, PlanReviewed, PlanSaved, PlanShown
from aule.contracts.events.steps import (
    RunAborted,
    RunClaimed,
    RunEdited,
    RunPaused,
    RunPlanned,
    StepCompleted,
    StepExpanded,
    StepFailed,
    StepInterrupted,
    StepOpened,
    StepReleased,
    StepSkipped,
    StepStarted,
)
from aule.contracts.events.teams import (
    TeamFinished,
    TeamHandedOver,
    TeamReported,
    TeamReviewed,
    TeamRouted,
    TeamStopped,
)
from aule.contracts.events.turns import (
    CallCompleted,
    CallConnected,
    CallFailed,
    CallPrinted,
    CallProgressed,
    CallStarted,
    CommandBegan,
    ModelAsked,
    ModelChosen,
    ModelProbed,
    TurnCompacted,
    TurnRefused,
    TurnSpoke,
    TurnSteered,
    TurnStepped,
    TurnThought,
    TurnUnderstood,
)
from aule.contracts.events.turns import (
    CallRequested as CallRequested,
)
from aule.contracts.model import JsonObject, Model
from aule.contracts.project import Artifact, Project
from aule.contracts.runs.report import ReportWritten
from aule.contracts.runs.run import Run, RunStatus, Usage
from aule.contracts.runs.schedule import ScheduleDeleted, ScheduleFired, ScheduleSaved
from aule.contracts.runs.workflow import WorkflowDeleted, WorkflowSaved
from aule.contracts.talk.memory import MemoryItem, Reason
from aule.contracts.talk.messages import Conversation, Message
from aule.contracts.talk.understanding import Meant

MetricName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$", max_length=80)]
"""What was measured: `pages.read`."""


class AskReceived(Model):
    """Somebody said something to an agent."""

    type: Literal["ask.received"] = "ask.received"
    message: str
    channel: str
    shape: JsonObject | None = None
    """The JSON Schema the answer should follow, where one was asked for."""
    meant: Meant | None = None
    """What was chosen on a card in place of what was understood."""
    is_relayed: bool = False
    """Whether another program put the words, so that they are not the person's own."""


class RunStarted(Model):
    """A piece of work began."""

    type: Literal["run.started"] = "run.started"
    started: Run
    worker: str | None = None
    """The process it began in, where several share a database."""


class RunWaiting(Model):
    """A run stands still until a person decides."""

    type: Literal["run.waiting"] = "run.waiting"
    approvals: list[str]


class RunResumed(Model):
    """A run goes on after a decision or a restart."""

    type: Literal["run.resumed"] = "run.resumed"
    reason: str
    worker: str | None = None
    """The process that let it go on, where several share a database."""


class RunFinished(Model):
    """A run came to its end."""

    type: Literal["run.finished"] = "run.finished"
    status: RunStatus
    usage: Usage = Usage()
    error: Problem | None = None


class ApprovalRequested(Model):
    """Something waits for a person."""

    type: Literal["approval.requested"] = "approval.requested"
    approval: Approval


class ApprovalGranted(Model):
    """A person said yes to exactly this."""

    type: Literal["approval.granted"] = "approval.granted"
    approval: Approval


class ApprovalDenied(Model):
    """A person said no."""

    type: Literal["approval.denied"] = "approval.denied"
    approval: Approval


class ApprovalExpired(Model):
    """Nobody decided in time. Not a no."""

    type: Literal["approval.expired"] = "approval.expired"
    approval: Approval


class ApprovalSuperseded(Model):
    """What was asked is no longer the question."""

    type: Literal["approval.superseded"] = "approval.superseded"
    approval: Approval


class ConversationOpened(Model):
    """A conversation began, or came back with its messages after it was removed."""

    type: Literal["conversation.opened"] = "conversation.opened"
    conversation: Conversation


class ConversationEdited(Model):
    """A conversation got another title, agent or project."""

    type: Literal["conversation.edited"] = "conversation.edited"
    conversation: Conversation


class ConversationDeleted(Model):
    """A conversation was removed, and its messages with it; they are kept for as long as it may come back."""

    type: Literal["conversation.deleted"] = "conversation.deleted"
    conversation: str


class ConversationRewound(Model):
    """A message and all after it were set aside, because the person said it anew."""

    type: Literal["conversation.rewound"] = "conversation.rewound"
    conversation: str
    message: str


class MessageAdded(Model):
    """A message stands in a conversation."""

    type: Literal["message.added"] = "message.added"
    message: Message


class MemorySaved(Model):
    """Something is remembered."""

    type: Literal["memory.saved"] = "memory.saved"
    item: MemoryItem


class MemoryForgotten(Model):
    """Something is no longer remembered."""

    type: Literal["memory.forgotten"] = "memory.forgotten"
    item: str


class MemoryRecalled(Model):
    """These memories entered a turn."""

    type: Literal["memory.recalled"] = "memory.recalled"
    items: list[MemoryItem]
    reasons: dict[str, Reason] = Field(default_factory=dict[str, Reason])
    """Why each entered, by its id."""


class AgentSaved(Model):
    """A persona was made or edited."""

    type: Literal["agent.saved"] = "agent.saved"
    agent: Agent


class AgentDeleted(Model):
    """A persona was removed."""

    type: Literal["agent.deleted"] = "agent.deleted"
    agent: str


class ProjectSaved(Model):
    """A project was made or edited."""

    type: Literal["project.saved"] = "project.saved"
    project: Project


class ProjectDeleted(Model):
    """A project was taken off the list; its files stay."""

    type: Literal["project.deleted"] = "project.deleted"
    project: str


class ArtifactSaved(Model):
    """A result was kept."""

    type: Literal["artifact.saved"] = "artifact.saved"
    artifact: Artifact


class ArtifactDeleted(Model):
    """A result was removed."""

    type: Literal["artifact.deleted"] = "artifact.deleted"
    artifact: str


class SettingsChanged(Model):
    """Settings were changed; only the names are told."""

    type: Literal["settings.changed"] = "settings.changed"
    keys: list[str]


class ScopeViolated(Model):
    """A call tried to reach something outside what it may touch."""

    type: Literal["scope.violated"] = "scope.violated"
    call: str
    capability: str
    target: str


class GuardTripped(Model):
    """A loop guard or a budget stopped a run."""

    type: Literal["guard.tripped"] = "guard.tripped"
    guard: Literal["max_turns", "repeated_call", "max_tokens", "max_cost", "max_seconds", "depth", "scope"]
    detail: str


class BudgetAlerted(Model):
    """Half, four fifths or all of a shared budget is spent; it is told once for each."""

    type: Literal["budget.alerted"] = "budget.alerted"
    budget: SharedBudget
    name: str = ""
    since: str
    unit: Unit
    share: Share
    spent: float
    limit: float


class MetricRecorded(Model):
    """An app measured something while it worked."""

    type: Literal["metric.recorded"] = "metric.recorded"
    name: MetricName
    value: Annotated[float, Field(allow_inf_nan=False)]
    unit: Annotated[str, StringConstraints(max_length=20)] = ""
    step: str = ""
    """The place of the step it was measured in, where there is one."""
    call: str | None = None
    """The call it was measured in."""


class UiNavigated(Model):
    """An agent opened a screen for the person."""

    type: Literal["ui.navigated"] = "ui.navigated"
    path: str


Fact = Annotated[
    AskReceived
    | RunStarted
    | RunWaiting
    | RunResumed
    | RunFinished
    | RunPlanned
    | RunClaimed
    | RunPaused
    | RunEdited
    | RunAborted
    | StepStarted
    | StepExpanded
    | StepOpened
    | StepCompleted
    | StepFailed
    | StepSkipped
    | StepInterrupted
    | StepReleased
    | ModelChosen
    | ModelAsked
    | ModelProbed
    | TurnUnderstood
    | TurnThought
    | TurnSpoke
    | TurnStepped
    | TurnRefused
    | TurnSteered
    | TurnCompacted
    | CallStarted
    | CallProgressed
    | CallPrinted
    | CallConnected
    | CommandBegan
    | CallCompleted
    | CallFailed
    | ApprovalRequested
    | ApprovalGranted
    | ApprovalDenied
    | ApprovalExpired
    | ApprovalSuperseded
    | ChangeIntended
    | ChangeRecorded
    | ChangeVoided
    | ChangeUndone
    | ChangeReinstated
    | ChangeProposed
    | ChangeAdopted
    | ChangeDropped
    | ConversationOpened
    | ConversationEdited
    | ConversationDeleted
    | ConversationRewound
    | MessageAdded
    | MemorySaved
    | MemoryForgotten
    | MemoryRecalled
    | AgentSaved
    | AgentDeleted
    | WorkflowSaved
    | WorkflowDeleted
    | ScheduleSaved
    | ScheduleDeleted
    | ScheduleFired
    | PlanSaved
    | PlanReviewed
    | PlanReplanned
    | PlanBroken
    | PlanShown
    | ReportWritten
    | ProjectSaved
    | ProjectDeleted
    | ArtifactSaved
    | ArtifactDeleted
    | SettingsChanged
    | ScopeViolated
    | GuardTripped
    | BudgetAlerted
    | MetricRecorded
    | TeamRouted
    | TeamHandedOver
    | TeamReported
    | TeamReviewed
    | TeamStopped
    | TeamFinished
    | UiNavigated,
    Field(discriminator="type"),
]
"""The closed union: what an event says."""

FACT: TypeAdapter[Any] = TypeAdapter(Fact, config=ConfigDict(defer_build=True))
"""Reads a fact of any type; made when first used, as it takes the schemas of all of them."""

_TYPES: Mapping[str, type[Model]] = {each.model_fields["type"].default: each for each in get_args(get_args(Fact)[0])}


def read_fact(data: JsonObject) -> Fact:
    """Return the fact that some data is; only the schema of its own type is made for it."""
    known = _TYPES.get(data["type"]) if isinstance(data.get("type"), str) else None
    return cast("Fact", FACT.validate_python(data) if known is None else known.model_validate(data))


class Event(Model):
    """A fact with its place in the one log."""

    seq: str
    """The opaque cursor of this event; `since=` it gives everything after it."""
    ts: str
    topic: str
    type: str
    session_id: str | None = None
    run: str | None = None
    data: Fact


def topic_of(fact: Fact) -> str:
    """Return the topic of a fact, the noun before its dot: `run` of `run.started`."""
    return fact.type.partition(".")[0]
