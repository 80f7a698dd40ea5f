"""Amendments: a model applies an answer, a suggestion or a failure to a plan, within what it may change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from aule.contracts.access.capability import Capability
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Clarification, Plan, PlanStep, PlanStepStatus
from aule.contracts.plans.views import PlanEdit
from aule.kernel.agents.app_context import marked
from aule.kernel.planning.edits.edits import apply_edits
from aule.kernel.plans.team.drafts import STEP_SHAPE, catalogue, read_steps, sketch
from aule.kernel.plans.team.words import prompt
from aule.kernel.runs.thinking import as_data, filled
from aule.models.brains.shapes import list_of, object_of, text_of
from aule.text.words import fold

LONGEST_RESULTS = 6_000
ANSWER_SHAPE: JsonObject = {
    "type": "object",
    "properties": {
        "steps": {"type": "array", "items": STEP_SHAPE},
        "also": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"step": {"type": "string"}, "why": {"type": "string"}},
                "required": ["step", "why"],
            },
        },
        "contradicts": {"type": ["string", "null"]},
    },
    "required": ["steps"],
}
SUGGESTION_SHAPE: JsonObject = {
    "type": "object",
    "properties": {
        "edits": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "op": {"type": "string", "enum": ["set", "add", "drop", "move"]},
                    "path": {"type": ["string", "null"]},
                    "value": {},
                    "step": {"type": ["string", "null"]},
                    "before": {"type": ["string", "null"]},
                },
                "required": ["op"],
            },
        },
        "say": {"type": "string"},
    },
    "required": ["edits", "say"],
}
REPLAN_SHAPE: JsonObject = {
    "type": "object",
    "properties": {
        "needs_replan": {"type": "boolean"},
        "reason": {"type": "string"},
        "updated_remaining_steps": {"type": "array", "items": STEP_SHAPE},
    },
    "required": ["needs_replan", "reason", "updated_remaining_steps"],
}
_RUN = frozenset({PlanStepStatus.DONE, PlanStepStatus.RUNNING, PlanStepStatus.WAITING, PlanStepStatus.UNKNOWN})


@dataclass(frozen=True, slots=True)
class AppliedAnswer:
    """A plan with an answer applied, and the earlier answer that contradicts it."""

    plan: Plan
    against: Clarification | None = None


def answer_words(plan: Plan, asked: Clarification) -> str:
    """Return the prompt for applying an answer."""
    return filled(
        prompt("answer"),
        plan=as_data("plan", sketch(plan)),
        question=asked.question,
        answer=asked.answer or "",
        related=", ".join(asked.related_steps) or "none in particular",
    )


def read_answer(given: JsonObject, plan: Plan, asked: Clarification) -> AppliedAnswer:
    """Return the plan after an answer: only related steps change, and others with a reason (PL-18)."""
    known = {step.id: step for step in plan.steps}
    changed = {step.id: step for step in read_steps(list_of(given.get("steps")), known)}
    reasons = [object_of(each) for each in list_of(given.get("also"))]
    justified = {text_of(each.get("step")) for each in reasons if text_of(each.get("why")).strip()}
    may_change = set(asked.related_steps) | justified if asked.related_steps else set(known)
    if changed and not may_change & set(changed):
        raise ValueError(f"the answer is about the steps {sorted(may_change)}, not about {sorted(changed)}")
    steps = [changed[step.id] if step.id in may_change and step.id in changed else step for step in plan.steps]
    against = text_of(given.get("contradicts"))
    others = [each for each in plan.clarifications if each.answer and each.id != asked.id] if against else []
    earlier = next((each for each in others if against == each.id or fold(against) == fold(each.question)), None)
    return AppliedAnswer(plan.model_copy(update={"steps": steps}), earlier)


def suggestion_words(plan: Plan, words: str) -> str:
    """Return the prompt for changing a plan as somebody suggests."""
    return filled(prompt("suggest"), plan=as_data("plan", sketch(plan)), words=words.strip())


def read_suggestion(given: JsonObject, plan: Plan) -> Plan:
    """Return the plan after a suggestion; raise `ValueError` with what is wrong."""
    edits: list[PlanEdit] = []
    for number, each in enumerate(list_of(given.get("edits")), start=1):
        try:
            edits.append(PlanEdit.model_validate(object_of(each)))
        except ValidationError as error:
            raise ValueError(f"edit {number}: {error.errors()[0]['msg']}") from error
    if not edits:
        return plan
    try:
        return apply_edits(plan, edits)
    except AuleError as error:
        raise ValueError(f"{error} {error.problem.hint or ''}".strip()) from error


def replan_words(
    plan: Plan, failed: str, error: str, results: Mapping[str, object], capabilities: Sequence[Capability]
) -> str:
    """Return the prompt for replanning after a failed step."""
    told = as_data("results", dict(results))
    if len(told) > LONGEST_RESULTS:
        told = as_data("results", {id: str(value)[:400] for id, value in results.items()})
    return filled(
        prompt("replan"),
        plan=as_data("plan", sketch(plan)),
        failed=failed,
        error=marked("error", error),
        results=told,
        rest=", ".join(step.id for step in remaining(plan, results)),
        capabilities=catalogue(capabilities, f"{plan.title} {plan.goal}"),
    )


def remaining(plan: Plan, results: Mapping[str, object]) -> list[PlanStep]:
    """Return the steps that have not run, the failed one among them."""
    return [step for step in plan.steps if step.id not in results and step.status not in _RUN]


def read_replan(given: JsonObject, plan: Plan, results: Mapping[str, object]) -> list[PlanStep] | None:
    """Return the new remaining steps; None when the model sees no better way."""
    if given.get("needs_replan") is not True:
        return None
    rest = {step.id: step for step in remaining(plan, results)}
    done = {step.id for step in plan.steps} - set(rest)
    steps = read_steps(list_of(given.get("updated_remaining_steps")), rest)
    if again := [step.id for step in steps if step.id in done]:
        raise ValueError(f"the steps {again} have already run; leave them out")
    known = done | {step.id for step in steps}
    for step in steps:
        if lost := [id for id in step.dependencies if id not in known]:
            raise ValueError(f"step {step.id!r} depends on {lost}, which do not exist")
    fresh = {"status": PlanStepStatus.PENDING, "result": None}
    return [step.model_copy(update=fresh) for step in steps]
