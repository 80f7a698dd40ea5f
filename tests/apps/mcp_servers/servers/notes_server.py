"""A server made with the official SDK: a few honest tools, one that asks, one resource."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel

server = MCPServer("notes", instructions="Keeps notes.")


class Sure(BaseModel):
    sure: bool


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


@server.resource("notes://today")
def today() -> str:
    """What there is today."""
    return "Buy milk."


if __name__ == "__main__":
    print("starting", file=sys.stderr, flush=True)
    server.run("stdio")
