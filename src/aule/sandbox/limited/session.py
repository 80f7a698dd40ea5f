"""A session with a limited child: sends it requests, and reads its answers line by line."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

from aule.contracts.access.sandbox import Level
from aule.sandbox.limited.child import LimitedCall, limited_lines

START_S = 20.0


@dataclass(slots=True)
class LimitedSession:
    """A limited child with a pipe for requests; closing it ends the child."""

    lines: AsyncGenerator[dict[str, Any]]
    requests: int
    """The end of the pipe its requests are written to."""

    @classmethod
    async def start(cls, call: LimitedCall, level: Level) -> LimitedSession:
        """Start a child, and wait until it tells its first line: that it is ready."""
        told, requests = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(requests, False)
        session = cls(limited_lines(told, call, level), requests)
        try:
            async with asyncio.timeout(START_S):
                await anext(session.lines)
        except BaseException:
            await session.close()
            raise
        finally:
            os.close(told)
        return session

    async def send(self, request: bytes) -> None:
        """Write a request, also one that is larger than the pipe."""
        loop = asyncio.get_running_loop()
        rest = memoryview(request)
        while rest:
            try:
                rest = rest[os.write(self.requests, rest) :]
            except BlockingIOError:
                ready = loop.create_future()
                loop.add_writer(self.requests, ready.set_result, None)
                try:
                    await ready
                finally:
                    loop.remove_writer(self.requests)

    async def read(self) -> dict[str, Any]:
        """Return the next line; `StopAsyncIteration` when the child has ended."""
        return await anext(self.lines)

    async def close(self) -> None:
        """End the child."""
        with contextlib.suppress(OSError):
            os.close(self.requests)
        await self.lines.aclose()
