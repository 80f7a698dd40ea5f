"""Chat Completions for pydantic-ai over httpx: no vendor library, one shared client."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx
from pydantic_ai import RunContext
from pydantic_ai.messages import FinishReason, ModelMessage, ModelResponse, ModelResponseStreamEvent
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from aule.contracts.ambient import Ambient
from aule.contracts.errors import TooLarge
from aule.models.brains.reasoning import Reader
from aule.models.providers.catalog import Quirk
from aule.models.wire.chat_messages import chat_messages, chat_tools, estimate
from aule.models.wire.chunks import Chunk
from aule.models.wire.dialects import ChatRequest, Dialect, OllamaChat, OpenAIChat
from aule.models.wire.transport import Endpoint, Transport, too_long

ANSWER_ROOM = 1_024
"""Tokens kept free for the answer when nothing else is said."""
SMALLEST_CONTEXT = 8_192

FINISHES: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_call",
    "function_call": "tool_call",
    "content_filter": "content_filter",
}


@dataclass(frozen=True, slots=True)
class Address:
    """One model at one server."""

    endpoint: Endpoint
    model: str
    ollama: bool = False
    quirks: frozenset[Quirk] = frozenset()
    context: int | None = None
    """The context length where it is known for certain; a longer prompt is refused before it is sent."""


class ChatWire(Model[httpx.AsyncClient]):
    """A chat model behind an OpenAI-compatible or Ollama server."""

    def __init__(self, transport: Transport, address: Address, ambient: Ambient) -> None:
        # Not super().__init__(): it would load pydantic-ai's price list (10 MB); prices come from our catalog.
        self._settings = None
        self._profile = ModelProfile(supports_json_schema_output=True, context_window=address.context)
        self._transport = transport
        self._address = address
        self._ambient = ambient
        self._dialect: Dialect = OllamaChat() if address.ollama else OpenAIChat()

    @property
    def model_name(self) -> str:
        """The model's id at its server."""
        return self._address.model

    @property
    def system(self) -> str:
        """The provider's id."""
        return self._address.endpoint.provider

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Ask, and wait for the whole answer."""
        async with self.request_stream(messages, model_settings, model_request_parameters) as stream:
            async for _ in stream:
                pass
            return stream.get()

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """Ask, and read the answer while it comes."""
        settings, parameters = self.prepare_request(model_settings, model_request_parameters)
        request = self._chat_request(messages, settings or ModelSettings(), parameters)
        endpoint = self._address.endpoint
        async with self._transport.stream(endpoint, self._dialect.path, self._dialect.body(request)) as response:
            yield ChatStream(
                model_request_parameters=parameters,
                chunks=self._dialect.chunks(endpoint, response),
                response=response,
                address=self._address,
                began=self._ambient.clock.now(),
            )

    def _chat_request(
        self, messages: list[ModelMessage], settings: ModelSettings, parameters: ModelRequestParameters
    ) -> ChatRequest:
        address = self._address
        written = chat_messages(messages, parameters, address.quirks)
        tools = chat_tools(parameters.function_tools)
        max_tokens = settings.get("max_tokens")
        output = parameters.output_object
        return ChatRequest(
            model=address.model,
            messages=written,
            tools=tools,
            schema=output.json_schema if output and parameters.output_mode == "native" else None,
            max_tokens=max_tokens,
            temperature=settings.get("temperature"),
            context=self._room(estimate(written) + estimate(tools), max_tokens or ANSWER_ROOM),
            quirks=address.quirks,
        )

    def _room(self, prompt: int, answer: int) -> int | None:
        """Refuse what cannot fit; for Ollama, the context to ask for: few sizes, as each change reloads the model."""
        longest = self._address.context
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


@dataclass(kw_only=True)
class ChatStream(StreamedResponse):
    """An answer on its way in."""

    chunks: AsyncIterator[Chunk]
    response: httpx.Response
    address: Address
    began: datetime
    reader: Reader = field(default_factory=Reader)

    async def _get_event_iterator(self) -> AsyncIterator[ModelResponseStreamEvent]:
        manager = self._parts_manager
        finish: str | None = None
        async for chunk in self.chunks:
            finish = chunk.finish or finish
            self._count(chunk)
            text, thought = self.reader.read(chunk.text)
            if thought := chunk.thought + thought:
                for event in manager.handle_thinking_delta(vendor_part_id="thought", content=thought):
                    yield event
            if text:
                for event in manager.handle_text_delta(vendor_part_id="text", content=text):
                    yield event
            for call in chunk.calls:
                for event in manager.handle_tool_call_delta_events(
                    vendor_part_id=call.index, tool_name=call.name, args=call.arguments
                ):
                    yield event
        if rest := self.reader.rest():
            for event in manager.handle_text_delta(vendor_part_id="text", content=rest):
                yield event
        self._end(finish)

    def _count(self, chunk: Chunk) -> None:
        if chunk.tokens_in is not None or chunk.tokens_out is not None:
            self._usage = RequestUsage(input_tokens=chunk.tokens_in or 0, output_tokens=chunk.tokens_out or 0)

    def _end(self, finish: str | None) -> None:
        self.finish_reason = FINISHES.get(finish or "stop", "stop")
        if finish == "length":
            raise TooLarge(
                f"{self.address.model!r} reached its length limit before the answer was complete",
                code="answer_cut",
                hint="Ask for less at once, or choose a model with a longer context.",
            )

    async def close_stream(self) -> None:
        """Hang up."""
        await self.response.aclose()

    @property
    def model_name(self) -> str:
        """The model's id at its server."""
        return self.address.model

    @property
    def provider_name(self) -> str:
        """The provider's id."""
        return self.address.endpoint.provider

    @property
    def provider_url(self) -> str:
        """Where the provider listens."""
        return self.address.endpoint.base_url

    @property
    def timestamp(self) -> datetime:
        """When the answer began."""
        return self.began
