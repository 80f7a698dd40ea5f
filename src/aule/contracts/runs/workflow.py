"""Workflows: reusable, versioned documents that compile to a graph."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.agent import Budget
from aule.contracts.access.approval import Preview
from aule.contracts.access.capability import Effect, Envelope, Result
from aule.contracts.access.change import Actor
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.canvas import Canvas
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.flow import StepView
from aule.contracts.runs.graph import Graph, StepId, StepKind
from aule.contracts.runs.run import Run

WorkflowId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
"""The name a workflow is run by."""


class Workflow(Model):
    """A graph with a name, as people keep it, share it and run it again."""

    id: WorkflowId
    title: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=4_000)
    project: str | None = Field(default=None, max_length=64)
    """The project it belongs to; none means all of them."""
    graph: Graph
    budget: Budget | None = None
    at_once: int = Field(default=8, ge=1, le=64)
    """How many steps may be under way at the same time."""
    canvas: Canvas | None = None
    """How it is drawn, never how it runs."""
    created_by: Literal["user", "agent"] = "user"
    created_at: str = ""
    updated_at: str = ""
    version: int = 1


class WorkflowSaved(Model):
    """A workflow was made or changed."""

    type: Literal["workflow.saved"] = "workflow.saved"
    workflow: Workflow


class WorkflowDeleted(Model):
    """A workflow was removed."""

    type: Literal["workflow.deleted"] = "workflow.deleted"
    workflow: str


class WorkflowSummary(Model):
    """A workflow in a list, with how it went last."""

    workflow: Workflow
    steps: int
    """How many steps it has, those of graphs inside included."""
    last_run: Run | None = None


class WorkflowLastRun(Model):
    """The latest run of a workflow: its status, how its steps stand, and what they share."""

    run: Run
    steps: list[StepView] = []
    state: JsonObject = {}
    output: Any = None


class WorkflowView(Workflow):
    """A workflow, with how it went last."""

    last_run: WorkflowLastRun | None = None


class WorkflowStepPreview(Model):
    """One step of a workflow as it would run."""

    place: str
    title: str
    kind: StepKind
    capability: str | None = None
    effect: Effect | None = None
    asks: bool
    """Whether it stops for a person, unless exactly this was allowed beforehand."""
    disabled: bool = False
    """Whether it is switched off, itself or with the step it is inside of."""


class WorkflowPreview(Model):
    """What running a workflow would be allowed to do, and the hash that allows exactly this."""

    content_hash: str
    envelope: Envelope
    steps: list[WorkflowStepPreview]


class WorkflowCheck(Model):
    """What a document says, or everything that is wrong with it. Checking saves and runs nothing."""

    ok: bool
    findings: list[Finding]
    workflow: Workflow | None = None
    document: str | None = None
    """The same as a document; none where it cannot be read, or has no place for all of it."""


class WorkflowVersion(Model):
    """A version of a workflow: who made it when, and whether it is the one there is."""

    version: int
    at: str
    by: Actor
    change: str
    title: str
    steps: int
    is_current: bool


class WorkflowVersions(Model):
    """The versions of a workflow, the latest first."""

    items: list[WorkflowVersion]


class SampleCall(Model):
    """One call of a workflow tried by itself: what looking gave, or what anything else would do."""

    step: StepId
    capability: str
    effect: Effect
    params: JsonObject
    """What it was given, or would be."""
    sampled: list[StepId] = []
    """Steps whose results are samples that were pinned or given."""
    is_run: bool
    """Whether it was called. Only what merely reads is; everything else is shown, and has no effect."""
    result: Result | None = None
    preview: Preview | None = None
