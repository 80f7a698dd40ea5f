"""Conductor: environments, projects and the agents that live beside them, as the doors show them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.bounds import Execution
from aule.contracts.runs.run import RunStatus, Usage

Mode = Literal["repl", "one_shot"]


class LintNote(Model):
    """Something about a configuration that is wrong, or worth knowing."""

    code: str
    severity: Literal["error", "warning"]
    message: str
    path: str = ""
    line: int | None = None
    hint: str | None = None


class ResidentView(Model):
    """An agent as its manifest says, with what its scope reaches today."""

    ref: str = Field(description="`environment/project/agent`; a meta agent shared by all is `_common//agent`.")
    id: str
    environment: str
    project: str
    description: str
    mode: Literal["project_resident", "meta_agent"]
    scope: list[str] = Field(description="Globs; none means that it only reads.")
    reaches: int | None = Field(default=None, description="How many files of the project the scope matches now.")
    examples: list[str] = Field(default=[], description="Some of them.")
    tools: list[str] = []
    provider: str | None = None
    model: str | None = None
    on_write: OnWrite | None = None
    exec: Execution = "off"
    task: str = Field(default="", description="What it does when nobody says anything.")
    output: str | None = None
    home: str = Field(description="The folder of its manifest.")
    turns: int = Field(default=0, description="Turns in its state.")
    last_used: str | None = None
    notes: list[LintNote] = []


class ConductorProject(Model):
    """A project of an environment, with the agents that live beside it."""

    key: str
    root: str
    exists: bool
    trusted: bool = False
    project: str | None = Field(default=None, description="The id under which the desktop knows its folder.")
    agents: list[ResidentView] = []


class EnvironmentView(Model):
    """An environment: a place where projects are, and how careful one has to be there."""

    name: str
    root: str
    protected: bool
    exists: bool
    projects: list[ConductorProject] = []


class ConductorView(Model):
    """A home of Conductor, whole."""

    home: str
    exists: bool
    environments: list[EnvironmentView] = []
    shared: list[ResidentView] = Field(default=[], description="Meta agents that all environments share.")
    workflows: list[str] = Field(default=[], description="Workflow files, relative to the home.")
    notes: list[LintNote] = []


class ResidentPlace(Model):
    """Which agent, where. Three names."""

    environment: str = Field(min_length=1, max_length=64)
    project: str = Field(min_length=1, max_length=64)
    agent: str = Field(min_length=1, max_length=64)
    home: str | None = Field(default=None, max_length=1000, description="The home of Conductor, unless it is yours.")


class SessionRequest(ResidentPlace):
    """What a session is opened with. Everything here can only narrow what the manifest allows."""

    mode: Mode = "repl"
    on_write: OnWrite | None = None
    output_scope: list[str] = Field(default=[], max_length=100)
    model: str | None = Field(default=None, max_length=200, description="`provider/model`, a provider, or a role.")
    confirm_environment: str | None = Field(default=None, max_length=64)
    allow_protected_writes: bool = False
    fork_state: bool = Field(default=False, description="Work on a copy of the state, beside a session under way.")
    keep_state: bool = True
    locale: str | None = None


class SessionView(Model):
    """A session with a resident agent: what it works on, and what it may."""

    id: str
    conversation: str
    project_id: str
    environment: str
    project: str
    agent: ResidentView
    root: str
    protected: bool
    mode: Mode
    on_write: OnWrite
    exec: Execution
    scope: list[str]
    narrowed: bool = Field(default=False, description="Whether the scope is narrower than the manifest's.")
    tools: list[str]
    model: str | None = None
    opened_at: str
    turns: int = 0
    state: str | None = Field(default=None, description="The file its turns are saved in; none when they are not.")
    is_open: bool = True
    notes: list[LintNote] = []


class TurnRequest(Model):
    """Words to a resident agent; without any, the task of its manifest."""

    message: str | None = Field(default=None, max_length=200_000)
    preview: bool = Field(default=False, description="Only propose what would be written.")
    is_last: bool = Field(default=False, description="Whether the session ends with this turn.")


class TurnStarted(Model):
    """A turn that began."""

    run: str
    cursor: str


class WorkflowRequest(Model):
    """A workflow file of Conductor to check, or to run."""

    path: str = Field(min_length=1, max_length=1000, description="The file, absolute or relative to the home.")
    home: str | None = Field(default=None, max_length=1000)
    environment: str | None = Field(default=None, max_length=64)
    project: str | None = Field(default=None, max_length=64)
    inputs: JsonObject = {}
    on_write: OnWrite | None = None
    confirm_environment: str | None = Field(default=None, max_length=64)
    allow_protected_writes: bool = False
    dry_run: bool = False
    resume: str | None = Field(default=None, max_length=64, description="An earlier run: what it finished is kept.")
    locale: str | None = None


class PlannedTask(Model):
    """A task of a workflow as it would run."""

    id: str
    kind: Literal["agent", "capability", "plan", "approval"]
    needs: list[str] = []
    agent: str | None = None
    home: str | None = None
    root: str | None = None
    scope: list[str] = []
    on_write: OnWrite | None = None
    exec: Execution | None = None
    outputs: list[str] = []
    check: str | None = None
    reused: bool = Field(default=False, description="Whether an earlier run finished it with the same input.")


class WorkflowDryRun(Model):
    """What a workflow would do, in this order. No model was asked."""

    name: str
    environment: str
    project: str
    root: str
    protected: bool
    tasks: list[PlannedTask]
    inputs: dict[str, JsonObject] = Field(default={}, description="What it is given, each as a JSON Schema.")
    notes: list[LintNote] = []


class TaskResult(Model):
    """How a task of a workflow ended."""

    id: str
    status: Literal["done", "failed", "skipped", "waiting", "pending", "running"]
    reused: bool = False
    outputs: list[str] = []
    answer: str = ""
    changes: list[str] = []
    proposals: list[str] = []
    error: Problem | None = None


class WorkflowOutcome(Model):
    """How a run of a workflow stands, for people and for CI."""

    run: str
    name: str
    environment: str
    project: str
    status: RunStatus
    exit_code: int | None = Field(default=None, description="What a command ends with; none while it runs.")
    tasks: list[TaskResult]
    success: list[LintNote] = Field(default=[], description="Criteria that were not met.")
    patches: list[str] = Field(default=[], description="Patch files that were kept.")
    notes: list[LintNote] = Field(default=[], description="What is worth knowing, told when it starts.")
    usage: Usage = Usage()
    error: Problem | None = None


class AgentAnswers(Model):
    """What the agent creator asks, answered."""

    environment: str = Field(min_length=1, max_length=64)
    project: str = Field(min_length=1, max_length=64)
    output_scope: list[str] = Field(default=[], max_length=100, description="Globs; none for an agent that reads.")
    id: str = Field(min_length=1, max_length=64)
    description: str = Field(min_length=1, max_length=500)
    provider: str | None = Field(default=None, max_length=64)
    model: str | None = Field(default=None, max_length=200)
    persona: str = Field(default="", max_length=20_000, description="Tone and responsibilities, in words or Markdown.")
    tools: list[str] = Field(default=[], max_length=50)
    task: str = Field(default="", max_length=20_000)
    execution_mode: Literal["project_resident", "meta_agent"] = "project_resident"


QuestionKey = Literal[
    "environment", "project", "output_scope", "id", "description", "model", "persona", "tools", "task"
]
"""What the agent creator asks about, in this order."""


class AgentQuestion(Model):
    """One of the nine questions of the agent creator."""

    key: QuestionKey
    text: str = Field(description="The question; words between `**` are to be stressed.")
    hint: str = Field(default="", description="What may be answered, and what an empty answer means.")
    required: bool = True
    choices: list[str] = Field(default=[], description="Answers that are at hand; where `is_open`, others count too.")
    is_open: bool = True
    default: str = Field(default="", description="What an empty answer counts as.")


class AgentDraft(Model):
    """An agent as it would be made: the files, what its scope reaches, and what a lint says."""

    place: str
    files: dict[str, str]
    reaches: int
    is_counted: bool = Field(default=True, description="Whether all files were looked at, not only the first.")
    examples: list[str] = []
    notes: list[LintNote] = []
    made: bool = False
