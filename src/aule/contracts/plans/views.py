"""Plans as people look at them: the card they approve, lists, versions, what differs, and how they change one."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from aule.contracts.events.plans import Author, PlanBroken
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import (
    AnswerOption,
    Estimate,
    Feedback,
    Plan,
    PlanStatus,
    PlanStepKind,
    Risk,
    SourceFormat,
)
from aule.contracts.views import Page


class CardStep(Model):
    """A step as the person who approves sees it."""

    id: str
    number: int
    title: str
    description: str
    kind: PlanStepKind
    function: str
    """What is used: a capability, an agent, a workflow, or the person."""
    function_title: str
    """The same, in the person's language."""
    times: int = 1
    """How often at most."""
    effect: str | None = None
    params: JsonObject = {}
    names: dict[str, str] = {}
    """What the ids in the parameters stand for, by parameter: `turma_id` is `7A`."""
    rationale: str = ""
    validation: str = ""
    dependencies: list[str] = []
    files: list[str] = []
    check: str | None = None
    """The command that decides in the box, on a copy of the project, whether it is done."""
    asks: bool = False
    """Whether it still asks on its own when its turn comes."""


class Counted(Model):
    """How many things a plan makes, changes, removes, runs and sends, at most."""

    create: int = 0
    change: int = 0
    delete: int = 0
    execute: int = 0
    send: int = 0


class PlanCard(Model):
    """Everything a person approves, in one look; bound to the content hash."""

    plan: str
    version: int
    content_hash: str
    objective: str
    steps: list[CardStep]
    counts: Counted
    files: list[str] = []
    hosts: list[str] = []
    estimate: Estimate = Estimate()
    risks: list[Risk] = []
    findings: list[Feedback] = []
    """What the critic still says; accepted ones included."""
    open_criticals: int = 0
    envelope: JsonObject = {}


class PlanSummary(Model):
    """A plan in a list."""

    id: str
    title: str
    status: PlanStatus
    version: int
    project: str
    session_id: str | None = None
    app: str = "planner"
    steps: int
    done: int
    """How many of the steps are done."""
    question: str | None = None
    run: str | None = None
    updated_at: str


class UnusedFile(Model):
    """A file in a project's folders for plans that is none of its plans."""

    path: str
    """Relative to the project."""
    reason: str


class PlanPage(Page[PlanSummary]):
    """Some of many plans."""

    unused: list[UnusedFile] = []
    """The files of the project that cannot be used as plans; told with its first page."""


class PlanVersion(Model):
    """One version in a plan's history."""

    version: int
    at: str
    author: Author
    reason: str
    content_hash: str
    status: PlanStatus
    """The status it had when it was last the current one."""
    approved: bool = False


class PlanFieldChange(Model):
    """One field that differs between two versions."""

    path: str
    """`title`, `steps.2.description`, `steps.2` (added or dropped), `steps` (another order)."""
    before: Any = None
    after: Any = None


class PlanDiff(Model):
    """What differs between two versions."""

    plan: str
    from_version: int
    to_version: int
    changes: list[PlanFieldChange]
    patch: list[JsonObject] = []
    """The same as a JSON Patch (RFC 6902) on the file."""


class PlanEdit(Model):
    """One change to a plan. `path` is as in a diff: `title`, `steps.2.description`."""

    op: Literal["set", "add", "drop", "move"]
    path: str | None = Field(default=None, max_length=200)
    """What is set."""
    value: Any = None
    step: str | None = None
    """The step that is dropped or moved."""
    before: str | None = None
    """The step before which it goes; none: to the end."""


class SourceValue(Model):
    """One value of the document a plan came from."""

    path: str
    """Its place there, such as `functionalRequirements[0].priority`."""
    value: str
    """The value as text; a long one is cut."""
    field: str | None = None
    """The place in the plan that says the same; none when the value is only kept as it was."""


class SourceReport(Model):
    """What became of every value of the document a plan came from."""

    format: SourceFormat
    read: list[SourceValue] = []
    """The values the plan says."""
    kept: list[SourceValue] = []
    """The values that have no place in the plan; they are kept under their own names."""
    read_count: int = 0
    kept_count: int = 0
    """How many there are of each; the lists may be shorter."""


class PlanView(Model):
    """A plan with all that a person needs to go on with it."""

    plan: Plan
    card: PlanCard
    path: str | None = None
    """Its file, relative to the project; none when it is kept in the store."""
    question: str | None = None
    """The approval that holds the open question."""
    approval: str | None = None
    """The approval that holds the card, once the plan is ready."""
    warnings: list[str] = []
    """What was repaired when the file was read."""
    broken: PlanBroken | None = None
    """Set when the file cannot be read: this is the last good version."""
    merged: bool = False
    """Whether others' changes were taken in by this very edit."""
    source: SourceReport | None = None
    """What became of the document it came from; none when everything in its file is a field of the plan."""


class Planned(Model):
    """What came of words that may have asked for work."""

    plan: PlanView | None
    """None: it was no work, or nothing that can be planned; the message says which."""
    message: str
    run: str
    is_talk: bool = False
    """Whether the words asked for no work at all: a greeting, or a question."""
    options: list[AnswerOption] = []
    """What may have been meant, when that was not clear."""
