"""Calls of source that somebody wrote: what a runtime is asked, and what it tells, looked at before it is believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from aule.sandbox.source.values import MOST_MESSAGE, result_of, wish_of

MOST_PRINTED = 16_000
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


SourceRuntime = Literal["interpreter", "wasm_python", "native"]
"""What runs source: the small interpreter, full Python in WebAssembly, or full Python in a box of its own."""


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


def request_of(call: SourceCall) -> dict[str, Any]:
    """Return what a runtime is asked, as plain JSON."""
    return {
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


def answer_of(told: dict[str, Any], most: int) -> SourceAnswer:
    """Return what a runtime told, looked at again: it may have been taken over by what it runs.

    Raises `KeyError`, `TypeError` or `ValueError` where that cannot be understood.
    """
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
