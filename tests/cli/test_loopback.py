"""Requests over a socket of this machine: whole, escaped, streamed, and never cut short without a word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from aule.cli.loopback import Loopback
from aule.terminal.transport import Request, TransportFailed

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def listener(talk: Talk) -> AsyncGenerator[Loopback]:
    """A server that says what it is told, and the way to it."""

    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await talk(reader, writer)
        writer.close()

    async with await asyncio.start_server(once, "127.0.0.1", 0) as server:
        yield Loopback(server.sockets[0].getsockname()[1], "secret")


def saying(answer: bytes) -> Talk:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()

    return talk


async def test_a_request_arrives_whole_and_an_id_adds_nothing_to_it() -> None:
    heard: list[bytes] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        heard.append(await reader.readexactly(5))
        writer.write(b"HTTP/1.1 201 Created\r\nContent-Length: 4\r\nETag: v1\r\n\r\ndone")

    async with listener(talk) as way:
        evil = "/v1/runs/a?x=1 HTTP/1.1\r\nX-Evil: 1/show"
        async with way.exchange(Request("POST", evil, {"q": "é&", "on": True, "no": None}, {}, b"hello")) as answer:
            assert (answer.status, answer.headers["etag"], await answer.read()) == (201, "v1", b"done")
    first, *lines = heard[0].decode().split("\r\n")
    assert first == "POST /v1/runs/a%3Fx=1%20HTTP/1.1%0D%0AX-Evil:%201/show?q=%C3%A9%26&on=true HTTP/1.1"
    assert "Authorization: Bearer secret" in lines
    assert heard[1] == b"hello"


async def test_a_stream_is_read_while_it_grows() -> None:
    go_on = asyncio.Event()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\none\n\r\n")
        await writer.drain()
        await go_on.wait()
        writer.write(b"2\r\ntw\r\n2;x=y\r\no\n\r\n0\r\n\r\n")

    lines: list[str] = []
    async with listener(talk) as way, way.exchange(Request("GET", "/")) as answer:
        async for line in answer.lines():
            lines.append(line)
            go_on.set()
    assert lines == ["one", "two"]


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"SSH-2.0-OpenSSH_9\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"x" * 200_000,
    ],
)
async def test_an_answer_that_breaks_off_is_an_error_and_no_shorter_answer(said: bytes) -> None:
    async with listener(saying(said)) as way:
        with pytest.raises(TransportFailed):
            async with way.exchange(Request("GET", "/")) as answer:
                await answer.read()


async def test_nobody_there_is_told_at_once() -> None:
    async with listener(saying(b"")) as way:
        pass
    with pytest.raises(TransportFailed):
        async with way.exchange(Request("GET", "/")):
            pass
