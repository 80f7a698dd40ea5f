"""A front with a stand-in API behind it: what is under test is the door, not the house."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.server.still import still

from aule.server.auth import Gatekeeper
from aule.server.front import Front
from aule.server.page import Page
from aule.stores.home.access_tokens import AccessTokens

TOKEN = "a-good-long-token-0123456789abcdef"
PORT = 8700
HOST = f"127.0.0.1:{PORT}"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
Message = MutableMapping[str, Any]


class Echo:
    """An ASGI app that reads the whole body and tells what it saw."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        self.seen.append(f"{scope['type']} {scope['path']}")
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 1000})
            return
        length = 0
        while True:
            message = await receive()
            length += len(message.get("body", b""))
            if not message.get("more_body"):
                break
        body = json.dumps({"path": scope["path"], "length": length}).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": body})


def gatekeeper(
    sessions: Path | None = None, token: str = TOKEN, tokens: AccessTokens | None = None, **ambient: Any
) -> Gatekeeper:
    """Who lets in at the front under test."""
    address = ("127.0.0.1", PORT)
    return Gatekeeper(token, address=address, sessions=sessions, ambient=still(**ambient), tokens=tokens)


@asynccontextmanager
async def open_front(
    api: Any = None, *, keeper: Gatekeeper | None = None, page: Page | None = None, **options: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a front whose API is loaded."""

    @asynccontextmanager
    async def load(_: Gatekeeper) -> AsyncIterator[Any]:
        yield api or Echo()

    front = Front(load, keeper or gatekeeper(), address=("127.0.0.1", PORT), page=page, **options)
    running = asyncio.create_task(front.run())
    transport = httpx.ASGITransport(app=front)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        yield client
    front.leave()
    await running
