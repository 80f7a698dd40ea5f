"""Servers made with the official SDK, in the box: added, approved, their tools seen and used (TL-20)."""

from __future__ import annotations

from tests.apps.mcp_servers.benches import Bench


async def test_a_server_is_added_approved_seen_and_used(bench: Bench) -> None:
    """TL-20: nothing starts before it is approved, nothing is used before it was seen, and then a call has a result."""
    made = await bench.add("notes", "notes_server")
    assert made["status"] == "draft"
    refused = await bench.client.post("/v1/mcp/servers/notes/look")
    assert refused.json()["code"] == "mcp_not_approved"
    assert (await bench.approve("notes"))["status"] == "ready"
    offer = await bench.post("/v1/mcp/servers/notes/look")
    assert {each["state"] for each in offer["tools"]} == {"new"}
    assert (await bench.use("notes.add", 403, a=1, b=2))["code"] == "mcp_tool_new"
    offer = await bench.accept("notes")
    assert {each["state"] for each in offer["tools"]} == {"pinned"}
    called = await bench.use("notes.add", a=1, b=2)
    assert called["result"]["data"]["text"] == "3"
    assert called["result"]["provenance"]["source"] == "mcp:notes.add"
