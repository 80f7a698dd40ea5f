"""MCP servers that send what is costly to read, and honest ones that send much (TL-20, S7)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from tests.apps.mcp_servers.benches import Bench
from tests.apps.mcp_servers.benches import bench as run_bench
from tests.workers.crew import until

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


async def test_what_a_search_shows_of_schemas_fits_into_a_prompt(bench: Bench) -> None:
    """TL-20: the best tools are shown whole, of the others what they take; asked alone, each is whole."""
    await bench.ready("evil", "hostile_server", "wordy")
    found = (await bench.aule.kernel.call("mcp.find_tools", {"query": "paint", "limit": 20})).result.data
    assert len(json.dumps(found)) < 30_000 and len(found["tools"]) == 20
    first, last = found["tools"][0]["parameters"], found["tools"][-1]["parameters"]
    assert len(first["properties"]["a"]["enum"]) == 700
    assert (last["properties"], last["required"]) == ({"a": {}}, ["a"]) and "Cut" in last["$comment"]
    alone = (await bench.aule.kernel.call("mcp.find_tools", {"query": "paint_19", "limit": 1})).result.data
    assert alone["tools"][0]["tool"] == "evil.paint_19" and "$comment" not in alone["tools"][0]["parameters"]


async def test_a_server_that_left_is_started_again_by_the_next_call(bench: Bench) -> None:
    """TL-20: its end is noticed at once, so that the next call neither fails nor is told of a lost one."""
    await bench.ready("brief", "hostile_server", "leaves")
    for _ in range(2):
        assert (await bench.use("brief.do"))["result"]["data"]["text"] == "bye"

        async def has_left() -> bool:
            return (await bench.get("/v1/mcp/servers/brief"))["status"] == "ready"

        await until(has_left)
