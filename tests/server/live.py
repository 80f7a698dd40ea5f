"""A real server on loopback around an API, with raw sockets to cut it off at any byte."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from tests.server.doors import TOKEN
from tests.server.still import still

from aule.boot.system import System
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import Event
from aule.kernel.journal.journal import Journal
from aule.sdk import App
from aule.server.app import create_app
from aule.server.auth import Gatekeeper
from aule.server.connections import Deadlines
from aule.server.front import Front
from aule.server.serve import Server, bind
from aule.stores.database import open_database


@dataclass
class LogOnly:
    """As much of a kernel as following the log needs: a real journal on a real database."""

    journal: Journal
    ambient: Ambient
    brought: tuple[App, ...] = ()

    def follow(self, since: str | None, **filters: Any) -> AsyncIterator[Event]:
        return self.journal.follow(since, **filters)


@asynccontextmanager
async def open_log(folder: Path) -> AsyncIterator[LogOnly]:
    """A journal in a folder."""
    ambient = still()
    database = await open_database(f"sqlite:///{folder / 'aule.db'}", ambient)
    journal = Journal(database, ambient)
    try:
        yield LogOnly(journal, ambient)
    finally:
        await journal.close()
        await database.close()


@dataclass
class Live:
    """A server that runs."""

    port: int
    server: Server
    task: asyncio.Task[None]

    async def stop(self) -> None:
        """Stop as a signal would."""
        self.server.leave()
        await self.task


@asynccontextmanager
async def live(kernel: LogOnly | System, deadlines: Deadlines | None = None) -> AsyncIterator[Live]:
    """Serve a kernel on a free port."""
    listener = bind("127.0.0.1", 0)
    port: int = listener.getsockname()[1]
    keeper = Gatekeeper(TOKEN, address=("127.0.0.1", port), sessions=None, ambient=still())

    @asynccontextmanager
    async def load(gatekeeper: Gatekeeper) -> AsyncIterator[Any]:
        yield create_app(cast(System, kernel), gatekeeper=gatekeeper)

    server = Server(Front(load, keeper, address=("127.0.0.1", port)), deadlines=deadlines)
    running = Live(port, server, asyncio.create_task(server.serve(sockets=[listener])))
    try:
        yield running
    finally:
        await running.stop()
        listener.close()


@dataclass
class Stream:
    """One connection that reads server-sent events from raw bytes."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    head: bytes = b""
    body: bytes = b""
    is_over: bool = False
    events: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    async def read(self, most: int = 65536) -> bool:
        """Take what has arrived; false at the end of the stream."""
        data = await asyncio.wait_for(self.reader.read(most), 30)
        self.body += data
        while b"\r\n" in self.body:
            size, _, rest = self.body.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                break
            self._chunk(rest[:length])
            self.body = rest[length + 2 :]
            if length == 0:
                self.is_over = True
        return bool(data) and not self.is_over

    def _chunk(self, chunk: bytes) -> None:
        for frame in chunk.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in frame.split("\n") if line and not line.startswith(":"))
            if "data" in lines:
                self.events.append(lines | {"data": json.loads(lines["data"])})

    def cut(self) -> None:
        """Drop the connection without a word."""
        self.writer.transport.abort()


async def connect(port: int, path: str, *, last: str | None = None, token: str = TOKEN) -> Stream:
    """Open a stream and read its head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    resume = f"Last-Event-ID: {last}\r\n" if last else ""
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Accept: text/event-stream\r\n{resume}\r\n".encode()
    )
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
    return Stream(reader, writer, head=head)
