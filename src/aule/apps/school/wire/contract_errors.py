"""How this wire tells what is wrong: `{error: {code, message}}`, whatever a route raised."""

from __future__ import annotations

from typing import Any

from aule.contracts.errors import AuleError, Problem
from aule.sdk.http import BadRequest, Reply


def as_reply(error: AuleError) -> Reply:
    """Return an error in the form of this wire; an unknown collection is an address that is not there."""
    if isinstance(error, BadRequest) and error.place == ("path", "colecao"):
        return _refused(Problem(code="not_found", message=f"There is no {error.path[:100]!r} here."), 404)
    return _refused(error.problem, error.status)


def _refused(problem: Problem, status: int) -> Reply:
    """A problem in the form of this wire."""
    told: dict[str, Any] = {"code": problem.code, "message": problem.message}
    if problem.field:
        told["field"] = problem.field
    if problem.hint:
        told["hint"] = problem.hint
    if problem.candidates:
        told["candidates"] = problem.candidates
    return Reply({"error": told}, status)
