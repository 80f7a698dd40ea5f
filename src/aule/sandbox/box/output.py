"""Output of a command: sent while it runs, its end shown, all of it kept up to a limit."""

from __future__ import annotations

import asyncio
import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Stream = Literal["stdout", "stderr"]
Heard = Callable[[Stream, str], None]
"""Receives each piece as it is printed."""

_PIECE = 64 * 1024
_COMMANDS = re.compile(
    r"""
      \x1b\][^\x07\x1b]*(?:\x07|\x1b\\)      # titles, links, the clipboard
    | \x1b[PX^_][^\x1b]*\x1b\\                # programs and queries for the terminal itself
    | \x1b\[[0-?]*[ -/]*[@-ln-~]              # moving about and erasing; colours end in m and stay
    | \x1b(?!\[[0-?]*m)                       # anything else that begins like one
    | [\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]
    """,
    re.VERBOSE,
)


def plain(text: str) -> str:
    """Return text without terminal control sequences, except colours."""
    return _COMMANDS.sub("", text).replace("\0", "\ufffd")


@dataclass(frozen=True, slots=True)
class Printed:
    """One stream of a command."""

    text: str = ""
    """All of it, or its end with a mark where the beginning is missing."""
    size: int = 0
    """Bytes that were printed."""
    whole: bytes | None = None
    """All that was kept, when it is more than the text."""


class Capture:
    """Reads one stream to its end, or to its limit."""

    def __init__(self, stream: Stream, most: int, heard: Heard | None) -> None:
        self._stream: Stream = stream
        self._most = most
        self._heard = heard
        self._kept = bytearray()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.is_full = asyncio.Event()

    async def read(self, source: asyncio.StreamReader) -> None:
        """Read the stream to its end; beyond the limit, only until the command is stopped."""
        while piece := await source.read(_PIECE):
            room = self._most - len(self._kept)
            self._kept += piece[:room]
            if room > 0:
                self._tell(self._decoder.decode(piece[:room]))
            if len(piece) >= room:
                self.is_full.set()
        self._tell(self._decoder.decode(b"", final=True))

    def printed(self, shown: int) -> Printed:
        """Return what was printed, with its end as text."""
        content = bytes(self._kept)
        if len(content) <= shown:
            return Printed(plain(content.decode("utf-8", "replace")), len(content))
        tail = content[-shown:]
        while tail and tail[0] & 0xC0 == 0x80:  # not in the middle of a character
            tail = tail[1:]
        mark = f"[… {len(content) - len(tail)} bytes before this are left out]\n"
        return Printed(mark + plain(tail.decode("utf-8", "replace")), len(content), content)

    def _tell(self, text: str) -> None:
        if text and self._heard is not None:
            self._heard(self._stream, text)
