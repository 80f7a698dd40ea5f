"""Plans: one request as a document: its steps, what is still open, what was reviewed, what a person may approve.

The kernel speaks snake_case. The file `plan-{id}.json` keeps the camelCase names people know (`successCriteria`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from aule.contracts.kinds import PlanStatus, PlanStepStatus
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import OnError, Repeat, Retry, StepCall, StepId

SCHEMA_VERSION = 1
MOST_STEPS = 200
MANY_STEPS = 40
"""Steps a person still reads; more is a finding."""

PlanId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{5,39}$")]
"""The name of a plan, without the `plan-` its file begins with."""


class PlanStepKind(StrEnum):
    """Who does it: a capability, an agent that edits files, an agent with words, a kept workflow, a person."""

    CALL = "call"
    EDIT = "edit"
    AGENT = "agent"
    WORKFLOW = "workflow"
    HUMAN = "human"


FileAction = Literal["create", "modify", "delete"]
Severity = Literal["info", "warning", "critical"]


class StepCheck(Model):
    """How a machine can tell that a step is done."""

    command: str | None = Field(default=None, max_length=2_000)
    expect: str | None = Field(default=None, max_length=2_000)


class Estimate(Model):
    """What something is thought to cost."""

    tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, ge=0)


class PlanStep(Model):
    """One step, with why it is there and how one sees that it is done."""

    id: StepId
    title: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=8_000)
    kind: PlanStepKind = PlanStepKind.AGENT
    file: str | None = Field(default=None, max_length=1_024)
    """The file it is about, relative to the project."""
    line_start: int | None = None
    line_end: int | None = None
    file_action: FileAction | None = None
    files: list[str] = Field(default=[], max_length=200)
    """Further files it touches."""
    dependencies: list[str] = []
    validation: str = Field(default="", max_length=4_000)
    """How one checks that it is done."""
    check: StepCheck | None = None
    rationale: str = Field(default="", max_length=4_000)
    call: StepCall | None = None
    agent: str | None = Field(default=None, max_length=64)
    workflow: str | None = Field(default=None, max_length=64)
    question: str | None = Field(default=None, max_length=4_000)
    """What a person is asked in a step that is theirs."""
    tools: list[str] | None = Field(default=None, max_length=200)
    repeat: Repeat | None = None
    when: str | None = Field(default=None, max_length=2_000)
    approval: Literal["before", "after"] | None = None
    """Whether a person looks at it before it begins, or at its result."""
    on_error: OnError = OnError.REPLAN
    retry: Retry | None = None
    timeout_s: float | None = Field(default=None, gt=0, le=86_400)
    estimate: Estimate | None = None
    status: PlanStepStatus = PlanStepStatus.PENDING
    result: Any = None


class Assumption(Model):
    """Something taken for true."""

    text: str = Field(min_length=1, max_length=2_000)
    critical: bool = False
    source: str | None = None
    confirmed: bool = False


class PlanContext(Model):
    """What was looked at before planning."""

    files_analyzed: list[str] = []
    patterns_found: list[str] = []
    dependencies: list[str] = []
    assumptions: list[Assumption] = []
    file_hashes: dict[str, str] = {}
    """`sha256:…` of what was looked at, as it was then."""
    rules: list[str] = []
    """The rules of the project that were read: `AGENTS.md`, `.aule/constitution.md`."""


class Evidence(Model):
    """Where something was found."""

    path: str
    lines: str | None = None
    quote: str | None = None


class AnswerOption(Model):
    """One possible answer, and what follows from it."""

    id: str = Field(min_length=1, max_length=40)
    label: str = Field(min_length=1, max_length=400)
    consequence: str = Field(default="", max_length=1_000)


class Clarification(Model):
    """One question to the person; at most one of a plan is open."""

    id: str
    question: str = Field(min_length=1, max_length=4_000)
    found: str = Field(default="", max_length=4_000)
    """One sentence of what was found, with real paths."""
    answer: str | None = None
    critical: bool = True
    related_steps: list[str] = []
    field: str | None = None
    """What of those steps the answer settles, such as `file`."""
    code: str | None = None
    """The check that raised it."""
    options: list[AnswerOption] = []
    recommended: str | None = None
    evidence: list[Evidence] = []
    asked_at: str | None = None
    answered_at: str | None = None
    answered_by: Literal["user", "default"] | None = None
    applied_in_version: int | None = None
    status: Literal["open", "answered", "dropped", "waiting"] = "open"
    """`waiting`: known, but another question comes first."""


class Risk(Model):
    """What could go wrong, and what is done about it."""

    id: str
    description: str = Field(min_length=1, max_length=2_000)
    severity: Literal["low", "medium", "high", "critical"] = "medium"
    mitigation: str = Field(default="", max_length=2_000)


class Feedback(Model):
    """One finding of the critic."""

    code: str
    """`C01`…`C25`, or `M` and a word for what a model found."""
    step_id: str | None = None
    field: str | None = None
    issue: str
    severity: Severity
    suggestion: str = ""
    requires_clarification: bool = False
    fix: Literal["code", "planner"] | None = None
    """Who can mend it without asking the person: a rule, at one click, or the planner."""
    evidence: list[Evidence] = []
    round: int = 1
    status: Literal["open", "resolved", "accepted"] = "open"
    seen: str | None = None
    """A fingerprint of what it is about, kept when it is accepted: once that changes, it is raised again."""


class PlanApproval(Model):
    """A mirror, for readers of the file, of what was approved. Never an authority."""

    version: int
    content_hash: str
    by: str
    at: str
    envelope: JsonObject = {}


class PlanRun(Model):
    """The run a plan was handed over to."""

    run_id: str
    started_at: str
    finished_at: str | None = None


class Origin(Model):
    """Where a plan came from."""

    agent: str | None = None
    run: str | None = None
    prompt: str = ""
    of_calls: bool = False
    """Whether its steps are calls that were understood of somebody's words; a correction makes it anew."""


class PlanRequest(Model):
    """What somebody wants planned: their words, and the calls these come to where that is known."""

    words: str = Field(min_length=1)
    calls: list[StepCall] = Field(default=[], max_length=12)
    steps: list[PlanStep] = Field(default=[], max_length=MOST_STEPS)
    """The steps themselves, where an app knows them; then nobody has to find them."""
    title: str = Field(default="", max_length=120)
    """What such a plan is called."""
    app: str = ""
    """The app that knows the steps."""
    success: list[str] = []
    """How one sees that it is done."""


SourceFormat = Literal["plan", "workplan", "codeact", "taskmaster", "task", "markdown", "checklist"]
"""What kind of files a plan was imported from: plan files of any program, and what other tools keep."""


class PlanOriginal(Model):
    """What a plan was imported from, exactly as it was: what has no field in a plan is still here."""

    format: SourceFormat
    """What kind of files it was."""
    document: JsonObject = {}
    """What was read, under its own names, when it was JSON."""
    files: dict[str, str] = {}
    """Everything else that was given, by its path, as text."""


class Plan(Model):
    """One request: what is to be reached, by which steps, and what is still open."""

    schema_version: int = SCHEMA_VERSION
    id: PlanId
    title: str = Field(min_length=1, max_length=120)
    goal: str = Field(default="", max_length=8_000)
    """The outcome, in a sentence or two."""
    status: PlanStatus = PlanStatus.DRAFT
    version: int = Field(default=1, ge=1)
    """Goes up with every change of what the plan says; how it stands is not what it says."""
    created_at: str
    updated_at: str
    language: str = "en"
    app: str = "planner"
    project: str
    session_id: str | None = None
    """The conversation it was asked for in."""
    about: str | None = Field(default=None, max_length=200)
    """What of an app it was made for, such as `atlas:ini-4`: when it is done, the app may propose what follows."""
    context: PlanContext = PlanContext()
    steps: list[PlanStep] = Field(default=[], max_length=MOST_STEPS)
    clarifications: list[Clarification] = []
    risks: list[Risk] = []
    success_criteria: list[str] = []
    feedback: list[Feedback] = []
    approvals: list[PlanApproval] = []
    content_hash: str = ""
    run: PlanRun | None = None
    origin: Origin = Origin()
    replaces: str | None = None
    """The plan this one stands for."""
    original: PlanOriginal | None = None
    """What it was imported from; kept, and part of no approval."""

    @property
    def question(self) -> Clarification | None:
        """The one question that is open."""
        return next((each for each in self.clarifications if each.status == "open"), None)

    def step(self, id: str) -> PlanStep | None:
        """Return the step of an id."""
        return next((each for each in self.steps if each.id == id), None)
