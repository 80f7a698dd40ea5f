"""What happens to plans, as facts."""

from __future__ import annotations

from typing import Literal

from aule.contracts.model import Model
from aule.contracts.plans.plan import Feedback, Plan, PlanStep

Author = Literal["user", "planner", "critic", "clarifier", "editor", "executor", "import", "system"]
"""Who changed a plan. `editor` is somebody who changed its file."""


class PlanSaved(Model):
    """A plan was made or changed; the whole of it, as it stands from here on."""

    type: Literal["plan.saved"] = "plan.saved"
    plan: Plan
    author: Author
    reason: str = ""
    """What was done, in a few words: `created`, `reviewed`, `answered c1`, `moved step 3`."""


class PlanReviewed(Model):
    """The critic looked at a version of a plan."""

    type: Literal["plan.reviewed"] = "plan.reviewed"
    plan: str
    version: int
    round: int
    findings: list[Feedback]


class PlanReplanned(Model):
    """The rest of a plan was changed while it ran."""

    type: Literal["plan.replanned"] = "plan.replanned"
    plan: str
    version: int
    reason: str
    within: bool
    """Whether it stays inside what was approved; else a person was asked about the difference."""
    added: list[str] = []
    changed: list[str] = []
    dropped: list[str] = []
    step: str | None = None
    """The step that failed."""
    steps: list[PlanStep] = []
    """All steps as they are from here on; what was done before is part of them."""
    approval: str | None = None
    """What the person was asked, when it does not stay inside."""


class PlanBroken(Model):
    """A plan's file cannot be read; it is left as it is, and the last good version is kept."""

    type: Literal["plan.broken"] = "plan.broken"
    plan: str
    project: str
    message: str
    line: int | None = None
    column: int | None = None


class PlanShown(Model):
    """A version of a plan was shown to somebody at a door: what they say yes to is what they saw there."""

    type: Literal["plan.shown"] = "plan.shown"
    plan: str
    version: int
    content_hash: str
    door: str
