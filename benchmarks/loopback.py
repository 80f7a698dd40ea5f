"""A model server with no latency: one tool call, then an answer, streamed or whole, over Chat Completions.

python -m benchmarks.loopback      prints its address and serves until it is stopped
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

WORDS = ["The", " answer", " is", " 5", "."]
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def wished(body: dict[str, Any]) -> dict[str, str] | None:
    """The call to make: of the one tool there is, or of `echo`, unless its result is already there."""
    tools = [tool["function"] for tool in body.get("tools") or []]
    chosen = tools if len(tools) == 1 else [tool for tool in tools if tool["name"].endswith("echo")]
    if not chosen or body["messages"][-1].get("role") != "user":
        return None
    properties: dict[str, Any] = chosen[0].get("parameters", {}).get("properties", {})
    values = {name: 5 if schema.get("type") == "integer" else "Recife" for name, schema in properties.items()}
    return {"name": chosen[0]["name"], "arguments": json.dumps(values or {"n": 5})}


def whole(body: dict[str, Any]) -> bytes:
    """A complete answer."""
    function = wished(body)
    if function is not None:
        message: dict[str, Any] = {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "call_1", "type": "function", "function": function}],
        }
        finish = "tool_calls"
    else:
        message, finish = {"role": "assistant", "content": "".join(WORDS)}, "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish}
    document = {"id": "c1", "object": "chat.completion", "created": 1, "model": "loopback", "choices": [choice]}
    return json.dumps({**document, "usage": USAGE}).encode()


def streamed(body: dict[str, Any]) -> bytes:
    """The same as server-sent events."""
    deltas: list[tuple[dict[str, Any], str | None]] = []
    function = wished(body)
    if function is not None:
        call = {"index": 0, "id": "call_1", "type": "function", "function": function}
        deltas = [({"role": "assistant", "tool_calls": [call]}, None), ({}, "tool_calls")]
    else:
        deltas = [({"role": "assistant", "content": word}, None) for word in WORDS] + [({}, "stop")]
    frame = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "loopback"}
    chunks = [{**frame, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]} for delta, finish in deltas]
    chunks.append({**frame, "choices": [], "usage": USAGE})
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n"


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One kept-alive connection."""
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = next(
                (int(line.split(":")[1]) for line in head.splitlines() if line.startswith("content-length")), 0
            )
            content = await reader.readexactly(length)
            if head.startswith("get"):
                answer, kind = json.dumps({"object": "list", "data": [{"id": "loopback"}]}).encode(), "application/json"
            else:
                body = json.loads(content)
                is_stream = bool(body.get("stream"))
                answer = streamed(body) if is_stream else whole(body)
                kind = "text/event-stream" if is_stream else "application/json"
            writer.write(f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {len(answer)}\r\n\r\n".encode())
            writer.write(answer)
            await writer.drain()
    writer.close()


async def main() -> None:
    """Serve until stopped."""
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
