"""Checks of a plan's structure: schema, ids, dependencies, order, duplicates (C01–C05, C17, C18, C24)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pydantic import ValidationError

from aule.contracts.errors import AuleError
from aule.contracts.plans.plan import MANY_STEPS, Clarification, Feedback, Plan, PlanStep, PlanStepKind
from aule.kernel.engine.graphs.expressions import parse
from aule.kernel.planning.critic.kinds import finding
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.planning.critic.words import word
from aule.kernel.planning.execution.bindings import engine_condition
from aule.kernel.planning.execution.compile import dependencies_of
from aule.kernel.planning.execution.step_brief import files_of
from aule.text.words import words

MANY_FILES = 5
"""The most files of one step that a person can still check."""
_NEEDS = {PlanStepKind.CALL: "call", PlanStepKind.WORKFLOW: "workflow"}


def check_schema(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C01: the plan has its form, says what it is for, and every step has what its kind needs."""
    try:
        Plan.model_validate(plan.model_dump(warnings=False))
    except ValidationError as error:
        for each in error.errors(include_url=False, include_context=False, include_input=False)[:5]:
            where = ".".join(str(part) for part in each["loc"])
            yield finding(plan, "schema", field=where, where=where, what=each["msg"])
    if not plan.goal.strip():
        yield finding(plan, "no_goal", field="goal")
    if not plan.steps:
        yield finding(plan, "no_steps", field="steps")
    for step in plan.steps:
        needed = _NEEDS.get(step.kind)
        if needed is not None and not getattr(step, needed):
            yield finding(plan, "incomplete", step.id, needed, kind=step.kind.value, needed=needed)
        if step.repeat is not None and (step.repeat.count is None) is (step.repeat.for_each is None):
            yield finding(plan, "unclear_repeat", step.id, "repeat")
        if step.when is not None:
            try:
                parse(engine_condition(step.when))
            except AuleError as error:
                yield finding(plan, "schema", step.id, "when", where="when", what=str(error))


def check_ids(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C02: every step has an id of its own."""
    for id, count in Counter(step.id for step in plan.steps).items():
        if count > 1:
            yield finding(plan, "same_id", id, "id")


def check_dependencies(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C03: what a step waits for exists."""
    known = {step.id for step in plan.steps}
    for step in plan.steps:
        for missing in dict.fromkeys(step.dependencies):
            if missing not in known:
                yield finding(plan, "no_such_step", step.id, "dependencies", missing=missing)


def check_cycles(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C04: no steps wait for each other; looking at a result is waiting for it, too."""
    for cycle in cycles_in(dependencies_of(plan)):
        yield finding(plan, "cycle", cycle[0], "dependencies", cycle=" → ".join(cycle))


def check_order(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C05: steps are listed in an order in which they can be done."""
    after = dependencies_of(plan)
    if len(after) < len(plan.steps) or next(cycles_in(after), None) is not None:
        return  # duplicate ids or cycles: there is no valid order
    place = {step.id: number for number, step in enumerate(plan.steps)}
    for step in plan.steps:
        late = [id for id in after[step.id] if place.get(id, -1) > place[step.id]]
        if late:
            yield finding(plan, "order", step.id, "dependencies", other=late[0])


def check_references(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C17: questions and findings are about steps that exist, and about what is still open."""
    known = {step.id for step in plan.steps}
    for asked in plan.clarifications:
        where = word("question", plan.language, id=asked.id)
        for missing in asked.related_steps:
            if missing not in known:
                yield finding(
                    plan,
                    "points_nowhere",
                    field=f"clarifications.{asked.id}.related_steps",
                    where=where,
                    missing=missing,
                )
    for remark in plan.feedback:
        if remark.step_id is not None and remark.step_id not in known and remark.status != "resolved":
            where = word("remark", plan.language, id=remark.code)
            yield finding(plan, "points_nowhere", field=f"feedback.{remark.code}", where=where, missing=remark.step_id)


def moot_questions(plan: Plan, found: Sequence[Feedback]) -> Iterator[Feedback]:
    """C17: yield questions that a check raised and raises no more."""
    for asked in plan.clarifications:
        if asked.status in ("open", "waiting") and is_of_a_check(asked) and not any(is_about(asked, f) for f in found):
            yield finding(plan, "moot", field=f"clarifications.{asked.id}.status", question=asked.question)


def is_of_a_check(asked: Clarification) -> bool:
    """Return whether a question comes from a check, which itself decides whether it is still open."""
    return asked.code is not None and asked.code.startswith("C") and asked.code != "C15"


def is_about(asked: Clarification, found: Feedback) -> bool:
    """Return whether a question is about a finding."""
    if asked.code != found.code or (asked.field is not None and found.field is not None and asked.field != found.field):
        return False
    return found.step_id in asked.related_steps if found.step_id is not None else not asked.related_steps


def check_size(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C18: a person can still read the plan, and check each step."""
    if len(plan.steps) > MANY_STEPS:
        yield finding(plan, "many_steps", field="steps", count=len(plan.steps), most=MANY_STEPS)
    for step in plan.steps:
        if (count := len(files_of(step))) > MANY_FILES:
            yield finding(plan, "many_files", step.id, "files", count=count, most=MANY_FILES)


def check_duplicates(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C24: no two steps do the same."""
    first: dict[tuple[object, ...], PlanStep] = {}
    for step in plan.steps:
        key = sameness(step)
        if key in first and first[key].id != step.id:
            found = finding(plan, "duplicate", step.id, "title", other=first[key].id)
            yield found if is_droppable(plan, step) else found.model_copy(update={"fix": None})
        first.setdefault(key, step)


def is_droppable(plan: Plan, step: PlanStep) -> bool:
    """Return whether no other step uses a step's result, so that the step can be removed; its id must be unique."""
    others = [each for each in plan.steps if each.id != step.id]
    if len(others) != len(plan.steps) - 1:
        return False
    used = json.dumps(
        [[each.call and each.call.params, each.repeat and each.repeat.for_each, each.when] for each in others],
        default=str,
    )
    return f'"{step.id}.' not in used and f"steps.{step.id}" not in used and f'"{step.id}"' not in used


def cycles_in(after: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Yield each dependency cycle once, from what is waited for to what waits."""
    left = {id: [each for each in dict.fromkeys(before) if each in after] for id, before in after.items()}
    while True:
        free = [id for id, before in left.items() if not any(each in left for each in before)]
        if not free:
            break
        for id in free:
            del left[id]
    while left:
        walked: dict[str, None] = {}
        id = next(iter(left))
        while id not in walked:
            walked[id] = None
            id = next((each for each in left[id] if each in left), "")
            if not id:
                break
        if not id:  # it only depends on a cycle found before
            for each in walked:
                left.pop(each, None)
            continue
        path = list(walked)
        loop = path[path.index(id) :]
        first = min(loop, key=list(after).index)
        start = loop.index(first)
        turned = [*loop[start:], *loop[:start]]
        yield [turned[0], *reversed(turned[1:]), turned[0]]
        for each in loop:
            left.pop(each, None)


def sameness(step: PlanStep) -> tuple[object, ...]:
    """Return what identifies duplicate steps: their title, targets and tools."""
    params = json.dumps(step.call.model_dump(), sort_keys=True, default=str) if step.call else None
    return (step.file, " ".join(words(step.title)) or step.title.strip().lower(), params)
