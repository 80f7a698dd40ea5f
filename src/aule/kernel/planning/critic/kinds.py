"""The kinds of findings: their check, their severity, and who can fix them."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from aule.contracts.plans.plan import Feedback, Plan, Severity
from aule.kernel.planning.critic.texts import told

Fix = Literal["code", "planner"]


class FindingKind(NamedTuple):
    """One kind of finding."""

    code: str
    severity: Severity = "critical"
    fix: Fix | None = None
    asks: bool = False
    """Whether only the person can settle it."""


KINDS: dict[str, FindingKind] = {
    "schema": FindingKind("C01", fix="planner"),
    "no_steps": FindingKind("C01", fix="planner"),
    "no_goal": FindingKind("C01", fix="planner"),
    "incomplete": FindingKind("C01", fix="planner"),
    "unclear_repeat": FindingKind("C01", fix="planner"),
    "same_id": FindingKind("C02", fix="planner"),
    "no_such_step": FindingKind("C03", fix="planner"),
    "cycle": FindingKind("C04", fix="planner"),
    "order": FindingKind("C05", "warning", fix="code"),
    "no_description": FindingKind("C06", fix="planner"),
    "placeholder": FindingKind("C06", fix="planner"),
    "short": FindingKind("C06", fix="planner"),
    "undecided": FindingKind("C06", asks=True),
    "no_validation": FindingKind("C07", fix="planner"),
    "unmeasurable": FindingKind("C07", fix="planner"),
    "no_path": FindingKind("C08", asks=True),
    "outside": FindingKind("C08", fix="planner"),
    "missing_file": FindingKind("C08", fix="planner"),
    "misspelt_file": FindingKind("C08", fix="code"),
    "several_files": FindingKind("C08", asks=True),
    "exists": FindingKind("C08", fix="code"),
    "no_folder": FindingKind("C08", asks=True),
    "not_a_folder": FindingKind("C08", fix="planner"),
    "lines_invalid": FindingKind("C09", "warning", fix="code"),
    "lines_beyond": FindingKind("C09", fix="code"),
    "no_capability": FindingKind("C10", fix="planner"),
    "no_agent": FindingKind("C10", fix="planner"),
    "no_workflow": FindingKind("C10", fix="planner"),
    "no_param": FindingKind("C10", fix="planner"),
    "missing_param": FindingKind("C10", asks=True),
    "bad_param": FindingKind("C10", fix="planner"),
    "bad_binding": FindingKind("C11", fix="planner"),
    "no_source": FindingKind("C11", fix="planner"),
    "no_field": FindingKind("C11", fix="planner"),
    "no_item": FindingKind("C11", fix="planner"),
    "vague": FindingKind("C12", "warning", fix="planner"),
    "no_mitigation": FindingKind("C13", fix="planner"),
    "no_criteria": FindingKind("C14", fix="planner"),
    "unrelated": FindingKind("C14", "info"),
    "unanswered": FindingKind("C15", asks=True),
    "not_applied": FindingKind("C16", "warning", fix="planner"),
    "points_nowhere": FindingKind("C17", "warning", fix="code"),
    "moot": FindingKind("C17", "warning", fix="code"),
    "many_steps": FindingKind("C18", "warning"),
    "many_files": FindingKind("C18", "warning"),
    "destructive": FindingKind("C19", fix="code"),
    "out_of_scope": FindingKind("C20", fix="planner"),
    "secret": FindingKind("C21"),
    "file_gone": FindingKind("C22", "warning"),
    "file_changed": FindingKind("C22", "warning"),
    "not_in_manifest": FindingKind("C23", "warning"),
    "other_version": FindingKind("C23", "warning"),
    "duplicate": FindingKind("C24", "warning", fix="code"),
    "assumption": FindingKind("C25", asks=True),
}
"""Kinds by name. `code`: a rule fixes it at once; `planner`: the planner can try; neither: only a person can."""

SAFETY = frozenset({"C01", "C02", "C03", "C04", "C10", "C19", "C20", "C21"})
"""Checks whose critical findings nobody can accept."""


def finding(plan: Plan, name: str, /, step: str | None = None, field: str | None = None, **values: Any) -> Feedback:
    """Return a finding of some kind, in the plan's language."""
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
