"""A real `aule up` in its own process, with a scripted model, that can be killed and started again."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import httpx
import tomli_w

from aule.contracts.events.facts import ModelProbed
from aule.contracts.model import JsonObject
from aule.contracts.talk.catalog import ProbeFacts
from aule.testing.openai_server import Reply, ToolCall
from aule.testing.system import system
from tests.processes.nursery import nursery

DEADLINE = 60.0


def answer(body: JsonObject) -> Reply:
    """Append the line the person asks for, then talk slowly about it."""
    last = body["messages"][-1]
    if last["role"] == "tool":
        return Reply(deltas=["The ", "line ", "was ", "treated ", "as ", "the ", "log ", "says."], behaviour="slow")
    line = str(last["content"]).split()[-1]
    arguments = {"path": "log.txt", "content": f"{line}\n"}
    return Reply(calls=[ToolCall(name="core__append_file", arguments=arguments)], behaviour="slow")


async def prepare(home: Path, base_url: str) -> None:
    """A data directory whose only model is the scripted one, known to call tools."""
    facts = ProbeFacts(text=True, tool_calls=True, tier=2, context_length=8_192, probed_at="2026-01-01T00:00:00.000Z")
    async with system(home) as aule:
        probed = ModelProbed(provider="lab", model="scripted", facts=facts.model_dump(mode="json"))
        await aule.kernel.journal.write(probed)
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "log.txt").write_text("begin\n")
    provider = {"base_url": base_url, "default_model": "scripted", "enabled": True}
    (home / "settings.toml").write_text(tomli_w.dumps({"onboarded": True, "providers": {"lab": provider}}))


class KilledServer:
    """One life of the server process."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        environment = {**os.environ, "AULE_HOME": str(home)}
        self._log = (home.parent / "server.log").open("w+", encoding="utf-8")
        self._process = nursery().start("up", "--no-browser", "--port", str(port), env=environment, stderr=self._log)
        token = (home / "token").read_text().strip() if (home / "token").exists() else ""
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=DEADLINE)

    async def ready(self) -> None:
        """Wait until the whole system is up."""
        async with asyncio.timeout(DEADLINE):
            while True:
                assert self._process.poll() is None, (self.home.parent / "server.log").read_text("utf-8")
                try:
                    health = (await self.http.get("/v1/health")).json()
                except httpx.TransportError:
                    health = {}
                assert health.get("status") != "failed", health
                if health.get("status") == "ready":
                    break
                await asyncio.sleep(0.02)
        self.http.headers["Authorization"] = f"Bearer {(self.home / 'token').read_text().strip()}"

    async def get(self, path: str, **query: Any) -> Any:
        """Read something."""
        response = await self.http.get(path, params=query)
        response.raise_for_status()
        return response.json()

    async def post(self, path: str, body: JsonObject) -> Any:
        """Do something."""
        response = await self.http.post(path, json=body)
        response.raise_for_status()
        return response.json()

    async def kill(self) -> None:
        """End the process the hard way."""
        await asyncio.to_thread(self._process.end)
        self._log.close()
        await self.http.aclose()
