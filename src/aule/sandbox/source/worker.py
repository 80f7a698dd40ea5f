"""The worker: runs small Python in a limited child, one request a line, each in a session of its own.

The interpreter (`pydantic-monty`) is a program of its own that knows no file, no network and no module of this Python;
it is given no function of ours. What a session made is gone with it.

Source may wish for calls of something else: `call(name, params)`. Nothing is called here. The run ends with the wish,
and whoever asked runs the source again from its start, with what came of the calls so far.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from aule.sandbox.source.values import MOST_MESSAGE, moment_of, result_of, wish_of

MOST_RECURSION = 200
MOST_LOOKUPS = 1_000
_CALL = "__result = run(**__given)\n__result"
WISH = "call"
"""The function by which source wishes for a call."""


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Answer each request in a file of JSON lines."""
    import pydantic_monty  # only the child has it

    with pydantic_monty.Monty(binary_path=argument["program"], min_processes=1, max_processes=1) as pool:
        yield {"ready": True}
        for line in file:
            yield _answer(pydantic_monty, pool, json.loads(line))


def _answer(monty: Any, pool: Any, asked: dict[str, Any]) -> dict[str, Any]:
    printed = monty.CollectString(max_bytes=asked["printed"])
    policy: dict[str, Any] = {"sleep": "zero"}
    if asked["is_fixed"]:
        policy |= {"datetime": moment_of(asked["moment"]), "random_start": {"seed": asked["seed"] or 0}}
    limits = {
        "max_feed_duration_secs": asked["seconds"],
        "max_memory": asked["memory"],
        "max_recursion_depth": MOST_RECURSION,
        "max_suspensions": MOST_LOOKUPS if asked["may_call"] else 1,
        "max_total_sleep_secs": 0,
    }
    try:
        with pool.checkout(script_name="tool.py", limits=limits, os_policy=policy) as session:
            if asked["may_call"]:
                calls = _Calls(monty, asked["answers"])
                calls.follow(session.feed_start(asked["source"], print_callback=printed))
                given = {"__given": asked["params"]}
                result = calls.follow(session.feed_start(_CALL, inputs=given, print_callback=printed))
            else:
                session.feed_run(asked["source"], print_callback=printed)
                result = session.feed_run(_CALL, inputs={"__given": asked["params"]}, print_callback=printed)
    except _Wished as wished:
        return {**wished.told, "printed": printed.output}
    except monty.MontyCrashedError as error:
        return {"kind": "crashed", "message": str(error)[:MOST_MESSAGE], "is_worn": True}
    except monty.MontySyntaxError as error:
        return {"kind": "syntax", **_told(error)}
    except monty.MontyError as error:
        is_flood = f"> {asked['printed']} bytes" in str(error)
        return {"kind": "output" if is_flood else _kind(error), **_told(error), "printed": printed.output}
    return {**result_of(result, asked["output"]), "printed": printed.output}


class _Wished(Exception):
    """Raised where source wishes for a call of which nothing is known yet."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__()
        self.told = told


class _Calls:
    """Answers the calls that source wishes for with what came of them, in order."""

    def __init__(self, monty: Any, answers: list[dict[str, Any]]) -> None:
        self._monty = monty
        self._answers = answers
        self._made = 0

    def follow(self, snapshot: Any) -> Any:
        """Return what source came to; raise `_Wished` at the first call without an answer."""
        while not isinstance(snapshot, self._monty.MontyComplete):
            is_wish = isinstance(snapshot, self._monty.FunctionSnapshot) and not snapshot.is_os_function
            if is_wish and snapshot.function_name == WISH and snapshot.object_id is None:
                snapshot = snapshot.resume(self._answer(*wish_of(snapshot.args, snapshot.kwargs)))
            else:
                snapshot = snapshot.resume_auto()
        return snapshot.output

    def _answer(self, name: str, params: dict[str, Any], problem: str) -> dict[str, Any]:
        if problem:
            return {"exc_type": "TypeError", "message": problem}
        if self._made == len(self._answers):
            raise _Wished({"kind": "call", "name": name, "params": params})
        known = self._answers[self._made]
        self._made += 1
        if (known["name"], known["params"]) != (name, params):
            raise _Wished({"kind": "replay", "message": f"{known['name']} was called before, and now {name}"})
        if known["error"] is not None:
            return {"exc_type": "RuntimeError", "message": known["error"]}
        return {"return_value": known["result"]}


def _kind(error: Any) -> str:
    inner = error.exception()
    if isinstance(inner, TimeoutError):
        return "time"
    if isinstance(inner, MemoryError):
        return "memory"
    return "error"


def _told(error: Any) -> dict[str, Any]:
    """Return what an error says, and in which line of the source it was raised."""
    inner = error.exception()
    frames: list[Any] = error.traceback() if hasattr(error, "traceback") else []
    lines = [frame.line for frame in frames if frame.filename == "<python-input-0>"]
    return {
        "message": f"{type(inner).__name__}: {inner}"[:MOST_MESSAGE],
        "line": lines[-1] if lines else None,
        # After these the interpreter promises nothing about its memory.
        "is_worn": isinstance(inner, (TimeoutError, MemoryError)),
    }
