"""kill -9 of the real server while the result of a call waits for a person."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from aule.contracts.model import JsonObject
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer
from tests.simulation.killed_server import DEADLINE, KilledServer, answer, prepare


async def _pending(server: KilledServer, about: str) -> Any:
    async with asyncio.timeout(DEADLINE):
        while True:
            items = (await server.get("/v1/approvals", status="pending"))["items"]
            found = [each for each in items if each["subject"].startswith(about)]
            if found:
                return found[0]
            await asyncio.sleep(0.02)


async def _decide(server: KilledServer, approval: JsonObject) -> None:
    decision = {"option": "approve", "content_hash": approval["binds"]["content_hash"]}
    await server.post(f"/v1/approvals/{approval['id']}/decide", decision)


@pytest.mark.slow
async def test_a_killed_server_still_waits_with_the_result_and_makes_the_call_once(
    tmp_path: Path, free_port: int
) -> None:
    """ST-1: an interrupt after holds over kill -9: the same question, one line in the file, then the answer."""
    async with OpenAIServer(answer) as model:
        with allow_models(model.port):
            await prepare(tmp_path / "home", model.base_url)
            server = KilledServer(tmp_path / "home", free_port)
            try:
                await server.ready()
                interrupts = [{"moment": "after", "what": "core.append_file"}]
                await server.post("/v1/agents", {"name": "Careful", "interrupts": interrupts})
                await server.post("/v1/agent/chat", {"message": "append line-1", "agent_id": "careful", "wait": False})
                await _decide(server, await _pending(server, "call:"))
                waiting = await _pending(server, "result:")
            finally:
                await server.kill()
            server = KilledServer(tmp_path / "home", free_port)
            try:
                await server.ready()
                again = await _pending(server, "result:")
                assert (again["id"], again["subject"]) == (waiting["id"], waiting["subject"])
                await _decide(server, again)
                async with asyncio.timeout(DEADLINE):
                    while (run := (await server.get("/v1/runs", limit=1))["items"][0])["status"] != "done":
                        assert run["status"] in ("executing", "waiting"), run
                        await asyncio.sleep(0.02)
            finally:
                await server.kill()
    log = next((tmp_path / "home").rglob("log.txt")).read_text()
    assert log.count("line-1") == 1
