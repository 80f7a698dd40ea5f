"""The body of a request, as it arrives: not larger and not slower than allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, NamedTuple

from aule.contracts.errors import AuleError, Invalid, TooLarge
from aule.contracts.project import MAX_ARTIFACT

MAX_BODY = 8 * 1024 * 1024
MAX_SECONDS = 60.0
"""How long a body may take to arrive."""
MAX_SIGN_IN = 4 * 1024
"""Bytes of a body that somebody may send who has not signed in."""
MAX_SIGN_IN_SECONDS = 10.0
MAX_UPLOAD = MAX_ARTIFACT
MAX_UPLOAD_SECONDS = 600.0

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]


class Limits(NamedTuple):
    """How large a body may be, and how long it may take."""

    max_bytes: int = MAX_BODY
    max_seconds: float = MAX_SECONDS


ORDINARY = Limits()
_OTHERS = {
    ("POST", "/v1/session"): Limits(MAX_SIGN_IN, MAX_SIGN_IN_SECONDS),
    ("POST", "/v1/artifacts"): Limits(MAX_UPLOAD, MAX_UPLOAD_SECONDS),
}


def limits_of(method: str, path: str, of_apps: Mapping[tuple[str, str], Limits]) -> Limits:
    """What holds for a request: an upload may be larger than anything else, because it is never held in memory."""
    return _OTHERS.get((method, path)) or of_apps.get((method, path), ORDINARY)


class TooSlow(AuleError):
    """The body did not arrive in time."""

    code = "body_timeout"
    status = 408


class LimitedBody:
    """Hands on what is received, and stops a body that grows or waits beyond its limits."""

    def __init__(self, receive: Receive, limits: Limits = ORDINARY) -> None:
        self._receive = receive
        self._left = self._max = limits.max_bytes
        self._deadline = asyncio.get_running_loop().time() + limits.max_seconds
        self._complete = False

    async def __call__(self) -> Message:
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise TooSlow("The body of the request did not arrive in time", hint="Send it again.") from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise too_large(self._max)
        self._complete = not message.get("more_body", False)
        return message


def check_length(declared: str | None, max_bytes: int = MAX_BODY) -> None:
    """Refuse a body that says beforehand that it is too large."""
    if declared is None:
        return
    if not declared.isascii() or not declared.isdigit():
        raise Invalid(f"Content-Length {declared[:40]!r} is not a number", hint="Send the body's length in bytes.")
    if len(declared) > 15 or int(declared) > max_bytes:
        raise too_large(max_bytes)


def too_large(max_bytes: int) -> TooLarge:
    """The error of a body above the limit."""
    if max_bytes == MAX_SIGN_IN:
        return TooLarge(f"The body is larger than {max_bytes // 1024} kB", hint="Send a sign-in code and nothing else.")
    hint = "Put large content into a file of the project."
    return TooLarge(f"The body is larger than {max_bytes // (1024 * 1024)} MB", hint=hint)
