"""A chat with a model, whichever wire carries it: what is asked, and what a wire is."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from aule.models.wire.chunks import Chunk
from aule.text.words import tokens

ChatMessage = dict[str, Any]
"""A message in the shape of Chat Completions: its role, its content, calls that were wished for."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request to a model, with messages and tools in the shape of Chat Completions."""

    messages: Sequence[ChatMessage]
    """Instructions first, as a message of the system."""
    tools: Sequence[dict[str, Any]] = ()
    schema: dict[str, Any] | None = None
    """The JSON Schema the answer has to follow."""
    max_tokens: int | None = None
    temperature: float | None = None

    def as_data(self, provider: str, model: str) -> dict[str, Any]:
        """Return the request as data: messages, tools and settings."""
        chosen = {"schema": self.schema, "max_tokens": self.max_tokens, "temperature": self.temperature}
        given = {name: value for name, value in chosen.items() if value is not None}
        settings = {"provider": provider, "model": model, **given}
        return {"messages": list(self.messages), "tools": list(self.tools), "settings": settings}


class Wire(Protocol):
    """A line to one model: Chat Completions over HTTP, or a vendor's own library."""

    def stream(self, request: ChatRequest) -> AsyncGenerator[Chunk]:
        """Ask, and give the answer piece by piece while it comes in. Closing the generator hangs up."""
        ...


def with_instructions(instructions: str, messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return messages with instructions before them."""
    return [{"role": "system", "content": instructions}, *messages]


def user_message(text: str) -> ChatMessage:
    """Return a message in which the person speaks."""
    return {"role": "user", "content": text}


def assistant_message(text: str) -> ChatMessage:
    """Return a message in which the model speaks."""
    return {"role": "assistant", "content": text}


def chat_tool(name: str, description: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return a tool as Chat Completions wants it."""
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def estimate(value: object) -> int:
    """Return about how many tokens something is, on the high side."""
    return tokens(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
