"""Chat Completions over httpx: a request goes out as JSON, the answer comes in as pieces. No library in between."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from aule.contracts.errors import TooLarge
from aule.models.brains.reasoning import Reader
from aule.models.wire.chat import ChatRequest, estimate
from aule.models.wire.chunks import Chunk
from aule.models.wire.dialects import Address, Dialect, OllamaChat, OpenAIChat
from aule.models.wire.transport import Transport, too_long

ANSWER_ROOM = 1_024
"""Tokens kept free for the answer when nothing else is said."""
SMALLEST_CONTEXT = 8_192


class ChatWire:
    """A chat model behind an OpenAI-compatible or Ollama server."""

    def __init__(self, transport: Transport, address: Address) -> None:
        self._transport = transport
        self._address = address
        self._dialect: Dialect = OllamaChat() if address.ollama else OpenAIChat()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Chunk]:
        """Ask, and give the answer piece by piece; reasoning between think tags is told apart from words."""
        endpoint, dialect = self._address.endpoint, self._dialect
        body = dialect.body(request, self._address, self._context(request))
        reader = Reader()
        finish: str | None = None
        async with (
            self._transport.stream(endpoint, dialect.path, body) as response,
            aclosing(dialect.chunks(endpoint, response)) as chunks,
        ):
            async for chunk in chunks:
                finish = chunk.finish or finish
                text, thought = reader.read(chunk.text)
                is_plain = text == chunk.text and not thought
                yield chunk if is_plain else replace(chunk, text=text, thought=chunk.thought + thought)
        if rest := reader.rest():
            yield Chunk(text=rest)
        if finish == "length":
            raise TooLarge(
                f"{self._address.model!r} reached its length limit before the answer was complete",
                code="answer_cut",
                hint="Ask for less at once, or choose a model with a longer context.",
            )

    def _context(self, request: ChatRequest) -> int | None:
        """Refuse what cannot fit; for Ollama, the context to ask for: few sizes, as each change reloads the model."""
        longest = self._address.context
        if longest is None and not self._address.ollama:
            return None
        prompt = estimate(request.messages) + estimate(request.tools)
        answer = request.max_tokens or ANSWER_ROOM
        if longest is not None and prompt + min(answer, ANSWER_ROOM) > longest:
            raise too_long(
                self._address.endpoint.name,
                self._address.model,
                f"it is about {prompt} tokens long, and the model takes {longest} with its answer",
            )
        size = SMALLEST_CONTEXT
        while size < prompt + answer:
            size *= 2
        return size if longest is None else min(size, longest)
