"""Following the log: as pages, as server-sent events, over a WebSocket.

Every follower reads by cursor, so a cut connection resumes exactly where it was, and a
slow one is served from the database; nothing here keeps a client's backlog.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from aule.contracts.errors import AuleError
from aule.contracts.events.facts import Event
from aule.contracts.runs.run_tree import RunTree
from aule.contracts.talk.ask import Asked
from aule.contracts.views import Page
from aule.kernel.kernel import Kernel
from aule.server.front import CLOSING
from aule.server.params import Limit, Named, Since

log = logging.getLogger("aule.server")

PING_SECONDS = 15.0
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True, slots=True)
class EventQuery:
    """Which events somebody wants."""

    since: Since = None
    topic: Named = None
    run: Named = None
    session: Named = None
    limit: Limit = 100


class Frames:
    """Events as server-sent events: many followers of one log share each frame."""

    SHARED = 256
    LARGEST = 16 * 1024
    """Larger frames are rare and would make the memory they share unbounded."""

    def __init__(self) -> None:
        self._frames: dict[str, bytes] = {}

    def frame(self, event: Event) -> bytes:
        """The bytes of one event on a stream."""
        frame = self._frames.get(event.seq)
        if frame is None:
            frame = f"id: {event.seq}\nevent: {event.type}\ndata: {_json_of(event)}\n\n".encode()
            if len(self._frames) >= self.SHARED:
                del self._frames[next(iter(self._frames))]
            if len(frame) <= self.LARGEST:
                self._frames[event.seq] = frame
        return frame


def _json_of(event: Event) -> str:
    """Return an event as its model writes it, without that model: its schema is that of all facts, 30 ms to make."""
    about = {name: getattr(event, name) for name in Event.model_fields if name != "data"}
    written = json.dumps(about, ensure_ascii=False, separators=(",", ":"))
    return f'{written[:-1]},"data":{event.data.model_dump_json()}}}'


class EventStream(Response):
    """Server-sent events until the log ends, the client leaves, or the server goes down."""

    media_type = "text/event-stream"

    def __init__(
        self, events: AsyncGenerator[Event, None], frames: Frames, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(headers=_HEADERS | (headers or {}))
        del self.headers["content-length"]
        self._events = events
        self._frames = frames

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        closing: asyncio.Event | None = scope.get(CLOSING)
        with suppress(OSError):  # the client left in the middle of a write: that is how streams end
            try:
                await first_of(self._send_all(send), _left(receive), *([closing.wait()] if closing else []))
            except AuleError as error:  # the status is sent; the client resumes and is told then
                log.error("A stream broke off: %s", error.problem.message)
            await send({"type": "http.response.body", "body": b"retry: 500\n\n", "more_body": False})

    async def _send_all(self, send: Send) -> None:
        await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
        async with aclosing(self._events) as events:
            async for event in with_pings(events, PING_SECONDS):
                body = b": ping\n\n" if event is None else self._frames.frame(event)
                await send({"type": "http.response.body", "body": body, "more_body": True})


async def answer_events(request: Request, kernel: Kernel, query: EventQuery) -> Response:
    """A page of events, or a stream of them when the client asks for one."""
    if wants_stream(request):
        since = await _start(request, kernel, query)
        return EventStream(_follow(kernel, query, since), request.app.state.frames)
    events = await kernel.journal.read(
        query.since, topic=query.topic, run=query.run, session=query.session, limit=query.limit
    )
    if not events:
        await kernel.journal.check_reaches(query.since)
    page = Page[Event](items=events, next=events[-1].seq if len(events) == query.limit else None)
    return Response(page.model_dump_json(), media_type="application/json")


def stream_run(request: Request, kernel: Kernel, asked: Asked) -> Response:
    """The events of a run that was just asked for, until it ended or waits for a person."""
    return EventStream(
        events_of_run(kernel, asked), request.app.state.frames, {"Content-Location": f"/v1/runs/{asked.run}"}
    )


def events_of_run(kernel: Kernel, asked: Asked) -> AsyncGenerator[Event, None]:
    """The events of a run that was just asked for and of those below it, until it ended or waits for a person."""
    return until_still(_follow(kernel, EventQuery(), asked.cursor), asked.run)


async def until_still(events: AsyncGenerator[Event, None], root: str) -> AsyncGenerator[Event, None]:
    """The events of a run and its descendants, until it ended or waits for a person."""
    tree = RunTree(root)
    async with aclosing(events):
        async for event in events:
            if not tree.add(event):
                continue
            yield event
            if tree.is_still:
                return


async def send_events(websocket: WebSocket, kernel: Kernel, query: EventQuery) -> None:
    """The same over a WebSocket: one event as JSON a message."""
    try:
        since = await _start(websocket, kernel, query)
    except AuleError as error:
        await websocket.close(code=1008, reason=error.problem.code)
        return
    await websocket.accept()
    closing: asyncio.Event | None = websocket.scope.get(CLOSING)

    async def send_all() -> None:
        async with aclosing(_follow(kernel, query, since)) as events:
            async for event in events:
                await websocket.send_text(event.model_dump_json())

    async def listen() -> None:
        while True:
            await websocket.receive_text()

    with suppress(WebSocketDisconnect, OSError, RuntimeError):  # a peer that left cannot be told goodbye
        await first_of(send_all(), listen(), *([closing.wait()] if closing else []))
        await websocket.close(code=1001)


def wants_stream(request: Request) -> bool:
    """Whether the client asked for server-sent events by name."""
    return "text/event-stream" in request.headers.get("accept", "")


async def _start(connection: HTTPConnection, kernel: Kernel, query: EventQuery) -> str:
    """Where a stream begins: a browser that reconnects says so in `Last-Event-ID`, which is newer than its URL."""
    since = connection.headers.get("last-event-id") or query.since
    if since is None:
        return await kernel.journal.cursor()
    await kernel.journal.check_reaches(since)
    return since


async def _follow(kernel: Kernel, query: EventQuery, since: str) -> AsyncGenerator[Event, None]:
    events = kernel.follow(since, topic=query.topic, run=query.run, session=query.session)
    try:
        async for event in events:
            yield event
    finally:
        if isinstance(events, AsyncGenerator):
            await events.aclose()  # a follower that is only dropped would be kept until the next collection


async def with_pings(events: AsyncGenerator[Event, None], seconds: float) -> AsyncGenerator[Event | None, None]:
    """The events, and None after each silence of so many seconds."""
    coming: asyncio.Task[Event] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(events))
            done, _ = await asyncio.wait({coming}, timeout=seconds)
            if not done:
                yield None
                continue
            try:
                event = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield event
    finally:
        if coming is not None:
            await _cancel(coming)


async def first_of(*works: Coroutine[Any, Any, Any]) -> None:
    """Run until one of these is through; the others are stopped."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _cancel(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
