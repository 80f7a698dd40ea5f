"""The floor: two requests by httpx and a little JSON."""

from __future__ import annotations

import json
from typing import Any

import httpx

from benchmarks.contenders.clocked import BASE_URL, report

TOOL = {"type": "function", "function": {"name": "echo", "parameters": {"type": "object"}}}
http = httpx.AsyncClient(base_url=BASE_URL)


async def turn(words: str) -> str:
    messages: list[dict[str, Any]] = [{"role": "user", "content": words}]
    while True:
        body = {"model": "loopback", "messages": messages, "tools": [TOOL]}
        message = (await http.post("/chat/completions", json=body)).json()["choices"][0]["message"]
        if not message.get("tool_calls"):
            return message["content"]
        messages.append(message)
        for call in message["tool_calls"]:
            n = json.loads(call["function"]["arguments"])["n"]
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": str(n)})


report(turn)
