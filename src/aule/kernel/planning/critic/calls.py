"""Checks of calls: their names exist, their parameters fit, and the results they use exist (C10, C11)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from typing import Any

from aule.contracts.errors import AuleError, Problem
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Feedback, Plan, PlanStep, PlanStepKind
from aule.kernel.engine.graphs.bindings import Use, uses_in
from aule.kernel.engine.graphs.expressions import parse, paths_in
from aule.kernel.engine.graphs.schemas import reach
from aule.kernel.planning.critic.kinds import finding
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.planning.critic.wording import open_steps
from aule.kernel.planning.critic.words import WORDS, is_portuguese, word
from aule.kernel.planning.execution.bindings import engine_condition, engine_form

_PARTS = ("status", "result", "error")


def check_calls(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C10: capabilities, agents and workflows exist, and parameters fit what takes them."""
    for step in open_steps(plan):
        if step.call is not None and step.kind is PlanStepKind.CALL:
            problem = facts.knowledge.problem_with(step.call.capability, engine_form(step.call.params))
            if problem is not None:
                yield _wrong_call(plan, step, step.call.capability, problem, facts)
        for tool in step.tools or ():
            if not _is_known_tool(tool, facts):
                yield _unknown(plan, "no_capability", step, "tools", (tool, _capabilities(facts)))
        yield from _names(plan, step, facts)


def check_bindings(plan: Plan, facts: ProjectFacts) -> Iterator[Feedback]:
    """C11: what a parameter looks at is made by a step of this plan, under that very name."""
    by_id = {step.id: step for step in plan.steps}
    for step in open_steps(plan):
        for place, value in _values(step):
            try:
                uses = list(uses_in(engine_form(value), place))
            except AuleError:
                yield finding(plan, "bad_binding", step.id, place, place=place)
                continue
            for use in uses:
                yield from _use(plan, step, use, by_id, facts)
        for use in _conditions(step):
            yield from _use(plan, step, use, by_id, facts)


def _names(plan: Plan, step: PlanStep, facts: ProjectFacts) -> Iterator[Feedback]:
    if step.agent is not None and step.agent not in facts.agents:
        yield _unknown(plan, "no_agent", step, "agent", (step.agent, facts.agents))
    known = facts.workflows
    if step.kind is PlanStepKind.WORKFLOW and step.workflow and known is not None and step.workflow not in known:
        yield _unknown(plan, "no_workflow", step, "workflow", (step.workflow, known))


def _values(step: PlanStep) -> Iterator[tuple[str, Any]]:
    if step.call is not None:
        yield "params", step.call.params
    if step.repeat is not None:
        yield "repeat.for_each", step.repeat.for_each


def _conditions(step: PlanStep) -> Iterator[Use]:
    if step.when is None:
        return
    try:
        paths = sorted(paths_in(parse(engine_condition(step.when))), key=str)
    except AuleError:
        return  # another check reports invalid conditions
    yield from (Use(path, "when") for path in paths)


def _use(plan: Plan, step: PlanStep, use: Use, by_id: dict[str, PlanStep], facts: ProjectFacts) -> Iterator[Feedback]:
    root, *rest = use.path.parts
    name = str(rest[0]) if rest else ""
    shown = ".".join(str(part) for part in rest)
    match root:
        case "item":
            if step.repeat is None or use.place == "repeat.for_each":
                yield finding(plan, "no_item", step.id, use.place)
        case "steps" if name not in by_id or name == step.id:
            yield finding(plan, "no_source", step.id, use.place, path=shown, other=name)
        case "steps":
            why = _why_not(by_id[name], rest[1:], facts)
            if why is not None:
                told = "" if is_portuguese(plan.language) or not why else f" ({why})"
                yield finding(plan, "no_field", step.id, use.place, path=shown, other=name, why=told)
        case "run":
            pass
        case _:
            yield finding(plan, "no_source", step.id, use.place, path=str(use.path), other=root)


def _why_not(step: PlanStep, parts: list[str | int], facts: ProjectFacts) -> str | None:
    """Return why a step does not return the value used; None when it does, or when its result is undescribed."""
    if parts[:1] != ["result"]:
        return None if parts and parts[0] in _PARTS else ""
    found = reach(_returns(step, facts), parts[1:])
    return found if isinstance(found, str) else None


def _returns(step: PlanStep, facts: ProjectFacts) -> JsonObject:
    """Return the schema of a step's result, as far as it is described; a repeated step returns a list."""
    item = None if step.call is None or step.kind is not PlanStepKind.CALL else facts.capability(step.call.capability)
    if item is None or step.repeat is not None:
        return {}
    return item.capability.returns


def _wrong_call(plan: Plan, step: PlanStep, name: str, problem: Problem, facts: ProjectFacts) -> Feedback:
    field = f"call.params.{problem.field}" if problem.field else "call"
    match problem.code:
        case "unknown_capability":
            return _unknown(plan, "no_capability", step, "call.capability", (name, problem.candidates))
        case "unknown_param":
            item = facts.capability(name)
            takes = ", ".join(item.signature.model.model_fields) if item is not None else ""
            takes = takes or word("nothing", plan.language)
            return finding(plan, "no_param", step.id, field, name=name, param=problem.field, takes=takes)
        case "missing_param":
            return finding(plan, "missing_param", step.id, field, name=name, param=problem.field)
        case _:
            what = _expected(plan, name, problem, facts, step.call.params if step.call else {})
            return finding(plan, "bad_param", step.id, field, name=name, param=problem.field or "?", what=what)


def _unknown(plan: Plan, kind: str, step: PlanStep, field: str, named: tuple[str, Collection[str]]) -> Feedback:
    name, known = named
    close = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    near = word("did_you_mean", plan.language, name=close[0]) if close else ""
    return finding(plan, kind, step.id, field, name=name, near=near)


def _is_known_tool(name: str, facts: ProjectFacts) -> bool:
    if name == "*":
        return True
    if name.endswith(".*"):
        return any(each.startswith(name[:-1]) for each in _capabilities(facts))
    return facts.capability(name) is not None


def _capabilities(facts: ProjectFacts) -> list[str]:
    return [each.name for each in facts.registry.all()]


def _expected(plan: Plan, name: str, problem: Problem, facts: ProjectFacts, given: JsonObject) -> str:
    """Return what a parameter should be and what it was, in the plan's language."""
    param = (problem.field or "").partition(".")[0]
    item = facts.capability(name)
    schema: JsonObject = item.capability.params.get("properties", {}).get(param, {}) if item is not None else {}
    if "enum" in schema:
        wanted = word("or", plan.language).join(repr(each) for each in schema["enum"][:10])
    elif schema.get("type") in WORDS:
        wanted = word(str(schema["type"]), plan.language)
    else:
        return problem.message
    return word("expected", plan.language, wanted=wanted, given=_short(given.get(param)))


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:59] + "…"
