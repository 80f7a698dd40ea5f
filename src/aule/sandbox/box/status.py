"""The status of a box: its first process, and the exit of the command."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from types import TracebackType


class BoxStatus:
    """Reads the status of one box, from its start until it is empty."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._told = b""
        self._first: int | None = None
        os.set_blocking(handle, False)

    def __enter__(self) -> BoxStatus:
        asyncio.get_running_loop().add_reader(self._handle, self.listen)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        if self._first is not None:
            os.close(self._first)

    def listen(self) -> None:
        """Read the status written so far."""
        try:
            piece = os.read(self._handle, 65536)
        except BlockingIOError:
            return
        if not piece:
            asyncio.get_running_loop().remove_reader(self._handle)
        self._told += piece
        if self._first is None and isinstance(pid := self._find("child-pid"), int):
            with contextlib.suppress(OSError):
                self._first = os.pidfd_open(pid)

    @property
    def exit_code(self) -> int | None:
        """The exit code of the command; None if it never started or was killed."""
        code = self._find("exit-code")
        return code if isinstance(code, int) else None

    async def emptied(self, seconds: float) -> None:
        """Wait until the box's first process is gone: the kernel ends all others before it."""
        self.listen()
        if self._first is None:
            return
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._first, gone.set)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await gone.wait()
        finally:
            loop.remove_reader(self._first)

    def _find(self, name: str) -> object:
        """Return a value by name; the status is a sequence of JSON objects."""
        decoder, text, place = json.JSONDecoder(), self._told.decode("utf-8", "replace"), 0
        while (place := text.find("{", place)) >= 0:
            try:
                said, place = decoder.raw_decode(text, place)
            except ValueError:
                return None
            if name in said:
                return said[name]
        return None
