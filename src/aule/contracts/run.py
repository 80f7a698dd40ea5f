"""Runs: one piece of work from start to end."""

from __future__ import annotations

from enum import StrEnum

from aule.contracts.agent import Budget, ModelChoice
from aule.contracts.errors import Problem
from aule.contracts.model import Model


class RunKind(StrEnum):
    """What started it."""

    PLAN = "plan"
    WORKFLOW = "workflow"
    TURN = "turn"
    CALL = "call"
    ONE_SHOT = "one_shot"
    IMPORT = "import"
    MIGRATION = "migration"
    UNDO = "undo"
    SCHEDULE = "schedule"
    DELEGATE = "delegate"


class RunStatus(StrEnum):
    """Where it stands."""

    QUEUED = "queued"
    EXECUTING = "executing"
    WAITING = "waiting"
    PAUSED = "paused"
    DONE = "done"
    DONE_WITH_FAILURES = "done_with_failures"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        """Whether nothing more can happen."""
        return self in FINAL


FINAL = frozenset({RunStatus.DONE, RunStatus.DONE_WITH_FAILURES, RunStatus.FAILED, RunStatus.CANCELLED})


class Usage(Model):
    """What a run cost."""

    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0
    model_calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            cost=self.cost + other.cost,
            model_calls=self.model_calls + other.model_calls,
        )


class Run(Model):
    """One piece of work: a turn of talk, a call, an undo, later a plan or workflow."""

    id: str
    kind: RunKind
    title: str = ""
    parent: str | None = None
    agent: str | None = None
    session_id: str | None = None
    project: str
    status: RunStatus = RunStatus.EXECUTING
    locale: str = "en"
    choice: ModelChoice | None = None
    """The model that was asked for, when one was."""
    model: str | None = None
    """`provider/model` as the router chose it."""
    budget: Budget = Budget()
    allowed: list[list[str]] = []
    """Capability patterns of every ancestor: a call must be allowed by each list."""
    depth: int = 0
    """How many agents stand above this one."""
    usage: Usage = Usage()
    epoch: int = 0
    started_at: str
    finished_at: str | None = None
    error: Problem | None = None
