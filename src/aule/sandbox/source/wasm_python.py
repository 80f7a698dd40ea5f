"""Full Python in WebAssembly: CPython and its library as one component, which takes source as data with each call.

The component is made of our own source alone and is the same for all tools: it is built and compiled by the first call
on a machine that needs it, and its machine code is kept beside that of plugins. Each call has a fresh instance.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, NoReturn

from aule.contracts.ambient import Clock
from aule.contracts.errors import Refused, Unavailable
from aule.sandbox.box.limits import MB
from aule.sandbox.source.calls import SourceAnswer, SourceCall, answer_of, request_of
from aule.sandbox.source.values import moment_of
from aule.sandbox.wasm.modules import CompiledModule, ModuleStore, is_installed
from aule.sandbox.wasm.python_component import build_component, compiler_version, python_compiler
from aule.sandbox.wasm.wasm_box import WasmAnswer, WasmBox, WasmCall, WasmModule

BASE_MEMORY = 48 * MB
"""Bytes that Python and its library take for themselves."""
MOST_TOLD = 3 * MB
"""Bytes that a call may tell in all; what is let out of that is looked at afterwards."""
_WORLD = """package aule:plugin@1.0.0;
world plugin { export run: func(request: string) -> result<string, string>; }
"""
_ENTRY = "entry"
_OURS = ("full_python", "values")
"""Modules of ours that run inside the component."""


class WasmPython:
    """Runs source in full Python inside WebAssembly."""

    def __init__(self, modules: ModuleStore, clock: Clock, most: int) -> None:
        self._modules, self._clock = modules, clock
        self._box = WasmBox(most)
        self._is_ready = False

    async def prepare(self, tell: Callable[[], None]) -> None:
        """Build the component where this machine has none yet; `tell` is called before that begins."""
        if self._is_ready:
            return
        _refuse_missing()
        if not await self._modules.has(_key()):
            tell()
            await self._compiled()
        self._is_ready = True

    async def run(self, call: SourceCall) -> SourceAnswer:
        """Return what became of a call. Raises `Unavailable` where what builds or runs the component is missing."""
        if not self._is_ready:
            _refuse_missing()
        now = moment_of(call.moment) if call.is_fixed else self._clock.now()
        asked = WasmCall(
            request_of(call),
            call.seconds,
            BASE_MEMORY + call.memory,
            MOST_TOLD,
            int(now.timestamp() * 1e9),
            seed=call.seed if call.is_fixed else None,
        )
        answer = await self._box.run(WasmModule(_key(), self._compiled), asked, _refuse)
        return _read(answer, call.output)

    async def close(self) -> None:
        """End all children."""
        await self._box.close()

    async def _compiled(self) -> CompiledModule:
        return await self._modules.made(_key(), _build)


async def _build() -> bytes:
    return await build_component(_WORLD, await asyncio.to_thread(_sources), _ENTRY)


@cache
def _key() -> str:
    """Return the name of the component: another one wherever what it is built of is another."""
    parts = [_WORLD, compiler_version(), *(text for each in _sources().items() for text in each)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _sources() -> dict[str, str]:
    """Return the modules inside the component, by their places."""
    folder = resources.files("aule.sandbox.source")
    ours = {f"aule/sandbox/source/{name}": folder.joinpath(f"{name}.py").read_text("utf-8") for name in _OURS}
    return {_ENTRY: folder.joinpath("wasm_entry.py.txt").read_text("utf-8"), **ours}


def _refuse_missing() -> None:
    if not is_installed() or python_compiler() is None:
        raise Unavailable(
            "Full Python in WebAssembly needs a compiler and an engine that are not installed.",
            code="wasm_python_missing",
            hint='Install them: `pip install "aule[wasm-python]"`, or write the tool for the small interpreter.',
        )


async def _refuse(name: str, asked: Any) -> NoReturn:
    """Answer nothing: the component has no function of ours."""
    raise Refused(f"There is no {name[:60]!r} here.", code="bad_request")


def _read(answer: WasmAnswer, most: int) -> SourceAnswer:
    """Return what became of a call of the component; what it told is the word of whatever ran in it."""
    match answer.outcome:
        case "done":
            try:
                return answer_of(answer.result, most)
            except (KeyError, TypeError, ValueError):
                return SourceAnswer("crashed", message="it told what cannot be understood")
        case "time" | "output":
            return SourceAnswer(answer.outcome, message=answer.message)
        case _:
            return SourceAnswer("crashed", message=answer.message)
