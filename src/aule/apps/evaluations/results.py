"""Results of trials, put together from their answers. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.evaluations.records import CellStatus, SubjectResult, TrialCell, TrialCheck, TrialPlan


def place_of(plan: TrialPlan, place: int) -> tuple[int, int, int]:
    """Return the question, the subject and the repeat of a place in a trial, each counted from 0."""
    rest, repeat = divmod(place, plan.repeats)
    question, subject = divmod(rest, len(plan.subjects))
    return question, subject, repeat


def status_of(checks: Sequence[TrialCheck], *, has_failed: bool) -> CellStatus:
    """Return what an answer is worth: what was not checked never counts as passed."""
    if has_failed:
        return "error"
    if any(each.passed is False for each in checks):
        return "failed"
    if not checks or any(each.passed is None for each in checks):
        return "not_checked"
    return "passed"


def worst(statuses: Sequence[CellStatus]) -> CellStatus | None:
    """Return what several answers to the same question are worth together."""
    order: tuple[CellStatus, ...] = ("error", "failed", "not_checked", "passed")
    return min(statuses, key=order.index, default=None)


def results_of(plan: TrialPlan, cells: Sequence[TrialCell]) -> list[SubjectResult]:
    """Return what came of each subject of a trial so far."""
    return [_result(plan, place, [cell for cell in cells if cell.subject == place]) for place in _places(plan)]


def _places(plan: TrialPlan) -> range:
    return range(len(plan.subjects))


def _result(plan: TrialPlan, place: int, cells: Sequence[TrialCell]) -> SubjectResult:
    subject = plan.subjects[place]

    def count(status: CellStatus) -> int:
        return sum(cell.status == status for cell in cells)

    decided = len(cells) - count("not_checked")
    return SubjectResult(
        subject=place,
        label=subject.label,
        agent=subject.agent.id,
        agent_name=subject.agent.name,
        version=subject.version,
        is_draft=subject.is_draft,
        models=sorted({cell.model for cell in cells if cell.model}),
        total=len(cells),
        passed=count("passed"),
        failed=count("failed"),
        not_checked=count("not_checked"),
        errors=count("error"),
        pass_rate=round(count("passed") / decided, 4) if decided else None,
        tokens=sum(cell.tokens for cell in cells),
        cost=round(sum(cell.cost for cell in cells), 10),
        seconds=round(sum(cell.seconds for cell in cells), 3),
    )
