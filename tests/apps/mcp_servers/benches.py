"""A whole system with servers in boxes, spoken to over HTTP."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.server.app import create_app
from aule.stores.home.access_tokens import AccessTokens
from aule.testing.system import System, system

SERVERS = Path(__file__).parent / "servers"
PYTHON = sys.executable
FOLDERS = sorted({str(Path(sys.prefix)), str(SERVERS)})
"""What a server needs to see that is written in the Python of these tests."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A system, and a client that is let in."""

    aule: System
    client: httpx.AsyncClient

    async def post(self, path: str, body: Any = None, *, status: int = 200) -> Any:
        """Send something, and return the answer."""
        answer = await self.client.post(path, json=body if body is not None else {})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def get(self, path: str) -> Any:
        """Read something."""
        answer = await self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def add(self, id: str, script: str, *words: str, **more: Any) -> Any:
        """Add a server that is a script of these tests."""
        command = [PYTHON, str(SERVERS / f"{script}.py"), *words]
        return await self.post(
            "/v1/mcp/servers", {"id": id, "command": command, "folders": FOLDERS, **more}, status=201
        )

    async def approve(self, id: str) -> Any:
        """Approve a server as it is shown."""
        card = await self.get(f"/v1/mcp/servers/{id}/approval")
        return await self.post(f"/v1/mcp/servers/{id}/approve", {"seen": card["content_hash"]})

    async def accept(self, id: str, *names: str) -> Any:
        """Accept tools of a server as they are; all of them where none is named."""
        offer = await self.post(f"/v1/mcp/servers/{id}/look")
        pins = {each["name"]: each["hash"] for each in offer["tools"] if not names or each["name"] in names}
        return await self.post(f"/v1/mcp/servers/{id}/pins", {"tools": pins})

    async def ready(self, id: str, script: str, *words: str, **more: Any) -> Any:
        """Add a server, approve it, and accept all its tools."""
        await self.add(id, script, *words, **more)
        await self.approve(id)
        return await self.accept(id)

    async def use(self, tool: str, *statuses: int, **arguments: Any) -> Any:
        """Use a tool by hand, as the owner who saw what is sent."""
        params = {"tool": tool, "arguments": arguments}
        shown = await self.client.post("/v1/capabilities/mcp.call_tool/preview", json={"params": params})
        if shown.status_code != 200:
            assert shown.status_code in statuses, shown.text
            return shown.json()
        body = {"params": params, "by_hand": True, "seen": shown.json()["content_hash"]}
        called = await self.client.post("/v1/capabilities/mcp.call_tool/call", json=body)
        assert called.status_code in (statuses or (200,)), called.text
        return called.json()


@asynccontextmanager
async def bench(path: Path, **more: Any) -> AsyncGenerator[Bench]:
    """Run a system under a folder, with a client that is let in."""
    async with system(path, **more) as aule:
        keeper = gatekeeper(tokens=AccessTokens(aule.home.access_tokens, aule.kernel.ambient))
        async with open_front(create_app(aule.kernel, gatekeeper=keeper), keeper=keeper) as client:
            client.headers.update(BEARER)
            client.timeout = httpx.Timeout(120)
            yield Bench(aule, client)
