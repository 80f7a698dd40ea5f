"""Carries requests to the server on this machine, over a socket.

A connection serves one request: on the loopback device making one costs a fraction of a millisecond, and nothing has to
be kept alive or given back. httpx alone takes longer to import than all else that such a command needs.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Generator, Mapping
from contextlib import asynccontextmanager

from aule.terminal.transport import Answer, Request, TransportFailed

ADDRESS = "127.0.0.1"
PATIENCE_S = 10.0
"""How long a connection, and each piece that is sent, may take. An answer takes as long as it takes."""
PIECE = 65_536
LONGEST_LINE = 65_536
"""Bytes of a line of the head."""
MOST_HEADERS = 100


class Loopback:
    """The way to a server that listens on a port of this machine."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._headers = {"Host": f"{ADDRESS}:{port}", "Authorization": f"Bearer {token}", "Connection": "close"}

    @asynccontextmanager
    async def exchange(self, request: Request) -> AsyncGenerator[Answer]:
        """Send a request over a connection of its own, which is closed when the block ends."""
        with _translated():
            opening = asyncio.open_connection(ADDRESS, self._port, limit=LONGEST_LINE)
            reader, writer = await asyncio.wait_for(opening, PATIENCE_S)
        try:
            with _translated():
                await self._send(writer, request)
                status, headers = await _head(reader)
            yield Answer(status, headers, _body(reader, headers))
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _send(self, writer: asyncio.StreamWriter, request: Request) -> None:
        """Write the request. A server may answer and close before it has read all of it: then its answer counts."""
        target = "?".join(filter(None, (request.escaped_path, request.query_string)))
        length = len(request.body) if isinstance(request.body, bytes) else request.length
        headers = {**self._headers, **request.headers, "Content-Length": str(length)}
        lines = [f"{request.method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
        with contextlib.suppress(ConnectionError):
            async for piece in _pieces(request.body):
                writer.write(piece)
                await asyncio.wait_for(writer.drain(), PATIENCE_S)


async def _pieces(body: bytes | AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    if isinstance(body, bytes):
        yield body
        return
    async for piece in body:
        yield piece


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Read the status and the headers."""
    version, status, *_ = (await _line(reader)).split(" ", 2)
    if not version.startswith("HTTP/1."):
        raise ValueError("something else than auleOS listens there")
    headers: dict[str, str] = {}
    while line := await _line(reader):
        name, colon, value = line.partition(":")
        if not colon or len(headers) == MOST_HEADERS:
            raise ValueError("its answer cannot be understood")
        headers[name.lower()] = value.strip()
    return int(status), headers


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> AsyncIterator[bytes]:
    """Read the body to its end; one that breaks off before is an error, never a shorter answer."""
    with _translated():
        if headers.get("transfer-encoding", "").lower() == "chunked":
            while size := int((await _line(reader)).partition(";")[0], 16):
                async for piece in _exactly(reader, size):
                    yield piece
                await _line(reader)
        elif "content-length" in headers:
            async for piece in _exactly(reader, int(headers["content-length"])):
                yield piece
        else:
            while piece := await reader.read(PIECE):
                yield piece


async def _exactly(reader: asyncio.StreamReader, size: int) -> AsyncIterator[bytes]:
    while size > 0:
        piece = await reader.read(min(size, PIECE))
        if not piece:
            raise EOFError("the connection broke off")
        size -= len(piece)
        yield piece


async def _line(reader: asyncio.StreamReader) -> str:
    line = await reader.readline()
    if not line.endswith(b"\n"):
        raise EOFError("the connection broke off")
    return line.decode("latin-1").rstrip("\r\n")


@contextlib.contextmanager
def _translated() -> Generator[None]:
    try:
        yield
    except TimeoutError as error:
        raise TransportFailed("it does not answer") from error
    except (OSError, EOFError, ValueError) as error:
        raise TransportFailed(str(error) or type(error).__name__) from error
