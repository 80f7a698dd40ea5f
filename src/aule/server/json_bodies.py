"""JSON bodies, read strictly: I-JSON (RFC 7493), bounded depth, text that can be stored.

What gets past here can be hashed, stored and sent anywhere; nothing behind it has to guess.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from aule.contracts.errors import AuleError, Invalid

MAX_DEPTH = 64
MAX_INTEGER = 2**53 - 1

_ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class UnsupportedMediaType(AuleError):
    """The body is not JSON, or does not say that it is."""

    code = "unsupported_media_type"
    status = 415
    exit_code = 2


class JsonRequest(Request):
    """A request whose JSON body was read before its route sees it."""

    _value: Any = None

    async def load(self) -> None:
        """Read the body, or refuse it."""
        body = await self.body()
        if body:
            check_media_type(self.headers.get("content-type"))
            self._value = parse(body)

    async def json(self) -> Any:
        """The body's value."""
        return self._value


class JsonRoute(APIRoute):
    """A route that takes its body as strict JSON, and has the name that clients call it by."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        options["generate_unique_id_function"] = operation_id
        super().__init__(path, endpoint, **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Put the strict reading before the route's own work."""
        answer = super().get_route_handler()
        if self.body_field is None:
            return answer

        async def answer_strictly(request: Request) -> Response:
            strict = JsonRequest(request.scope, request.receive)
            await strict.load()
            return await answer(strict)

        return answer_strictly


def operation_id(route: APIRoute) -> str:
    """The name clients call a route by: `list_runs` is `listRuns`."""
    first, *rest = route.name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def check_media_type(content_type: str | None) -> None:
    """Only JSON that says so: a form post from a foreign page never gets this far."""
    kind = (content_type or "").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise UnsupportedMediaType(
            f"The body's type is {kind[:100]!r}", hint="Send JSON with Content-Type: application/json.", field="body"
        )


def parse(body: bytes) -> Any:
    """The value of a JSON body."""
    try:
        text = body.decode("utf-8")
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite, parse_int=_exact)
    except UnicodeDecodeError as error:
        raise _invalid("The body is not UTF-8", "Encode it as UTF-8.") from error
    except json.JSONDecodeError as error:
        raise _invalid(f"The body is not JSON: {error.msg} at character {error.pos}", "Check its syntax.") from error
    except RecursionError as error:
        raise _too_deep() from error
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deeper_than(value, MAX_DEPTH):
        raise _too_deep()
    if _ESCAPED_SURROGATE.search(body):
        _check_text(value)
    return value


def _check_text(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise Invalid(
            "The body holds half of a surrogate pair, which is not text",
            hint="Escape characters beyond \\uffff as two matching halves, or send them as they are.",
            code="invalid_text",
            field="body",
        ) from error


def _is_deeper_than(value: Any, limit: int) -> bool:
    level: list[Any] = [value]
    for _ in range(limit + 1):
        containers: list[dict[str, Any] | list[Any]] = [item for item in level if isinstance(item, dict | list)]
        if not containers:
            return False
        level = [inner for item in containers for inner in _inside(item)]
    return True


def _inside(container: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return container.values() if isinstance(container, dict) else container


def _no_constant(name: str) -> float:
    raise _invalid(f"The body holds {name}, which is not JSON", "Leave the value out, or send null.")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _invalid(f"The number {digits[:40]} is too large", "Send it as text.")
    return value


def _exact(digits: str) -> int:
    value = int(digits) if len(digits) < 20 else None
    if value is None or abs(value) > MAX_INTEGER:
        raise _invalid(f"The integer {digits[:40]} is larger than JSON can carry exactly", "Send it as text.")
    return value


def _too_deep() -> Invalid:
    return _invalid(f"The body is nested more than {MAX_DEPTH} levels deep", "Send something flatter.")


def _invalid(message: str, hint: str) -> Invalid:
    return Invalid(message, hint=hint, code="invalid_json", field="body")
