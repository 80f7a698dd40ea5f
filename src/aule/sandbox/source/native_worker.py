"""The worker for full Python: runs one piece of source in a limited child of its own, which ends with it.

Nothing in this process is a wall: source may do here whatever Python can. The walls are those of the child, and whoever
asked believes nothing it tells without looking.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import os
import random
import resource
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, BinaryIO

from aule.sandbox.source.values import MOST_MESSAGE, moment_of, result_of, wish_of

BASE_MEMORY = 256 * 1024 * 1024
"""Bytes of addresses that Python takes for itself."""
_NAME = "tool.py"


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Answer the one request in a file of JSON lines."""
    del argument
    yield {"ready": True}
    asked = json.loads(file.readline())
    _limit(asked)
    yield _answer(asked)


def _limit(asked: dict[str, Any]) -> None:
    memory, cpu = BASE_MEMORY + asked["memory"], int(asked["seconds"]) + 2
    for what, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, cpu), (resource.RLIMIT_NPROC, 1)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    printed = _Printed(asked["printed"])
    if asked["is_fixed"]:
        _stand_still(asked["moment"], asked["seed"])
    module = sys.modules["tool"] = ModuleType("tool")
    places = module.__dict__
    if asked["may_call"]:
        places["call"] = _caller(asked["answers"])
    _leave_ours()
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


def _stand_still(moment: str, seed: str) -> None:
    """Let clock and chance stand still for honest source, so that it does the same when it is run again."""
    now, chance = moment_of(moment), random.Random(seed)

    class FixedDateTime(datetime.datetime):
        """A date and time whose present stands still."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> FixedDateTime:
            """Return the fixed moment."""
            at = now.astimezone(tz) if tz is not None else now.astimezone(datetime.UTC).replace(tzinfo=None)
            return cls(at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond, at.tzinfo)

        @classmethod
        def utcnow(cls) -> FixedDateTime:
            """Return the fixed moment in UTC, without a zone."""
            return cls.now()

        @classmethod
        def today(cls) -> FixedDateTime:
            """Return the fixed moment."""
            return cls.now()

    class FixedDate(datetime.date):
        """A date whose present stands still."""

        @classmethod
        def today(cls) -> FixedDate:
            """Return the fixed day."""
            return cls(now.year, now.month, now.day)

    stamp = now.timestamp()
    patched: dict[Any, dict[str, Any]] = {
        datetime: {"datetime": FixedDateTime, "date": FixedDate},
        time: {"time": lambda: stamp, "time_ns": lambda: int(stamp * 1e9), "sleep": _no_sleep},
        os: {"urandom": chance.randbytes},
        random: {"_urandom": chance.randbytes},
    }
    for name in ("monotonic", "perf_counter", "process_time"):
        patched[time][name] = lambda: 0.0
    for module, names in patched.items():
        for name, value in names.items():
            setattr(module, name, value)
    random.seed(seed)


def _no_sleep(seconds: float) -> None:
    """Sleep no time at all."""
    del seconds


def _leave_ours() -> None:
    """Take our own package and libraries out of reach of plain imports: only the standard library is promised."""
    library = os.path.dirname(os.__file__)
    sys.path[:] = [each for each in sys.path if each == library or each.startswith(f"{library}/lib-dynload")]
    for name in [each for each in sys.modules if each.partition(".")[0] == "aule"]:
        del sys.modules[name]


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:MOST_MESSAGE]


def _line_of(error: BaseException) -> int | None:
    """Return the line of the source in which an error was raised."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == _NAME]
    return lines[-1] if lines else None
