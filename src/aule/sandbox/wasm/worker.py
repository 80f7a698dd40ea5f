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

from aule.sandbox.wasm.commands import Command
from aule.sandbox.wasm.engine import make_engine
from aule.sandbox.wasm.exchange import Exchange, Exited, Flooded
from aule.sandbox.wasm.interfaces import NotHere
from aule.sandbox.wasm.wasi import OutOfBounds

MOST_DEPTH = 32
LARGEST_INTEGER = 2**53 - 1
MOST_MESSAGE = 600
_OUT = 1

Told = dict[str, Any]


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Answer each request in a file: first comes the code of the module, then JSON lines."""
    import wasmtime  # only children have it

    yield {"ready": True}
    head = json.loads(file.readline())
    code = file.read(head["size"])
    try:
        runner = _Runner(wasmtime, file, code, is_component=head["is_component"])
    except wasmtime.WasmtimeError as error:
        yield {"kind": "trap", "message": str(error)[:MOST_MESSAGE], "is_worn": True}
        return
    del code
    while line := file.readline():
        yield runner.run(json.loads(line))


class _Runner:
    """A program that is run once for each request."""

    def __init__(self, wasmtime: Any, file: BinaryIO, code: bytes, *, is_component: bool) -> None:
        self._wasmtime, self._file = wasmtime, file
        self._engine = make_engine(wasmtime, of_component=is_component)
        if is_component:
            from aule.sandbox.wasm.components import Component  # only those who run one pay for it

            self._program = Component(wasmtime, self._engine, code, self._ask)
        else:
            self._program = Command(wasmtime, self._engine, code, self._ask)
        self._deadline = _Deadline(self._engine.increment_epoch)

    def run(self, asked: Told) -> Told:
        """Return what became of one call."""
        given = json.dumps(asked["given"], ensure_ascii=False).encode("utf-8", "replace")
        exchange = Exchange(given, asked["output"], asked["now_ns"], asked["seed"])
        store = self._wasmtime.Store(self._engine)
        self._program.limit(store, asked["memory"])
        store.set_epoch_deadline(1)
        self._deadline.begin(asked["seconds"])
        try:
            self._program.run(store, exchange)
        except Exited as exited:
            if exited.code != 0:
                return _failed(exchange, "exit", f"it ended with the code {exited.code}")
        except Flooded:
            return {"kind": "output", "message": f"more than {asked['output']} bytes"}
        except OutOfBounds as error:
            return _failed(exchange, "trap", f"an address outside its memory was given to a function: {error}")
        except NotHere as error:
            return _failed(exchange, "trap", f"it called what is not here: {error}")
        except (self._wasmtime.Trap, self._wasmtime.WasmtimeError) as error:
            return _failed(exchange, "time" if self._deadline.is_over else "trap", _cause(error))
        finally:
            self._deadline.end()
        return _result(bytes(exchange.output))

    def _ask(self, name: str, content: bytes) -> bytes:
        """Ask the host for something; it answers with JSON."""
        try:
            asked = json.loads(content.decode())
        except (ValueError, RecursionError):
            return b'{"ok": false, "code": "not_json", "message": "the request is not JSON"}'
        _write(json.dumps({"host": name, "asked": asked}).encode() + b"\n")
        return json.dumps(json.loads(self._file.readline()), ensure_ascii=False).encode("utf-8", "replace")


class _Deadline:
    """Ends what runs too long, from one thread for all calls: starting one for each takes longer than a call."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._changed = threading.Condition()
        self._at: float | None = None
        self.is_over = False
        """Whether the call under way was ended."""
        threading.Thread(target=self._watch, daemon=True).start()

    def begin(self, seconds: float) -> None:
        with self._changed:
            self.is_over = False
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
                    self._at, self.is_over = None, True
                    self._interrupt()
                else:
                    self._changed.wait(left)


def _failed(exchange: Exchange, kind: str, message: str) -> Told:
    said = exchange.errors.decode("utf-8", "replace")
    return {"kind": kind, "message": message[:MOST_MESSAGE], "said": said[-MOST_MESSAGE:]}


def _cause(error: Any) -> str:
    """Return why a module was stopped, without the places in it."""
    words = str(error)
    return (words.rpartition("Caused by:")[2] or words).strip().removeprefix("wasm trap: ")


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
