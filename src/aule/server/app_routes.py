"""Routes of apps, built from what they record with `aule.sdk.http`: their functions' signatures say what is read."""

from __future__ import annotations

import asyncio
import inspect
import pathlib
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import is_dataclass
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints
from urllib.parse import quote

import fastapi
from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from pydantic.fields import FieldInfo
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import BaseRoute, Match, Router
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from aule.boot.brought import BroughtApp
from aule.contracts.access.token import OWNER_ACCESS, Access
from aule.contracts.errors import AuleError, Cancelled
from aule.kernel.kernel import Kernel
from aule.sdk.http import (
    BadRequest,
    Errors,
    FileReply,
    Frames,
    Header,
    Own,
    Redirect,
    Reply,
    Route,
    Routes,
    Stream,
    TextReply,
    Upload,
)
from aule.server.body_limit import Limits
from aule.server.content import Content, Shown
from aule.server.errors import problem_of
from aule.server.events import first_of
from aule.server.front import ACCESS, CLOSING
from aule.server.json_bodies import JsonRoute
from aule.server.params import kernel_of
from aule.text.media import HEAD, recognise

T = TypeVar("T")

_NAME = re.compile(r"\{(\w+)\}")
"""A parameter in a path."""
_PLAIN = ("", "text/plain")
"""What a browser's `fetch` calls a body of text where nobody says that it is JSON."""
_SENT = (Reply, Redirect, FileReply, TextReply)
"""Answers that are sent as they are."""
_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class RequestUpload:
    """The body of a request, handed to an app piece by piece."""

    def __init__(self, request: Request) -> None:
        self._request = request

    @property
    def mime(self) -> str | None:
        """What the sender says it is."""
        return self._request.headers.get("content-type")

    @property
    def is_from_page(self) -> bool:
        """Whether a page sends it, by its session; programs show the token."""
        return "cookie" in self._request.headers and "authorization" not in self._request.headers

    async def stream(self) -> AsyncGenerator[bytes]:
        """Its bytes, piece by piece."""
        try:
            async for piece in self._request.stream():
                yield piece
        except ClientDisconnect:
            raise Cancelled("The upload broke off; nothing of it was kept.") from None


async def _access_of(connection: HTTPConnection) -> Access:
    """Return who a request comes from; a command line that runs a kernel in its own process is the owner."""
    return connection.scope.get(ACCESS) or OWNER_ACCESS


async def _upload_of(request: Request) -> RequestUpload:
    return RequestUpload(request)


class AppRoutes(BaseRoute):
    """The routes of an app, built when one of its addresses is first asked for."""

    def __init__(self, app: BroughtApp, load: Callable[[str], Awaitable[None]] | None = None) -> None:
        self._app = app
        self._load = load
        self._addresses = [(each.method, each.path.split("/")) for each in app.addresses()]
        self._router: Router | None = None

    def built(self) -> Router:
        """Return the routes with their functions; blocks while the app is imported."""
        if self._router is None:
            routes = [route for group in self._app.routes() for route in routes_of(group)]
            self._router = Router(routes, redirect_slashes=False)
        return self._router

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Tell whether an address of the app is asked for, by what is known of it before it is loaded."""
        found = Match.NONE
        if scope["type"] in ("http", "websocket"):
            asked, method = scope["path"].split("/"), scope.get("method")
            for known, path in self._addresses:
                if _fits(path, asked):
                    if (known is None) is (scope["type"] == "websocket") and known == method:
                        return Match.FULL, {}
                    found = Match.PARTIAL
        return found, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Load the app, and let its own route answer."""
        try:
            if self._load is not None:
                await self._load(self._app.id)
            router = self._router or await asyncio.to_thread(self.built)
        except AuleError:
            if scope["type"] == "http":
                raise
            await WebSocket(scope, receive, send).close(code=1011)
            return
        await router(scope, receive, send)


def _fits(path: list[str], asked: list[str]) -> bool:
    """Tell whether a path may be the one of an address, piece by piece; the app's own route looks closer."""
    is_open = path[-1].endswith(":path}")
    if len(asked) < len(path) if is_open else len(asked) != len(path):
        return False
    return all("{" in known or known == piece for known, piece in zip(path, asked, strict=False))


def expanded(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """Return routes with those of apps built: loads the apps."""
    return [one for each in routes for one in (each.built().routes if isinstance(each, AppRoutes) else (each,))]


def limits_of(apps: Iterable[BroughtApp]) -> dict[tuple[str, str], Limits]:
    """Return how large the bodies of requests may be that apps take, by method and path."""
    return {
        (each.method, each.path): Limits(each.limits.max_bytes, each.limits.max_seconds)
        for app in apps
        for each in app.addresses()
        if each.method is not None and each.limits is not None
    }


def scopes_of(apps: Iterable[BroughtApp]) -> dict[tuple[str, str], frozenset[str]]:
    """Return the scopes of tokens that may be used at addresses of apps, by method and path."""
    return {
        (each.method, each.path): frozenset(scope.name for scope in each.scopes)
        for app in apps
        for each in app.addresses()
        if each.method is not None and each.scopes
    }


@lru_cache(maxsize=256)
def routes_of(group: Routes) -> tuple[BaseRoute, ...]:
    """Return the server's routes for a group of an app's addresses. They are made once: that takes its time."""
    router = APIRouter(tags=list(group.tags), route_class=_route_class(group))
    for record in group.records:
        match record:
            case Route():
                _add(router, record)
            case Stream():
                router.add_api_websocket_route(record.path, _telling(record), name=record.function.__name__)
    return tuple(router.routes)


def _add(router: APIRouter, record: Route) -> None:
    endpoint, is_upload = _answering(record)
    redirects = get_type_hints(record.function).get("return") is Redirect
    described: dict[str, Any] = {"response_class": RedirectResponse} if redirects else {}
    router.add_api_route(
        record.path,
        endpoint,
        methods=[record.method],
        status_code=307 if redirects else record.status,
        responses=record.responses,
        openapi_extra=_body_of(record) if is_upload else None,
        **described,
    )


def _body_of(record: Route) -> dict[str, Any]:
    """Return how a body is described that is read as it arrives."""
    accepts = None if record.limits is None else record.limits.accepts
    return _FILE if accepts is None else {"requestBody": {"required": True, "content": accepts}}


def _answering(record: Route) -> tuple[Callable[..., Awaitable[Any]], bool]:
    """Return an endpoint with the signature the framework wants, and whether it takes the body as it arrives."""
    function = record.function
    hints = get_type_hints(function, include_extras=True)

    async def answer(**given: Any) -> Any:
        return _response(await function(**given))

    told = _described(hints.get("return"))
    _dress(answer, function, _signature(function, record.path).replace(return_annotation=told))
    return answer, any(hint is Upload for hint in hints.values())


def _described(returned: Any) -> Any:
    """Return what an answer is described as: its model; a plain response where all it may be is sent as it is."""
    if isinstance(returned, UnionType):
        models = tuple(each for each in get_args(returned) if each not in _SENT)
        return Union[models] if models else Response  # noqa: UP007 (they are known only now)
    return Response if returned in _SENT else returned


def _telling(record: Stream) -> Callable[..., Awaitable[None]]:
    """Return an endpoint that sends what a stream of an app yields, until its peer leaves or the server goes down."""
    function = record.function

    async def follow(websocket: WebSocket, **given: Any) -> None:
        try:
            frames = await function(**given)
        except AuleError as error:
            await websocket.close(code=1008, reason=error.problem.code)
            return
        await websocket.accept()
        closing: asyncio.Event | None = websocket.scope.get(CLOSING)
        with suppress(WebSocketDisconnect, OSError, RuntimeError):  # a peer that left cannot be told goodbye
            await first_of(_send(websocket, frames), _listen(websocket), *([closing.wait()] if closing else []))
            await websocket.close(code=1001)

    own = _signature(function, record.path)
    socket = inspect.Parameter("websocket", inspect.Parameter.KEYWORD_ONLY, annotation=WebSocket)
    _dress(follow, function, own.replace(parameters=[socket, *own.parameters.values()]))
    return follow


async def _send(websocket: WebSocket, frames: Frames) -> None:
    try:
        async for frame in frames:
            await websocket.send_json(frame)
    finally:
        if isinstance(frames, AsyncGenerator):
            await frames.aclose()  # a follower that is only dropped would be kept until the next collection


async def _listen(websocket: WebSocket) -> None:
    while True:
        await websocket.receive_text()


def _signature(function: Callable[..., Any], path: str) -> inspect.Signature:
    """Return the signature of an app's function as the framework reads it."""
    hints = get_type_hints(function.__init__ if isinstance(function, type) else function, include_extras=True)
    in_path = frozenset(_NAME.findall(path))
    return inspect.Signature(
        [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=param.default,
                annotation=_annotation(hints[name], is_in_path=name in in_path),
            )
            for name, param in inspect.signature(function).parameters.items()
        ]
    )


def _annotation(hint: Any, *, is_in_path: bool) -> Any:
    """Return a parameter's type with the framework's word for where it is read from."""
    kind, marks = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    if kind is Kernel:
        return Annotated[Any, Depends(kernel_of)]
    if kind is Access:
        return Annotated[Any, Depends(_access_of)]
    if kind is Upload:
        return Annotated[Any, Depends(_upload_of)]
    if any(isinstance(mark, Own) for mark in marks):
        return Annotated[Any, Depends(_started(kind))]
    if isinstance(kind, type) and is_dataclass(kind):
        return Annotated[Any, Depends(_grouped(kind))]
    field = next((mark for mark in marks if isinstance(mark, FieldInfo)), None)
    if field is None:
        return hint
    header = next((mark for mark in marks if isinstance(mark, Header)), None)
    if header is not None:
        return Annotated[kind, field, fastapi.Header(alias=header.name, description=field.description)]
    if field.alias is not None and not is_in_path:  # a word that Python keeps for itself, such as `from`
        return Annotated[kind, field, Query(alias=field.alias, description=field.description)]
    return Annotated[kind, field, (Path if is_in_path else Query)(description=field.description)]


def _started(kind: type[T]) -> Callable[..., Awaitable[T]]:
    """Return a dependency that is what an app built at the start."""

    async def part(connection: HTTPConnection) -> T:
        return connection.app.state.kernel.part(kind)

    return part


def _grouped(kind: type[T]) -> Callable[..., T]:
    """Return a dependency that reads the fields of a dataclass from the query."""

    def read(**given: Any) -> T:
        return kind(**given)

    _dress(read, kind, _signature(kind, ""))
    return read


def _dress(made: Callable[..., Any], function: Callable[..., Any], signature: inspect.Signature) -> None:
    """Give a function the name, the words and the signature that the framework shows to clients."""
    made.__name__, made.__doc__ = function.__name__, function.__doc__
    made.__signature__ = signature  # pyright: ignore[reportFunctionMemberAccess]


def _response(answer: Any) -> Any:
    match answer:
        case Reply():
            return JSONResponse(answer.content, status_code=answer.status, headers=dict(answer.headers))
        case Redirect():
            return RedirectResponse(answer.to)
        case FileReply():
            return SentFile(answer)
        case TextReply():
            named = f"attachment; filename*=UTF-8''{quote(answer.name)}"
            return Response(answer.text, media_type=answer.mime, headers={"Content-Disposition": named})
        case _:
            return answer


class SentFile(Response):
    """A file of an app on its way out; which part is wanted stands in the request."""

    def __init__(self, file: FileReply) -> None:
        super().__init__()
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = self._file
        media = recognise(file.name, file.mime, await asyncio.to_thread(_head_of, file.path))
        shown = Shown(media.type, file.mime if media.type == "file" else media.mime, file.name, file.sha256)
        await Content(shown, file.path, Request(scope), download=file.is_download)(scope, receive, send)


def _head_of(path: pathlib.Path) -> bytes:
    with path.open("rb") as content:
        return content.read(HEAD)


def _route_class(group: Routes) -> type[JsonRoute]:
    """Return routes that take strict JSON, and tell errors in the form of the group."""
    errors = group.errors

    class AppRoute(JsonRoute):
        """A route of an app."""

        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            """Put the reading of plain text and the telling of errors around the route's own work."""
            answer = super().get_route_handler()

            async def answer_or_tell(request: Request) -> Response:
                read = _as_json(request) if group.plain_text_is_json else request
                return await (answer(read) if errors is None else _answer_or_tell(answer, read, errors))

            return answer_or_tell

    return AppRoute


async def _answer_or_tell(
    answer: Callable[[Request], Awaitable[Response]], request: Request, errors: Errors
) -> Response:
    try:
        return await answer(request)
    except RequestValidationError as refused:
        error = _bad_request(refused, request)
        return _told(errors(error), error)
    except AuleError as error:
        return _told(errors(error), error)


def _told(reply: Reply | None, error: AuleError) -> Response:
    if reply is None:
        raise error
    return cast(Response, _response(reply))


def _bad_request(refused: RequestValidationError, request: Request) -> BadRequest:
    found = refused.errors()
    problem = problem_of(found)
    return BadRequest(
        problem.message,
        hint=problem.hint,
        field=problem.field,
        place=tuple(found[0]["loc"]),
        kind=found[0]["type"],
        path=request.url.path,
    )


def _as_json(request: Request) -> Request:
    """Take the body for JSON where it says plain text, or nothing.

    Who may come in was checked before, by token and Origin; a foreign page has neither.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _PLAIN:
        return request
    headers = [each for each in request.scope["headers"] if each[0] != b"content-type"]
    scope = {**request.scope, "headers": [*headers, (b"content-type", b"application/json")]}
    return Request(scope, request.receive)
