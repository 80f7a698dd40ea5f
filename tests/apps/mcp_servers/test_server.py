"""This system as an MCP server, spoken to by the client of the official SDK in both protocols (TL-21)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import mcp_types as types
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from tests.apps.mcp_servers.benches import Bench
from tests.server.doors import HOST, TOKEN

MODES = ["legacy", "2026-07-28", "auto"]


class Bridge(httpx2.AsyncBaseTransport):
    """Hands requests of the SDK's client on to the system under test."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request, and return its answer."""
        body = await request.aread()
        headers = {name: value for name, value in request.headers.items() if name != "host"}
        answer = await self.bench.client.request(request.method, request.url.path, content=body, headers=headers)
        kept = {name: value for name, value in answer.headers.items() if name != "content-encoding"}
        return httpx2.Response(answer.status_code, headers=kept, content=answer.content, request=request)


@asynccontextmanager
async def client_of(bench: Bench, mode: str, token: str = TOKEN, **more: Any) -> AsyncGenerator[Client]:
    """Open the SDK's client."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(transport=Bridge(bench), headers=headers) as http:
        transport = streamable_http_client(f"http://{HOST}/mcp", http_client=http)
        async with Client(transport, mode=mode, cache=None, **more) as client:
            yield client


async def all_tools(client: Client) -> list[types.Tool]:
    """Return every tool, page by page."""
    found: list[types.Tool] = []
    cursor = None
    while True:
        page = await client.list_tools(cursor=cursor)
        found += page.tools
        cursor = page.next_cursor
        if cursor is None:
            return found


@pytest.mark.parametrize("mode", MODES)
async def test_the_official_client_lists_and_calls_in_both_protocols(bench: Bench, mode: str) -> None:
    """TL-21: capabilities are tools for the client of the SDK, with and without the handshake."""
    async with client_of(bench, mode) as client:
        expected = "2025-11-25" if mode == "legacy" else "2026-07-28"
        assert client.protocol_version == expected
        names = [tool.name for tool in await all_tools(client)]
        assert "core__now" in names and names == sorted(names)
        assert not [name for name in names if name.startswith("mcp__")]
        result = await client.call_tool("core__now", {})
        assert not result.is_error and result.structured_content
