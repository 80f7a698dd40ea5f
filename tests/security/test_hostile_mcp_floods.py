"""MCP servers that send what is costly to read, and honest ones that send much (TL-20, S7)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from tests.apps.mcp_servers.benches import Bench
from tests.apps.mcp_servers.benches import bench as run_bench

LONGEST_STOP = 3.0
"""Seconds that everybody else may have to wait for one message of a server."""


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """A system with a scripted model."""
    async with run_bench(tmp_path / "home") as made:
        yield made


@asynccontextmanager
async def nobody_waits() -> AsyncGenerator[None]:
    """Watch that nothing in the block stops everything else."""
    loop, longest = asyncio.get_running_loop(), 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            began = loop.time()
            await asyncio.sleep(0.02)
            longest = max(longest, loop.time() - began)

    watching = asyncio.create_task(watch())
    yield
    await asyncio.sleep(0.05)
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    assert longest < LONGEST_STOP, f"everything stood still for {longest:.1f} s"


@pytest.mark.parametrize(("way", "statuses"), [("progress_bomb", ()), ("error_bomb", (403,)), ("name_bomb", ())])
async def test_one_message_that_is_costly_to_clean_stops_nobody(bench: Bench, way: str, statuses: tuple[int]) -> None:
    """TL-20: a line full of hidden characters is cut before it is cleaned."""
    async with nobody_waits():
        await bench.ready("evil", "hostile_server", way)
        await bench.use("evil.do", *statuses)


async def test_a_prompt_that_is_costly_to_clean_stops_nobody(bench: Bench) -> None:
    """TL-20: of the text of a prompt, what is shown of it is cleaned, and no more."""
    await bench.add("evil", "hostile_server", "prompt_bomb")
    await bench.approve("evil")
    offer = await bench.post("/v1/mcp/servers/evil/look")
    await bench.post("/v1/mcp/servers/evil/pins", {"prompts": {"text": offer["prompts"][0]["hash"]}})
    params = {"prompt": "evil.text", "arguments": {}}
    shown = await bench.post("/v1/capabilities/mcp.use_prompt/preview", {"params": params})
    async with nobody_waits():
        body = {"params": params, "by_hand": True, "seen": shown["content_hash"]}
        called = await bench.post("/v1/capabilities/mcp.use_prompt/call", body)
    data = called["result"]["data"]
    assert set(data["message"]) == {"a"} and data["cut"] >= 1_000_000


async def test_a_server_that_changes_all_its_tools_stops_nobody(bench: Bench) -> None:
    """TL-20: differences are made beside everything else, and every one of them is shown."""
    await bench.ready("evil", "hostile_server", "all_change")
    async with nobody_waits():
        offer = await bench.post("/v1/mcp/servers/evil/look")
    assert len(offer["tools"]) == 60
    assert all(each["state"] == "changed" and "200B" in each["difference"].upper() for each in offer["tools"])


async def test_an_honest_server_may_tell_much_and_send_large_pictures(bench: Bench) -> None:
    """TL-20: what a server may print is counted from call to call, not over its life."""
    await bench.ready("busy", "hostile_server", "progresses")
    for _ in range(2):
        assert (await bench.use("busy.do"))["result"]["data"]["text"] == "done"
    await bench.ready("painter", "hostile_server", "picture")
    for _ in range(15):
        assert (await bench.use("painter.do"))["result"]["data"]["artifacts"]
