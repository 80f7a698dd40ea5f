"""The source box: a few warm workers, each call in one of them, killed when it takes longer than it may."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args

from aule.contracts.access.sandbox import Level
from aule.contracts.errors import AuleError, Unavailable
from aule.sandbox.box.limits import MB
from aule.sandbox.limited.child import ChildLimits, LimitedCall, limited_level
from aule.sandbox.limited.session import LimitedSession
from aule.sandbox.limited.tagged_calls import TaggedCalls
from aule.sandbox.source.values import MOST_MESSAGE, result_of, wish_of

MOST_WORKERS = 2
MOST_CALLS = 1_000
"""Calls after which a worker makes room for a fresh one."""
GRACE_S = 1.0
"""Seconds a worker may take beyond a call's own limit before it is killed."""
MOST_PRINTED = 16_000
_NATIVE_CHILD = ChildLimits(memory=1024 * MB, cpu_s=30, processes=4, line=4 * MB, printed=8 * MB, silent_s=60)
_CHILD = ChildLimits(memory=2048 * MB, cpu_s=600, line=4 * MB, printed=4096 * MB, silent_s=60)

Outcome = Literal["done", "error", "syntax", "time", "memory", "output", "result", "crashed", "call", "replay"]
"""What became of a call: a result, a call it wishes for, or which limit or mistake ended it."""


@dataclass(frozen=True, slots=True)
class WishedCall:
    """A call of something else that source wishes for."""

    name: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """What a call came to that source wished for when it ran before."""

    wished: WishedCall
    result: Any = None
    error: str | None = None
    """Why it did not succeed; the source sees a `RuntimeError` with these words."""


SourceRuntime = Literal["interpreter", "native"]
"""What runs source: the small interpreter, or full Python in a box of its own."""


@dataclass(frozen=True, slots=True)
class SourceCall:
    """Source with a function `run`, what it is called with, and how much it may take."""

    source: str
    params: dict[str, Any]
    seconds: float
    memory: int
    """Bytes."""
    output: int
    """Bytes of the result as JSON."""
    is_fixed: bool = False
    """Whether clock and chance stand still, as in tests."""
    moment: str = ""
    """When its clock stands still; in tests, where nothing is said, always the same."""
    seed: str = ""
    """What its chance is made of, where clock and chance stand still."""
    may_call: bool = False
    """Whether it may wish for calls: `call(name, params)` ends it, and it is run again with what came of them."""
    runtime: SourceRuntime = "interpreter"
    answers: tuple[CallAnswer, ...] = ()
    """What the calls came to that it wished for before, in order."""


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """What became of a call."""

    outcome: Outcome
    result: Any = None
    message: str = ""
    line: int | None = None
    """The line of the source that failed."""
    printed: str = ""
    wished: WishedCall | None = None
    """The call it wishes for next."""


class SourceBox:
    """Runs source of strangers. It is given nothing but its parameters and gives back nothing but JSON."""

    def __init__(self, most: int = MOST_WORKERS, walls: Callable[[], Level] = limited_level) -> None:
        self._walls = walls
        self._room = asyncio.Semaphore(most)
        self._idle: list[_Worker] = []
        self._calls = TaggedCalls[SourceAnswer]("The call was ended: its tool was revoked or changed.")

    async def run(self, call: SourceCall, tag: str = "") -> SourceAnswer:
        """Run a call; `stop(tag)` ends it. Raises `Unavailable` where source cannot be run safely here."""
        return await self._calls.run(self._run(call), tag)

    def is_running(self, tag: str) -> bool:
        """Return whether a call with a tag runs."""
        return self._calls.is_running(tag)

    def stop(self, tag: str) -> int:
        """End the running calls with a tag; returns how many there were."""
        return self._calls.stop(tag)

    async def close(self) -> None:
        """End all workers."""
        self._calls.stop_all()
        idle, self._idle = self._idle, []
        for worker in idle:
            await worker.close()

    async def _run(self, call: SourceCall) -> SourceAnswer:
        async with self._room:
            if call.runtime == "native":
                return await _run_native(call, self._walls)
            worker = self._idle.pop() if self._idle else await _Worker.start(self._walls)
            is_sound = False
            try:
                answer, is_sound = await worker.ask(call)
            finally:
                if is_sound and worker.calls < MOST_CALLS:
                    self._idle.append(worker)
                else:
                    await asyncio.shield(worker.close())
            return answer


@dataclass(slots=True)
class _Worker:
    """A limited child that runs one call after another."""

    session: LimitedSession
    calls: int = field(default=0)

    @classmethod
    async def start_native(cls, walls: Callable[[], Level]) -> _Worker:
        """Start full Python in a box of its own, or refuse where there is no box."""
        if await asyncio.to_thread(walls) is not Level.BUBBLEWRAP:
            raise Unavailable(
                "This machine has no box for full Python that somebody wrote: bubblewrap is missing or not allowed.",
                code="no_box",
                hint="Install bubblewrap, or write the tool for the small interpreter.",
            )
        call = LimitedCall("aule.sandbox.source.native_worker", limits=_NATIVE_CHILD)
        return cls(await LimitedSession.start(call, Level.BUBBLEWRAP))

    @classmethod
    async def start(cls, walls: Callable[[], Level]) -> _Worker:
        """Start the small interpreter, or refuse where there are no walls."""
        program = await asyncio.to_thread(_program)
        call = LimitedCall("aule.sandbox.source.worker", {"program": str(program)}, _CHILD, programs=(program,))
        return cls(await LimitedSession.start(call, await asyncio.to_thread(_strongest, walls)))

    async def ask(self, call: SourceCall) -> tuple[SourceAnswer, bool]:
        """Return what became of a call, and whether the worker can take another."""
        self.calls += 1
        asked: dict[str, Any] = {
            "source": call.source,
            "params": call.params,
            "seconds": call.seconds,
            "memory": call.memory,
            "output": call.output,
            "printed": MOST_PRINTED,
            "is_fixed": call.is_fixed,
            "moment": call.moment,
            "seed": call.seed,
            "may_call": call.may_call,
            "answers": [
                {"name": each.wished.name, "params": each.wished.params, "result": each.result, "error": each.error}
                for each in call.answers
            ],
        }
        try:
            async with asyncio.timeout(call.seconds + GRACE_S):
                await self.session.send(json.dumps(asked).encode() + b"\n")
                told = await self.session.read()
        except TimeoutError:
            return SourceAnswer("time", message=f"it took longer than {call.seconds:g} seconds"), False
        except (AuleError, OSError, StopAsyncIteration):  # it died, or told more than it may
            return SourceAnswer("crashed", message="its process ended"), False
        try:
            return _answer_of(told, call.output), not told.get("is_worn", False)
        except (KeyError, TypeError, ValueError):  # full Python can tell anything
            return SourceAnswer("crashed", message="it told what cannot be understood"), False

    async def close(self) -> None:
        await self.session.close()


async def _run_native(call: SourceCall, walls: Callable[[], Level]) -> SourceAnswer:
    """Run source in full Python: a process of its own, which nothing is left of."""
    worker = await _Worker.start_native(walls)
    try:
        return (await worker.ask(call))[0]
    finally:
        await asyncio.shield(worker.close())


def _answer_of(told: dict[str, Any], most: int) -> SourceAnswer:
    """Return what a worker told, looked at again: it may have been taken over by what it runs."""
    if told["kind"] == "done":
        told = {**told, **result_of(told["result"], most)}
    kind, line = told["kind"], told.get("line")
    if kind not in get_args(Outcome) or not (line is None or isinstance(line, int)):
        raise ValueError("no such outcome")
    wished = None
    if kind == "call":
        name, params, problem = wish_of((told["name"], told["params"]), {})
        if problem:
            raise ValueError(problem)
        wished = WishedCall(name, params)
    message, printed = str(told.get("message", ""))[:MOST_MESSAGE], str(told.get("printed", ""))[:MOST_PRINTED]
    return SourceAnswer(kind, told["result"] if kind == "done" else None, message, line, printed, wished)


def is_installed() -> bool:
    """Return whether the interpreter for source is there; nothing of it is loaded."""
    return find_spec("pydantic_monty") is not None and _find_program() is not None


def _program() -> Path:
    found = _find_program() if find_spec("pydantic_monty") is not None else None
    if found is None:
        raise Unavailable(
            "Tools made here need the interpreter pydantic-monty, which is not installed.",
            code="forge_missing",
            hint='Install it: `pip install "aule[forge]"`.',
        )
    return found


@cache
def _find_program() -> Path | None:
    beside = Path(sysconfig.get_path("scripts")) / "monty"
    found = str(beside) if beside.is_file() else shutil.which("monty")
    return None if found is None else Path(os.path.realpath(found))


def _strongest(walls: Callable[[], Level]) -> Level:
    level = walls()
    if level is Level.NONE:
        raise Unavailable(
            "This machine has no walls for source that somebody wrote: tools made here do not run on it.",
            code="no_walls",
            hint="Install bubblewrap, or use a Linux with Landlock.",
        )
    return level
