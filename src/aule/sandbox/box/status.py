"""What a box says about itself: who its first process is, and how the command ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from types import TracebackType


class Status:
    """Listens to one box, from its start until nothing of it is left."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._told = b""
        self._first: int | None = None
        os.set_blocking(handle, False)

    def __enter__(self) -> Status:
        asyncio.get_running_loop().add_reader(self._handle, self.listen)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        if self._first is not None:
            os.close(self._first)

    def listen(self) -> None:
        """Take what was said so far."""
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
        """What the command ended with; none if it never began or was killed."""
        code = self._find("exit-code")
        return code if isinstance(code, int) else None

    async def emptied(self, seconds: float) -> None:
        """Wait until the first process is gone. It is the last one to go: the kernel ends all others before it."""
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
        """Each thing it says is an object of its own, over one line or several."""
        decoder, text, place = json.JSONDecoder(), self._told.decode("utf-8", "replace"), 0
        while (place := text.find("{", place)) >= 0:
            try:
                said, place = decoder.raw_decode(text, place)
            except ValueError:
                return None
            if name in said:
                return said[name]
        return None
