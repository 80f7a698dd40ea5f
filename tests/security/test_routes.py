"""Every route of the real API, asked for without a token (S1)."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from starlette.routing import BaseRoute, WebSocketRoute
from tests.server.doors import HOST, open_front

from aule.server.app import create_app
from aule.server.app_routes import expanded
from aule.server.front import Front
from aule.server.guard import PUBLIC


def routes() -> list[BaseRoute]:
    app = create_app(None)
    app.modules.load_all()
    return [route for route in expanded(app.routes) if getattr(route, "path", None)]


def test_the_crawler_sees_the_whole_api() -> None:
    paths = {getattr(route, "path", "") for route in routes()}
    assert len(paths) > 40
    assert {"/v1/agent/chat", "/v1/openapi.json", "/v1/events/ws"} <= paths
    assert {path for path in paths if not path.startswith(("/v1/", "/api/escola/v1/"))} == {
        "/agent/{session}",
        "/api/agente-jota/process",
        "/api/atlas/execute",
        "/api/atlas/export",
        "/api/atlas/import",
        "/api/atlas/undo",
        "/api/atlas/validate-import",
        "/functions/v1/ai-agent-execute",
        "/mcp",
        "/openapi.json",
    }


async def test_every_route_but_the_public_ones_needs_a_token() -> None:
    """S1: no route is forgotten, because the app itself says which there are."""
    asked = 0
    async with open_front(create_app(None)) as client:
        for route in routes():
            path = re.sub(r"\{[^}]+\}", "x", getattr(route, "path", ""))
            for method in sorted(getattr(route, "methods", None) or ()):
                if (method, path) in PUBLIC:
                    continue
                answer = await client.request(method, path)
                assert answer.status_code == 401, (method, path)
                asked += 1
    assert asked > 50


async def test_every_websocket_needs_a_token() -> None:
    async with open_front(create_app(None)) as client:
        front: Front = client._transport.app  # type: ignore[attr-defined]
        sockets = [route for route in routes() if isinstance(route, WebSocketRoute)]
        assert sockets
        for route in sockets:
            sent: list[Any] = []

            async def receive() -> dict[str, Any]:
                return {"type": "websocket.connect"}

            async def send(message: Any, sent: list[Any] = sent) -> None:
                sent.append(message["type"])

            scope = {"type": "websocket", "path": route.path, "headers": [(b"host", HOST.encode())]}
            await asyncio.wait_for(front(scope, receive, send), 5)
            assert sent == ["websocket.close"]
