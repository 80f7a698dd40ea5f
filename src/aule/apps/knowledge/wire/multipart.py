"""Multipart bodies, read as they arrive: a part is handed on piece by piece and never held whole.

The form of RFC 7578, and nothing beyond it: no nested parts, no transfer encodings, every header and count bounded.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from aule.sdk import errors

MOST_PARTS = 200
"""Parts one body may have."""
MOST_HEADERS = 8 * 1024
"""Bytes of the headers of one part."""
MOST_FIELD = 4 * 1024
"""Bytes of a part that is no file."""
_BOUNDARY = re.compile(r"""^multipart/form-data\s*;.*?\bboundary=(?:"([^"\r\n]{1,70})"|([^\s;",]{1,70}))""", re.I)
_PARAM = re.compile(r""";\s*([\w*-]{1,40})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))""")


def boundary_of(mime: str | None) -> bytes | None:
    """Return what separates the parts of a body; None for a body that is not multipart."""
    if not (mime or "").lower().lstrip().startswith("multipart/"):
        return None
    found = _BOUNDARY.match((mime or "").strip())
    if found is None:
        raise _broken("the Content-Type names no boundary")
    return (found[1] or found[2]).encode("latin-1", "replace")


@dataclass(frozen=True, slots=True)
class PartHead:
    """What a part says of itself."""

    name: str
    file: str | None
    """The name of a file; None for a field."""
    mime: str | None


class Multipart:
    """Reads a multipart body. Take the parts in order, and each of them to its end before the next."""

    def __init__(self, pieces: AsyncIterator[bytes], boundary: bytes) -> None:
        self._pieces = pieces
        self._mark = b"\r\n--" + boundary
        self._buffer = b"\r\n"  # the first mark stands at the very beginning, without a line before it
        self._is_over = False
        self._in_part = False

    async def parts(self) -> AsyncGenerator[PartHead]:
        """Yield the heads of the parts."""
        async for _ in self._until_mark():
            pass  # a preamble is allowed, and means nothing
        for _ in range(MOST_PARTS + 1):
            if not await self._next():
                return
            self._in_part = True
            yield _head_of(await self._headers())
            async for _ in self.content():
                pass  # what nobody read
        raise errors.TooLarge(
            f"More than {MOST_PARTS} parts in one request.", code="too_many_parts", hint="Send fewer files at a time."
        )

    async def content(self) -> AsyncGenerator[bytes]:
        """Yield the content of the part whose head came last."""
        if self._in_part:
            async for piece in self._until_mark():
                yield piece
            self._in_part = False

    async def field(self) -> str:
        """Return the content of the part as text."""
        found = b""
        async for piece in self.content():
            found += piece
            if len(found) > MOST_FIELD:
                raise errors.TooLarge(f"A field has more than {MOST_FIELD} bytes.", hint="Send it as a file.")
        try:
            return found.decode("utf-8")
        except UnicodeDecodeError:
            raise _broken("a field is not UTF-8") from None

    async def _until_mark(self) -> AsyncGenerator[bytes]:
        """Yield what stands before the next mark, and leave the buffer behind it."""
        while True:
            at = self._buffer.find(self._mark)
            if at >= 0:
                found, self._buffer = self._buffer[:at], self._buffer[at + len(self._mark) :]
                if found:
                    yield found
                return
            keep = len(self._mark) - 1  # a mark may be cut in two by the end of a piece
            if len(self._buffer) > keep:
                found, self._buffer = self._buffer[:-keep], self._buffer[-keep:]
                yield found
            await self._fill()

    async def _next(self) -> bool:
        """Read what follows a mark: a line end before a part, two dashes at the end of all."""
        while b"\n" not in self._buffer and self._buffer[:2] != b"--" and len(self._buffer) < 80:
            await self._fill()
        if self._buffer.startswith(b"--"):
            return False
        line, end, rest = self._buffer.partition(b"\r\n")
        if not end or line.strip(b" \t"):
            raise _broken("what follows a boundary is no line end")
        self._buffer = b"\r\n" + rest
        return True

    async def _headers(self) -> bytes:
        while (at := self._buffer.find(b"\r\n\r\n")) < 0:
            if len(self._buffer) > MOST_HEADERS:
                raise errors.TooLarge(f"The headers of a part have more than {MOST_HEADERS} bytes.")
            await self._fill()
        found, self._buffer = self._buffer[:at], self._buffer[at + 4 :]
        if len(found) > MOST_HEADERS:
            raise errors.TooLarge(f"The headers of a part have more than {MOST_HEADERS} bytes.")
        # An empty part is ended by a mark whose line end is the one that ended the headers.
        self._buffer = b"\r\n" + self._buffer if self._buffer.startswith(self._mark[2:]) else self._buffer
        return found

    async def _fill(self) -> None:
        async for piece in self._pieces:
            if piece:
                self._buffer += piece
                return
        raise _broken("it ends in the middle")


def _head_of(lines: bytes) -> PartHead:
    headers: dict[str, str] = {}
    for line in lines.split(b"\r\n"):
        if not line:
            continue
        name, colon, value = line.decode("utf-8", "replace").partition(":")
        if not colon or not name.strip():
            raise _broken("a header has no name")
        headers[name.strip().lower()] = value.strip()
    kind, _, rest = headers.get("content-disposition", "").partition(";")
    if kind.strip().lower() != "form-data":
        raise _broken("a part has no form-data disposition")
    if headers.get("content-transfer-encoding", "binary").lower() not in ("binary", "7bit", "8bit"):
        raise _broken("a part is encoded for mail")
    params = {match[1].lower(): _unquoted(match) for match in _PARAM.finditer(f";{rest}")}
    if "name" not in params:
        raise _broken("a part has no name")
    return PartHead(params["name"], _file_name(params), headers.get("content-type"))


def _unquoted(match: re.Match[str]) -> str:
    quoted = match[2]
    return re.sub(r"\\(.)", r"\1", quoted).replace("%22", '"') if quoted is not None else match[3]


def _file_name(params: dict[str, str]) -> str | None:
    told = params.get("filename*", "")
    if told.lower().startswith("utf-8''"):
        return unquote_to_bytes(told[7:]).decode("utf-8", "replace")
    return params.get("filename")


def _broken(why: str) -> errors.Invalid:
    return errors.Invalid(
        f"The multipart body cannot be read: {why}.",
        code="broken_multipart",
        hint="Send `multipart/form-data` with one part a file.",
    )
