"""A platform of another school on this machine: it answers as it is told to, and remembers what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from tests.apps.atlas.company import Calendar
from tests.apps.school.sample import NOVEMBER, School, lay

from aule import boot
from aule.apps.school.connection import Fonte
from aule.sdk import Model
from aule.testing.system import system


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: JSON, or these very bytes; after a while, or never."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    raw: bytes | None = None
    hangs: bool = False


@dataclass(slots=True)
class Platform:
    """A server on 127.0.0.1 that answers by a rule."""

    answer: Callable[[Asked], Answer | Awaitable[Answer]]
    asked: list[Asked] = field(default_factory=list[Asked])
    url: str = ""

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[Platform]:
        """While the block lasts."""
        open_now: set[asyncio.Task[None]] = set()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            open_now.add(task)
            try:
                await self._serve(reader, writer)
            finally:
                open_now.discard(task)
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=2**26)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/escola/v1"
        try:
            yield self
        finally:
            server.close()
            for task in open_now:
                task.cancel()
            await asyncio.gather(*open_now, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest if line)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        method, target, _ = first.split(" ")
        path, _, query = target.partition("?")
        asked = Asked(method, path, dict(parse_qsl(query)), headers, json.loads(raw) if raw else None)
        self.asked.append(asked)
        answer = self.answer(asked)
        if not isinstance(answer, Answer):
            answer = await answer
        if answer.hangs:
            await asyncio.Event().wait()
        body = answer.raw if answer.raw is not None else json.dumps(answer.body).encode()
        more = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
        lines = f"HTTP/1.1 {answer.status} X\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n{more}"
        writer.write(lines.encode() + b"connection: close\r\n\r\n" + body)
        await writer.drain()


class Patient(Calendar):
    """A calendar whose waits between questions pass at once."""

    def __init__(self) -> None:
        super().__init__(NOVEMBER)
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        """Wait; for the platform, not at all."""
        if seconds in (1.0, 4.0):
            self.waits.append(seconds)
            seconds = 0
        await super().sleep(seconds)


def connected(url: str, **more: Any) -> Fonte:
    """The platform as a source that is switched on."""
    return Fonte(id="fon_principal", tipo="rest", base_url=url, ligada=True, timeout_s=more.pop("timeout_s", 5), **more)


@asynccontextmanager
async def school_with(path: Path, *things: Model, **more: Any) -> AsyncGenerator[tuple[School, Patient]]:
    """A running system that keeps these things, and a clock whose waits pass at once."""
    clock = Patient()
    async with system(path, ambient=replace(boot.ambient(), clock=clock), **more) as running:
        await lay(running.kernel.database, things)
        yield School(running), clock
