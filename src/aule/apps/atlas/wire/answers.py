"""The words of Atlas's wire: results action by action, and counts table by table."""

from __future__ import annotations

import re
from typing import Any

from aule.contracts.access.approval import Preview, Records
from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject

_ACTION = re.compile(r"^actions\.(\d+)(?:\.|$)")


def refusal(problem: Problem, actions: list[JsonObject], run: str | None) -> JsonObject:
    """A batch that was not run: the action it failed at says why, the others that they were not run."""
    place = _ACTION.match(problem.field or "")
    at = int(place[1]) if place is not None else 0 if len(actions) == 1 else None
    results: list[JsonObject] = [
        {"type": type_of(action), "success": False, **(_error(problem) if number == at else {"error": "not_run"})}
        for number, action in enumerate(actions)
    ]
    told: JsonObject = {"success": False, "results": results, "run_id": run}
    if at is None:
        told |= _error(problem)
    if problem.subject is not None:
        told["approval_id"] = problem.subject
    return told


def counts(preview: Preview | None) -> JsonObject:
    """What an import would do, table by table, in the words of the wire."""
    if not isinstance(preview, Records):
        return {}
    return {
        table.name: {
            "total_in_file": table.create + table.update + table.unchanged + table.skipped,
            "insert": table.create,
            "update": table.update,
            "unchanged": table.unchanged,
            "skipped": table.skipped,
            "delete": table.delete,
        }
        for table in preview.tables
    }


def type_of(action: JsonObject) -> Any:
    """What an action calls itself."""
    return action.get("type", action.get("action"))


def _error(problem: Problem) -> JsonObject:
    told: JsonObject = {"error": problem.code, "message": problem.message}
    if problem.hint is not None:
        told["hint"] = problem.hint
    if problem.matches:
        told["candidates"] = [
            {"short_id": each.id, "title": each.title, "path": each.path, "status": each.status}
            for each in problem.matches
        ]
    elif problem.candidates:
        told["candidates"] = problem.candidates
    return told
