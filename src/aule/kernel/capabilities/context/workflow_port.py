"""What capabilities can do with workflows: write one down, look at those there are, and run one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.contracts.runs.workflow import Workflow, WorkflowSummary


@dataclass(frozen=True, slots=True)
class Drafted:
    """A workflow as it would be kept, the one it would replace, and both as documents."""

    workflow: Workflow
    before: Workflow | None
    text: str
    text_before: str | None


@dataclass(frozen=True, slots=True)
class Ran:
    """A run of a workflow that ended or waits for a person, and what it came to so far."""

    run: Run
    output: Any = None


@dataclass(frozen=True, slots=True)
class Flows:
    """The library of workflows, as the kernel lends it to capabilities."""

    draft: Callable[[str, bool], Awaitable[Drafted]]
    """Reads and checks a document; whether it may replace a workflow of the same id is said beside it."""
    all: Callable[[str], Awaitable[list[WorkflowSummary]]]
    """The workflows a project can use."""
    get: Callable[[str], Awaitable[Workflow]]
    text: Callable[[Workflow], str]
    run: Callable[[Run, str, str, JsonObject], Awaitable[Ran]]
    """Runs a workflow for somebody's run, under a key of its own, until it ends or waits for a person."""
