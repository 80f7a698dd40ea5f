"""The front of the server: answers at once, checks everybody, and hands over to the API once it is loaded.

Importing the API takes most of the start-up time, so this is a plain ASGI app that
imports no framework: the page and `/v1/health` are there while the rest still loads.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING, Any

from aule import __version__
from aule.contracts.access.token import Access
from aule.contracts.errors import AuleError, NotFound, Problem, Unavailable, storage_error
from aule.server.auth import Gatekeeper
from aule.server.body_limit import LimitedBody, check_length, limits_of
from aule.server.guard import PUBLIC, Guard, Headers, check_scopes, is_api
from aule.server.page import Page
from aule.server.problems import MEDIA_TYPE, details_of

if TYPE_CHECKING:
    from aule.server.connections import Connection

log = logging.getLogger("aule.server")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
Load = Callable[[Gatekeeper], AbstractAsyncContextManager[ASGIApp]]
"""Builds the API around a running system, and stops that system when the server goes down."""

RawHeaders = list[tuple[bytes, bytes]]

CLOSING = "aule.closing"
"""Where a request finds the event that is set when the server goes down."""
CONNECTION = "aule.connection"
"""Where a request finds the connection it came over, in the `state` of its scope."""
ACCESS = "aule.access"
"""Where a request finds who it comes from."""
CHUNK = 64 * 1024
"""What is handed to a connection at a time: somebody who reads slowly, or never, holds no more of a page in memory."""
WAIT_SECONDS = 10.0
"""How long a request waits for the API to load."""

SECURITY: dict[bytes, bytes] = {
    b"content-security-policy": b"default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
    b"frame-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; object-src 'none'; "
    b"frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    b"cache-control": b"no-store",
}
"""On every response that does not say otherwise. Styles may be inline: the shell positions its menus with them.

Pictures, sound, films and frames come from here alone: `frame-src` is for the PDF of an artifact, whose own answer
says that our page may frame it (`server/content.py`); everything else refuses to be framed by anybody."""


class MethodNotAllowed(AuleError):
    """The page can only be read."""

    code = "method_not_allowed"
    status = 405


class Front:
    """The outermost ASGI app."""

    def __init__(
        self,
        load: Load,
        gatekeeper: Gatekeeper,
        *,
        address: tuple[str, int],
        allowed_hosts: Iterable[str] = (),
        page: Page | None = None,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._load = load
        self._gatekeeper = gatekeeper
        self._guard = Guard(gatekeeper, address=address, allowed_hosts=allowed_hosts)
        self._page = page or Page()
        self._wait_seconds = wait_seconds
        self._api: ASGIApp | None = None
        self._problem: Problem | None = None
        self._settled = asyncio.Event()
        self._closing = asyncio.Event()
        self._leaving = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await self._answer_websocket(scope, receive, send)
        else:
            await self._answer_http(scope, receive, send)

    @property
    def status(self) -> str:
        """`starting`, `ready` or `failed`."""
        return "ready" if self._api else "failed" if self._problem else "starting"

    def close(self) -> None:
        """Let every stream end; the server is going down. Other requests are still answered."""
        self._closing.set()

    def leave(self) -> None:
        """Stop what was loaded; nobody asks any more."""
        self.close()
        self._leaving.set()

    async def run(self) -> None:
        """Load the API, keep it until the server has gone down, then stop what was loaded."""
        try:
            async with self._load(self._gatekeeper) as api:
                self._api = api
                self._settled.set()
                await self._leaving.wait()
        except Exception as error:  # the door: a system that cannot start is told by /v1/health, not by a dead page
            what = "stopped" if self._leaving.is_set() else "started"
            known = error if isinstance(error, AuleError) else storage_error(error)
            if known is None:
                log.exception("The system could not be %s", what)
            else:
                log.error("The system could not be %s: %s %s", what, known.problem.message, known.problem.hint or "")
            self._api = None
            self._problem = known.problem if known is not None else INTERNAL
        finally:
            self._settled.set()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        running = asyncio.create_task(self.run())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.leave()
        if self._api is None:
            running.cancel()  # still loading: nobody waits for it any more
        with suppress(asyncio.CancelledError):
            await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = Response(send)
        try:
            access = self._check(scope)
            if scope["path"] == "/v1/health":
                await self._answer_health(scope, response)
            elif is_api(scope["path"]):
                api = await self._loaded()  # it knows the limits and scopes of its apps' routes
                if access is not None and (scope["method"], scope["path"]) not in PUBLIC:
                    check_scopes(access, scope, getattr(api, "scopes", {}))
                scope[ACCESS] = access
                limits = limits_of(scope["method"], scope["path"], getattr(api, "limits", {}))
                check_length(Headers(scope["headers"]).one("content-length"), limits.max_bytes)
                scope[CLOSING] = self._closing
                await api(scope, LimitedBody(receive, limits), response.pass_on)
            else:
                await self._answer_page(scope, response)
        except AuleError as error:
            if not response.started:
                await response.problem(error)

    async def _answer_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            access = self._check(scope)
            if access is not None:
                check_scopes(access, scope, {})
            if not is_api(scope["path"]):
                raise NotFound(f"There is no WebSocket at {scope['path'][:100]!r}")
            api = await self._loaded()
        except AuleError as error:
            log.info("A WebSocket was refused: %s", error.problem.code)
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": error.problem.code})
            return
        scope[CLOSING] = self._closing
        await api(scope, receive, send)

    def _check(self, scope: Scope) -> Access | None:
        """Let a request in, and note over which connection somebody is signed in; return who that is."""
        access = self._guard.check(scope)
        connection: Connection | None = scope.get("state", {}).get(CONNECTION)
        if access is not None and connection is not None:
            connection.sign_in()
        return access

    async def _loaded(self) -> ASGIApp:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._wait_seconds):
                await self._settled.wait()
        if self._api is not None:
            return self._api
        if self._problem is not None:
            raise Unavailable(self._problem.message, hint=self._problem.hint, code="start_failed")
        raise Unavailable("The system is still starting", hint="Try again in a moment.", code="starting")

    async def _answer_health(self, scope: Scope, response: Response) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise MethodNotAllowed("The health of the server can only be read", hint="Use GET.")
        detail = self._problem.message if self._problem else None
        health = {"status": self.status, "version": __version__, "detail": detail}
        await response.send(200, [(b"content-type", b"application/json")], json.dumps(health).encode(), scope)

    async def _answer_page(self, scope: Scope, response: Response) -> None:
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            raise MethodNotAllowed(f"{path[:100]!r} can only be read", hint="The API is under /v1.")
        headers = Headers(scope["headers"])
        answer = self._page.answer(path, headers.joined("accept-encoding") or "", headers.joined("if-none-match"))
        if answer is None:
            raise NotFound(f"There is no file {path[:100]!r}", hint="The desktop is at /.")
        await response.send(answer.status, answer.headers, answer.body, scope)


class Response:
    """One HTTP response, with the headers every response has."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False

    async def send(self, status: int, headers: RawHeaders, body: bytes, scope: Scope | None = None) -> None:
        """Send a complete response; to HEAD, without its body."""
        length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
        await self.pass_on({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
        shown = b"" if scope and scope["method"] == "HEAD" else body
        for start in range(0, max(1, len(shown)), CHUNK):
            more = start + CHUNK < len(shown)
            await self.pass_on({"type": "http.response.body", "body": shown[start : start + CHUNK], "more_body": more})

    async def problem(self, error: AuleError) -> None:
        """Send an error."""
        headers = [(b"content-type", MEDIA_TYPE.encode())]
        if error.status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        if error.status == 503:
            headers.append((b"retry-after", b"1"))
        await self.send(error.status, headers, details_of(error).model_dump_json().encode())

    async def pass_on(self, message: Message) -> None:
        """Send a message of the ASGI protocol, headers completed."""
        if message["type"] == "http.response.start":
            self.started = True
            headers: RawHeaders = list(message.get("headers", []))
            said = {name.lower() for name, _ in headers}
            message["headers"] = headers + [(name, value) for name, value in SECURITY.items() if name not in said]
        await self._send(message)


INTERNAL = Problem(
    code="start_failed",
    message="The system could not be started",
    hint="The server's log says why.",
    recoverable=False,
)
