"""The encoder in a process of its own: for very many texts, so that the loop of the server stays free.

The child is started with the first texts, ended when nobody has asked it for a while, and started once more when it
dies over its work.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aule.child_processes import end_child
from aule.contracts.ambient import Clock
from aule.contracts.errors import ModelUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

LENGTH_BYTES = 4
DIMENSIONS = 512
BATCH = 64
"""Texts of one frame: enough for all cores, few enough that a stop is quick."""
AHEAD = 2
"""Frames that are under way at once: the child works on one while the next is on its way."""
IDLE_SECONDS = 60.0
ANSWER_SECONDS = 120.0
"""How long the child may take for one frame; it takes a second."""


class EncoderStoppedError(Exception):
    """The child ended before it had answered."""


@dataclass(slots=True)
class _Child:
    process: Process
    waiting: deque[asyncio.Future[bytes]] = field(default_factory=deque[asyncio.Future[bytes]])
    reader: asyncio.Task[None] | None = None


class EncoderProcess:
    """Encodes many texts in a child process; texts of several callers take turns, frame by frame."""

    def __init__(self, clock: Clock, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._clock = clock
        self._idle = idle_seconds
        self._child: _Child | None = None
        self._used = 0.0
        self._starting = asyncio.Lock()
        self._places = asyncio.Semaphore(AHEAD)
        self._watch: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The child's process id; none while there is no child."""
        return None if self._child is None else self._child.process.pid

    async def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one row of length one for each text."""
        import numpy as np  # it comes with the encoder

        frames = [texts[first : first + BATCH] for first in range(0, len(texts), BATCH)]
        tasks = [asyncio.create_task(self._answer(frame)) for frame in frames]
        try:
            answers = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        rows = [np.frombuffer(answer, np.float32).reshape(-1, DIMENSIONS) for answer in answers]
        return np.concatenate(rows) if rows else np.empty((0, DIMENSIONS), np.float32)

    async def close(self) -> None:
        """End the child, for good: who still waits for an answer is told that there is none."""
        self._is_closed = True
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
        await self._end_child()

    async def _end_child(self) -> None:
        """End the child. It is forgotten only then: who is cancelled over it leaves it to the next who ends it."""
        async with self._starting:
            if self._child is not None:
                await _end(self._child)
                self._child = None

    async def _answer(self, texts: Sequence[str]) -> bytes:
        async with self._places:
            try:
                return await self._ask(texts)
            except (EncoderStoppedError, OSError):
                pass  # once more, with another child
            try:
                return await self._ask(texts)
            except (EncoderStoppedError, OSError) as error:
                raise ModelUnavailable(
                    "The process that reads texts ended twice over the same ones.",
                    hint="Look whether there is memory for it (250 MB), then try again.",
                ) from error

    async def _ask(self, texts: Sequence[str]) -> bytes:
        child = await self._ready()
        assert child.process.stdin is not None
        content = json.dumps([_whole(text) for text in texts]).encode()
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        child.waiting.append(answer)
        answer.add_done_callback(_look_at)
        child.process.stdin.write(len(content).to_bytes(LENGTH_BYTES, "little") + content)
        self._used = self._clock.monotonic()
        await child.process.stdin.drain()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                found = await answer
        except TimeoutError:
            child.process.kill()
            raise EncoderStoppedError from None
        finally:
            self._used = self._clock.monotonic()
        if len(found) != len(texts) * DIMENSIONS * 4:
            raise EncoderStoppedError
        return found

    async def _ready(self) -> _Child:
        async with self._starting:
            if self._is_closed:
                raise EncoderStoppedError  # nobody would end another one
            child = self._child
            if child is not None and child.process.returncode is None and not _has_ended(child):
                return child
            if child is not None:
                await _end(child)
            self._child = child = await self._start()
            if self._watch is None or self._watch.done():
                self._watch = asyncio.create_task(self._end_when_idle())
            return child

    async def _start(self) -> _Child:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "aule.models.local.encoder_server", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        child = _Child(process)
        child.reader = asyncio.create_task(_read_answers(child))
        return child

    async def _end_when_idle(self) -> None:
        while True:
            child = self._child
            if child is not None and (waiting := [each for each in child.waiting if not each.done()]):
                await asyncio.wait(waiting)
                continue
            left = self._used + self._idle - self._clock.monotonic()
            if left <= 0:
                break
            await self._clock.sleep(left)
        await self._end_child()


async def _read_answers(child: _Child) -> None:
    """Hand each answer to whoever waits for it, in order; who gave up waiting is passed over."""
    source = child.process.stdout
    assert source is not None
    try:
        while True:
            size = int.from_bytes(await source.readexactly(LENGTH_BYTES), "little")
            content = await source.readexactly(size)
            answer = child.waiting.popleft()
            if not answer.done():
                answer.set_result(content)
    except (asyncio.IncompleteReadError, OSError, IndexError):
        pass
    finally:
        for answer in child.waiting:
            if not answer.done():
                answer.set_exception(EncoderStoppedError())


def _look_at(answer: asyncio.Future[bytes]) -> None:
    """Take note of how an answer ended: who asked may have heard of the child's end in another way."""
    if not answer.cancelled():
        answer.exception()


def _has_ended(child: _Child) -> bool:
    return child.reader is not None and child.reader.done()


async def _end(child: _Child) -> None:
    await end_child(child.process)
    if child.reader is not None:
        await asyncio.gather(child.reader, return_exceptions=True)


def _whole(text: str) -> str:
    """Return a text without halves of characters, which cannot be encoded."""
    return text.encode("utf-8", "replace").decode()
