"""A server made with the official SDK: a few honest tools, one that asks, a prompt, a resource."""

from __future__ import annotations

import asyncio
import os
import sys

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult

server = MCPServer("notes", instructions="Keeps notes.")


SURE = {"type": "object", "properties": {"sure": {"type": "boolean", "title": "Remove it"}}}


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
def environment() -> str:
    """Tell the environment."""
    return repr(sorted(os.environ.items()))


@server.tool()
def fail() -> str:
    """Always fail."""
    raise ValueError("it does not work")


@server.tool()
async def slow(seconds: float, ctx: Context) -> str:
    """Take long."""
    await ctx.report_progress(1, 2, "half way")
    await asyncio.sleep(seconds)
    return "done"


@server.tool()
def remove(name: str, ctx: Context) -> str | InputRequiredResult:
    """Remove a note, after asking."""
    if ctx.input_responses is None:
        asked = ElicitRequestFormParams(message=f"Really remove {name}?", requested_schema=SURE)
        return InputRequiredResult(input_requests={"sure": ElicitRequest(params=asked)}, request_state="waiting")
    said = ctx.input_responses["sure"]
    assert isinstance(said, ElicitResult)
    return f"{said.action} {said.content} {ctx.request_state}"


@server.prompt()
def shopping(day: str, shop: str = "the market") -> str:
    """A shopping list."""
    return f"Write what to buy on {day} at {shop}."


@server.resource("notes://today")
def today() -> str:
    """What there is today."""
    return "Buy milk."


if __name__ == "__main__":
    print("starting", file=sys.stderr, flush=True)
    if len(sys.argv) > 1:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
    else:
        server.run("stdio")
