"""What kinds of findings there are: their check, how grave each is, and who can mend it."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from aule.contracts.plans.plan import Feedback, Plan, Severity
from aule.kernel.planning.critic.words import told

Fix = Literal["code", "planner"]


class Kind(NamedTuple):
    """One kind of finding."""

    code: str
    severity: Severity = "critical"
    fix: Fix | None = None
    asks: bool = False
    """Whether only the person can settle it."""


KINDS: dict[str, Kind] = {
    "schema": Kind("C01", fix="planner"),
    "no_steps": Kind("C01", fix="planner"),
    "no_goal": Kind("C01", fix="planner"),
    "incomplete": Kind("C01", fix="planner"),
    "unclear_repeat": Kind("C01", fix="planner"),
    "same_id": Kind("C02", fix="planner"),
    "no_such_step": Kind("C03", fix="planner"),
    "cycle": Kind("C04", fix="planner"),
    "order": Kind("C05", "warning", fix="code"),
    "no_description": Kind("C06", fix="planner"),
    "placeholder": Kind("C06", fix="planner"),
    "short": Kind("C06", fix="planner"),
    "undecided": Kind("C06", asks=True),
    "no_validation": Kind("C07", fix="planner"),
    "unmeasurable": Kind("C07", fix="planner"),
    "no_path": Kind("C08", asks=True),
    "outside": Kind("C08", fix="planner"),
    "missing_file": Kind("C08", fix="planner"),
    "misspelt_file": Kind("C08", fix="code"),
    "several_files": Kind("C08", asks=True),
    "exists": Kind("C08", fix="code"),
    "no_folder": Kind("C08", asks=True),
    "not_a_folder": Kind("C08", fix="planner"),
    "lines_invalid": Kind("C09", "warning", fix="code"),
    "lines_beyond": Kind("C09", fix="code"),
    "no_capability": Kind("C10", fix="planner"),
    "no_agent": Kind("C10", fix="planner"),
    "no_workflow": Kind("C10", fix="planner"),
    "no_param": Kind("C10", fix="planner"),
    "missing_param": Kind("C10", asks=True),
    "bad_param": Kind("C10", fix="planner"),
    "bad_binding": Kind("C11", fix="planner"),
    "no_source": Kind("C11", fix="planner"),
    "no_field": Kind("C11", fix="planner"),
    "no_item": Kind("C11", fix="planner"),
    "vague": Kind("C12", "warning", fix="planner"),
    "no_mitigation": Kind("C13", fix="planner"),
    "no_criteria": Kind("C14", fix="planner"),
    "unrelated": Kind("C14", "info"),
    "unanswered": Kind("C15", asks=True),
    "not_applied": Kind("C16", "warning", fix="planner"),
    "points_nowhere": Kind("C17", "warning", fix="code"),
    "moot": Kind("C17", "warning", fix="code"),
    "many_steps": Kind("C18", "warning"),
    "many_files": Kind("C18", "warning"),
    "destructive": Kind("C19", fix="code"),
    "out_of_scope": Kind("C20", fix="planner"),
    "secret": Kind("C21"),
    "file_gone": Kind("C22", "warning"),
    "file_changed": Kind("C22", "warning"),
    "not_in_manifest": Kind("C23", "warning"),
    "other_version": Kind("C23", "warning"),
    "duplicate": Kind("C24", "warning", fix="code"),
    "assumption": Kind("C25", asks=True),
}
"""By name. `code`: a rule mends it at once; `planner`: the planner can try; neither: only a person can."""

SAFETY = frozenset({"C01", "C02", "C03", "C04", "C10", "C19", "C20", "C21"})
"""Checks whose criticals nobody can wave through."""


def finding(plan: Plan, name: str, /, step: str | None = None, field: str | None = None, **values: Any) -> Feedback:
    """A finding of some kind, in the plan's language."""
    kind = KINDS[name]
    if step is not None:
        values.setdefault("step", step)
    issue, suggestion = told(name, plan.language, **values)
    return Feedback(
        code=kind.code,
        step_id=step,
        field=field,
        issue=issue,
        severity=kind.severity,
        suggestion=suggestion,
        requires_clarification=kind.asks,
        fix=kind.fix,
    )
