"""Calls that a server keeps open while a person answers it, as the protocol with a handshake does. Loads the SDK."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import mcp_types as types

from aule.sdk.system import Kernel

Answered = types.CallToolResult | types.InputRequiredResult
Told = Callable[[str, float | None], None]
MOST_QUESTIONS = 5
"""Times a server may ask the person in one call."""


@dataclass(frozen=True, slots=True)
class HeldQuestion:
    """One question in the middle of a call, and where its answer goes."""

    request: types.ElicitRequest
    answer: asyncio.Future[types.ElicitResult]


@dataclass(slots=True)
class HeldCall:
    """A call on its way, in a task of its own, which goes on while the person is asked."""

    seconds: float
    """Seconds the server may take; while a person thinks, none of them pass."""
    told: Told
    """Takes the progress of the call."""
    limit: asyncio.Timeout = field(init=False)
    _asked: asyncio.Queue[HeldQuestion] = field(default_factory=asyncio.Queue[HeldQuestion])
    _open: HeldQuestion | None = None
    _count: int = 0
    _left: float = 0.0
    _task: asyncio.Task[Answered] | None = None
    _watch: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self.limit = asyncio.timeout(self.seconds)

    def start(self, call: Coroutine[Any, Any, Answered]) -> None:
        """Begin the call."""
        self._task = asyncio.create_task(call)
        self._task.add_done_callback(self._ended)

    @property
    def is_waiting(self) -> bool:
        """Whether the server waits for an answer of the person."""
        return self._open is not None

    @property
    def is_over(self) -> bool:
        """Whether the call has its result, or has failed."""
        return self._task is None or self._task.done()

    async def ask(self, request: types.ElicitRequest) -> types.ElicitResult:
        """Pass a question of the server on, and return its answer; one question at a time, and not without end."""
        self._count += 1
        if self._open is not None or self._count > MOST_QUESTIONS or self.is_over:
            return types.ElicitResult(action="cancel")
        loop = asyncio.get_running_loop()
        self._left = max(1.0, (self.limit.when() or loop.time()) - loop.time())
        self.limit.reschedule(None)
        self._open = question = HeldQuestion(request, loop.create_future())
        self._asked.put_nowait(question)
        try:
            return await question.answer
        finally:
            self._open = None
            if not self.is_over:
                self.limit.reschedule(loop.time() + self._left)

    async def next(self) -> Answered | HeldQuestion:
        """Return the result of the call, or what the server asks first; who is cancelled here ends the call."""
        assert self._task is not None
        asked = asyncio.ensure_future(self._asked.get())
        try:
            await asyncio.wait([self._task, asked], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._task.cancel()
            raise
        finally:
            if not asked.done():
                asked.cancel()
        return self._task.result() if self._task.done() else asked.result()

    async def go_on(self, question: HeldQuestion, answer: types.ElicitResult) -> Answered | HeldQuestion:
        """Hand the person's answer to the server, and return what comes next."""
        if not question.answer.done():
            question.answer.set_result(answer)
        return await self.next()

    def give_up(self) -> None:
        """Tell the server that nobody answers; it ends the call as it likes, within the time it has left."""
        if self._open is not None and not self._open.answer.done():
            self._open.answer.set_result(types.ElicitResult(action="cancel"))
        self._stop_watching()

    async def watch(self, kernel: Kernel, run: str, on_end: Callable[[], None]) -> None:
        """Call a function as soon as the run ends that waits for the answer: the person stopped it, or it failed."""
        if self._watch is None:
            since = await kernel.journal.cursor()
            told = _on_end(kernel, run, since, on_end)
            self._watch = asyncio.create_task(told, name=f"mcp question of {run}")

    def _ended(self, task: asyncio.Task[Answered]) -> None:
        if not task.cancelled():
            task.exception()  # whoever waits is told; nobody may, any more
        if self._open is not None and not self._open.answer.done():
            self._open.answer.cancel()
        self._stop_watching()

    def _stop_watching(self) -> None:
        if self._watch is not None and self._watch is not asyncio.current_task():
            self._watch.cancel()


async def _on_end(kernel: Kernel, run: str, since: str, then: Callable[[], None]) -> None:
    async with aclosing(kernel.journal.follow(since, run=run, types=["run.finished"])) as events:
        async for _ in events:
            then()
            return
