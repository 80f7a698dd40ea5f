"""Source in full Python: one piece of it is read and run in the Python that this module is in.

This is no wall. It runs in the box and inside WebAssembly, of whose interpreter it uses nothing but the standard
library; whoever asked believes nothing it tells without looking.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any

from aule.sandbox.source.values import MOST_MESSAGE, result_of, wish_of

_NAME = "tool.py"


def run_source(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what became of a call; a call that the source wishes for ends the process, and is its last words.

    Our own modules are out of reach of plain imports then: only the standard library is promised.
    """
    for name in [each for each in sys.modules if each.partition(".")[0] == "aule"]:
        del sys.modules[name]
    printed = _Printed(asked["printed"])
    module = sys.modules["tool"] = ModuleType("tool")
    places = module.__dict__
    if asked["may_call"]:
        places["call"] = _caller(asked["answers"])
    try:
        code = compile(asked["source"], _NAME, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        return {"kind": "syntax", "message": _named(error), "line": line}
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            exec(code, places)
            result = places["run"](**asked["params"])
    except MemoryError as error:
        return {"kind": "memory", "message": _named(error), "line": _line_of(error)}
    except BaseException as error:  # whatever strangers raise, also what ends a program
        kind = "output" if isinstance(error, _Flood) else "error"
        return {"kind": kind, "message": _named(error), "line": _line_of(error), "printed": printed.getvalue()}
    return {**result_of(result, asked["output"]), "printed": printed.getvalue()}


class _Flood(Exception):
    """Raised where source prints more than it may."""


class _Printed(io.StringIO):
    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, text: str) -> int:
        """Take in what is printed, up to a limit."""
        if self.tell() + len(text) > self._most:
            raise _Flood(f"more than {self._most} characters were printed")
        return super().write(text)


def _caller(answers: list[dict[str, Any]]) -> Callable[..., Any]:
    """Return the function by which source wishes for calls; the first one without an answer ends the process."""
    made = iter(answers)

    def call(*args: Any, **kwargs: Any) -> Any:
        name, params, problem = wish_of(args, kwargs)
        if problem:
            raise TypeError(problem)
        known = next(made, None)
        if known is None:
            _end({"kind": "call", "name": name, "params": params})
        elif (known["name"], known["params"]) != (name, params):
            _end({"kind": "replay", "message": f"{known['name']} was called before, and now {name}"})
        elif known["error"] is not None:
            raise RuntimeError(known["error"])
        return None if known is None else known["result"]

    return call


def _end(told: dict[str, Any]) -> None:
    """Tell a last line and end: source cannot catch that."""
    line = json.dumps(told).encode() + b"\n"
    while line:
        line = line[os.write(1, line) :]
    os._exit(0)


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:MOST_MESSAGE]


def _line_of(error: BaseException) -> int | None:
    """Return the line of the source in which an error was raised."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _NAME]
    return lines[-1] if lines else None
