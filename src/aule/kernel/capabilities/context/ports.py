"""What the kernel lends to capabilities."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
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
from aule.kernel.capabilities.context.app_reads import Readings
from aule.kernel.capabilities.context.plan_port import Planning
from aule.kernel.capabilities.context.schedule_view import Timetable
from aule.kernel.capabilities.context.workflow_port import Flows
from aule.stores.log.calls import Calls

if TYPE_CHECKING:
    from aule.kernel.capabilities.changes.change_log import ChangeLog
    from aule.kernel.capabilities.commands import Commands
    from aule.kernel.capabilities.context.app_data import AppData
    from aule.kernel.capabilities.context.workspaces import Workspaces
    from aule.kernel.journal import Journal
    from aule.kernel.memory.memory import Memory
    from aule.sandbox.net.web import Web
    from aule.stores.home.blobs import Blobs
    from aule.stores.repositories.approvals import Approvals
    from aule.stores.repositories.artifacts import Artifacts


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as an endpoint gave it."""

    content: bytes
    mime: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a capability asks a model: under which title, in which words, for an answer of which shape."""

    app: str
    title: str
    words: str
    shape: JsonObject
    choice: ModelChoice | None = None
    """The model of whoever makes the call, where there is one."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What the kernel lends to capabilities."""

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
    flows: Flows
    planning: Planning
    timetable: Timetable
    delegate: Callable[[Run, Sequence[Brief]], Awaitable[list[Delegated]]]
    think: Callable[[Run, Question, Callable[[JsonObject], Any]], Awaitable[Any]]
    """Asks a model, and reads what it answers; what cannot be read is sent back."""
    has_model: Callable[[ModelChoice | None], bool]
    """Whether a model would answer, rather than recipes."""
    put_forward: Callable[[Call, Project, str], Awaitable[str]]
    """Puts a call to the person as a run of its own, in a language; gives the approval that waits for them."""
    draw: Callable[[str, str], Awaitable[Picture]]
    web: Web
    approvals: Approvals
    redact: Callable[[str], str]
    secret: Callable[[str], str | None]
    readings: Readings
    informed: Collection[str]
    """Agents that are told of their app's data in each turn."""
    home: Path | None = None
    """The data directory."""
