"""The workflow operations that capabilities can use: draft, read and run workflows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.contracts.runs.workflow import Workflow, WorkflowSummary


@dataclass(frozen=True, slots=True)
class WorkflowDraft:
    """A workflow to store, the one it replaces, and both as text."""

    workflow: Workflow
    before: Workflow | None
    text: str
    text_before: str | None


@dataclass(frozen=True, slots=True)
class WorkflowRun:
    """A run of a workflow that ended or waits for a person, with its output so far."""

    run: Run
    output: Any = None


@dataclass(frozen=True, slots=True)
class WorkflowPort:
    """Operations on the library of workflows, offered to capabilities."""

    draft: Callable[[str, bool], Awaitable[WorkflowDraft]]
    """Reads and checks a document; the flag says whether it may replace a workflow with the same id."""
    all: Callable[[str], Awaitable[list[WorkflowSummary]]]
    """Returns the workflows a project can use."""
    get: Callable[[str], Awaitable[Workflow]]
    text: Callable[[Workflow], str]
    run: Callable[[Run, str, str, JsonObject], Awaitable[WorkflowRun]]
    """Runs a workflow for a run, under an idempotency key, until it ends or waits for a person."""
