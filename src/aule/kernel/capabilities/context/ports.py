"""The services of the kernel that a call's context uses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aule.contracts.access.agent import ModelChoice
from aule.contracts.access.capability import Call, Capability
from aule.contracts.ambient import Ambient
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.contracts.runs.brief import Brief, Delegated
from aule.contracts.runs.run import Run
from aule.contracts.settings import Settings
from aule.contracts.talk.sources import Grounding, Passage
from aule.kernel.capabilities.apps.reads import Readings
from aule.kernel.capabilities.context.agent_port import AgentDirectory
from aule.kernel.capabilities.context.passage_marks import PassageMarks
from aule.kernel.capabilities.context.plan_port import PlanPort
from aule.kernel.capabilities.context.schedule_view import Timetable
from aule.kernel.capabilities.context.team_port import TeamPort
from aule.kernel.capabilities.context.trial_port import TrialPort
from aule.kernel.capabilities.context.workflow_port import FlowPort, WorkflowPort
from aule.stores.log.calls import Calls

if TYPE_CHECKING:
    from aule.kernel.capabilities.apps.data import AppData
    from aule.kernel.capabilities.changes.change_log import ChangeLog
    from aule.kernel.capabilities.commands import Commands
    from aule.kernel.capabilities.context.workspaces import Workspaces
    from aule.kernel.journal import Journal
    from aule.kernel.memory.memory import Memory
    from aule.sandbox.net.web import Web
    from aule.stores.home.blobs import Blobs
    from aule.stores.repositories.approvals import Approvals
    from aule.stores.repositories.artifacts import Artifacts


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as an endpoint returned it."""

    content: bytes
    mime: str


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """A capability's question to a model: its title, its words and the JSON Schema of the answer."""

    app: str
    title: str
    words: str
    shape: JsonObject
    choice: ModelChoice | None = None
    """The model of the calling agent, where one was chosen."""


@dataclass(slots=True)
class Ports:
    """What the kernel lends to capabilities. Plans, workflows and calls to put forward are bound once, by `bind`:
    they are made of parts that need the gate, which needs these ports."""

    ambient: Ambient
    journal: Journal
    changes: ChangeLog
    data: AppData
    workspaces: Workspaces
    commands: Commands
    artifacts: Artifacts
    blobs: Blobs
    calls: Calls
    memory: Memory
    settings: Callable[[], Settings]
    find: Callable[[str, int], Awaitable[list[Capability]]]
    timetable: Timetable
    delegate: Callable[[Run, str, Sequence[Brief]], Awaitable[list[Delegated]]]
    """Hands the work of a call to sub-agents, and waits for their answers."""
    team_turns: TeamPort
    trial_turns: TrialPort
    think: Callable[[Run, ModelQuestion, Callable[[JsonObject], Any]], Awaitable[Any]]
    """Asks a model, and reads what it answers; what cannot be read is sent back."""
    has_model: Callable[[ModelChoice | None], bool]
    """Whether a model would answer, rather than recipes."""
    draw: Callable[[str, str], Awaitable[Picture]]
    web: Web
    approvals: Approvals
    redact: Callable[[str], str]
    secret: Callable[[str], str | None]
    readings: Readings
    marks: PassageMarks
    check_citations: Callable[[str, Sequence[Passage], str], Awaitable[Grounding | None]]
    """Holds the sentences of a text against the passages they cite; the last words may be repeated."""
    agents: AgentDirectory
    capabilities: Callable[[], Sequence[Capability]]
    """Everything that can be done here."""
    informed: Collection[str]
    """Agents that receive their app's data in each turn."""
    home: Path | None = None
    """The data directory."""
    _plans: Callable[[], PlanPort] = field(init=False)
    workflows: WorkflowPort = field(init=False)
    flows: FlowPort = field(init=False)
    put_forward: Callable[[Call, Project, str], Awaitable[str]] = field(init=False)
    """Puts a call to the person as a run of its own, in a language; gives the approval that waits for them."""

    @property
    def plans(self) -> PlanPort:
        """The plans and those who make them; the first who asks has them made."""
        return self._plans()

    def bind(
        self,
        plans: Callable[[], PlanPort],
        workflows: WorkflowPort,
        flows: FlowPort,
        put_forward: Callable[[Call, Project, str], Awaitable[str]],
    ) -> None:
        """Bind what is made after the gate."""
        self._plans, self.workflows, self.flows, self.put_forward = plans, workflows, flows, put_forward
