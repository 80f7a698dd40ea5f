"""How a run's steps stand, as people look at them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from aule.contracts.access.capability import Effect
from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import Graph, Moment, SkipReason, StepKind, StepOrigin
from aule.contracts.runs.run import Run, Usage


class StepStatus(StrEnum):
    """Where a step stands."""

    PENDING = "pending"
    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    UNKNOWN = "unknown"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


class ResultSize(Model):
    """How much a step gave: the items of a list, also of the only list in an object, or the characters of a text."""

    unit: Literal["items", "characters"]
    count: int
    field: str | None = None
    """Where the list stands in the result; none where the result is the list."""


class StepView(Model):
    """One step of a run."""

    place: str
    """`fetch`, `fetch[3]` (a repetition), `report/draft` (a step of the graph inside `report`)."""
    inside: str | None = None
    """The step it is a part of."""
    kind: StepKind
    title: str
    status: StepStatus
    after: list[str] = []
    """The places of the steps it depends on."""
    capability: str | None = None
    effect: Effect | None = None
    agent: str | None = None
    done: int | None = None
    """Of a step with parts: how many of them are final, of how many."""
    total: int | None = None
    attempt: int = 0
    started_at: str | None = None
    finished_at: str | None = None
    again_at: float | None = None
    """When a failed attempt is followed by the next (seconds since 1970)."""
    moment: Moment | None = None
    """Why it waits."""
    approval: str | None = None
    """What is asked of a person."""
    error: Problem | None = None
    run: str | None = None
    """The run of its agent."""
    call: str | None = None
    """The call it made."""
    usage: Usage | None = None
    """What its agents spent, as far as they have ended."""
    artifacts: list[str] = []
    """What it made, where the workflow is looked at."""
    stops_before: bool = False
    stops_after: bool = False
    repeats: bool = False
    condition: str | None = None
    origin: StepOrigin | None = None
    """Where its result comes from, when it did not run: a pinned or given sample, or an earlier run."""
    skipped: SkipReason | None = None
    """Why it was not done, where it was skipped."""
    size: ResultSize | None = None
    """How much it gave, where that can be counted."""


class RunGraph(Model):
    """A run's graph and how each step stands; repetitions only of the steps asked for."""

    run: Run
    graph: Graph
    graph_hash: str
    """What a change of the graph sends along as `seen`, so that it replaces nobody else's."""
    inputs: JsonObject
    state: JsonObject
    output: Any = None
    steps: list[StepView]
    cursor: str
    """Where the log stood: follow from here to keep it current."""


class Attempt(Model):
    """One try of a step."""

    number: int
    started_at: str
    finished_at: str | None = None
    error: Problem | None = None


class StepDetail(Model):
    """One step with what went in, what came out, and what happened."""

    step: StepView
    definition: JsonObject
    params: JsonObject | None = None
    result: Any = None
    attempts: list[Attempt] = []
    call: str | None = None
