"""Edits: applies a list of changes to a plan. Ids stay; the caller has the plan reviewed again."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, cast

from pydantic import ValidationError

from aule.contracts.errors import Invalid, NotFound
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import Plan, PlanContext, PlanStep, Risk
from aule.contracts.plans.views import PlanEdit
from aule.kernel.planning.document.coercion import RepairNotes
from aule.kernel.planning.document.content import hashed
from aule.kernel.planning.document.keys import keys_of
from aule.kernel.planning.document.reader import refused
from aule.kernel.planning.document.step_reader import step as read_step

TOP = ("title", "goal", "language", "success_criteria", "risks")
"""Fields of the plan itself that can be set."""
CONTEXT = tuple(PlanContext.model_fields)
STEP = tuple(name for name in PlanStep.model_fields if name not in ("id", "status", "result"))
RISK = tuple(name for name in Risk.model_fields if name != "id")


def apply_edits(plan: Plan, edits: Sequence[PlanEdit]) -> Plan:
    """Return a plan after some edits; `Invalid` names what cannot be edited, with similar paths."""
    data = plan.model_dump(mode="json")
    for edit in edits:
        match edit.op:
            case "set":
                _set(data, edit)
            case "add":
                _add(data, edit)
            case "drop":
                _drop(data, edit)
            case "move":
                _move(data, edit)
    try:
        return hashed(Plan.model_validate(data))
    except ValidationError as problem:
        raise refused(problem) from problem


def editable(plan: Plan) -> list[str]:
    """Return every path of a plan that can be set."""
    return [
        *TOP,
        *(f"context.{name}" for name in CONTEXT),
        *(f"steps.{step.id}.{name}" for step in plan.steps for name in STEP),
        *(f"risks.{risk.id}.{name}" for risk in plan.risks for name in RISK),
        *(f"clarifications.{each.id}.answer" for each in plan.clarifications),
    ]


def _set(data: JsonObject, edit: PlanEdit) -> None:
    parts = (edit.path or "").split(".")
    match parts:
        case [name] if (known := _named(Plan, name)) in TOP:
            data[known] = edit.value
        case ["context", name] if (known := _named(PlanContext, name)) in CONTEXT:
            data["context"][known] = edit.value
        case ["steps", id, name] if (known := _named(PlanStep, name)) in STEP:
            _thing(data, "steps", id)[known] = edit.value
        case ["risks", id, name] if name in RISK:
            _thing(data, "risks", id)[name] = edit.value
        case ["clarifications", id, "answer"]:
            _answer(_thing(data, "clarifications", id), edit.value)
        case _:
            raise _unknown(data, edit.path or "")


def _answer(asked: JsonObject, value: Any) -> None:
    asked |= {"answer": value} if value is None else {"answer": value, "status": "answered", "answered_by": "user"}


def _add(data: JsonObject, edit: PlanEdit) -> None:
    given: Any = edit.value
    value = dict(cast("JsonObject", given)) if isinstance(given, dict) else {"title": given}
    match edit.path:
        case None | "steps":
            steps: list[JsonObject] = data["steps"]
            taken = {each["id"] for each in steps}
            made = read_step({"id": _free_id(taken), **value}, len(steps), RepairNotes())
            if made["id"] in taken:
                raise Invalid(f"There already is a step {made['id']!r}.", field="id", hint="Leave its id out.")
            steps.insert(_place(steps, edit.before), made)
        case "risks":
            risks: list[JsonObject] = data["risks"]
            number = _free_id({each["id"].removeprefix("r") for each in risks})
            risks.append({"id": f"r{number}", "description": value.pop("title", ""), **value})
        case _:
            raise _unknown(data, edit.path)


def _drop(data: JsonObject, edit: PlanEdit) -> None:
    if edit.step is None:
        match (edit.path or "").split("."):
            case ["risks", id]:
                data["risks"].remove(_thing(data, "risks", id))
            case ["steps", id]:
                _drop_step(data, id)
            case _:
                raise _unknown(data, edit.path or "")
    else:
        _drop_step(data, edit.step)


def _drop_step(data: JsonObject, id: str) -> None:
    """Remove a step; steps that waited for it wait for its dependencies instead."""
    gone = _thing(data, "steps", id)
    data["steps"].remove(gone)
    for step in data["steps"]:
        if id in step["dependencies"]:
            at = step["dependencies"].index(id)
            heirs = [*step["dependencies"][:at], *gone["dependencies"], *step["dependencies"][at + 1 :]]
            step["dependencies"] = [each for each in dict.fromkeys(heirs) if each != step["id"]]


def _move(data: JsonObject, edit: PlanEdit) -> None:
    steps: list[JsonObject] = data["steps"]
    moved = _thing(data, "steps", edit.step or "")
    if edit.before == moved["id"]:
        return
    if edit.before is not None:
        _thing(data, "steps", edit.before)
    steps.remove(moved)
    steps.insert(_place(steps, edit.before), moved)


def _place(steps: list[JsonObject], before: str | None) -> int:
    if before is None:
        return len(steps)
    for place, each in enumerate(steps):
        if each["id"] == before:
            return place
    raise _no_thing("steps", before, [each["id"] for each in steps])


def _thing(data: JsonObject, kind: str, id: str) -> JsonObject:
    for each in data[kind]:
        if each["id"] == id:
            return each
    raise _no_thing(kind, id, [each["id"] for each in data[kind]])


def _no_thing(kind: str, id: str, known: list[str]) -> NotFound:
    near = get_close_matches(id, known, 5, 0.5) or known[:5]
    return NotFound(f"There is no {kind.removesuffix('s')} {id!r} in the plan.", field=f"{kind}.{id}", candidates=near)


def _unknown(data: JsonObject, path: str) -> Invalid:
    known = editable(Plan.model_validate(data))
    near = get_close_matches(path, known, 5, 0.5) or list(TOP)
    return Invalid(
        f"{path!r} is nothing of a plan that can be edited.",
        field=path or "path",
        candidates=near,
        hint="Use a path such as title, steps.2.description or context.assumptions.",
    )


def _named(model: type[Model], spelt: str) -> str:
    """Return the name of a field here, also when it was spelt as in the file."""
    return next((name for name, key in keys_of(model).items() if spelt in (name, key.camel)), spelt)


def _free_id(taken: set[str]) -> str:
    """Return the next free step number, counted from the highest one."""
    highest = max((int(each) for each in taken if each.isdigit() and len(each) < 10), default=0)
    return str(highest + 1)
