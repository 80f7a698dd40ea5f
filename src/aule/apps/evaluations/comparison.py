"""Two trials against each other: what fails now, what passes now, what became dearer or slower. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from aule.apps.evaluations.records import (
    CellStatus,
    Change,
    ComparedQuestion,
    SubjectResult,
    Trial,
    TrialCell,
    TrialComparison,
    TrialPlan,
)
from aule.apps.evaluations.results import worst

_BAD: tuple[CellStatus, ...] = ("failed", "error")


@dataclass(slots=True)
class _Answers:
    """The answers of one subject to one question."""

    words: str
    cells: list[TrialCell] = field(default_factory=list[TrialCell])

    @property
    def status(self) -> CellStatus | None:
        return worst([cell.status for cell in self.cells])

    @property
    def broken(self) -> set[str]:
        """The expectations that were not met, in words."""
        return {check.sentence for cell in self.cells for check in cell.checks if check.passed is False}

    def mean(self, name: str) -> float:
        values = [float(getattr(cell, name)) for cell in self.cells]
        return sum(values) / len(values) if values else 0.0


def compare(trial: Trial, other: Trial) -> TrialComparison:
    """Return a trial against another one, by agent and question."""
    pairs = list(_pairs(trial.results, other.results))
    questions = [each for after, before in pairs for each in _questions(trial, other, after, before)]
    return TrialComparison(
        trial=trial.id,
        other=other.id,
        before=other.results,
        after=trial.results,
        questions=questions,
        newly_failing=sum(each.change == "newly_failing" for each in questions),
        newly_passing=sum(each.change == "newly_passing" for each in questions),
    )


def baseline_of(plan: TrialPlan, earlier: Sequence[TrialPlan]) -> str | None:
    """Return the trial that one is best compared with, of earlier ones from the latest on.

    That is the last one of an earlier version of the same agent; for a draft, of the version it is a draft of.
    """
    if not plan.subjects:
        return None
    tried = plan.subjects[0]
    same = [each for each in earlier if any(one.agent.id == tried.agent.id for one in each.subjects)]
    for each in same:
        versions = [one.version for one in each.subjects if one.agent.id == tried.agent.id and not one.is_draft]
        if any(version < tried.version or (tried.is_draft and version == tried.version) for version in versions):
            return each.id
    return same[0].id if same else None


def _pairs(
    after: Sequence[SubjectResult], before: Sequence[SubjectResult]
) -> Sequence[tuple[SubjectResult, SubjectResult | None]]:
    """Return each subject with the one it is compared with: the same agent, by its label or else in order."""
    left, found = list(before), list[tuple[SubjectResult, SubjectResult | None]]()
    for each in after:
        same = [one for one in left if one.agent == each.agent]
        pair = next((one for one in same if one.label == each.label), same[0] if same else None)
        if pair is not None:
            left.remove(pair)
        found.append((each, pair))
    return found


def _questions(
    trial: Trial, other: Trial, after: SubjectResult, before: SubjectResult | None
) -> Sequence[ComparedQuestion]:
    now = _answers(trial, after.subject)
    then = {} if before is None else _answers(other, before.subject)
    return [
        _compared(id, after, now.get(id), then.get(id))
        for id in dict.fromkeys([*now, *then])
        if id in now or id in then
    ]


def _compared(id: str, subject: SubjectResult, now: _Answers | None, then: _Answers | None) -> ComparedQuestion:
    known = now or then
    assert known is not None
    nothing = _Answers("")
    after, before = now or nothing, then or nothing
    change = _change(before.status, after.status)
    worse, better = sorted(after.broken - before.broken), sorted(before.broken - after.broken)
    return ComparedQuestion(
        question=id,
        words=known.words,
        label=subject.label,
        agent=subject.agent,
        change=change,
        before=before.status,
        after=after.status,
        tokens_before=round(before.mean("tokens")),
        tokens_after=round(after.mean("tokens")),
        cost_before=round(before.mean("cost"), 10),
        cost_after=round(after.mean("cost"), 10),
        seconds_before=round(before.mean("seconds"), 3),
        seconds_after=round(after.mean("seconds"), 3),
        why=better if change == "newly_passing" else worse if change == "newly_failing" else [],
    )


def _change(before: CellStatus | None, after: CellStatus | None) -> Change:
    if before is None or after is None:
        return "added" if before is None else "gone"
    if after in _BAD and before == "passed":
        return "newly_failing"
    if after == "passed" and before in _BAD:
        return "newly_passing"
    return "same" if before == after else "changed"


def _answers(trial: Trial, subject: int) -> dict[str, _Answers]:
    words = {question.id: question.words for question in trial.questions}
    found: dict[str, _Answers] = {}
    for cell in trial.cells:
        if cell.subject == subject:
            found.setdefault(cell.question, _Answers(words.get(cell.question, ""))).cells.append(cell)
    return found
