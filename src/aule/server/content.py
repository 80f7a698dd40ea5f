"""Contents of artifacts on their way out: whole or in part, and never as something that could act in our name.

What a browser may show from our origin is on a list; the rest is a download. Every answer forbids guessing the
type (`nosniff`) and says in a policy of its own what the shown thing may do, which is nothing: no script, no
request, no form. Only a PDF goes without `sandbox`, because browsers do not open their viewer in one; it may
load nothing either, and only our own page may frame it.
"""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from aule.contracts.errors import AuleError
from aule.contracts.project import Artifact
from aule.text.media import BINARY, TEXTS, Media, MediaType

CHUNK = 256 * 1024
INLINE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
"""Pictures that cannot carry script."""
SVG = "image/svg+xml"
NOTHING = "sandbox; default-src 'none'; frame-ancestors 'none'"
"""May do nothing at all, wherever it is shown."""
STYLED = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A drawing may have colours of its own."""
FRAMED = (
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""For the browser's PDF viewer, which is a plug-in to the policy, in a frame of our own page."""
_RANGE = re.compile(r"^bytes=(\d{0,18})-(\d{0,18})$")


class NotSatisfiable(AuleError):
    """The part that was asked for lies behind the end."""

    code = "range_not_satisfiable"
    status = 416


class Showing(NamedTuple):
    """How a content is shown: its type on the wire, whether in place, and what it may do there."""

    mime: str
    inline: bool
    policy: str


class Shown(NamedTuple):
    """A content as it is known: what it is, what it is called, and which bytes it has."""

    type: MediaType
    mime: str
    name: str
    sha256: str


def showing(media: Media) -> Showing:
    """How a browser may show something."""
    if media.type == "image" and media.mime in INLINE:
        return Showing(media.mime, True, NOTHING)
    if media.type == "image" and media.mime == SVG:
        # As a picture (`<img>`) it is drawn without script; opened by itself it is a download.
        return Showing(SVG, False, STYLED)
    if media.type in TEXTS:
        return Showing("text/plain; charset=utf-8", True, NOTHING)
    if media.type == "pdf":
        return Showing("application/pdf", True, FRAMED)
    if media.type in ("audio", "video"):
        return Showing(media.mime, True, NOTHING)
    return Showing(BINARY, False, NOTHING)


def disposition(name: str, *, inline: bool) -> str:
    """Whether a browser shows something in place, and the name it saves it under."""
    return f"{'inline' if inline else 'attachment'}; filename*=UTF-8''{quote(name, safe='')}"


class Content(Response):
    """The bytes of a content, or the part of them that was asked for."""

    def __init__(self, artifact: Artifact | Shown, path: Path, request: Request, *, download: bool = False) -> None:
        shown, size = showing(Media(artifact.type, artifact.mime)), path.stat().st_size
        tag = f'"{artifact.sha256}"'
        headers = {
            "Accept-Ranges": "bytes",
            "Content-Disposition": disposition(artifact.name, inline=shown.inline and not download),
            "Content-Security-Policy": shown.policy,
            "X-Content-Type-Options": "nosniff",
            # The content behind an id never changes; the name a download is saved under may.
            "Cache-Control": "private, no-cache" if download else "private, max-age=31536000, immutable",
            "ETag": tag,
        }
        if shown.policy is FRAMED:
            headers["X-Frame-Options"] = "SAMEORIGIN"
        super().__init__(headers=headers, media_type=BINARY if download and not shown.inline else shown.mime)
        self._path = path
        self._is_head = request.method == "HEAD"
        self._part = range(size)
        if names(request.headers.get("if-none-match"), tag):
            self.status_code, self._part = 304, range(0)
            del self.headers["content-length"]
            return
        asked = request.headers.get("range")
        if asked is not None and request.headers.get("if-range", tag) == tag:
            part = part_of(asked, size)
            if part is not None:
                self.status_code, self._part = 206, part
                self.headers["content-range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
        self.headers["content-length"] = str(len(self._part))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if self._is_head or not self._part:
            await send({"type": "http.response.body", "body": b""})
            return
        handle = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            for start in range(self._part.start, self._part.stop, CHUNK):
                size = min(CHUNK, self._part.stop - start)
                piece = await asyncio.to_thread(os.pread, handle, size, start)
                more = start + size < self._part.stop
                await send({"type": "http.response.body", "body": piece, "more_body": more})
        finally:
            os.close(handle)


def part_of(asked: str, size: int) -> range | None:
    """The bytes a `Range` header means. None: several parts, or words nobody knows; then all of it is given."""
    found = _RANGE.match(asked.strip())
    if found is None or found[1] == found[2] == "":
        return None
    if found[1] == "":
        start, stop = max(0, size - int(found[2])), size
        empty = int(found[2]) == 0 or size == 0
    else:
        start = int(found[1])
        stop = min(size, int(found[2]) + 1) if found[2] else size
        if found[2] and int(found[2]) < start:
            return None
        empty = start >= size
    if empty:
        raise NotSatisfiable(f"There are {size} bytes; {asked[:60]!r} begins behind them.", hint="Ask for less.")
    return range(start, stop)


def names(if_none_match: str | None, tag: str) -> bool:
    """Whether somebody already has this very content."""
    if if_none_match is None:
        return False
    held = [each.strip().removeprefix("W/") for each in if_none_match.split(",")]
    return "*" in held or tag in held
