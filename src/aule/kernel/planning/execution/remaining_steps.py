"""The remaining steps of a plan after a failure: steps that have begun stay, the others may be replaced."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from aule.contracts.plans.plan import Plan, PlanStep, PlanStepKind, PlanStepStatus
from aule.contracts.runs.graph import Graph
from aule.kernel.planning.execution.compile import DEV, graph_of

MOST_NEW = 40
"""Steps a plan may have left after it was replanned."""


@dataclass(frozen=True, slots=True)
class RevisedPlan:
    """A plan with replaced remaining steps, and which steps were added, changed and dropped."""

    plan: Plan
    added: list[str]
    changed: list[str]
    dropped: list[str]


def with_rest(plan: Plan, begun: Collection[str], steps: Sequence[PlanStep]) -> RevisedPlan | None:
    """Return the plan with other steps after those that have begun; None when nothing changes.

    A step that has begun cannot be replaced: one that would take its place gets an id of its own.
    """
    kept = [step for step in plan.steps if step.id in begun]
    fresh = _renamed([step for step in steps[:MOST_NEW] if not _is_repeated(step, kept)], plan, begun)
    before = {step.id: step for step in plan.steps if step.id not in begun}
    after = {step.id: step for step in fresh}
    changed = [id for id, step in after.items() if id in before and _definition(before[id]) != _definition(step)]
    rest = RevisedPlan(
        plan=plan.model_copy(update={"steps": [*kept, *fresh], "version": plan.version + 1}),
        added=[id for id in after if id not in before],
        changed=changed,
        dropped=[id for id in before if id not in after],
    )
    return rest if rest.added or rest.changed or rest.dropped else None


def rest_graph(rest: RevisedPlan, graph: Graph) -> Graph:
    """Return the graph of a run from here on: kept steps are unchanged, steps left out at its start stay out."""
    plan, fresh = rest.plan, {*rest.added, *rest.changed}
    developers = [node.agent for node in graph.nodes if _was_edit(plan, node.id) and node.agent is not None]
    compiled = graph_of(plan, dev=developers[0] if developers else DEV)
    old = {node.id: node for node in graph.nodes}
    nodes = [old.get(node.id, node) if node.id not in fresh else node for node in compiled.nodes]
    places = old.keys() | fresh
    return compiled.model_copy(
        update={
            "inputs": {**graph.inputs, **compiled.inputs},
            "nodes": [node for node in nodes if node.id in places],
        }
    )


def _was_edit(plan: Plan, id: str) -> bool:
    step = plan.step(id)
    return step is not None and step.kind is PlanStepKind.EDIT and step.agent is None


def _is_repeated(step: PlanStep, kept: Sequence[PlanStep]) -> bool:
    """Return whether a step repeats one that has begun."""
    return any(step.id == each.id and _definition(step) == _definition(each) for each in kept)


def _definition(step: PlanStep) -> dict[str, Any]:
    return step.model_dump(exclude={"status", "result", "estimate"})


def _renamed(steps: Sequence[PlanStep], plan: Plan, begun: Collection[str]) -> list[PlanStep]:
    """Return steps under unused ids; references to begun steps that are replaced follow the new id."""
    taken, used = {step.id for step in plan.steps}, set(begun)
    given: list[str] = []
    names: dict[str, str] = {}
    for step in steps:
        id = _free(step.id, taken | used) if step.id in used else step.id
        if step.id in begun:
            names[step.id] = id
        used.add(id)
        given.append(id)
    found: list[PlanStep] = []
    for id, step in zip(given, steps, strict=True):
        others = {old: new for old, new in names.items() if new != id}
        alone = [each for each in step.dependencies if each != step.id]  # a replacement does not wait for itself
        found.append(_pointing(step.model_copy(update={"dependencies": alone, "id": id, **_NOT_BEGUN}), others))
    return found


def _pointing(step: PlanStep, names: Mapping[str, str]) -> PlanStep:
    """Return a step whose dependencies and bindings use the new ids."""
    if not names:
        return step
    update: dict[str, Any] = {"dependencies": [names.get(id, id) for id in step.dependencies]}
    if step.call is not None:
        params = _repointed(step.call.params, names)
        update["call"] = step.call.model_copy(update={"params": params})
    if step.repeat is not None:
        update["repeat"] = step.repeat.model_copy(update={"for_each": _repointed(step.repeat.for_each, names)})
    return step.model_copy(update=update)


def _repointed(value: Any, names: Mapping[str, str]) -> Any:
    match value:
        case {"$from": str(path)}:
            found = re.match(r"^(steps\.)?([A-Za-z0-9_][\w-]*)(.*)$", path, re.DOTALL)
            return value if found is None else {"$from": f"{found[1] or ''}{names.get(found[2], found[2])}{found[3]}"}
        case list():
            return [_repointed(each, names) for each in cast("list[Any]", value)]
        case Mapping():
            return {key: _repointed(each, names) for key, each in cast("Mapping[str, Any]", value).items()}
        case _:
            return value


def _free(id: str, taken: Collection[str]) -> str:
    number = 2
    while (name := f"{id[:58]}-{number}") in taken:
        number += 1
    return name


_NOT_BEGUN = {"status": PlanStepStatus.PENDING, "result": None}
