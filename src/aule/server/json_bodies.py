"""JSON bodies, read strictly: I-JSON (RFC 7493), bounded depth, text that can be stored.

What gets past here can be hashed, stored and sent anywhere; nothing behind it has to guess.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Coroutine
from typing import Any, assert_never

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic.warnings import UnsupportedFieldAttributeWarning

from aule.contracts.errors import AuleError, Invalid
from aule.text.strict_json import DEEPEST, NotStrict, Reason, read_json

# FastAPI turns this off while it makes the fields of a route; those of our models are completed when first used.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)


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
        return read_json(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _invalid("The body is not UTF-8", "Encode it as UTF-8.") from error
    except json.JSONDecodeError as error:
        raise _invalid(f"The body is not JSON: {error.msg} at character {error.pos}", "Check its syntax.") from error
    except NotStrict as error:
        raise _refusal(error) from error


def _refusal(error: NotStrict) -> Invalid:
    """What is wrong with a body, in words."""
    piece = error.piece[:60]
    match error.reason:
        case Reason.KEY_TWICE:
            return _invalid(f"The key {piece!r} stands twice in one object", "Send each key once.")
        case Reason.NO_NUMBER:
            return _invalid(f"The body holds {piece}, which is not JSON", "Leave the value out, or send null.")
        case Reason.LARGE_INTEGER:
            return _invalid(f"The integer {piece} is larger than JSON can carry exactly", "Send it as text.")
        case Reason.LARGE_NUMBER:
            return _invalid(f"The number {piece} is too large", "Send it as text.")
        case Reason.TOO_DEEP:
            return _invalid(f"The body is nested more than {DEEPEST} levels deep", "Send something flatter.")
        case Reason.HALF_CHARACTER:
            return Invalid(
                "The body holds half of a surrogate pair, which is not text",
                hint="Escape characters beyond \\uffff as two matching halves, or send them as they are.",
                code="invalid_text",
                field="body",
            )
        case _:
            assert_never(error.reason)


def _invalid(message: str, hint: str) -> Invalid:
    return Invalid(message, hint=hint, code="invalid_json", field="body")
