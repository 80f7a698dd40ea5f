"""Automatic fixes: rules correct findings without asking and without changing a step's purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aule.contracts.plans.plan import Feedback, Plan, PlanStatus, PlanStep, Risk
from aule.kernel.planning.critic.gaps import check_destruction, destroys
from aule.kernel.planning.critic.places import misspelt
from aule.kernel.planning.critic.project_facts import ProjectFacts, canonical_or_none
from aule.kernel.planning.critic.structure import is_droppable, sameness
from aule.kernel.planning.critic.words import word
from aule.kernel.planning.execution.compile import dependencies_of

ALWAYS = frozenset({"C17"})
"""Findings fixed whoever wrote them: removing dangling references changes nothing the plan says."""


def mend(plan: Plan, findings: Sequence[Feedback], facts: ProjectFacts, *, warnings: bool | None = None) -> Plan | None:
    """Return the plan with all findings fixed that rules can fix; None when there are none.

    Warnings are fixed only while nobody has seen the plan, or when `warnings` says so: an order that a person gave
    their steps is not changed unnoticed.
    """
    mended = plan
    for each in findings:
        if is_mendable(each, plan, warnings=warnings):
            mended = _MENDS[each.code](mended, each, facts)
    return None if mended == plan else mended


def is_mendable(found: Feedback, plan: Plan, *, warnings: bool | None = None) -> bool:
    """Return whether a rule will fix a finding."""
    if found.fix != "code" or found.status != "open" or found.code not in _MENDS:
        return False
    if found.severity == "critical" or found.code in ALWAYS:
        return True
    return plan.status is PlanStatus.DRAFT if warnings is None else warnings


def in_order(plan: Plan) -> list[PlanStep]:
    """Return the steps in an order in which they can be done, moved as little as possible."""
    after = dependencies_of(plan)
    by_id = {step.id: step for step in plan.steps}
    placed: dict[str, PlanStep] = {}

    def place(id: str, above: frozenset[str]) -> None:
        if id in placed or id not in by_id or id in above:
            return
        for before in after[id]:
            place(before, above | {id})
        placed[id] = by_id[id]

    for step in plan.steps:
        place(step.id, frozenset())
    return list(placed.values())


def _order(plan: Plan, found: Feedback, facts: ProjectFacts) -> Plan:
    steps = in_order(plan)
    return plan if len(steps) != len(plan.steps) else plan.model_copy(update={"steps": steps})


def _path(plan: Plan, found: Feedback, facts: ProjectFacts) -> Plan:
    step = None if found.step_id is None else plan.step(found.step_id)
    if step is None:
        return plan
    if not found.evidence:  # an existing file is modified, never overwritten
        return _with_step(plan, step.model_copy(update={"file_action": "modify"}))
    right = found.evidence[0].path

    def put(path: str) -> str:
        plain = canonical_or_none(path)
        return right if plain is not None and facts.at(plain) is None and right in misspelt(plain, [right]) else path

    file = None if step.file is None else put(step.file)
    return _with_step(plan, step.model_copy(update={"file": file, "files": [put(each) for each in step.files]}))


def _lines(plan: Plan, found: Feedback, facts: ProjectFacts) -> Plan:
    step = None if found.step_id is None else plan.step(found.step_id)
    return plan if step is None else _with_step(plan, step.model_copy(update={"line_start": None, "line_end": None}))


def _references(plan: Plan, found: Feedback, facts: ProjectFacts) -> Plan:
    known = {step.id for step in plan.steps}
    kept = [each for each in plan.feedback if each.step_id is None or each.step_id in known]
    asked = [
        each.model_copy(update={"related_steps": [id for id in each.related_steps if id in known]})
        for each in plan.clarifications
    ]
    kind, _, rest = (found.field or "").partition(".")
    id, _, part = rest.rpartition(".")
    if kind == "clarifications" and part == "status":
        asked = [each.model_copy(update={"status": "dropped"}) if each.id == id else each for each in asked]
    return plan.model_copy(update={"feedback": kept, "clarifications": asked})


def _gate(plan: Plan, found: Feedback, facts: ProjectFacts) -> Plan:
    step = None if found.step_id is None else plan.step(found.step_id)
    if step is None:
        return plan
    gated = _with_step(plan, step.model_copy(update={"approval": "before"}))
    if not any(each.step_id == step.id for each in check_destruction(gated, facts)):
        return gated
    what = destroys(step, facts, plan.language) or step.title
    risk = Risk(
        id=_free_id(plan),
        description=word("risk_of", plan.language, id=step.id, what=what),
        severity="high",
        mitigation=word("gate_helps", plan.language),
    )
    return gated.model_copy(update={"risks": [*plan.risks, risk]})


def _duplicate(plan: Plan, found: Feedback, facts: ProjectFacts) -> Plan:
    step = None if found.step_id is None else plan.step(found.step_id)
    if step is None or not is_droppable(plan, step):
        return plan
    first = next(each for each in plan.steps if sameness(each) == sameness(step))
    if first.id == step.id:
        return plan
    rest = [_waiting_for(each, step.id, first.id) for each in plan.steps if each.id != step.id]
    before = [id for id in step.dependencies if id not in first.dependencies and id != first.id]
    joined = first.model_copy(update={"dependencies": [*first.dependencies, *before]})
    return _with_step(plan.model_copy(update={"steps": rest}), joined)


def _waiting_for(step: PlanStep, gone: str, instead: str) -> PlanStep:
    if gone not in step.dependencies:
        return step
    moved = [instead if id == gone else id for id in step.dependencies]
    return step.model_copy(update={"dependencies": [id for id in dict.fromkeys(moved) if id != step.id]})


def _with_step(plan: Plan, step: PlanStep) -> Plan:
    return plan.model_copy(update={"steps": [step if each.id == step.id else each for each in plan.steps]})


def _free_id(plan: Plan) -> str:
    taken = {risk.id for risk in plan.risks}
    return next(id for number in range(1, len(taken) + 2) if (id := f"r{number}") not in taken)


_MENDS: dict[str, Callable[[Plan, Feedback, ProjectFacts], Plan]] = {
    "C05": _order,
    "C08": _path,
    "C09": _lines,
    "C17": _references,
    "C19": _gate,
    "C24": _duplicate,
}
