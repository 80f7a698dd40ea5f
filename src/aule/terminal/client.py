"""A client of the HTTP API, whoever answers it."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, overload

from aule.contracts.ambient import Clock
from aule.contracts.errors import Report, Unavailable
from aule.stores.home.directory import Home, ServerInfo
from aule.terminal.exits import Reported
from aule.terminal.transport import Query, Request, Transport, TransportFailed

if TYPE_CHECKING:
    from aule.contracts.model import Model
    from aule.terminal.answers import Event, Removed

T = TypeVar("T")
M = TypeVar("M", bound="Model")

POLL_S = 0.05
ATTEMPTS = 20
"""How often an edit is made anew because somebody else edited the same document."""
PIECE = 256 * 1024
"""Bytes of a file that are sent at once."""


@dataclass(frozen=True, slots=True)
class _Read:
    """An answer that was read to its end."""

    headers: Mapping[str, str]
    content: bytes

    @overload
    def into(self, kind: None) -> Any: ...
    @overload
    def into(self, kind: type[T]) -> T: ...
    def into(self, kind: type[Any] | None) -> Any:
        """The answer as plain JSON, or as a contract that checks it."""
        if kind is None:
            return json.loads(self.content or b"null")
        from pydantic import TypeAdapter  # only commands that work with contracts have loaded it

        return TypeAdapter(kind).validate_json(self.content or b"null")


class Client:
    """The HTTP API as Python calls. Problems come back as `Reported`.

    An answer is plain JSON, for which `aule.terminal.answers` has the types; whoever names a contract gets that.
    """

    def __init__(self, transport: Transport, home: Home, server: ServerInfo | None, clock: Clock) -> None:
        self._transport = transport
        self._clock = clock
        self.home = home
        self.server = server
        """The server that is spoken to; none when the kernel runs in this process."""

    @overload
    async def get(self, path: str, /, **query: Query) -> Any: ...
    @overload
    async def get(self, path: str, into: type[T], /, **query: Query) -> T: ...
    async def get(self, path: str, into: Any = None, /, **query: Query) -> Any:
        """Read something."""
        return (await self._request("GET", path, query=query)).into(into)

    @overload
    async def post(self, path: str, into: None = None, body: Any = None, /, **query: Query) -> Any: ...
    @overload
    async def post(self, path: str, into: type[T], body: Any = None, /, **query: Query) -> T: ...
    async def post(self, path: str, into: Any = None, body: Any = None, /, **query: Query) -> Any:
        """Do something."""
        return (await self._request("POST", path, query=query, body=body)).into(into)

    async def put(self, path: str, body: Any) -> Any:
        """Put a document that has no versions in place of the one that is there."""
        return (await self._request("PUT", path, body=body)).into(None)

    @overload
    async def delete(self, path: str, /, **query: Query) -> Any: ...
    @overload
    async def delete(self, path: str, into: type[T], /, **query: Query) -> T: ...
    async def delete(self, path: str, into: Any = None, /, **query: Query) -> Any:
        """Remove something that has no versions, and read what it was."""
        return (await self._request("DELETE", path, query=query)).into(into)

    @overload
    async def upload(self, path: str, into: None, file: Path, /, **query: Query) -> Any: ...
    @overload
    async def upload(self, path: str, into: type[T], file: Path, /, **query: Query) -> T: ...
    async def upload(self, path: str, into: Any, file: Path, /, **query: Query) -> Any:
        """Send a file as it is, piece by piece."""
        from mimetypes import guess_type  # reads the machine's list of types, which only uploads need

        kind = guess_type(file.name)[0] or "application/octet-stream"
        with file.open("rb") as content:
            size = os.fstat(content.fileno()).st_size
            sent = Request("POST", path, query, {"Content-Type": kind}, _pieces(content), size)
            return (await self._answered(sent)).into(into)

    async def upload_all(self, path: str, files: Sequence[Path], fields: Mapping[str, str]) -> Any:
        """Send files as one form, piece by piece."""
        boundary = f"aule-{os.urandom(16).hex()}"
        heads = [_part_head(boundary, "file", file.name) for file in files]
        texts = [_part_head(boundary, name) + value.encode() + b"\r\n" for name, value in fields.items()]
        end = f"--{boundary}--\r\n".encode()
        size = sum(map(len, [*heads, *texts, end])) + sum(file.stat().st_size + 2 for file in files)

        async def pieces() -> AsyncGenerator[bytes]:
            for text in texts:
                yield text
            for head, file in zip(heads, files, strict=True):
                yield head
                with file.open("rb") as content:
                    async for piece in _pieces(content):
                        yield piece
                yield b"\r\n"
            yield end

        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        return (await self._answered(Request("POST", path, {}, headers, pieces(), size))).into(None)

    async def download(self, path: str, /, **query: Query) -> AsyncGenerator[bytes]:
        """Bytes as they come."""
        with _translated():
            async with self._transport.exchange(Request("GET", path, query)) as answer:
                if answer.is_error:
                    raise _reported(answer.status, await answer.read())
                async for piece in answer.pieces:
                    yield piece

    async def edit(self, path: str, into: type[M], change: Callable[[M], M]) -> M:
        """Read a document, change it, and put it back; where somebody else did meanwhile, begin anew with theirs."""
        attempt = 1
        while True:
            seen = await self._request("GET", path)
            changed = change(into.model_validate_json(seen.content)).model_dump(mode="json")
            try:
                return (
                    await self._request("PUT", path, body=changed, headers={"If-Match": seen.headers["etag"]})
                ).into(into)
            except Reported as error:
                if error.report["code"] != "stale" or attempt == ATTEMPTS:
                    raise
            attempt += 1

    @overload
    async def patch(self, path: str, into: None, body: Any, *, version: str) -> Any: ...
    @overload
    async def patch(self, path: str, into: type[T], body: Any, *, version: str) -> T: ...
    async def patch(self, path: str, into: Any, body: Any, *, version: str) -> Any:
        """Change a document that was read in a version."""
        return (await self._request("PATCH", path, body=body, headers={"If-Match": version})).into(into)

    @overload
    async def write(self, path: str, into: None, text: str, *, version: str | None = None) -> Any: ...
    @overload
    async def write(self, path: str, into: type[T], text: str, *, version: str | None = None) -> T: ...
    async def write(self, path: str, into: Any, text: str, *, version: str | None = None) -> Any:
        """Send a document in YAML or JSON; with the version that was read, in place of what is there."""
        headers = {"Content-Type": "application/yaml"} | ({} if version is None else {"If-Match": version})
        method = "POST" if version is None else "PUT"
        return (await self._answered(Request(method, path, {}, headers, text.encode()))).into(into)

    async def text(self, path: str, /, **query: Query) -> str:
        """Read something as it is written."""
        return (await self._request("GET", path, query=query)).content.decode(errors="replace")

    async def remove(self, path: str) -> Removed:
        """Read a document and remove it if nobody changed it meanwhile."""
        seen = await self._request("GET", path)
        return (await self._request("DELETE", path, headers={"If-Match": seen.headers.get("etag", "*")})).into(None)

    async def events(self, **query: Query) -> AsyncGenerator[Event]:
        """The log as it grows, from `since` on. A stream that breaks off is taken up where it stopped."""
        last = query.pop("since", None)
        with _translated():
            while True:
                asked = Request("GET", "/v1/events", {**query, "since": last}, {"Accept": "text/event-stream"})
                async with self._transport.exchange(asked) as answer:
                    if answer.is_error:
                        raise _reported(answer.status, await answer.read())
                    async for line in answer.lines():
                        if line.startswith("data:"):
                            event: Event = json.loads(line.removeprefix("data:"))
                            last = event["seq"]
                            yield event
                await self._clock.sleep(POLL_S)

    async def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Query] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> _Read:
        sent = {**(headers or {})}
        content = b""
        if body is not None:
            sent["Content-Type"] = "application/json"
            content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode(errors="surrogatepass")
        return await self._answered(Request(method, path, query or {}, sent, content))

    async def _answered(self, request: Request) -> _Read:
        with _translated():
            async with self._transport.exchange(request) as answer:
                content = await answer.read()
        if answer.is_error:
            raise _reported(answer.status, content)
        return _Read(answer.headers, content)


@contextmanager
def _translated() -> Generator[None]:
    try:
        yield
    except TransportFailed as error:
        raise Unavailable(f"The server went away: {error}.", hint="Start it again with `aule up`.") from error


def _reported(status: int, content: bytes) -> Reported:
    """The problem in an error response; whatever is not one of ours is told as it is."""
    report: Report = {
        "code": "error",
        "message": f"The server answered {status}: {content.decode(errors='replace')[:500]}",
        "hint": None,
        "field": None,
        "candidates": [],
        "matches": [],
        "recoverable": True,
        "subject": None,
    }
    try:
        document: Any = json.loads(content)
        if isinstance(document["code"], str) and isinstance(document["detail"], str):
            said: Any = {name: document[name] for name in report if document.get(name) is not None}
            report |= said | {"message": document["detail"]}
    except (ValueError, KeyError, TypeError, AttributeError):
        pass  # another program listens there, or something before it failed
    return Reported(report, status)


def _part_head(boundary: str, name: str, file: str | None = None) -> bytes:
    """The beginning of a part of a form."""
    from urllib.parse import quote  # only uploads need it

    named = "" if file is None else f"; filename*=UTF-8''{quote(file, safe='')}; filename=\"{quote(file, safe=' ')}\""
    return f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'.encode()


async def _pieces(content: BinaryIO) -> AsyncGenerator[bytes]:
    while piece := content.read(PIECE):
        yield piece
