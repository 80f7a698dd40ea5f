"""How the School Power wire tells what is wrong: `{error: {code, message, field}}`, whatever it is (SP-40)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse

from aule.contracts.errors import AuleError, Invalid, ModelUnavailable
from aule.server.json_bodies import JsonRoute

BAD = 400
IMPOSSIBLE = 422


def as_answer(error: AuleError) -> Response:
    """An error on purpose."""
    problem = error.problem
    status = BAD if isinstance(error, Invalid) else error.status
    if isinstance(error, ModelUnavailable) and problem.code == "invalid_output":
        status = IMPOSSIBLE
    return _told(status, problem.code, problem.message, problem.field)


class WireRoute(JsonRoute):
    """A route that tells of a body it cannot take in the wire's own form."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Put the telling around the route's own work."""
        answer = super().get_route_handler()

        async def told(request: Request) -> Response:
            try:
                return await answer(request)
            except RequestValidationError as error:
                first = error.errors()[0]
                place = ".".join(str(part) for part in first["loc"] if part != "body")
                return _told(BAD, "invalid_param", str(first["msg"]), place or None)
            except Invalid as error:
                return as_answer(error)

        return told


def _told(status: int, code: str, message: str, field: str | None) -> Response:
    return JSONResponse({"error": {"code": code, "message": message, "field": field}}, status_code=status)
