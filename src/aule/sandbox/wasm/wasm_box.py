"""The Wasm box: each module in children of its own, each call in one of them, killed when it takes longer than it may.

A child is given the code of one module, the parameters of a call, and the answers to what the module asks its host. It
is thrown away after whatever ended a call by force, so that nothing of it is left for the next one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.contracts.errors import AuleError
from aule.sandbox.box.limits import MB
from aule.sandbox.limited.child import ChildLimits, LimitedCall
from aule.sandbox.limited.session import LimitedSession
from aule.sandbox.limited.tagged_calls import TaggedCalls
from aule.sandbox.wasm.modules import CompiledModule, walls

MOST_WORKERS = 4
"""Calls that run at once, and children that are kept for the next call."""
MOST_CALLS = 1_000
"""Calls after which a child makes room for a fresh one."""
MOST_ASKED = 500
"""Requests to the host in one call."""
GRACE_S = 1.0
"""Seconds a child may take beyond a call's own limit before it is killed."""
LOAD_S = 20.0
_CHILD = ChildLimits(memory=1024 * MB, cpu_s=600, line=4 * MB, printed=4096 * MB, silent_s=120)

Outcome = Literal["done", "trap", "exit", "time", "output", "result", "asked", "crashed"]
"""What became of a call: a result, or which limit or mistake ended it."""
Answer = Callable[[str, Any], Awaitable[Any]]
"""Answers what a module asks its host for, by the function's name; an `AuleError` it raises is told to the module."""
Load = Callable[[], Awaitable[CompiledModule]]


@dataclass(frozen=True, slots=True)
class WasmCall:
    """One call of a module: what it is given, and how much it may take."""

    given: dict[str, Any]
    seconds: float
    memory: int
    """Bytes."""
    output: int
    """Bytes of the result as JSON."""
    now_ns: int
    seed: str | None = None
    """What its chance is made of, where clock and chance stand still; none: they go on."""


@dataclass(frozen=True, slots=True)
class WasmAnswer:
    """What became of a call."""

    outcome: Outcome
    result: Any = None
    message: str = ""
    said: str = ""
    """What the program wrote to its error output, or in place of a result."""


@dataclass(frozen=True, slots=True)
class WasmModule:
    """A module by its hash, and how its code is had where no child has it yet."""

    hash: str
    load: Load


class WasmBox:
    """Runs modules of strangers."""

    def __init__(self, most: int = MOST_WORKERS) -> None:
        self._most = most
        self._room = asyncio.Semaphore(most)
        self._idle: list[_Worker] = []
        """Children that wait for a call, the one used longest ago first."""
        self._calls = TaggedCalls[WasmAnswer]("The call was ended: its plugin was disabled or removed.")

    async def run(self, module: WasmModule, call: WasmCall, answer: Answer, tag: str = "") -> WasmAnswer:
        """Run a call; `stop(tag)` ends it. Raises `Unavailable` where modules cannot be run safely here."""
        return await self._calls.run(self._run(module, call, answer), tag)

    def is_running(self, tag: str) -> bool:
        """Return whether a call with a tag runs."""
        return self._calls.is_running(tag)

    def stop(self, tag: str) -> int:
        """End the running calls with a tag; returns how many there were."""
        return self._calls.stop(tag)

    async def unload(self, hash: str) -> None:
        """End the children that wait with a module; those that run a call finish it."""
        ended = [each for each in self._idle if each.hash == hash]
        self._idle = [each for each in self._idle if each.hash != hash]
        for worker in ended:
            await worker.close()

    async def close(self) -> None:
        """End all children."""
        self._calls.stop_all()
        idle, self._idle = self._idle, []
        for worker in idle:
            await worker.close()

    async def _run(self, module: WasmModule, call: WasmCall, answer: Answer) -> WasmAnswer:
        async with self._room:
            worker = self._taken(module.hash) or await _Worker.start(module)
            is_sound = False
            try:
                found, is_sound = await worker.ask(call, answer)
            finally:
                if is_sound and worker.calls < MOST_CALLS:
                    self._idle.append(worker)
                else:
                    await asyncio.shield(worker.close())
            if len(self._idle) > self._most:
                await asyncio.shield(self._idle.pop(0).close())
            return found

    def _taken(self, hash: str) -> _Worker | None:
        for place in range(len(self._idle) - 1, -1, -1):
            if self._idle[place].hash == hash:
                return self._idle.pop(place)
        return None


@dataclass(slots=True)
class _Worker:
    """A limited child that has one module and runs one call after another."""

    hash: str
    session: LimitedSession
    calls: int = field(default=0)

    @classmethod
    async def start(cls, module: WasmModule) -> _Worker:
        compiled = await module.load()
        level = await asyncio.to_thread(walls)
        worker = cls(
            module.hash, await LimitedSession.start(LimitedCall("aule.sandbox.wasm.worker", limits=_CHILD), level)
        )
        try:
            async with asyncio.timeout(LOAD_S):
                told = {"size": len(compiled.code), "is_component": compiled.is_component}
                await worker.session.send(json.dumps(told).encode() + b"\n")
                await worker.session.send(compiled.code)
        except BaseException:
            await worker.close()
            raise
        return worker

    async def ask(self, call: WasmCall, answer: Answer) -> tuple[WasmAnswer, bool]:
        """Return what became of a call, and whether the child can take another."""
        self.calls += 1
        asked = {
            "given": call.given,
            "seconds": call.seconds,
            "memory": call.memory,
            "output": call.output,
            "now_ns": call.now_ns,
            "seed": call.seed,
        }
        try:
            async with asyncio.timeout(call.seconds + GRACE_S):
                await self.session.send(json.dumps(asked).encode() + b"\n")
                return await self._heard(answer)
        except TimeoutError:
            return WasmAnswer("time", message=f"it took longer than {call.seconds:g} seconds"), False
        except (AuleError, OSError, StopAsyncIteration):  # it died, or told more than it may
            return WasmAnswer("crashed", message="its process ended"), False

    async def _heard(self, answer: Answer) -> tuple[WasmAnswer, bool]:
        """Answer what the module asks for until it has ended."""
        for _ in range(MOST_ASKED + 1):
            told = await self.session.read()
            if "host" not in told:
                return _read(told)
            reply = await _answered(answer, str(told["host"]), told.get("asked"))
            await self.session.send(json.dumps(reply).encode() + b"\n")
        return WasmAnswer("asked", message=f"it asked for more than {MOST_ASKED} things"), False

    async def close(self) -> None:
        """End the child."""
        await self.session.close()


async def _answered(answer: Answer, name: str, asked: Any) -> dict[str, Any]:
    try:
        return {"ok": True, "value": await answer(name, asked)}
    except AuleError as error:
        return {"ok": False, "code": error.problem.code, "message": error.problem.message}


_OUTCOMES: dict[str, Outcome] = {
    "done": "done",
    "trap": "trap",
    "exit": "exit",
    "time": "time",
    "output": "output",
    "result": "result",
}


def _read(told: dict[str, Any]) -> tuple[WasmAnswer, bool]:
    """Return what a child told of its call; it is the word of a process that strangers' code may have taken over."""
    outcome = _OUTCOMES.get(str(told.get("kind")))
    if outcome is None:
        return WasmAnswer("crashed", message="its process told what cannot be understood"), False
    message, said = str(told.get("message", ""))[:600], str(told.get("said", ""))[:600]
    return WasmAnswer(outcome, told.get("result"), message, said), not told.get("is_worn", False)
