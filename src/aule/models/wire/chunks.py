"""Pieces of a model's answer as they come off the wire, the same for every dialect."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx

from aule.contracts.errors import AuleError, ModelUnavailable
from aule.models.brains.shapes import object_of
from aule.models.wire.transport import Endpoint, failed, unreachable

MAX_LINE = 16 * 1024 * 1024
MAX_ANSWER = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of a tool call; `index` tells which of several."""

    index: int
    name: str | None = None
    arguments: str | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """One piece of an answer."""

    text: str = ""
    thought: str = ""
    calls: tuple[CallDelta, ...] = ()
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None
    finish: str | None = None
    """Why the model stopped: `stop`, `length`, `tool_calls`, …"""


async def lines(endpoint: Endpoint, response: httpx.Response) -> AsyncIterator[bytes]:
    """Split a response into lines at line feeds only, with bounds on a line and on the whole.

    Other characters that Unicode calls line breaks may stand inside JSON strings.
    """
    pending: list[bytes] = []
    held = 0
    total = 0
    try:
        async for piece in response.aiter_bytes():
            total += len(piece)
            *whole, rest = piece.split(b"\n")
            for end in whole:
                yield b"".join([*pending, end]).rstrip(b"\r")
                pending.clear()
                held = 0
            if rest:
                pending.append(rest)
                held += len(rest)
            if held > MAX_LINE or total > MAX_ANSWER:
                raise ModelUnavailable(
                    f"{endpoint.name!r} sent more than one answer may hold",
                    hint="Something is wrong with the server or the model.",
                )
    except httpx.HTTPError as error:
        raise unreachable(endpoint, error) from error
    if pending:
        yield b"".join(pending)


async def drain(rest: AsyncIterator[bytes]) -> None:
    """Read what follows the end of an answer, so that the connection can be used again; not for long."""
    try:
        async with asyncio.timeout(0.25):
            async for _ in rest:
                pass
    except (TimeoutError, ModelUnavailable):
        return


def parse(endpoint: Endpoint, raw: bytes) -> dict[str, Any]:
    """One JSON object of a stream; an error the server reports in the middle is raised."""
    try:
        document = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise malformed(endpoint, raw) from error
    if not isinstance(document, dict):
        raise malformed(endpoint, raw)
    if "error" in document and "choices" not in document:
        raise _reported(endpoint, raw)
    return object_of(document)  # pyright: ignore[reportUnknownArgumentType]


def malformed(endpoint: Endpoint, raw: bytes) -> ModelUnavailable:
    """What came is not in the format that was agreed on."""
    excerpt = raw[:120].decode("utf-8", "replace")
    return ModelUnavailable(
        f"{endpoint.name!r} sent something that cannot be read: {excerpt!r}",
        hint="Check the address and the kind of server in Settings, Models.",
    )


def broken_off(endpoint: Endpoint) -> ModelUnavailable:
    """The stream ended without an end."""
    return ModelUnavailable(
        f"{endpoint.name!r} broke off in the middle of the answer", hint="Try again; its log may tell why."
    )


def _reported(endpoint: Endpoint, raw: bytes) -> AuleError:
    return failed(endpoint, 500, raw)


class Mender:
    """Joins halves of characters: some servers cut an emoji into two escaped surrogates."""

    def __init__(self) -> None:
        self._half = ""

    def mend(self, text: str) -> str:
        """The text so far, whole; a trailing half waits for the next piece."""
        if not self._half and text.isascii():
            return text
        text = self._half + text
        self._half = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            self._half, text = text[-1], text[:-1]
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return text
