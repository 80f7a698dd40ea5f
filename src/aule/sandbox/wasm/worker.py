"""The worker: runs one module in a limited child, one request a line, each in a fresh instance with its own memory.

What a module asks its host for is told on the same line to whoever started the child, who decides and answers: this
process has no network, no files, no secrets, and holds nothing of one call when the next begins.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, cast

from aule.sandbox.wasm.engine import OURS, WASI, make_engine
from aule.sandbox.wasm.wasi import SIGNATURES, Exited, Flooded, Memory, OutOfBounds, Program

MOST_DEPTH = 32
LARGEST_INTEGER = 2**53 - 1
MOST_MESSAGE = 600
MOST_TABLE = 100_000
MOST_ASKED = 1_000_000
"""Bytes of one request to the host."""
_OUT = 1

Told = dict[str, Any]


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Answer each request in a file: first comes the code of the module, then JSON lines."""
    import wasmtime  # only children have it

    yield {"ready": True}
    size = json.loads(file.readline())["size"]
    code = file.read(size)
    try:
        runner = _Runner(wasmtime, file, code)
    except wasmtime.WasmtimeError as error:
        yield {"kind": "trap", "message": str(error)[:MOST_MESSAGE], "is_worn": True}
        return
    while line := file.readline():
        yield runner.run(json.loads(line))


class _Runner:
    """A module with what it imports."""

    def __init__(self, wasmtime: Any, file: BinaryIO, code: bytes) -> None:
        self._wasmtime, self._file = wasmtime, file
        self._engine = make_engine(wasmtime)
        self._module = wasmtime.Module.deserialize(self._engine, code)
        linker = wasmtime.Linker(self._engine)
        for each in self._module.imports:
            self._define(linker, each.module, each.name or "")
        self._linked = linker.instantiate_pre(self._module)
        self._program = Program(b"", 0, 0)
        self._deadline = _Deadline(self._engine.increment_epoch)
        self._answer = b""

    def run(self, asked: Told) -> Told:
        """Return what became of one call."""
        wasmtime = self._wasmtime
        given = json.dumps(asked["given"], ensure_ascii=False).encode("utf-8", "replace")
        program = self._program = Program(given, asked["output"], asked["now_ns"])
        self._answer = b""
        store = wasmtime.Store(self._engine)
        store.set_limits(asked["memory"], MOST_TABLE, 1, 4, 1)
        store.set_epoch_deadline(1)
        self._deadline.begin(asked["seconds"])
        try:
            instance = self._linked.instantiate(store)
            instance.exports(store)["_start"](store)
        except Exited as exited:
            if exited.code != 0:
                return self._failed("exit", f"it ended with the code {exited.code}")
        except Flooded:
            return {"kind": "output", "message": f"more than {asked['output']} bytes"}
        except OutOfBounds as error:
            return self._failed("trap", f"an address outside its memory was given to a function: {error}")
        except wasmtime.Trap as trap:
            is_late = trap.trap_code == wasmtime.TrapCode.INTERRUPT
            return self._failed("time" if is_late else "trap", _cause(trap))
        except wasmtime.WasmtimeError as error:
            return self._failed("trap", _cause(error))
        finally:
            self._deadline.end()
        return _result(bytes(program.output))

    def _failed(self, kind: str, message: str) -> Told:
        said = self._program.errors.decode("utf-8", "replace")
        return {"kind": kind, "message": message[:MOST_MESSAGE], "said": said[-MOST_MESSAGE:]}

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
            content = self._memory(caller).read(at, size)
            try:
                asked = json.loads(content.decode())
            except (ValueError, RecursionError):
                return self._keep({"ok": False, "code": "not_json", "message": "the request is not JSON"})
            _write(json.dumps({"host": name, "asked": asked}).encode() + b"\n")
            return self._keep(json.loads(self._file.readline()))

        return call

    def _keep(self, answer: Told) -> int:
        self._answer = json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")
        return len(self._answer)

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


class _Deadline:
    """Ends what runs too long, from one thread for all calls: starting one for each takes longer than a call."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._changed = threading.Condition()
        self._at: float | None = None
        threading.Thread(target=self._watch, daemon=True).start()

    def begin(self, seconds: float) -> None:
        with self._changed:
            self._at = time.monotonic() + seconds
            self._changed.notify()

    def end(self) -> None:
        with self._changed:
            self._at = None

    def _watch(self) -> None:
        with self._changed:
            while True:
                left = None if self._at is None else self._at - time.monotonic()
                if left is not None and left <= 0:
                    self._at = None
                    self._interrupt()
                else:
                    self._changed.wait(left)


def _cause(error: Any) -> str:
    """Return why a module was stopped, without the places in it."""
    return str(error).rpartition("Caused by:")[2].strip().removeprefix("wasm trap: ")


def _write(line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(_OUT, rest) :]


def _result(output: bytes) -> Told:
    """Return what a program wrote as plain JSON, or why it is none."""
    try:
        return {"kind": "done", "result": _plain(json.loads(output.decode(), parse_constant=_no_number), 0)}
    except (ValueError, RecursionError) as error:
        shown = output[:200].decode("utf-8", "replace")
        return {"kind": "result", "message": f"{error}"[:MOST_MESSAGE], "said": shown}


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def _plain(value: Any, depth: int) -> Any:
    """Return a value that nests no deeper and holds no larger integers than JSON elsewhere can take."""
    if depth > MOST_DEPTH:
        raise ValueError(f"the result nests deeper than {MOST_DEPTH} levels")
    if isinstance(value, str):
        value.encode()  # half a character is none
    elif isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        raise ValueError("an integer in the result is too large for JSON; give it as text")
    elif isinstance(value, list):
        return [_plain(each, depth + 1) for each in cast("list[Any]", value)]
    elif isinstance(value, dict):
        return {_plain(key, depth): _plain(each, depth + 1) for key, each in cast("Told", value).items()}
    return value
