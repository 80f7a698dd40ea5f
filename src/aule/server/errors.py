"""Every error of a route, told once and in one form."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aule.contracts.ambient import Ids
from aule.contracts.errors import AuleError, Problem, storage_error
from aule.server.problems import MEDIA_TYPE, ProblemDetails, details, details_of

log = logging.getLogger("aule.server")

CODES = {404: "not_found", 405: "method_not_allowed", 413: "too_large", 415: "unsupported_media_type"}
"""Codes of what the router itself refuses."""


def tell_errors(app: FastAPI) -> None:
    """Answer every refused request of this app with a problem."""
    app.add_exception_handler(AuleError, _tell_aule_error)
    app.add_exception_handler(RequestValidationError, _tell_validation_error)
    app.add_exception_handler(HTTPException, _tell_http_error)


class BugBoundary:
    """Turns a bug into a 500 that names a log entry, and nothing else, to the outside."""

    def __init__(self, app: ASGIApp, ids: Ids) -> None:
        self.app = app
        self.ids = ids

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnect:  # whoever sent the request is gone: there is nobody to tell, and nothing is wrong
            log.debug("%s %s: the client left before its body was complete", scope["method"], scope["path"])
        except Exception as error:  # the door: a bug must not show its insides, and must not be lost
            if (known := storage_error(error)) is not None:
                log.warning("%s %s: %s", scope["method"], scope["path"], known)
                if not started:
                    await problem_response(details_of(known))(scope, receive, send)
                return
            entry = self.ids.new("log")
            log.exception("%s: %s %s failed", entry, scope["method"], scope["path"])
            if not started:
                problem = Problem(
                    code="internal",
                    message="Something went wrong inside",
                    hint=f"The server's log has the details under {entry}.",
                    recoverable=False,
                    subject=entry,
                )
                await problem_response(details(problem, 500))(scope, receive, send)


def problem_response(told: ProblemDetails, headers: dict[str, str] | None = None) -> Response:
    """A problem as a response."""
    return Response(told.model_dump_json(), status_code=told.status, headers=headers, media_type=MEDIA_TYPE)


async def _tell_aule_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, AuleError)
    return problem_response(details_of(error))


async def _tell_validation_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(details(problem_of(error.errors()), 422))


async def _tell_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "invalid")
    message = f"{request.method} {request.url.path[:100]!r}: {error.detail}"
    problem = Problem(code=code, message=message, hint="The API is described at /v1/openapi.json.")
    return problem_response(details(problem, error.status_code), dict(error.headers or {}))


def problem_of(errors: Sequence[Any]) -> Problem:
    """What is wrong with a request: the first thing in full, the number of the others. Input is never echoed."""
    first: dict[str, Any] = errors[0]
    place, *path = (str(part) for part in first["loc"])
    field = ".".join(path)[:200] or place
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return Problem(
        code="invalid",
        message=f"{field!r} in the {place}: {str(first['msg'])[:300]}{more}",
        hint="The API is described at /v1/openapi.json.",
        field=field,
    )
