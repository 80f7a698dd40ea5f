"""Dialects: how a chat request is put to a server, and how its answer is read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import httpx

from aule.models.brains.shapes import count_of, list_of, object_of, text_of
from aule.models.providers.catalog import Quirk
from aule.models.wire.chat import ChatMessage, ChatRequest
from aule.models.wire.chunks import CallDelta, Chunk, broken_off, drain, lines, malformed, parse
from aule.models.wire.transport import Endpoint


@dataclass(frozen=True, slots=True)
class Address:
    """One model at one server."""

    endpoint: Endpoint
    model: str
    ollama: bool = False
    quirks: frozenset[Quirk] = frozenset()
    context: int | None = None
    """The context length where it is known for certain; a longer prompt is refused before it is sent."""


class Dialect(Protocol):
    """A way of speaking to a chat server."""

    path: str

    def body(self, request: ChatRequest, address: Address, context: int | None) -> dict[str, Any]:
        """The request as this kind of server wants it, with the context length to ask for."""
        ...

    def chunks(self, endpoint: Endpoint, response: httpx.Response) -> AsyncGenerator[Chunk]:
        """The answer, piece by piece."""
        ...


class OpenAIChat:
    """Chat Completions, as most servers speak it."""

    path = "chat/completions"

    def body(self, request: ChatRequest, address: Address, context: int | None) -> dict[str, Any]:
        """The request as JSON."""
        quirks = address.quirks
        messages = _with_short_ids(request.messages) if "short_call_ids" in quirks else request.messages
        body: dict[str, Any] = {"model": address.model, "messages": messages, "stream": True}
        if "no_stream_options" not in quirks:
            body["stream_options"] = {"include_usage": True}
        if request.tools:
            body["tools"] = request.tools
        if request.max_tokens is not None:
            body["max_completion_tokens" if "max_completion_tokens" in quirks else "max_tokens"] = request.max_tokens
        if request.temperature is not None and "no_sampling" not in quirks:
            body["temperature"] = request.temperature
        if request.schema is not None:
            body["response_format"] = (
                {"type": "json_object"}
                if "json_object_only" in quirks
                else {"type": "json_schema", "json_schema": {"name": "answer", "schema": request.schema}}
            )
        return body

    async def chunks(self, endpoint: Endpoint, response: httpx.Response) -> AsyncGenerator[Chunk]:
        """Read server-sent events, or a whole completion from a server that does not stream."""
        calls = _CallPlaces()
        if response.headers.get("content-type", "").startswith("application/json"):
            whole = b"\n".join([line async for line in lines(endpoint, response)])
            yield self._chunk(endpoint, parse(endpoint, whole), calls)
            return
        ended = False
        incoming = lines(endpoint, response)
        async for line in incoming:
            if not line.startswith(b"data:"):
                if line and not line.startswith((b":", b"event:", b"id:", b"retry:")):
                    raise malformed(endpoint, line)
                continue
            data = line[5:].strip()
            if data == b"[DONE]":
                await drain(incoming)
                return
            if data:
                chunk = self._chunk(endpoint, parse(endpoint, data), calls)
                ended = ended or chunk.finish is not None
                yield chunk
        if not ended:
            raise broken_off(endpoint)

    def _chunk(self, endpoint: Endpoint, document: dict[str, Any], calls: _CallPlaces) -> Chunk:
        usage = object_of(document.get("usage"))
        kept = object_of(usage.get("prompt_tokens_details")).get("cached_tokens", usage.get("prompt_cache_hit_tokens"))
        counts = (count_of(usage.get("prompt_tokens")), count_of(usage.get("completion_tokens")), count_of(kept))
        choices = document.get("choices")
        if choices is not None and not isinstance(choices, list):
            raise malformed(endpoint, json.dumps(document).encode())
        if not choices:
            return Chunk(tokens_in=counts[0], tokens_out=counts[1], tokens_cached=counts[2])
        choice = object_of(list_of(choices)[0])  # pyright: ignore[reportUnknownArgumentType]
        said = object_of(choice.get("delta") or choice.get("message"))
        return Chunk(
            text=text_of(said.get("content")) or text_of(said.get("refusal")),
            thought=text_of(said.get("reasoning_content") or said.get("reasoning")),
            calls=calls.place(said.get("tool_calls")),
            tokens_in=counts[0],
            tokens_out=counts[1],
            tokens_cached=counts[2],
            finish=text_of(choice.get("finish_reason")) or None,
        )


class OllamaChat:
    """Ollama's own chat: the only one of its doors where the context length can be set."""

    path = "/api/chat"

    def body(self, request: ChatRequest, address: Address, context: int | None) -> dict[str, Any]:
        """The request as JSON."""
        options: dict[str, Any] = {}
        if context is not None:
            options["num_ctx"] = context
        if request.max_tokens is not None:
            options["num_predict"] = request.max_tokens
        if request.temperature is not None:
            options["temperature"] = request.temperature
        body: dict[str, Any] = {
            "model": address.model,
            "messages": [_for_ollama(message) for message in request.messages],
            "stream": True,
            # Without these a prompt that is too long loses its beginning, and nobody is told.
            "truncate": False,
            "shift": False,
            "options": options,
        }
        if request.tools:
            body["tools"] = request.tools
        if request.schema is not None:
            body["format"] = request.schema
        return body

    async def chunks(self, endpoint: Endpoint, response: httpx.Response) -> AsyncGenerator[Chunk]:
        """Read one JSON object a line."""
        calls = _CallPlaces()
        incoming = lines(endpoint, response)
        async for line in incoming:
            if not line.strip():
                continue
            document = parse(endpoint, line)
            said = object_of(document.get("message"))
            done = document.get("done") is True
            yield Chunk(
                text=text_of(said.get("content")),
                thought=text_of(said.get("thinking")),
                calls=calls.place(said.get("tool_calls")),
                tokens_in=count_of(document.get("prompt_eval_count")),
                tokens_out=count_of(document.get("eval_count")),
                finish=str(document.get("done_reason") or "stop") if done else None,
            )
            if done:
                await drain(incoming)
                return
        raise broken_off(endpoint)


class _CallPlaces:
    """Tells the calls of one answer apart, also where a server numbers them wrongly or not at all."""

    def __init__(self) -> None:
        self._ids: list[object] = []
        self._numbers: dict[object, int] = {}

    def place(self, deltas: object) -> tuple[CallDelta, ...]:
        return tuple(self._delta(object_of(delta)) for delta in list_of(deltas))

    def _delta(self, delta: dict[str, Any]) -> CallDelta:
        function = object_of(delta.get("function"))
        name, arguments = function.get("name"), function.get("arguments")
        if arguments is not None and not isinstance(arguments, str):
            arguments = json.dumps(arguments, ensure_ascii=False)
        name = name if isinstance(name, str) and name else None
        return CallDelta(self._place(delta.get("index"), delta.get("id"), starts=name is not None), name, arguments)

    def _place(self, number: object, id: object, *, starts: bool) -> int:
        known = self._numbers.get(number) if isinstance(number, int) else (len(self._ids) - 1 if self._ids else None)
        # A name with an id of its own, or with neither id nor number, begins another call.
        anew = starts and (not isinstance(number, int) if id is None else known is not None and id != self._ids[known])
        if known is None or anew:
            self._ids.append(id)
            known = len(self._ids) - 1
            if isinstance(number, int):
                self._numbers[number] = known
        return known


def _with_short_ids(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return messages whose calls have ids of nine letters and digits: some servers take no others."""
    written: list[ChatMessage] = []
    for message in messages:
        match message:
            case {"role": "tool", "tool_call_id": id}:
                written.append({**message, "tool_call_id": _short(id)})
            case {"role": "assistant", "tool_calls": calls}:
                written.append({**message, "tool_calls": [{**call, "id": _short(call["id"])} for call in calls]})
            case _:
                written.append(message)
    return written


def _short(id: str) -> str:
    return hashlib.sha256(id.encode()).hexdigest()[:9]


def _for_ollama(message: ChatMessage) -> ChatMessage:
    match message:
        case {"role": "tool", "content": content, "name": name}:
            return {"role": "tool", "content": content, "tool_name": name}
        case {"role": "assistant", "tool_calls": calls, **rest}:
            made = [{"function": {"name": c["function"]["name"], "arguments": _arguments(c)}} for c in calls]
            return {"role": "assistant", "content": rest.get("content") or "", "tool_calls": made}
        case _:
            return message


def _arguments(call: dict[str, Any]) -> dict[str, Any]:
    try:
        return object_of(json.loads(call["function"]["arguments"]))
    except ValueError:
        return {}
