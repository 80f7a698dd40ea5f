"""Graphs: what the run engine drives. Plans, workflows and batches are documents that compile to one."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.capability import Envelope
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.budget import Budget

MAX_STEPS = 10_000
MAX_REPEATS = 10_000

StepId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$")]
"""The name of a step inside its graph."""

StateKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
"""The name of something the steps share."""


class StepKind(StrEnum):
    """What a step does: use a capability, ask an agent, look at a condition, run a graph, ask a person."""

    CALL = "call"
    AGENT = "agent"
    CONDITION = "condition"
    WORKFLOW = "workflow"
    HUMAN = "human"


class OnError(StrEnum):
    """What becomes of the run when a step failed for good."""

    ABORT = "abort"
    SKIP = "skip"
    REPLAN = "replan"


class StepCall(Model):
    """A capability and its parameters; a parameter may look at what other steps made."""

    capability: str = Field(min_length=1, max_length=100)
    params: JsonObject = {}


class Question(Model):
    """What a person is asked, and the answers there are."""

    message: str = Field(min_length=1, max_length=4_000)
    options: list[str] = Field(default=[], max_length=20)
    free_text: bool = True


class Repeat(Model):
    """How often a step runs: so many times, or once for each item of a list."""

    count: int | None = Field(default=None, ge=1, le=MAX_REPEATS)
    for_each: Any = None
    max: int = Field(default=100, ge=1, le=MAX_REPEATS)


class Retry(Model):
    """How often a failed step is tried again, and how long it waits before."""

    max: int = Field(default=2, ge=1, le=20)
    wait_s: float = Field(default=1, ge=0, le=3_600)
    factor: float = Field(default=2, ge=1, le=10)
    on: list[str] = Field(default=[], max_length=50)
    """The codes of the failures it is tried again after; none means any that may pass."""

    def wait_before(self, attempt: int) -> float:
        """Return seconds to wait before an attempt; the second attempt is the first one that waits."""
        return min(self.wait_s * self.factor ** max(attempt - 2, 0), 3_600.0)


class Check(Model):
    """What shows that a step was really done: files it must leave, a command that must succeed in the box."""

    command: str | None = Field(default=None, max_length=4_000)
    expect: str | None = Field(default=None, max_length=2_000)
    """What the command has to print."""
    files: list[str] = Field(default=[], max_length=100)
    """Globs: each has to match a file that is not empty and that changed in this run."""
    timeout_s: float = Field(default=120, gt=0, le=600)


class Interrupt(Model):
    """Where a person looks at it: before the step, or at its result before others go on."""

    before: bool = False
    after: bool = False
    message: str = Field(default="", max_length=4_000)


class Step(Model):
    """One thing to do, what it waits for, and what happens when it fails."""

    id: StepId
    title: str = Field(default="", max_length=200)
    description: str = Field(default="", max_length=4_000)
    kind: StepKind
    call: StepCall | None = None
    agent: str | None = Field(default=None, max_length=200)
    prompt: str | None = Field(default=None, max_length=20_000)
    tools: list[str] | None = Field(default=None, max_length=200)
    max_turns: int | None = Field(default=None, ge=1, le=200)
    grants: Envelope | None = None
    """What its agent may do without asking, once a person allowed the graph."""
    bounds: Bounds | None = None
    """What it may do at most, beside what its run and its agent may."""
    check: Check | None = None
    """What decides whether its work counts as done; what fails it is tried again like any failure."""
    graph: Graph | None = None
    workflow: str | None = Field(default=None, max_length=64)
    """The kept workflow whose graph this is; it is put in when a run begins."""
    workflow_version: int | None = None
    """The version of it that was put in."""
    inputs: JsonObject = {}
    """What a graph inside gets; it sees nothing else of this one."""
    question: Question | None = None
    disabled: bool = False
    """Whether it is switched off: it is not done, and what only waited for it goes on."""
    dependencies: list[StepId] = []
    repeat: Repeat | None = None
    writes: list[StateKey] = []
    """The shared keys it fills: one takes the whole result, several take its fields of the same names."""
    when: str | None = Field(default=None, max_length=2_000)
    on_error: OnError = OnError.ABORT
    retry: Retry | None = None
    timeout_s: float | None = Field(default=None, gt=0, le=86_400)
    budget: Budget | None = None
    interrupt: Interrupt | None = None


class Graph(Model):
    """Steps, what they are given, and what they share."""

    inputs: dict[StateKey, JsonObject] = {}
    """What has to be given to start, each with its JSON Schema."""
    state: dict[StateKey, JsonObject] = {}
    """What the steps share, each with its JSON Schema; one step writes each key."""
    nodes: list[Step] = Field(min_length=1, max_length=MAX_STEPS)
    output: Any = None
    """What the whole comes to, as a binding; without it, the shared state."""


Step.model_rebuild()

SkipReason = Literal["condition", "upstream", "error", "person", "left_out", "disabled", "missing_result"]
"""Why a step was not done: its condition was not met, something before it went wrong, it failed itself, a person said
so, nobody asked for it, it is switched off, or it needs the result of a step that is."""

StepOrigin = Literal["pinned", "given", "earlier"]
"""Where the result of a step comes from that did not run: a sample a person pinned, a value they gave for this run, or
an earlier run."""

Moment = Literal["before", "after", "answer", "unknown", "replan", "approval"]
"""Why a step waits for a person: to be let begin, to have its result seen, to be answered, to say what became of
it when nobody knows, to be planned anew, or because its call or its agent needs an approval of its own."""
