"""Closed sets of words that contracts and commands share.

Nothing is imported here but `enum`, so that a command can offer them as choices without loading the contracts.
"""

from __future__ import annotations

from enum import StrEnum


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
        return self in FINAL_RUNS

    @property
    def is_failure(self) -> bool:
        """Whether it is over without having come to its end: it failed, or was stopped."""
        return self in (RunStatus.FAILED, RunStatus.CANCELLED)


FINAL_RUNS = frozenset({RunStatus.DONE, RunStatus.DONE_WITH_FAILURES, RunStatus.FAILED, RunStatus.CANCELLED})


class ApprovalKind(StrEnum):
    """What is being asked."""

    PLAN = "plan"
    STEP = "step"
    WRITE = "write"
    DELETE = "delete"
    EXEC = "exec"
    EXTERNAL = "external"
    IMPORT = "import"
    ENVIRONMENT = "environment"
    TRUST = "trust"
    BUDGET = "budget"
    QUESTION = "question"
    UNDO = "undo"


class ApprovalStatus(StrEnum):
    """Where it stands. Expired is not denied."""

    PENDING = "pending"
    GRANTED = "granted"
    DENIED = "denied"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"


class PlanStatus(StrEnum):
    """Where a plan stands."""

    DRAFT = "draft"
    CLARIFYING = "clarifying"
    REVIEWING = "reviewing"
    READY = "ready"
    APPROVED = "approved"
    EXECUTING = "executing"
    DONE = "done"
    DONE_WITH_FAILURES = "done_with_failures"
    FAILED = "failed"
    CANCELLED = "cancelled"
    SUPERSEDED = "superseded"

    @property
    def is_final(self) -> bool:
        """Whether it is no longer offered as the plan; what failed or was cancelled can be taken up again."""
        return self in FINAL_PLANS

    @property
    def is_open(self) -> bool:
        """Whether it is still being made: it can be talked about, edited, approved."""
        return self in OPEN_PLANS


FINAL_PLANS = frozenset(
    {
        PlanStatus.DONE,
        PlanStatus.DONE_WITH_FAILURES,
        PlanStatus.FAILED,
        PlanStatus.CANCELLED,
        PlanStatus.SUPERSEDED,
    }
)
OPEN_PLANS = frozenset({PlanStatus.DRAFT, PlanStatus.CLARIFYING, PlanStatus.REVIEWING, PlanStatus.READY})


class PlanStepStatus(StrEnum):
    """Where a step of a plan stands."""

    PENDING = "pending"
    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    UNKNOWN = "unknown"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


class Layer(StrEnum):
    """How long it lasts: a run, a conversation, or for good."""

    WORKING = "working"
    SESSION = "session"
    LONG_TERM = "long_term"


class MemoryKind(StrEnum):
    """What sort of thing is remembered."""

    OBJECTIVE = "objective"
    FINDING = "finding"
    ACTION = "action"
    ERROR = "error"
    RESULT = "result"
    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    CONTEXT = "context"


class Why(StrEnum):
    """Why a memory entered a turn."""

    PINNED = "pinned"
    WORDS = "words"
    MEANING = "meaning"
    BOTH = "both"


class Missed(StrEnum):
    """What becomes of times that passed while the system was off."""

    SKIP = "skip"
    ONCE = "once"
    ALL = "all"


class Overlap(StrEnum):
    """What becomes of a time that comes while the run before is still under way."""

    SKIP = "skip"
    QUEUE = "queue"
    PARALLEL = "parallel"
