"""Commands: modules of WASI preview 1, linked once and run in a fresh instance each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aule.sandbox.wasm.engine import OURS, WASI
from aule.sandbox.wasm.exchange import Exchange
from aule.sandbox.wasm.wasi import SIGNATURES, Memory, OutOfBounds, Program

MOST_TABLE = 100_000
MOST_ASKED = 1_000_000
"""Bytes of one request to the host."""
Ask = Callable[[str, bytes], bytes]
"""Asks the host for something by the name of the function, with JSON; it answers with JSON."""


class Command:
    """A module with what it imports."""

    def __init__(self, wasmtime: Any, engine: Any, code: bytes, ask: Ask) -> None:
        self._wasmtime, self._ask = wasmtime, ask
        module = wasmtime.Module.deserialize(engine, code)
        linker = wasmtime.Linker(engine)
        # A compiler may import the same function more than once.
        for name in dict.fromkeys((each.module, each.name or "") for each in module.imports):
            self._define(linker, *name)
        self._linked = linker.instantiate_pre(module)
        self._program = Program(Exchange(b"", 0, 0))
        self._answer = b""

    def limit(self, store: Any, memory: int) -> None:
        """Hold an instance to one memory of so many bytes."""
        store.set_limits(memory, MOST_TABLE, 1, 4, 1)

    def run(self, store: Any, exchange: Exchange) -> None:
        """Run the module once; what it writes is in the exchange."""
        self._program, self._answer = Program(exchange), b""
        self._linked.instantiate(store).exports(store)["_start"](store)

    def _define(self, linker: Any, module: str, name: str) -> None:
        """Give the module one function it imports; one that nobody gives fails when the module is linked."""
        wasmtime = self._wasmtime
        short, long = wasmtime.ValType.i32(), wasmtime.ValType.i64()
        if module == WASI and name in SIGNATURES:
            params = [short if kind == "i" else long for kind in SIGNATURES[name]]
            results = [] if name == "proc_exit" else [short]
            body = self._system_function(name)
        elif module == OURS:
            params, results = [short, short], [short]
            body = self._take_answer if name == "answer" else self._host_function(name)
        else:
            return
        linker.define_func(module, name, wasmtime.FuncType(params, results), body, access_caller=True)

    def _system_function(self, name: str) -> Callable[..., int | None]:
        def call(caller: Any, *given: int) -> int | None:
            return self._program.call(name, self._memory(caller), *given)

        return call

    def _host_function(self, name: str) -> Callable[..., int]:
        def call(caller: Any, at: int, size: int) -> int:
            if not 0 <= size <= MOST_ASKED:
                raise OutOfBounds(f"{size} bytes are asked for at once")
            self._answer = self._ask(name, self._memory(caller).read(at, size))
            return len(self._answer)

        return call

    def _take_answer(self, caller: Any, at: int, size: int) -> int:
        """Write the latest answer of the host into the memory, as far as there is room; return how much that is."""
        taken = self._answer[: size & 0xFFFFFFFF]
        self._memory(caller).write(at, taken)
        return len(taken)

    def _memory(self, caller: Any) -> Memory:
        found = caller.get("memory")
        if not isinstance(found, self._wasmtime.Memory):
            raise OutOfBounds("it exports no memory")
        return Memory(found, caller)
