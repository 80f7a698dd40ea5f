"""The registry proxy: lets a command in a box reach package registries, name by name, and nothing else.

It answers the one port of the box (`box_port`). A name is looked up here, every address it has must be public, and the
connection goes to exactly that address. Of an encrypted connection only the name at its beginning can be read: it must
be the name of the registry. What passes is counted both ways, since what is inside cannot be seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass
from typing import Literal

from aule.contracts.errors import AuleError
from aule.sandbox.net.addresses import read_address
from aule.sandbox.net.client_hello import LARGEST, NoClientHello, server_name
from aule.sandbox.net.name_resolution import Resolver, resolve, system_resolver
from aule.sandbox.net.proxy_requests import ProxyRefusal, ProxyRequest, RegistryHost, read_request

VisitEnd = Literal[
    "closed", "refused", "unreachable", "too_much_down", "too_much_up", "idle", "time", "revoked", "ended"
]
_PIECE = 64 * 1024
_MOST_TRIED = 3
_LINGER_S, _LINGER = 0.5, 512 * 1024
_REASONS = {400: "Bad Request", 403: "Forbidden", 405: "Method Not Allowed", 502: "Bad Gateway", 503: "Too Many"}
_OF_CONNECTION = (b"connection:", b"keep-alive:", b"proxy-connection:", b"proxy-authenticate:", b"upgrade:")


@dataclass(frozen=True, slots=True)
class ProxyCaps:
    """Limits of one command's use of the proxy."""

    down: int = 1024 * 1024 * 1024
    """Bytes it may receive in all."""
    up: int = 4 * 1024 * 1024
    """Bytes it may send in all: requests are short, and nothing is to be published from here."""
    up_each: int = 512 * 1024
    """Bytes it may send over one connection."""
    at_once: int = 64
    connections: int = 5_000
    """Connections it may open in all."""
    head_seconds: float = 10
    connect_seconds: float = 8
    idle_seconds: float = 60
    """How long a connection may be silent both ways."""
    seconds: float = 600
    """How long one connection may last."""


@dataclass(slots=True)
class Visit:
    """One connection of a command: where to, and what became of it."""

    host: str
    port: int = 0
    end: VisitEnd = "closed"
    why: str = ""
    up: int = 0
    down: int = 0
    seconds: float = 0


class RegistryProxy:
    """Answers the connections of one command, until it ends or its permission does.

    `resolver` and `spared` are for tests: single endpoints (address, port) on this machine that a test allows. No
    setting and no variable of the environment reaches them.
    """

    def __init__(
        self,
        allowed: Collection[RegistryHost],
        told: Callable[[Visit], None],
        caps: ProxyCaps | None = None,
        *,
        resolver: Resolver = system_resolver,
        spared: Collection[tuple[str, int]] = (),
    ) -> None:
        self._allowed = tuple(allowed)
        self._told = told
        self._caps = caps or ProxyCaps()
        self._resolver = resolver
        self._spared = frozenset(spared)
        self._tasks: set[asyncio.Task[None]] = set()
        self._made = 0
        self.up = 0
        self.down = 0
        self.is_stopped = False

    def stop(self) -> None:
        """End all connections at once, and refuse every further one: the permission is gone."""
        self.is_stopped = True
        for each in tuple(self._tasks):
            each.cancel()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection out of the box."""
        task, visit, began = asyncio.current_task(), Visit(""), time.monotonic()
        assert task is not None
        if self._is_full():
            await _refuse(writer, ProxyRefusal(503, "There are too many connections at once."))
            return
        self._made += 1
        self._tasks.add(task)
        refusal = None
        try:
            async with asyncio.timeout(self._caps.seconds):
                refusal = await self._pass(reader, writer, visit)
        except TimeoutError:
            visit.end = "time"
        except asyncio.CancelledError:
            visit.end = "revoked" if self.is_stopped else "ended"
            raise
        finally:
            self._tasks.discard(task)
            visit.seconds = time.monotonic() - began
            if visit.host:
                self._told(visit)
        if refusal is not None:
            await _refuse(writer, refusal, reader)

    def _is_full(self) -> bool:
        return len(self._tasks) >= self._caps.at_once or self._made >= self._caps.connections or self.is_stopped

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, visit: Visit
    ) -> ProxyRefusal | None:
        """Pass one request on; return why it was refused, if it was."""
        try:
            asked = await self._request(reader)
            visit.host, visit.port = asked.host.host, asked.host.port
            theirs = await self._connect(asked.host)
        except ProxyRefusal as refusal:
            visit.host = visit.host or refusal.asked or "?"
            visit.end, visit.why = "refused" if refusal.status != 502 else "unreachable", refusal.why
            return refusal
        with _closing(theirs[1]):
            if not asked.is_tunnel:
                return await self._exchange(asked, writer, theirs, visit)
            await self._tunnel(asked.host, (reader, writer), theirs, visit)
        return None

    async def _request(self, reader: asyncio.StreamReader) -> ProxyRequest:
        try:
            async with asyncio.timeout(self._caps.head_seconds):
                head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.LimitOverrunError, asyncio.IncompleteReadError):
            raise ProxyRefusal(400, "This is not a request that a proxy understands.") from None
        except TimeoutError:
            raise ProxyRefusal(400, f"No whole request came within {self._caps.head_seconds:g} s.") from None
        return read_request(head, self._allowed)

    async def _connect(self, host: RegistryHost) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to an allowed server, at an address that was checked."""
        try:
            addresses = await resolve(host.target(), self._resolver, self._spared, own=host.is_own)
        except AuleError as error:
            raise ProxyRefusal(403 if error.problem.code == "private_address" else 502, str(error)) from None
        for address in addresses[:_MOST_TRIED]:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(self._caps.connect_seconds):
                    return await asyncio.open_connection(str(address), host.port, limit=_PIECE)
        raise ProxyRefusal(502, f"{host.host!r} cannot be reached.")

    async def _tunnel(
        self,
        host: RegistryHost,
        ours: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        theirs: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        visit: Visit,
    ) -> None:
        """Pass bytes both ways, once the connection has named the same server that was asked for."""
        ours[1].write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        try:
            first = await self._hello(host, ours[0])
        except ProxyRefusal as refusal:
            visit.end, visit.why = "refused", refusal.why
            return
        up, down = _Flow(ours[0], theirs[1], first), _Flow(theirs[0], ours[1])
        await self._both(up, down, visit)

    async def _hello(self, host: RegistryHost, reader: asyncio.StreamReader) -> bytes:
        """Return the first bytes of an encrypted connection that names the server; refuse any other."""
        sent, named = b"", None
        try:
            async with asyncio.timeout(self._caps.head_seconds):
                while named is None and (piece := await reader.read(LARGEST)):
                    sent += piece
                    named = server_name(sent)
        except (NoClientHello, TimeoutError):
            raise ProxyRefusal(400, "Only an encrypted connection passes through a tunnel.") from None
        if named != ("" if read_address(host.host) else host.host):
            raise ProxyRefusal(403, f"The connection names {named!r}, and {host.host!r} was asked for.")
        return sent

    async def _exchange(
        self,
        asked: ProxyRequest,
        writer: asyncio.StreamWriter,
        theirs: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        visit: Visit,
    ) -> ProxyRefusal | None:
        """Send one request, and pass its answer back; nothing else the program sends goes anywhere."""
        if not self._count_up(visit, len(asked.head)):
            return ProxyRefusal(403, visit.why)
        theirs[1].write(asked.head)
        try:
            async with asyncio.timeout(self._caps.idle_seconds):
                head = await theirs[0].readuntil(b"\r\n\r\n")
        except (asyncio.LimitOverrunError, asyncio.IncompleteReadError, TimeoutError, OSError):
            visit.end, visit.why = "unreachable", "It does not answer as a web server should."
            return ProxyRefusal(502, f"{asked.host.host!r} does not answer as a web server should.")
        lines = [line for line in head[:-4].split(b"\r\n") if not line.lower().startswith(_OF_CONNECTION)]
        answer = b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n"
        await self._both(None, _Flow(theirs[0], writer, answer), visit)
        return None

    async def _both(self, up: _Flow | None, down: _Flow, visit: Visit) -> None:
        """Pass bytes until both sides are done, a limit is reached, or nothing has come for too long."""
        flows = [each for each in (up, down) if each is not None]
        loop = asyncio.get_running_loop()
        lately = [loop.time()]

        async def carry(flow: _Flow) -> None:
            piece = flow.first
            while piece or (piece := await flow.reader.read(_PIECE)):
                lately[0] = loop.time()
                if not (self._count_up if flow is up else self._count_down)(visit, len(piece)):
                    raise _Enough
                flow.writer.write(piece)
                await flow.writer.drain()
                lately[0], piece = loop.time(), b""
            if flow.writer.can_write_eof():
                flow.writer.write_eof()

        tasks = [asyncio.create_task(carry(flow)) for flow in flows]
        try:
            waiting = set(tasks)
            while waiting:
                left = lately[0] + self._caps.idle_seconds - loop.time()
                if left <= 0:
                    visit.end = "idle"
                    return
                done, waiting = await asyncio.wait(waiting, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if any(each.exception() is not None for each in done):
                    return
                if tasks[-1].done():  # the server has said all: what the program would still send has nowhere to go
                    return
        finally:
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _count_up(self, visit: Visit, size: int) -> bool:
        visit.up += size
        self.up += size
        if self.up <= self._caps.up and visit.up <= self._caps.up_each:
            return True
        visit.end, visit.why = "too_much_up", f"It sends more than {min(self._caps.up, self._caps.up_each)} bytes."
        return False

    def _count_down(self, visit: Visit, size: int) -> bool:
        visit.down += size
        self.down += size
        if self.down <= self._caps.down:
            return True
        visit.end, visit.why = "too_much_down", f"More than {self._caps.down} bytes came."
        return False


class _Enough(Exception):
    """Raised where a limit of bytes is reached."""


@dataclass(frozen=True, slots=True)
class _Flow:
    """One direction of a connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    first: bytes = b""
    """What goes before anything that is read."""


async def _refuse(
    writer: asyncio.StreamWriter, refusal: ProxyRefusal, reader: asyncio.StreamReader | None = None
) -> None:
    """Tell the program why nothing passes; what it still sends is read for a moment, or it would not hear that."""
    said = f"auleOS: {refusal.why}\n".encode("utf-8", "replace")
    head = f"HTTP/1.1 {refusal.status} {_REASONS[refusal.status]}\r\nContent-Type: text/plain; charset=utf-8\r\n"
    writer.write(f"{head}Content-Length: {len(said)}\r\nConnection: close\r\n\r\n".encode() + said)
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(_LINGER_S):
            await writer.drain()
            if reader is not None and writer.can_write_eof():
                writer.write_eof()
                left = _LINGER
                while left > 0 and (piece := await reader.read(_PIECE)):
                    left -= len(piece)


@contextlib.contextmanager
def _closing(writer: asyncio.StreamWriter) -> Generator[None]:
    """Close a connection whatever happens; nothing that was not sent yet is waited for."""
    try:
        yield
    finally:
        writer.transport.abort()
