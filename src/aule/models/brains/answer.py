"""A model's answer as it comes in over any wire: words, reasoning, wished calls, counts, and how it ended."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from aule.contracts.talk.brain import Speech, Thought
from aule.models.brains.shapes import object_of
from aule.models.wire.chunks import CallDelta, Chunk

UNREADABLE = "arguments_are_not_a_json_object"
"""The parameter under which arguments travel that are not a JSON object; no capability has it, so the gate refuses."""


@dataclass(slots=True)
class ToolCall:
    """A call of a tool, as far as it has come in."""

    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Answer:
    """Collects the pieces of one answer while they are passed on."""

    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    finish: str | None = None
    """Why the model stopped: `stop`, `length`, `tool_calls`, `content_filter`, …"""
    _texts: list[str] = field(default_factory=list[str])
    _thoughts: list[str] = field(default_factory=list[str])
    _calls: dict[int, ToolCall] = field(default_factory=dict[int, ToolCall])

    @property
    def text(self) -> str:
        """All words that came in."""
        return "".join(self._texts)

    @property
    def calls(self) -> list[ToolCall]:
        """The calls the model wishes for; a call without a name is none."""
        return [call for call in self._calls.values() if call.name]

    @property
    def written(self) -> str:
        """All that the model wrote: reasoning, words and calls."""
        calls = (f"{call.name} {call.arguments}" for call in self.calls)
        return "\n".join(filter(None, ("".join(self._thoughts), self.text, *calls)))

    def received(self) -> dict[str, Any]:
        """Return all that has come in so far, as data."""
        return {
            "text": self.text,
            "thought": "".join(self._thoughts),
            "calls": [{"name": call.name, "arguments": call.arguments} for call in self._calls.values()],
            "finish": self.finish,
        }

    async def hear(self, chunks: AsyncGenerator[Chunk]) -> AsyncGenerator[Thought | Speech]:
        """Pass on reasoning and words while they come in, and keep all of it."""
        async with aclosing(chunks) as incoming:
            async for chunk in incoming:
                self._add(chunk)
                if chunk.thought:
                    yield Thought(chunk.thought)
                if chunk.text:
                    yield Speech(chunk.text)

    async def hear_all(self, chunks: AsyncGenerator[Chunk]) -> None:
        """Wait for the whole answer."""
        async for _ in self.hear(chunks):
            pass

    def _add(self, chunk: Chunk) -> None:
        self.finish = chunk.finish or self.finish
        if chunk.tokens_in is not None or chunk.tokens_out is not None:
            self.tokens_in, self.tokens_out = chunk.tokens_in or 0, chunk.tokens_out or 0
            self.tokens_cached = min(chunk.tokens_cached or 0, self.tokens_in)
        if chunk.thought:
            self._thoughts.append(chunk.thought)
        if chunk.text:
            self._texts.append(chunk.text)
        for delta in chunk.calls:
            self._add_call(delta)

    def _add_call(self, delta: CallDelta) -> None:
        call = self._calls.setdefault(delta.index, ToolCall())
        call.name += delta.name or ""
        call.arguments += delta.arguments or ""


def read_arguments(raw: str) -> dict[str, Any]:
    """Return the arguments of a call. What is not a JSON object goes to the gate as it is, to be refused there."""
    if not raw.strip():
        return {}
    try:
        value = json.loads(raw)
        if isinstance(value, str):
            # Some small models encode their arguments twice.
            value = json.loads(value)
    except (ValueError, RecursionError):
        value = None
    return object_of(value) if isinstance(value, dict) else {UNREADABLE: raw[:4_000]}  # pyright: ignore[reportUnknownArgumentType]
