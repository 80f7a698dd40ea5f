"""This system as an MCP server, spoken to by the client of the official SDK in both protocols (TL-21)."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import mcp_types as types
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from tests.apps.mcp_servers.benches import Bench
from tests.server.doors import HOST, TOKEN
from tests.workers.crew import until

from aule.sdk.http import ByHand
from aule.testing import say

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


async def decide(bench: Bench, option: str = "approve") -> None:
    """Decide the one thing that waits."""
    await bench.aule.decide(option)


def text_of(result: Any) -> str:
    """Return the text of a result."""
    return "".join(block.text for block in result.content if isinstance(block, types.TextContent))


async def test_an_older_client_is_told_who_decides_and_gets_the_result_once(bench: Bench) -> None:
    """TL-21: what needs a person says so with the approval and its link; repeated after the yes it has its result."""
    async with client_of(bench, "legacy") as client:
        wish = {"path": "milk.txt", "content": "Buy milk."}
        waits = await client.call_tool("core__write_file", wish)
        pending = await bench.aule.pending()
        assert waits.is_error and f"http://{HOST}/approvals/{pending.id}" in text_of(waits)
        again = await client.call_tool("core__write_file", wish)
        assert pending.id in text_of(again), "asking again asks for nothing new"
        assert len(await bench.aule.kernel.approvals.pending()) == 1
        await decide(bench)
        done = await client.call_tool("core__write_file", wish)
        assert not done.is_error
        assert (bench.aule.workspace / "milk.txt").read_text() == "Buy milk."
        third = await client.call_tool("core__write_file", {**wish, "content": "Buy bread."})
        assert third.is_error, "another call asks anew"


async def test_a_refused_call_has_no_effect_and_says_so(bench: Bench) -> None:
    """TL-21: a no in the inbox is a no for the client."""
    async with client_of(bench, "legacy") as client:
        wish = {"path": "milk.txt", "content": "Buy milk."}
        await client.call_tool("core__write_file", wish)
        await decide(bench, "deny")
        refused = await client.call_tool("core__write_file", wish)
        assert refused.is_error and not (bench.aule.workspace / "milk.txt").exists()


async def test_a_newer_client_is_asked_for_input_and_its_answer_decides_nothing(bench: Bench) -> None:
    """TL-21: 2026-07-28 gets input_required with a link; only the inbox decides, and the retry has the result."""
    asked: list[str] = []

    async def elicited(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        if len(asked) == 2:  # the client says yes twice; only the second time a person has decided in the inbox
            await decide(bench)
        return types.ElicitResult(action="accept", content={})

    async with client_of(bench, "2026-07-28", elicitation_callback=elicited) as client:
        result = await client.call_tool("core__write_file", {"path": "milk.txt", "content": "Buy milk."})
        assert not result.is_error and len(asked) == 2
        assert "/approvals/" in asked[0]
        assert (bench.aule.workspace / "milk.txt").read_text() == "Buy milk."


async def test_a_token_sees_and_does_only_what_its_scopes_say(bench: Bench) -> None:
    """TL-21: scopes per client token; a state of another client's call opens nothing."""
    made = await bench.post("/v1/tokens", {"name": "reader", "scopes": ["mcp.read"]}, status=201)
    async with client_of(bench, "2026-07-28", made["secret"]) as client:
        tools = {tool.name: tool for tool in await all_tools(client)}
        assert "core__now" in tools and "core__write_file" not in tools
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools.values())
        assert not [name for name in tools if name.startswith(("agent__", "workflow__"))]
        with pytest.raises(MCPError, match="no tool"):
            await client.call_tool("core__write_file", {"path": "a.txt", "content": "a"})
        with pytest.raises(MCPError, match="no tool"):
            await client.call_tool("agent__aule", {"message": "hello"})
    refused = await bench.client.get("/v1/mcp/servers", headers={"Authorization": f"Bearer {made['secret']}"})
    assert refused.status_code == 403
    outside = await bench.client.post("/mcp", json={}, headers={"Authorization": "Bearer wrong"})
    assert outside.status_code == 401


async def test_what_a_token_changes_is_recorded_as_its_own(bench: Bench) -> None:
    """TL-21: a token's write asks; where a rule of the owner allows it, the history names the token."""
    made = await bench.post("/v1/tokens", {"name": "helper", "scopes": ["mcp.act"]}, status=201)
    wish = {"path": "milk.txt", "content": "Buy milk."}
    async with client_of(bench, "legacy", made["secret"]) as client:
        assert (await client.call_tool("core__write_file", {**wish, "path": "bread.txt"})).is_error
        kept = bench.aule.kernel.settings.current()
        allowed = kept.model_copy(update={"policy": kept.policy.model_copy(update={"allow": ["core.write_file"]})})
        await bench.aule.kernel.save_settings(allowed, expected=None)
        assert not (await client.call_tool("core__write_file", wish)).is_error
    changes = (await bench.get("/v1/changes"))["items"]
    assert changes[0]["actor"]["id"] == f"token:{made['id']}"


async def test_agents_and_workflows_are_tools(bench: Bench) -> None:
    """TL-21: an agent and a workflow are each used by a tool of their own."""
    await bench.post("/v1/agents", {"id": "ana", "name": "Ana", "system_prompt": "I am Ana."}, status=201)
    document = (
        "id: clock\ntitle: Clock\nsteps:\n  - id: now\n    capability: core.now\noutput: '{{steps.now.result}}'\n"
    )
    shown = await bench.aule.kernel.preview("core.create_workflow", {"document": document})
    by_hand = ByHand(seen=shown.content_hash)
    await bench.aule.kernel.call("core.create_workflow", {"document": document}, by_hand=by_hand)
    bench.aule.model.add(say("Hello, I am Ana."))
    async with client_of(bench, "2026-07-28") as client:
        names = [tool.name for tool in await all_tools(client)]
        assert "agent__ana" in names and "workflow__clock" in names
        said = await client.call_tool("agent__ana", {"message": "tell me who you are, in a few words"})
        assert text_of(said) == "Hello, I am Ana."
        ran = await client.call_tool("workflow__clock", {})
        assert ran.structured_content and ran.structured_content["status"] == "done"


async def test_artifacts_are_resources(bench: Bench) -> None:
    """TL-21: artifacts are listed and read as resources, and no other address is."""

    async def pieces() -> AsyncGenerator[bytes]:
        yield b"Buy milk."

    kept = await bench.aule.kernel.uploads.add("milk.txt", pieces(), mime="text/plain")
    async with client_of(bench, "2026-07-28") as client:
        listed = await client.list_resources()
        assert [str(each.uri) for each in listed.resources] == [f"aule://artifact/{kept.id}"]
        read = await client.read_resource(f"aule://artifact/{kept.id}")
        assert [getattr(each, "text", "") for each in read.contents] == ["Buy milk."]
        for uri in ("file:///etc/passwd", "aule://artifact/../../secrets.json", "aule://artifact/"):
            with pytest.raises(MCPError, match="no resource"):
                await client.read_resource(uri)


async def test_documents_are_resources_for_tokens_that_may_read(bench: Bench) -> None:
    """TL-21: documents of the knowledge are listed and read beside artifacts, by ids alone and on record."""
    (bench.aule.workspace / "milk.md").write_text("# Milk\n\nBuy milk on Friday.")
    added = await bench.aule.kernel.call(
        "knowledge.add_document", {"source": "file", "ref": "milk.md"}, by_hand=ByHand()
    )
    id = added.result.data["documents"][0]["id"]

    async def is_ready() -> bool:
        page = await bench.aule.kernel.call("knowledge.list_documents", {"state": "ready"})
        return any(each["id"] == id for each in page.result.data["items"])

    await until(is_ready)
    reader = await bench.post("/v1/tokens", {"name": "reader", "scopes": ["mcp.read"]}, status=201)
    async with client_of(bench, "2026-07-28", reader["secret"]) as client:
        uris = [str(each.uri) for each in (await client.list_resources()).resources]
        assert f"aule://document/{id}" in uris
        read = await client.read_resource(f"aule://document/{id}")
        assert "Buy milk on Friday." in getattr(read.contents[0], "text", "")
        for uri in ("aule://document/milk.md", "aule://document/../x", "aule://document/doc_none"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
    agents = await bench.post("/v1/tokens", {"name": "agents", "scopes": ["mcp.agents"]}, status=201)
    async with client_of(bench, "2026-07-28", agents["secret"]) as client:
        with pytest.raises(MCPError, match="may not read"):
            await client.read_resource(f"aule://document/{id}")


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_official_client_speaks_with_aule_mcp_serve(tmp_path: Path, mode: str) -> None:
    """TL-21: `aule mcp serve` offers the same over standard input and output, in both protocols."""
    env = {"AULE_HOME": str(tmp_path / "home"), "AULE_FORBID_MODELS": "1", "PATH": os.environ["PATH"]}
    program = str(Path(sys.executable).with_name("aule"))
    command = StdioServerParameters(command=program, args=["mcp", "serve"], env=env)
    async with Client(stdio_client(command), mode=mode, cache=None, read_timeout_seconds=60) as client:
        assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
        result = await client.call_tool("core__now", {})
        assert not result.is_error and result.structured_content
        waits = await client.call_tool("core__write_file", {"path": "milk.txt", "content": "Buy milk."})
        assert waits.is_error and "`aule up`" in text_of(waits), "there is nobody to follow a link"
        assert waits.structured_content and "link" not in waits.structured_content


@pytest.mark.parametrize(
    "body",
    [[], [{"jsonrpc": "2.0", "id": 1, "method": "ping"}], {"id": 1}, {"jsonrpc": "2.0", "id": {}, "method": "x"}],
)
async def test_what_is_no_message_is_refused(bench: Bench, body: Any) -> None:
    """TL-21: batches and broken messages never reach a tool."""
    answer = await bench.client.post("/mcp", json=body)
    assert answer.status_code in (200, 400, 422)
    assert "result" not in answer.text


@pytest.mark.parametrize("abilities", ["elicitation", ["elicitation"], 5, None])
async def test_abilities_of_a_client_that_are_none_ask_nobody(bench: Bench, abilities: Any) -> None:
    """TL-21: a client that says in no form what it can do is told so, before anything waits for a person."""
    version, name = "2026-07-28", "core__write_file"
    prefix = "io.modelcontextprotocol/"
    meta = {f"{prefix}protocolVersion": version, f"{prefix}clientCapabilities": abilities}
    params = {"name": name, "arguments": {"path": "a.txt", "content": "a"}, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {"MCP-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": name}
    answer = await bench.client.post("/mcp", json=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32602)
    assert await bench.aule.kernel.approvals.pending() == []


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_a_client_that_asks_for_a_stream_or_ends_a_session_is_told_that_there_is_none(
    bench: Bench, method: str
) -> None:
    """TL-21: 405 as the protocol has it, whatever the token: some clients give up at anything else."""
    made = await bench.post("/v1/tokens", {"name": "reader", "scopes": ["mcp.read"]}, status=201)
    for token in (TOKEN, made["secret"]):
        headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        answer = await bench.client.request(method, "/mcp", headers=headers)
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    outside = await bench.client.request(method, "/mcp", headers={"Authorization": "Bearer wrong"})
    assert outside.status_code == 401
