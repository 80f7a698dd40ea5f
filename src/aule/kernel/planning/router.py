"""The router: decides by code, from the findings, what happens next to a plan; no model decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aule.contracts.plans.plan import Clarification, Feedback, Plan
from aule.kernel.planning.critic.fixes import is_mendable
from aule.kernel.planning.critic.review import mark
from aule.kernel.planning.critic.structure import is_about
from aule.kernel.planning.execution.compile import dependencies_of

UNASKED = frozenset({"C01", "C02", "C03", "C21"})
"""Checks that cannot become a question: somebody has to edit the plan."""
_OF_ALL = frozenset({"C15", "C25"})
"""Checks whose findings block the whole plan when they name no step."""


@dataclass(frozen=True, slots=True)
class TeamLimits:
    """How long the planning team goes on by itself."""

    questions: int = 5
    """Questions asked about one plan."""
    rounds: int = 8
    """Reviews in a row."""
    repairs: int = 2
    """Attempts of the planner before a person is asked."""


@dataclass(frozen=True, slots=True)
class MendMove:
    """Next move: rules fix these findings."""

    findings: tuple[Feedback, ...]


@dataclass(frozen=True, slots=True)
class RepairMove:
    """Next move: the planner tries to fix these findings."""

    findings: tuple[Feedback, ...]


@dataclass(frozen=True, slots=True)
class AskMove:
    """Next move: ask the person about this one finding."""

    finding: Feedback
    clarification: str | None = None
    """The question that already exists for it."""


@dataclass(frozen=True, slots=True)
class ReadyMove:
    """Next move: show the plan for approval."""


@dataclass(frozen=True, slots=True)
class StuckMove:
    """Next move: show these findings; the person edits, answers or accepts the plan as it is."""

    findings: tuple[Feedback, ...]
    why: Literal["rounds", "questions", "asked"]
    """`rounds`: too many reviews; `questions`: too many questions; `asked`: everything was asked already."""


Move = MendMove | RepairMove | AskMove | ReadyMove | StuckMove


def next_move(
    plan: Plan,
    findings: Sequence[Feedback],
    rounds: int,
    limits: TeamLimits = TeamLimits(),  # noqa: B008 - frozen
    before: Sequence[Feedback] | None = None,
) -> Move:
    """Return what comes next: rules first, then the planner, then one question.

    `rounds` counts the reviews since a person last did something, `before` is what the review before this one found: a
    planner that changed nothing is not asked again.
    """
    if rounds < limits.rounds and (mended := tuple(each for each in findings if is_mendable(each, plan))):
        return MendMove(mended)
    grave = tuple(each for each in findings if blocks(each))
    if not grave:
        return ReadyMove()
    if rounds >= limits.rounds:
        return StuckMove(grave, "rounds")
    hopeful = tuple(each for each in grave if each.fix == "planner")
    same = before is not None and _marks(before) == _marks(findings)
    if hopeful and rounds <= limits.repairs and not (same and rounds > 1):
        return RepairMove(hopeful)
    return _question(plan, grave, limits)


def blocks(found: Feedback) -> bool:
    """Return whether a finding keeps a plan from being ready."""
    return found.severity == "critical" and found.status == "open"


def is_ready(findings: Sequence[Feedback]) -> bool:
    """Return whether no finding prevents an approval."""
    return not any(blocks(each) for each in findings)


def asked_of(plan: Plan) -> int:
    """Return how many questions the person has been asked about a plan."""
    return sum(each.asked_at is not None for each in plan.clarifications)


def pick(plan: Plan, findings: Sequence[Feedback]) -> Feedback | None:
    """Return the one finding to ask about: the one that blocks most steps, then the first in the plan."""
    place = {step.id: number for number, step in enumerate(plan.steps)}
    held = _held_up(plan)

    def weight(found: Feedback) -> tuple[int, bool, int, str]:
        everything = found.step_id is None and found.code in _OF_ALL
        steps = len(plan.steps) if everything else held.get(found.step_id, 0)
        return (-steps, not found.requires_clarification, place.get(found.step_id or "", -1), found.code)

    return min(findings, key=weight, default=None)


def _question(plan: Plan, grave: tuple[Feedback, ...], limits: TeamLimits) -> AskMove | StuckMove:
    now = plan.question
    if now is not None and (found := next((each for each in grave if _concerns(now, each)), None)) is not None:
        return AskMove(found, now.id)  # the open question is still about this finding
    open = [each for each in grave if each.code not in UNASKED and not _was_asked(plan, each)]
    waited = {step for each in plan.clarifications if each.status == "waiting" for step in each.related_steps}
    # A missing parameter is left to the question somebody wrote for its step, where there is one.
    open = [each for each in open if each.code != "C10" or each.step_id not in waited] or open
    if not open:
        return StuckMove(grave, "asked")
    if asked_of(plan) >= limits.questions:
        return StuckMove(grave, "questions")
    found = pick(plan, open)
    assert found is not None
    known = next((each for each in plan.clarifications if each.status == "waiting" and _concerns(each, found)), None)
    return AskMove(found, None if known is None else known.id)


def _was_asked(plan: Plan, found: Feedback) -> bool:
    """Return whether the person was asked about it before: the same thing is never asked twice."""
    return any(
        each.status != "open" and each.asked_at is not None and _concerns(each, found) for each in plan.clarifications
    )


def _concerns(asked: Clarification, found: Feedback) -> bool:
    return found.field == f"clarifications.{asked.id}" or is_about(asked, found)


def _held_up(plan: Plan) -> dict[str | None, int]:
    """Return, for each step, how many steps cannot be done before it is, itself included."""
    behind: dict[str, set[str]] = {step.id: set() for step in plan.steps}
    for id, before in dependencies_of(plan).items():
        for each in before:
            if each in behind:
                behind[each].add(id)
    return {id: len(_reached(id, behind)) for id in behind}


def _reached(id: str, behind: dict[str, set[str]]) -> set[str]:
    found, queue = {id}, [id]
    while queue:
        new = behind[queue.pop()] - found
        found |= new
        queue.extend(new)
    return found


def _marks(findings: Sequence[Feedback]) -> set[tuple[str, str | None, str | None]]:
    return {mark(each) for each in findings if blocks(each)}
