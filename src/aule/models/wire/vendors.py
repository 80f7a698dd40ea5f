"""Wires of vendors with a library of their own, through pydantic-ai, when their extra is installed."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic_ai.exceptions import AgentRunError, ModelHTTPError, UserError
from pydantic_ai.messages import (
    InstructionPart,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from aule.contracts.errors import ModelUnavailable
from aule.models.providers.catalog import ProviderEntry
from aule.models.wire.address import check_reach
from aule.models.wire.chat import ChatMessage, ChatRequest
from aule.models.wire.chunks import CallDelta, Chunk
from aule.models.wire.transport import Endpoint, failed


class VendorWire:
    """A chat model behind a vendor's own library, as pydantic-ai speaks to it."""

    def __init__(self, provider: str, model: Model[Any]) -> None:
        self._provider = provider
        self._model = model

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Chunk]:
        """Ask, and give words and reasoning piece by piece; calls, counts and the end come last."""
        messages, settings, parameters = _history(request.messages), _settings(request), _parameters(request)
        with _explained(self._provider, self._model.model_name):
            async with self._model.request_stream(messages, settings, parameters) as stream:
                async for event in stream:
                    if (chunk := _chunk(event)) is not None:
                        yield chunk
                response = stream.get()
        calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
        yield Chunk(
            calls=tuple(CallDelta(n, call.tool_name, call.args_as_json_str()) for n, call in enumerate(calls)),
            tokens_in=response.usage.input_tokens,
            tokens_out=response.usage.output_tokens,
            tokens_cached=response.usage.cache_read_tokens,
            finish=response.finish_reason,
        )


def vendor_wire(entry: ProviderEntry, model: str, key: str | None) -> VendorWire:
    """Return the wire to a model of a vendor that has a library of its own; `ImportError` where it is not installed."""
    check_reach(entry.base_url or "")
    if not key:
        raise ModelUnavailable(f"{entry.name!r} needs a key", hint=f"Add {entry.key} in Settings, Models.")
    return VendorWire(entry.id, (_anthropic if entry.wire == "anthropic" else _google)(entry, model, key))


def _anthropic(entry: ProviderEntry, model: str, key: str) -> Model[Any]:
    from pydantic_ai.models.anthropic import AnthropicModel  # only the extra of one vendor may be installed
    from pydantic_ai.providers.anthropic import AnthropicProvider

    return AnthropicModel(model, provider=AnthropicProvider(api_key=key, base_url=entry.base_url))


def _google(entry: ProviderEntry, model: str, key: str) -> Model[Any]:
    from pydantic_ai.models.google import GoogleModel  # only the extra of one vendor may be installed
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model, provider=GoogleProvider(api_key=key, base_url=entry.base_url))


def _history(messages: Sequence[ChatMessage]) -> list[ModelMessage]:
    """Return chat messages as pydantic-ai's; what is said between two answers of the model is one request."""
    written: list[ModelMessage] = []
    asked: list[ModelRequestPart] = []
    for message in messages:
        match message:
            case {"role": "assistant"}:
                if asked:
                    written.append(ModelRequest(parts=asked))
                    asked = []
                written.append(ModelResponse(parts=_answered(message)))
            case {"role": "tool", "name": name, "content": content, "tool_call_id": id}:
                asked.append(ToolReturnPart(name, content, id))
            case {"role": "user", "content": content}:
                asked.append(UserPromptPart(content))
            case _:  # instructions travel beside the messages
                pass
    return [*written, ModelRequest(parts=asked)] if asked else written


def _answered(message: ChatMessage) -> list[ModelResponsePart]:
    calls = message.get("tool_calls", ())
    return [
        *([TextPart(message["content"])] if message["content"] or not calls else []),
        *(ToolCallPart(call["function"]["name"], call["function"]["arguments"], call["id"]) for call in calls),
    ]


def _settings(request: ChatRequest) -> ModelSettings | None:
    settings = ModelSettings()
    if request.max_tokens is not None:
        settings["max_tokens"] = request.max_tokens
    if request.temperature is not None:
        settings["temperature"] = request.temperature
    return settings or None


def _parameters(request: ChatRequest) -> ModelRequestParameters:
    instructions = [
        InstructionPart(content=message["content"]) for message in request.messages if message["role"] == "system"
    ]
    if request.schema is not None:
        return ModelRequestParameters(
            instruction_parts=instructions,
            output_mode="native",
            output_object=OutputObjectDefinition(json_schema=request.schema, name="answer"),
            allow_text_output=False,
        )
    tools = [
        ToolDefinition(name=each["name"], description=each["description"], parameters_json_schema=each["parameters"])
        for each in (tool["function"] for tool in request.tools)
    ]
    return ModelRequestParameters(function_tools=tools, instruction_parts=instructions)


def _chunk(event: ModelResponseStreamEvent) -> Chunk | None:
    match event:
        case PartStartEvent(part=TextPart(content=text)) | PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return Chunk(text=text)
        case (
            PartStartEvent(part=ThinkingPart(content=thought))
            | PartDeltaEvent(delta=ThinkingPartDelta(content_delta=thought))
        ):
            return Chunk(thought=thought or "")
        case _:
            return None


@contextmanager
def _explained(provider: str, model: str) -> Generator[None]:
    """Turn what pydantic-ai and a vendor's library raise into an error with a hint."""
    try:
        yield
    except ModelHTTPError as error:
        endpoint = Endpoint(provider, provider, "")
        body = error.body if isinstance(error.body, str) else json.dumps(error.body or "", default=str)
        raise failed(endpoint, error.status_code, body.encode(), model=model) from error
    except (AgentRunError, UserError) as error:
        raise ModelUnavailable(
            f"{model!r} of {provider!r} did not answer as expected: {error}", hint="Try again, or another model."
        ) from error
