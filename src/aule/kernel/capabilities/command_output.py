"""Command output: sent as events while a command runs, in whole lines, without secrets, up to a limit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aule.contracts.events.facts import CallPrinted
from aule.sandbox.box.output import Stream, plain

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

MOST = 64 * 1024
"""Characters of one call that are sent as events while it runs; its result holds more."""
_PIECE = 4 * 1024
_SOON_S = 0.1


class Printer:
    """Collects output for a moment, then sends it as one event."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._waiting: dict[Stream, str] = {"stdout": "", "stderr": ""}
        self._left = MOST
        self._later: asyncio.TimerHandle | None = None

    def hear(self, stream: Stream, text: str) -> None:
        """Add a piece of output."""
        if self._left <= 0:
            return
        self._waiting[stream] += text[: self._left + _PIECE]
        if len(self._waiting[stream]) >= _PIECE:
            self._tell(stream, whole_lines=True)
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(_SOON_S, self._tick)

    def close(self) -> None:
        """Send the output that is left."""
        if self._later is not None:
            self._later.cancel()
        for stream in self._waiting:
            self._tell(stream, whole_lines=False)

    def _tick(self) -> None:
        self._later = None
        for stream in self._waiting:
            self._tell(stream, whole_lines=True)

    def _tell(self, stream: Stream, *, whole_lines: bool) -> None:
        """Send collected output in whole lines, so that no secret is cut in two; very long lines are cut."""
        text, rest = self._waiting[stream], ""
        if whole_lines and len(text) < 8 * _PIECE:
            head, newline, rest = text.rpartition("\n")
            text = head + newline
        self._waiting[stream] = rest
        text = self._context.ports.redact(plain(text))[: max(0, self._left)]
        if not text:
            return
        self._left -= len(text)
        fact = CallPrinted(id=self._context.call.id, stream=stream, text=text)
        run = self._context.run
        self._context.ports.journal.put(fact, run=run.id, session=run.session_id)
