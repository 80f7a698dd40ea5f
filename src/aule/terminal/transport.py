"""What commands and the API exchange: requests, answers, and the way between them."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import quote, urlencode

Query = str | int | bool | None

_SAFE = "/%:@!$&'()*+,;=~"
"""What stands in a path as it is. Everything else is escaped, so that an id never adds a query, a line or a header."""


class TransportFailed(Exception):
    """Nobody answered, or the connection broke off."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request of the API."""

    method: str
    path: str
    query: Mapping[str, Query] = field(default_factory=dict[str, Query])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | AsyncIterable[bytes] = b""
    length: int | None = None
    """How many bytes a body has that comes in pieces."""

    @property
    def escaped_path(self) -> str:
        """The path as it is sent."""
        return quote(self.path, safe=_SAFE)

    @property
    def query_string(self) -> str:
        """What is asked for, without what was left open."""
        given = {name: value for name, value in self.query.items() if value is not None}
        return urlencode(
            {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.items()}
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: its head, and its body as it arrives."""

    status: int
    headers: Mapping[str, str]
    """By their names in lower case."""
    pieces: AsyncIterator[bytes]

    @property
    def is_error(self) -> bool:
        """Whether it tells of a problem."""
        return self.status >= 400

    async def read(self) -> bytes:
        """The whole body."""
        return b"".join([piece async for piece in self.pieces])

    async def lines(self) -> AsyncIterator[str]:
        """The body line by line, each as soon as it is complete."""
        rest = b""
        async for piece in self.pieces:
            *complete, rest = (rest + piece).split(b"\n")
            for line in complete:
                yield line.decode(errors="replace").removesuffix("\r")
        if rest:
            yield rest.decode(errors="replace")


class Transport(Protocol):
    """A way to whoever answers: over a socket, or in this process."""

    def exchange(self, request: Request) -> AbstractAsyncContextManager[Answer]:
        """Send a request; its answer can be read until the block ends."""
        ...
