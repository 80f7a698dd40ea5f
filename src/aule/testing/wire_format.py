"""The bytes of the scripted model server: plain HTTP, server-sent events, and both chat formats."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.testing.openai_server import Reply


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


async def read_request(reader: asyncio.StreamReader) -> Request | None:
    """Return the next request of a connection, or none when the client left."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *rest = head.split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest if line)}
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    body: dict[str, Any] = json.loads(raw) if raw else {}
    return Request(first.split(" ")[1].partition("?")[0], headers, body)


async def send_json(
    writer: asyncio.StreamWriter, status: int, document: Any, headers: dict[str, str] | None = None
) -> None:
    """Answer with a JSON document."""
    await send_body(writer, status, "application/json", json.dumps(document).encode(), headers)


async def send_body(
    writer: asyncio.StreamWriter, status: int, kind: str, body: bytes, headers: dict[str, str] | None = None
) -> None:
    """Answer with a body of known length."""
    more = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
    head = f"HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n{more}\r\n"
    writer.write(head.encode() + body)
    await writer.drain()


def begin_stream(writer: asyncio.StreamWriter) -> None:
    """Send the head of a streamed answer."""
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")


def send_chunk(writer: asyncio.StreamWriter, frame: bytes) -> None:
    """Send one HTTP chunk; an empty one ends the answer."""
    writer.write(f"{len(frame):x}\r\n".encode() + frame + b"\r\n")


async def send_stream(writer: asyncio.StreamWriter, frames: list[bytes]) -> None:
    """Send a whole streamed answer, frame by frame."""
    begin_stream(writer)
    for frame in frames:
        if frame:
            send_chunk(writer, frame)
    send_chunk(writer, b"")
    await writer.drain()


def openai(reply: Reply, model: str) -> Iterator[dict[str, Any]]:
    """Yield a reply as Chat Completions chunks."""

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "chatcmpl-scripted", "object": "chat.completion.chunk", "model": model, "choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    if reply.thought:
        yield chunk({"reasoning_content": reply.thought})
    for piece in reply.pieces:
        yield chunk({"content": piece})
    for index, call in enumerate(reply.calls):
        raw = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
        function = {"name": call.name, "arguments": ""}
        id = call.id or f"call_{index}"
        yield chunk({"tool_calls": [{"index": index, "id": id, "type": "function", "function": function}]})
        yield chunk({"tool_calls": [{"index": index, "function": {"arguments": raw}}]})
    yield chunk({}, reply.finish or ("tool_calls" if reply.calls else "stop"))
    if reply.usage:
        counts: dict[str, Any] = {"prompt_tokens": reply.usage[0], "completion_tokens": reply.usage[1]}
        if reply.cached:
            counts["prompt_tokens_details"] = {"cached_tokens": reply.cached}
        yield {"id": "chatcmpl-scripted", "model": model, "choices": [], "usage": counts}


def ollama(reply: Reply, model: str) -> Iterator[dict[str, Any]]:
    """Yield a reply as Ollama's chat objects."""

    def line(message: dict[str, Any]) -> dict[str, Any]:
        return {"model": model, "message": {"role": "assistant", "content": "", **message}, "done": False}

    if reply.thought:
        yield line({"thinking": reply.thought})
    for piece in reply.pieces:
        yield line({"content": piece})
    if reply.calls:
        yield line({"tool_calls": [{"function": {"name": c.name, "arguments": c.arguments}} for c in reply.calls]})
    counts = {"prompt_eval_count": reply.usage[0], "eval_count": reply.usage[1]} if reply.usage else {}
    yield {**line({}), "done": True, "done_reason": reply.finish or "stop", **counts}


def whole(reply: Reply) -> dict[str, Any]:
    """Return a reply as one completion, from a server that does not stream."""
    calls = [
        {"id": call.id or "call_0", "function": {"name": call.name, "arguments": json.dumps(call.arguments)}}
        for call in reply.calls
    ]
    message = {"role": "assistant", "content": "".join(reply.pieces), **({"tool_calls": calls} if calls else {})}
    counts = {"prompt_tokens": 10, "completion_tokens": 5}
    return {"choices": [{"message": message, "finish_reason": reply.finish or "stop"}], "usage": counts}
