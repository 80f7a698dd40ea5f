"""How this wire tells what is wrong: `{error: {code, message}}`, whatever a route raised."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse

from aule.contracts.errors import AuleError, Problem
from aule.server.errors import problem_of
from aule.server.json_bodies import JsonRoute


class EscolaRoute(JsonRoute):
    """A route of this wire: strict JSON comes in, and errors go out in its own form."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Put the telling around the route's own work."""
        answer = super().get_route_handler()

        async def answer_or_tell(request: Request) -> Response:
            try:
                return await answer(request)
            except AuleError as error:
                return refused(error.problem, error.status)
            except RequestValidationError as error:
                found = error.errors()
                if tuple(found[0]["loc"]) == ("path", "colecao"):
                    missing = Problem(code="not_found", message=f"There is no {request.url.path[:100]!r} here.")
                    return refused(missing, 404)
                return refused(problem_of(found), 422)

        return answer_or_tell


def refused(problem: Problem, status: int) -> Response:
    """A problem in the form of this wire."""
    told: dict[str, Any] = {"code": problem.code, "message": problem.message}
    if problem.field:
        told["field"] = problem.field
    if problem.hint:
        told["hint"] = problem.hint
    if problem.candidates:
        told["candidates"] = problem.candidates
    return JSONResponse({"error": told}, status_code=status)
