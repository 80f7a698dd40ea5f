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

from aule.contracts.access.sandbox import Level
from aule.contracts.ambient import Clock
from aule.contracts.errors import AuleError, Unavailable
from aule.sandbox.box.limits import MB
from aule.sandbox.limited.child import ChildLimits, LimitedCall, limited_level
from aule.sandbox.limited.session import LimitedSession
from aule.sandbox.limited.tagged_calls import TaggedCalls
from aule.sandbox.source.calls import SourceAnswer, SourceCall, SourceRuntime, answer_of, request_of
from aule.sandbox.source.wasm_python import WasmPython
from aule.sandbox.wasm.modules import ModuleStore

MOST_WORKERS = 2
MOST_CALLS = 1_000
"""Calls after which a worker makes room for a fresh one."""
GRACE_S = 1.0
"""Seconds a worker may take beyond a call's own limit before it is killed."""
_NATIVE_CHILD = ChildLimits(memory=1024 * MB, cpu_s=30, processes=4, line=4 * MB, printed=8 * MB, silent_s=60)
_CHILD = ChildLimits(memory=2048 * MB, cpu_s=600, line=4 * MB, printed=4096 * MB, silent_s=60)


class SourceBox:
    """Runs source of strangers. It is given nothing but its parameters and gives back nothing but JSON."""

    def __init__(self, modules: ModuleStore, clock: Clock, walls: Callable[[], Level] = limited_level) -> None:
        self._walls = walls
        self._wasm = WasmPython(modules, clock, MOST_WORKERS)
        self._room = asyncio.Semaphore(MOST_WORKERS)
        self._idle: list[_Worker] = []
        self._calls = TaggedCalls[SourceAnswer]("The call was ended: its tool was revoked or changed.")

    async def prepare(self, runtime: SourceRuntime, tell: Callable[[], None]) -> None:
        """Make what a runtime needs where this machine has not made it yet; `tell` is called before that begins."""
        if runtime == "wasm_python":
            await asyncio.to_thread(_strongest, self._walls)
            await self._wasm.prepare(tell)

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
        await self._wasm.close()

    async def _run(self, call: SourceCall) -> SourceAnswer:
        if call.runtime == "wasm_python":
            await asyncio.to_thread(_strongest, self._walls)
            return await self._wasm.run(call)
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
        try:
            async with asyncio.timeout(call.seconds + GRACE_S):
                await self.session.send(json.dumps(request_of(call)).encode() + b"\n")
                told = await self.session.read()
        except TimeoutError:
            return SourceAnswer("time", message=f"it took longer than {call.seconds:g} seconds"), False
        except (AuleError, OSError, StopAsyncIteration):  # it died, or told more than it may
            return SourceAnswer("crashed", message="its process ended"), False
        try:
            return answer_of(told, call.output), not told.get("is_worn", False)
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
