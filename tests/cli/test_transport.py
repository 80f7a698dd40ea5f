"""Requests to an app in this process: answers stream, leaving stops the app, errors come through."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from aule.testing.http import InProcess


def client(app: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=InProcess(app), base_url="http://127.0.0.1")


async def start(send: Any, status: int = 200) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"x-kind", b"test")]})


async def test_a_request_arrives_whole() -> None:
    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        seen.update(method=scope["method"], path=scope["path"], query=scope["query_string"], body=message["body"])
        await start(send, 201)
        await send({"type": "http.response.body", "body": b"done"})

    async with client(app) as http:
        answer = await http.post("/v1/thing?a=1", content=b"hello")

    assert (answer.status_code, answer.text, answer.headers["x-kind"]) == (201, "done", "test")
    assert seen == {"method": "POST", "path": "/v1/thing", "query": b"a=1", "body": b"hello"}


async def test_a_stream_is_read_while_it_is_still_being_written() -> None:
    """An event stream must begin before it ends."""
    go_on = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await start(send)
        await send({"type": "http.response.body", "body": b"one\n", "more_body": True})
        await go_on.wait()
        await send({"type": "http.response.body", "body": b"two\n"})

    lines: list[str] = []
    async with client(app) as http, http.stream("GET", "/") as answer:
        async for line in answer.aiter_lines():
            lines.append(line)
            go_on.set()
    assert lines == ["one", "two"]


async def test_leaving_a_stream_stops_the_app() -> None:
    stopped = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await start(send)
        try:
            async for chunk in endless():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        finally:
            stopped.set()

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 1000

    async with client(app) as http, http.stream("GET", "/") as answer:
        async for _ in answer.aiter_raw():
            break
    assert stopped.is_set()


async def test_an_app_that_breaks_before_its_answer_raises_at_the_caller() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("broken")

    async with client(app) as http:
        with pytest.raises(RuntimeError, match="broken"):
            await http.get("/")


async def test_an_app_that_breaks_in_its_answer_raises_at_the_reader() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await start(send)
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise RuntimeError("broken")

    async with client(app) as http, http.stream("GET", "/") as answer:
        with pytest.raises(RuntimeError, match="broken"):
            async for _ in answer.aiter_raw():
                pass
