"""task-master: reads and writes `tasks.json`."""

from __future__ import annotations

import json
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStep, PlanStepStatus
from aule.kernel.planning.formats.words import files_in, line, numbers

PATH = ".taskmaster/tasks/tasks.json"
_STATUS = {
    PlanStepStatus.DONE: "done",
    PlanStepStatus.RUNNING: "in-progress",
    PlanStepStatus.WAITING: "in-progress",
    PlanStepStatus.FAILED: "review",
    PlanStepStatus.SKIPPED: "cancelled",
}

_OF_A_PLAN = frozenset({"steps", "goal", "objective", "title", "atomicTasks"})
"""Keys only a plan has: a plan that calls its steps tasks is no task-master list."""


def files_of(plan: Plan) -> dict[str, str]:
    """Return the plan as one list of tasks under the tag `master`."""
    places = numbers(plan)
    tasks = [_task(plan, step, places) for step in plan.steps]
    about = {"created": plan.created_at, "updated": plan.updated_at, "description": line(plan.title)}
    whole = {"master": {"tasks": tasks, "metadata": about}}
    return {PATH: json.dumps(whole, ensure_ascii=False, indent=2) + "\n"}


def _task(plan: Plan, step: PlanStep, places: dict[str, int]) -> JsonObject:
    details = [step.description, step.rationale and f"Why: {step.rationale}"]
    if files_in(step):
        details.append(f"Files: {', '.join(files_in(step))}")
    return {
        "id": places[step.id],
        "title": line(step.title),
        "description": line(step.description) or line(step.title),
        "status": _STATUS.get(step.status, "pending"),
        "dependencies": [places[id] for id in step.dependencies if id in places],
        "priority": "high" if any(step.id in each.dependencies for each in plan.steps) else "medium",
        "details": "\n".join(part for part in details if part),
        "testStrategy": step.validation,
        "subtasks": [],
    }


def is_one(document: JsonObject) -> bool:
    """Return whether a document is a list of tasks, of the older form or of the one with tags."""
    return bool(_tasks(document)) and not document.keys() & _OF_A_PLAN


def document_of(document: JsonObject) -> JsonObject:
    """Return the tasks as a plan's document; a subtask becomes a step after its task."""
    steps: list[JsonObject] = []
    for task in _tasks(document):
        steps.append(_step(task, str(task.get("id", len(steps) + 1)), _after(task, "")))
        last = steps[-1]["id"]
        for sub in _dicts(task.get("subtasks")):
            prefix = f"{task.get('id')}."
            steps.append(_step(sub, f"{prefix}{sub.get('id')}", [*_after(sub, prefix), last]))
    about = _dicts([each.get("metadata") for each in _dicts(list(document.values()))] + [document.get("meta")])
    title = next((each[name] for each in about for name in ("description", "projectName") if each.get(name)), "")
    return {"title": title or "Imported tasks", "goal": str(title), "steps": steps}


def _step(task: JsonObject, id: str, after: list[str]) -> JsonObject:
    said = [part for part in (task.get("description"), task.get("details")) if isinstance(part, str) and part.strip()]
    return {
        "id": id.replace(".", "-"),
        "title": task.get("title") or "",
        "description": "\n\n".join(dict.fromkeys(said)),
        "dependencies": list(dict.fromkeys(each.replace(".", "-") for each in after)),
        "validation": task.get("testStrategy") or "",
        "status": task.get("status") or "pending",
    }


def _after(task: JsonObject, prefix: str) -> list[str]:
    """Return what a task waits for; inside a task, bare numbers are its own subtasks."""
    wanted: Any = task.get("dependencies")
    found = [str(each) for each in cast("list[Any]", wanted)] if isinstance(wanted, list) else []
    return [each if "." in each else f"{prefix}{each}" for each in found]


def _tasks(document: JsonObject) -> list[JsonObject]:
    if isinstance(document.get("tasks"), list):
        return _dicts(document["tasks"])
    for tag in _dicts([document.get("master"), *document.values()]):
        if isinstance(tag.get("tasks"), list):
            return _dicts(tag["tasks"])
    return []


def _dicts(value: Any) -> list[JsonObject]:
    items = cast("list[Any]", value) if isinstance(value, list) else []
    return [cast("JsonObject", each) for each in items if isinstance(each, dict)]
