"""The content of a plan, apart from its status: changed content is a new version, changed status is not."""

from __future__ import annotations

from typing import Any, cast

from rfc8785 import CanonicalizationError

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Clarification, Plan, PlanStatus, PlanStep, PlanStepStatus
from aule.text.hashing import content_hash

STANDING = frozenset({"status", "result"})
"""Fields of a step that hold its status, not its content."""
ANSWER = ("question", "answer", "critical", "related_steps", "status")
"""Fields of an answered question that are content; an unanswered question is none."""


def says(plan: Plan) -> JsonObject:
    """Return the content of a plan; plans with equal content have the same version."""
    return {
        "title": plan.title,
        "goal": plan.goal,
        "context": plan.context.model_dump(mode="json"),
        "steps": [_definition(step) for step in plan.steps],
        "answers": [_answer(each) for each in plan.clarifications if each.answer is not None],
        "risks": [risk.model_dump(mode="json") for risk in plan.risks],
        "success_criteria": list(plan.success_criteria),
    }


def hash_of(plan: Plan) -> str:
    """Return the hash an approval is bound to: over the content, not the status."""
    approved = {
        "title": plan.title,
        "goal": plan.goal,
        "assumptions": [each.model_dump(mode="json") for each in plan.context.assumptions],
        "steps": [_definition(step, without="estimate") for step in plan.steps],
        "answers": {each.id: each.answer for each in plan.clarifications if each.answer is not None},
        "success_criteria": list(plan.success_criteria),
    }
    try:
        return content_hash(approved)
    except (CanonicalizationError, UnicodeEncodeError) as problem:
        raise Invalid(
            f"The plan {plan.id!r} holds a value that cannot be kept exactly: {problem}.",
            hint="Use ordinary numbers (less than 2^53) and whole characters.",
        ) from problem


def hashed(plan: Plan) -> Plan:
    """Return a plan with the hash of its content."""
    return plan.model_copy(update={"content_hash": hash_of(plan)})


def is_same(one: Plan, other: Plan) -> bool:
    """Return whether two plans have the same content, whatever their status."""
    return alike(says(one), says(other))


def alike(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON, where `true` is not 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        first, second = cast("JsonObject", one), cast("JsonObject", other)
        return first.keys() == second.keys() and all(alike(first[name], second[name]) for name in first)
    if isinstance(one, list):
        items, others = cast("list[Any]", one), cast("list[Any]", other)
        return len(items) == len(others) and all(map(alike, items, others))
    return one == other


def saying(plan: Plan, other: Plan) -> Plan:
    """Copy content from another version, keep the current status."""
    known = {step.id: step for step in plan.steps}
    answers = {each.id: each for each in other.clarifications}
    asked = [_answered_as(each, answers.pop(each.id, None)) for each in plan.clarifications]
    return plan.model_copy(
        update={
            "title": other.title,
            "goal": other.goal,
            "context": other.context,
            "steps": [standing_as(step, known.get(step.id)) for step in other.steps],
            "clarifications": [*asked, *(each for each in answers.values() if each.answer is not None)],
            "risks": other.risks,
            "success_criteria": other.success_criteria,
        }
    )


def standing_as(step: PlanStep, known: PlanStep | None) -> PlanStep:
    """Return a step with the status of another one; without one, it has not begun."""
    if known is None:
        return step.model_copy(update={"status": PlanStepStatus.PENDING, "result": None})
    return step.model_copy(update={"status": known.status, "result": known.result})


def with_ready_steps(plan: Plan) -> Plan:
    """Return a plan whose steps are marked ready, or no longer, as the plan itself is."""
    if plan.status in (PlanStatus.READY, PlanStatus.APPROVED):
        now, then = PlanStepStatus.READY, PlanStepStatus.PENDING
    elif plan.status.is_open:
        now, then = PlanStepStatus.PENDING, PlanStepStatus.READY
    else:
        return plan
    if all(step.status is not then for step in plan.steps):
        return plan
    steps = [step.model_copy(update={"status": now}) if step.status is then else step for step in plan.steps]
    return plan.model_copy(update={"steps": steps})


def _definition(step: PlanStep, without: str | None = None) -> JsonObject:
    left_out = STANDING if without is None else STANDING | {without}
    return step.model_dump(mode="json", exclude=set(left_out))


def _answer(clarification: Clarification) -> JsonObject:
    return {"id": clarification.id, **{name: getattr(clarification, name) for name in ANSWER}}


def _answered_as(now: Clarification, then: Clarification | None) -> Clarification:
    """Return a question with the answer it had in another version; one not asked then stays unanswered."""
    if then is not None:
        return then if then.answer != now.answer else now
    if now.answer is None:
        return now
    return now.model_copy(
        update={
            "answer": None,
            "status": "waiting",
            "answered_at": None,
            "answered_by": None,
            "applied_in_version": None,
        }
    )
