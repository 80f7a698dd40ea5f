"""kill -9 of the real server, in a turn and in an approved write, again and again on the same data."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer
from tests.simulation.killed_server import DEADLINE, KilledServer, answer, prepare

LIVES = 13
"""Kills a shard; four shards make 52 seeds."""


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(4))
async def test_killing_the_server_anywhere_loses_and_doubles_nothing(
    tmp_path: Path, shard: int, free_port: int
) -> None:
    """K-7: the conversation is consistent, no file is half, no effect lost or doubled, the broken turn marked."""
    chance = random.Random(shard)
    promised: set[str] = set()
    asked: list[str] = []
    async with OpenAIServer(answer) as model:
        with allow_models(model.port):
            await prepare(tmp_path / "home", model.base_url)
            for life in range(LIVES):
                server = KilledServer(tmp_path / "home", free_port)
                try:
                    await server.ready()
                    await _check(server, asked, promised)
                    line = f"line-{shard}-{life}"
                    asked.append(line)
                    if await _live(server, line, chance):
                        promised.add(line)
                finally:
                    await server.kill()
            server = KilledServer(tmp_path / "home", free_port)
            try:
                await server.ready()
                await _check(server, asked, promised)
            finally:
                await server.kill()
    assert promised, "no life got as far as an approval"


async def _live(server: KilledServer, line: str, chance: random.Random) -> bool:
    """Ask, perhaps approve, and stop somewhere; tells whether the approval was acknowledged."""
    await server.post("/v1/agent/chat", {"message": f"append {line}", "wait": False})
    if chance.random() < 0.25:
        await asyncio.sleep(chance.random() * 0.15)
        return False
    approval = await _pending(server)
    decision = {"option": "approve", "content_hash": approval["binds"]["content_hash"]}
    if chance.random() < 0.2:
        with_luck = asyncio.create_task(server.post(f"/v1/approvals/{approval['id']}/decide", decision))
        await asyncio.sleep(chance.random() * 0.01)
        with_luck.cancel()
        return False
    await server.post(f"/v1/approvals/{approval['id']}/decide", decision)
    await asyncio.sleep(chance.choice([0.0, 0.001, 0.005, 0.02, 0.1, 0.4]) * chance.random())
    return True


async def _pending(server: KilledServer) -> Any:
    async with asyncio.timeout(DEADLINE):
        while True:
            page = await server.get("/v1/approvals", status="pending")
            if page["items"]:
                return page["items"][0]
            latest = (await server.get("/v1/runs", limit=1))["items"][0]
            assert latest["status"] in ("executing", "waiting"), f"it ended without asking: {latest}"
            await asyncio.sleep(0.01)


async def _check(server: KilledServer, asked: list[str], promised: set[str]) -> None:
    """What must hold after every restart, once resumed turns have come to rest."""
    async with asyncio.timeout(DEADLINE):
        while (await server.get("/v1/runs", status="executing"))["items"]:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.02)
    folder = server.home / "projects" / "home"
    lines = (folder / "log.txt").read_text().splitlines()
    assert lines[0] == "begin" and len(lines) == len(set(lines)), "an effect was doubled"
    assert promised <= set(lines), "an approved effect was lost"
    assert set(lines[1:]) <= set(asked), "half a line"
    assert [path.name for path in folder.iterdir()] == ["log.txt"], "something was left behind"
    for conversation in (await server.get("/v1/conversations", limit=200))["items"]:
        await _check_conversation(server, conversation["id"])
    for approval in (await server.get("/v1/approvals", status="pending"))["items"]:
        # What still waits from an earlier life is taken back, so that the next life asks anew.
        try:
            await server.post(f"/v1/runs/{approval['run']}/cancel", {})
        except httpx.HTTPStatusError as error:
            assert error.response.status_code == 409


async def _check_conversation(server: KilledServer, id: str) -> None:
    detail = await server.get(f"/v1/conversations/{id}")
    by_run = {run["id"]: run for run in detail["runs"]}
    answers = [message for message in detail["messages"] if message["role"] == "assistant"]
    for run in by_run.values():
        mine = [message for message in answers if message["run"] == run["id"]]
        if run["status"] == "waiting":
            assert mine == []
            continue
        assert run["status"] in ("done", "done_with_failures", "failed", "cancelled")
        assert len(mine) == 1, "a turn that ended has one answer"
        assert mine[0]["interrupted"] == (run["status"] in ("failed", "cancelled"))
        if run["status"] == "failed":
            assert run["error"]["code"] == "interrupted"
