"""Servers on this machine that behave as badly as a test wants, and a client that may reach only them."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from aule.sandbox.net.client import Caps, WebClient

HERE = "127.0.0.1"
Reply = Callable[["Visit", asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Visit:
    """One request as a server saw it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""


@dataclass(slots=True)
class Server:
    """A server that writes down who came."""

    reply: Reply
    port: int = 0
    connections: int = 0
    sent: int = 0
    visits: list[Visit] = field(default_factory=list[Visit])
    tasks: list[asyncio.Task[None]] = field(default_factory=list["asyncio.Task[None]"])
    came: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, path: str = "/", host: str = "page.test", scheme: str = "http") -> str:
        """An address that leads here, by a name only the test's resolver knows."""
        return f"{scheme}://{host}:{self.port}{path}"

    def client(self, *more: Server, caps: Caps | None = None, tls: ssl.SSLContext | None = None) -> WebClient:
        """A client that takes every name for this machine, and may reach this server (and some more) on it."""
        spared = [(HERE, server.port) for server in (self, *more)]
        return WebClient(caps, resolver=all_here, spared=spared, tls=tls)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read one request, answer it, and hang up."""
        self.connections += 1
        self.tasks.append(asyncio.current_task())  # type: ignore[arg-type]
        try:
            await self._answer(reader, writer)
        finally:
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
            visit = Visit(method, path, headers, await reader.readexactly(int(headers.get("content-length", 0))))
            self.visits.append(visit)
            self.came.set()
            await self.reply(visit, writer)
            await writer.drain()
        with suppress(ConnectionError):
            writer.close()
            await writer.wait_closed()


async def all_here(host: str, port: int) -> list[str]:
    """A resolver for which every name means this machine: what an attacker's own DNS would say."""
    return [HERE]


@asynccontextmanager
async def serving(reply: Reply, tls: ssl.SSLContext | None = None) -> AsyncGenerator[Server]:
    """A server that is up until the block ends."""
    server = Server(reply)
    listening = await asyncio.start_server(server.serve, HERE, 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for task in server.tasks:  # some of these replies never end by themselves
            task.cancel()
        await asyncio.gather(*server.tasks, return_exceptions=True)


def answer(
    body: bytes | str = b"ok",
    *,
    status: int = 200,
    type: str | None = "text/plain; charset=utf-8",
    headers: Sequence[tuple[str, str]] = (),
) -> Reply:
    """A reply that is always the same."""
    return paths({"": page(body, status=status, type=type, headers=headers)})


def page(
    body: bytes | str = b"ok",
    *,
    status: int = 200,
    type: str | None = "text/plain; charset=utf-8",
    headers: Sequence[tuple[str, str]] = (),
) -> bytes:
    """A whole response."""
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(content)}", *(f"{k}: {v}" for k, v in headers)]
    lines += [] if type is None else [f"Content-Type: {type}"]
    return "\r\n".join([*lines, "", ""]).encode("utf-8") + content


def paths(pages: Mapping[str, bytes]) -> Reply:
    """A reply by the path that is asked for; "" stands for all others."""

    async def reply(visit: Visit, writer: asyncio.StreamWriter) -> None:
        found = pages.get(visit.path.partition("?")[0]) or pages.get("") or page(status=404)
        writer.write(found)

    return reply


def moved(location: str, status: int = 302) -> bytes:
    """A redirect."""
    return page(b"", status=status, headers=[("Location", location)])
