"""Requests to an application of this process: its answer is read while the application still sends it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import unquote

Message = MutableMapping[str, Any]
Application = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]


class Exchange:
    """One request and its response, the application running as a task beside the reader."""

    def __init__(self, app: Application, scope: Message, body: bytes) -> None:
        self._chunks: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=64)
        self._started: asyncio.Future[tuple[int, list[tuple[bytes, bytes]]]] = asyncio.Future()
        self._left = asyncio.Event()
        self._body: bytes | None = body
        self._task = asyncio.create_task(self._run(app, scope))

    async def begin(self) -> tuple[int, list[tuple[bytes, bytes]]]:
        """The status and headers, as soon as the application has sent them; its error if it breaks before."""
        try:
            await asyncio.wait({self._started, self._task}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await self.aclose()
            raise
        if not self._started.done():
            await self._task
        return self._started.result()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (chunk := await self._chunks.get()) is not None:
            yield chunk
        await self._task

    async def aclose(self) -> None:
        """Leave: an application that is still sending is told, and stopped."""
        self._left.set()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)  # an error in it was already the reader's

    async def _run(self, app: Application, scope: Message) -> None:
        try:
            await app(scope, self._receive, self._send)
        finally:
            if not self._left.is_set():
                await self._chunks.put(None)

    async def _receive(self) -> Message:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._started.set_result((message["status"], list(message.get("headers", []))))
        elif message.get("body"):
            await self._chunks.put(message["body"])


def scope_of(method: str, path: str, query: str, headers: Iterable[tuple[str, str]]) -> Message:
    """Return what ASGI calls the scope of a request; the path is given as it would be sent."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 0),
    }
