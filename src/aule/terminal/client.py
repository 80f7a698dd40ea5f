"""A client of the HTTP API, whoever answers it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from mimetypes import guess_type
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from aule.contracts.access.change import Removed
from aule.contracts.ambient import Clock
from aule.contracts.errors import AuleError, Problem, Unavailable
from aule.contracts.events.facts import Event
from aule.contracts.model import Model
from aule.stores.home.directory import Home, ServerInfo
from aule.terminal.exits import Reported

T = TypeVar("T")
M = TypeVar("M", bound=Model)
Query = str | int | bool | None

POLL_S = 0.05
ATTEMPTS = 20
"""How often an edit is made anew because somebody else edited the same document."""
PIECE = 256 * 1024
"""Bytes of a file that are sent at once."""


class Client:
    """The HTTP API as Python calls. Problems come back as `Reported`."""

    def __init__(self, http: httpx.AsyncClient, home: Home, server: ServerInfo | None, clock: Clock) -> None:
        self._http = http
        self._clock = clock
        self.home = home
        self.server = server
        """The server that is spoken to; none when the kernel runs in this process."""

    async def get(self, path: str, into: type[T], **query: Query) -> T:
        """Read something."""
        return _read(into, await self._request("GET", path, query=query))

    async def post(self, path: str, into: type[T], body: Any = None, **query: Query) -> T:
        """Do something."""
        return _read(into, await self._request("POST", path, query=query, body=body))

    async def delete(self, path: str, into: type[T], **query: Query) -> T:
        """Remove something that has no versions, and read what it was."""
        return _read(into, await self._request("DELETE", path, query=query))

    async def upload(self, path: str, into: type[T], file: Path, **query: Query) -> T:
        """Send a file as it is, piece by piece."""
        kind = guess_type(file.name)[0] or "application/octet-stream"
        with _translated(), file.open("rb") as content:
            answer = await self._http.post(
                path, params=_given(query), content=_pieces(content), headers={"Content-Type": kind}
            )
        if answer.is_error:
            raise _reported(answer)
        return _read(into, answer)

    async def download(self, path: str, **query: Query) -> AsyncGenerator[bytes]:
        """Bytes as they come."""
        with _translated():
            async with self._http.stream("GET", path, params=_given(query)) as answer:
                if answer.is_error:
                    await answer.aread()
                    raise _reported(answer)
                async for piece in answer.aiter_bytes():
                    yield piece

    async def edit(self, path: str, into: type[M], change: Callable[[M], M]) -> M:
        """Read a document, change it, and put it back; where somebody else did meanwhile, begin anew with theirs."""
        attempt = 1
        while True:
            answer = await self._request("GET", path)
            changed = change(into.model_validate_json(answer.content))
            headers = {"If-Match": answer.headers["ETag"]}
            try:
                answer = await self._request("PUT", path, body=changed.model_dump(mode="json"), headers=headers)
                return into.model_validate_json(answer.content)
            except AuleError as error:
                if error.problem.code != "stale" or attempt == ATTEMPTS:
                    raise
            attempt += 1

    async def patch(self, path: str, into: type[T], body: Any, *, version: str) -> T:
        """Change a document that was read in a version."""
        return _read(into, await self._request("PATCH", path, body=body, headers={"If-Match": version}))

    async def write(self, path: str, into: type[T], text: str, *, version: str | None = None) -> T:
        """Send a document in YAML or JSON; with the version that was read, in place of what is there."""
        headers = {"Content-Type": "application/yaml"} | ({} if version is None else {"If-Match": version})
        method = "POST" if version is None else "PUT"
        with _translated():
            answer = await self._http.request(method, path, content=text.encode(), headers=headers)
        if answer.is_error:
            raise _reported(answer)
        return _read(into, answer)

    async def text(self, path: str, **query: Query) -> str:
        """Read something as it is written."""
        return (await self._request("GET", path, query=query)).text

    async def remove(self, path: str) -> Removed:
        """Read a document and remove it if nobody changed it meanwhile."""
        seen = await self._request("GET", path)
        answer = await self._request("DELETE", path, headers={"If-Match": seen.headers.get("ETag", "*")})
        return Removed.model_validate_json(answer.content)

    async def events(self, **query: Query) -> AsyncGenerator[Event, None]:
        """The log as it grows, from `since` on. A stream that breaks off is taken up where it stopped."""
        last = query.pop("since", None)
        with _translated():
            while True:
                asked = _given({**query, "since": last})
                headers = {"Accept": "text/event-stream"}
                async with self._http.stream("GET", "/v1/events", params=asked, headers=headers) as answer:
                    if answer.is_error:
                        await answer.aread()
                        raise _reported(answer)
                    async for line in answer.aiter_lines():
                        if line.startswith("data:"):
                            event = Event.model_validate_json(line.removeprefix("data:"))
                            last = event.seq
                            yield event
                await self._clock.sleep(POLL_S)

    async def _request(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Query] | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        with _translated():
            answer = await self._http.request(method, path, params=_given(query or {}), json=body, headers=headers)
        if answer.is_error:
            raise _reported(answer)
        return answer


@contextmanager
def _translated() -> Generator[None]:
    try:
        yield
    except httpx.TransportError as error:
        raise Unavailable(
            f"The server went away: {error or type(error).__name__}.", hint="Start it again with `aule up`."
        ) from error


def _reported(answer: httpx.Response) -> Reported:
    """The problem in an error response; whatever is not one of ours is told as it is."""
    try:
        document = answer.json()
        named = {name: document[name] for name in Problem.model_fields if document.get(name) is not None}
        problem = Problem.model_validate({**named, "message": document["detail"]})
    except (ValueError, KeyError, TypeError, AttributeError, ValidationError):
        problem = Problem(code="error", message=f"The server answered {answer.status_code}: {answer.text[:500]}")
    return Reported(problem, answer.status_code)


async def _pieces(content: BinaryIO) -> AsyncGenerator[bytes]:
    while piece := content.read(PIECE):
        yield piece


def _read(into: type[T], answer: httpx.Response) -> T:
    return TypeAdapter(into).validate_json(answer.content or b"null")


def _given(query: dict[str, Query]) -> dict[str, str | int | bool]:
    return {name: value for name, value in query.items() if value is not None}
