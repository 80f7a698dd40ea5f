"""What happens to the steps of a run, as facts. A step is named by its place: `fetch`, `fetch[3]`, `report/draft`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from aule.contracts.access.capability import Envelope
from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import Graph, Moment, SkipReason, StepOrigin


class StepStarted(Model):
    """A step began its work. What it was given stands in its call, or in its agent's run."""

    type: Literal["step.started"] = "step.started"
    step: str
    attempt: int
    params: Annotated[JsonObject, Field(exclude=True)] = {}
    """Filled in from what other steps made; not recorded, because it can be filled in again."""


class StepExpanded(Model):
    """A repeated step knows how often it runs, and for which items."""

    type: Literal["step.expanded"] = "step.expanded"
    step: str
    items: list[Any]


class StepOpened(Model):
    """A graph inside a step began, with what it was given."""

    type: Literal["step.opened"] = "step.opened"
    step: str
    inputs: JsonObject


class StepCompleted(Model):
    """A step's work is done; its result is never made again."""

    type: Literal["step.completed"] = "step.completed"
    step: str
    result: Any = None
    call: str | None = None
    """The call whose result this is: it is recorded there, once."""
    origin: StepOrigin | None = None
    """Where the result comes from, when the step did not run in this run."""


class StepFailed(Model):
    """A step failed. It is tried again at `again_at`, or stays failed."""

    type: Literal["step.failed"] = "step.failed"
    step: str
    error: Problem
    again_at: float | None = None
    contained: bool = False
    """Whether only the steps that need it are left out, and the others go on."""
    result: Any = None
    """What its work gave back all the same, such as what a command printed."""
    call: str | None = None
    """The call whose result this is: it is recorded there, once."""


class StepSkipped(Model):
    """A step was not done: its condition was not met, something before it or it itself failed, or a person said so.

    One that is left out was not asked for: only a part of the graph is run. One that is disabled is switched off, and
    one with a missing result needs what a step that is switched off would have given.
    """

    type: Literal["step.skipped"] = "step.skipped"
    step: str
    reason: SkipReason
    error: Problem | None = None
    result: Any = None
    """What its work gave back all the same, when it failed."""
    call: str | None = None
    """The call whose result this is: it is recorded there, once."""


class StepInterrupted(Model):
    """A step waits for a person."""

    type: Literal["step.interrupted"] = "step.interrupted"
    step: str
    moment: Moment
    message: str = ""
    error: Problem | None = None
    """What went wrong, when it waits to be planned anew."""
    approval: str | None = None
    """What the person is asked."""
    result: Any = None
    """What its work gave back all the same, when it waits to be planned anew."""
    call: str | None = None
    """The call whose result this is: it is recorded there, once."""


class StepReleased(Model):
    """A person decided about a step that waited."""

    type: Literal["step.released"] = "step.released"
    step: str
    option: Literal["approve", "retry", "skip", "abort"]
    result: Any = None
    """The answer, or the result as the person corrected it; null leaves it as it is."""
    clears: bool = False
    """Whether the person took the result away: null stands in its place."""
    state: JsonObject = {}
    """Shared keys the person set."""


class RunPlanned(Model):
    """What a run does is settled: its steps and what they are given. A later one replaces it."""

    type: Literal["run.planned"] = "run.planned"
    graph: Graph
    inputs: JsonObject = {}
    derived_from: str | None = None
    """The content hash of the graph that the executor itself derived this one from; none when a person changed it."""
    envelope: Envelope | None = None
    """What is allowed from here on, when a person allowed more along the way."""


class RunClaimed(Model):
    """A worker took a run: whoever had it before can no longer record anything in it."""

    type: Literal["run.claimed"] = "run.claimed"
    worker: str


class RunPaused(Model):
    """What is under way ends, nothing more begins until it is resumed: a person said so, or it was cut off."""

    type: Literal["run.paused"] = "run.paused"
    why: Literal["person", "stood_still", "protected"] = "person"


class RunEdited(Model):
    """A person set shared keys of a run's outermost graph."""

    type: Literal["run.edited"] = "run.edited"
    state: JsonObject


class RunAborted(Model):
    """Nothing more is begun; what is under way ends."""

    type: Literal["run.aborted"] = "run.aborted"
    error: Problem | None = None


NodeFact = (
    StepStarted | StepExpanded | StepOpened | StepCompleted | StepFailed | StepSkipped | StepInterrupted | StepReleased
)
"""What happens to one step."""

StepFact = NodeFact | RunEdited | RunAborted
"""What happens to the steps of a run."""
