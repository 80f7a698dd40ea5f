"""Servers made with the official SDK, in the box: added, approved, their tools seen and used (TL-20)."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from pathlib import Path

import pytest
from tests.apps.mcp_servers.benches import SERVERS, Bench
from tests.apps.mcp_servers.benches import bench as run_bench
from tests.workers.crew import until

from aule.contracts.access.approval import Approval
from aule.contracts.events.turns import CallCompleted
from aule.kernel.agents.tools import tool_tokens
from aule.sdk.http import ByHand
from aule.testing import ScriptedModel, call, say


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


async def test_a_server_speaks_the_newest_protocol_and_an_older_one(bench: Bench) -> None:
    """TL-20: 2026-07-28 where the server speaks it, else the handshake of 2025-11-25."""
    offer = await bench.ready("notes", "notes_server")
    assert (offer["protocol"], offer["implementation"].split()[0]) == ("2026-07-28", "notes")
    assert (await bench.ready("old", "hostile_server", "plain"))["protocol"] == "2025-11-25"


async def asked_by_server(bench: Bench) -> Approval:
    """Use a tool that asks, approve the use, and return the question that waits then."""
    body = {"params": {"tool": "notes.remove", "arguments": {"name": "milk"}}}
    waits = await bench.client.post("/v1/capabilities/mcp.call_tool/call", json=body)
    assert waits.json()["code"] == "approval_required"
    await bench.aule.decide()
    return await bench.aule.pending()


async def text_of(bench: Bench, run: str) -> str:
    """Return what the call of a run gave back."""
    [done] = [event.data for event in await bench.aule.events(run) if isinstance(event.data, CallCompleted)]
    return done.result.data["text"]


async def test_a_question_of_a_server_waits_in_the_inbox(bench: Bench) -> None:
    """TL-20: elicitation is a question to the person; the call goes on with the answer, and only then."""
    await bench.ready("notes", "notes_server")
    question = await asked_by_server(bench)
    assert question.kind == "question" and "Really remove milk?" in question.title
    run = await bench.aule.decide(question.options[0].id)
    assert run.status == "done"
    assert await text_of(bench, run.id) == "accept {'sure': True} waiting"


async def test_a_question_may_be_left_unanswered(bench: Bench) -> None:
    """TL-20: who does not want to answer a server declines, and the server is told."""
    await bench.ready("notes", "notes_server")
    question = await asked_by_server(bench)
    decline = next(each for each in question.options if each.label in ("Do not answer", "Não responder"))
    run = await bench.aule.decide(decline.id)
    assert (await text_of(bench, run.id)).startswith("decline")


async def test_what_is_wrong_with_an_answer_is_told_with_its_place(bench: Bench) -> None:
    """TL-20: whoever reads the error can tell it to those who wrote the server."""
    await bench.add("wrong", "hostile_server", "no_type")
    await bench.approve("wrong")
    failed = await bench.post("/v1/mcp/servers/wrong/look", status=503)
    assert failed["code"] == "mcp_broken"
    assert failed["detail"].endswith("does not answer as it should: tools.1.inputSchema.type: Field required")


async def test_a_server_that_never_answers_is_told_in_words(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """TL-20: how long was waited stands in the error and in the server's state."""
    monkeypatch.setattr("aule.apps.mcp.client.connection.CONNECT_S", 0.5)
    await bench.post("/v1/mcp/servers", {"id": "mute", "command": ["sleep", "60"]}, status=201)
    await bench.approve("mute")
    failed = await bench.post("/v1/mcp/servers/mute/look", status=503)
    assert failed["detail"] == "The MCP server 'mute' cannot be used: it did not answer within 0.5 s"


async def test_a_failing_tool_fails_the_call(bench: Bench) -> None:
    """TL-20: what a tool says about its failure is told, as a failure."""
    await bench.ready("notes", "notes_server")
    called = await bench.use("notes.fail")
    assert not called["result"]["ok"] and called["result"]["error"]["code"] == "mcp_tool_failed"
    assert "fail" in called["result"]["data"]["text"]


async def test_progress_is_told_and_a_slow_call_ends_in_time(bench: Bench) -> None:
    """TL-20: progress is told while a tool works; after its time the call and the server are ended."""
    await bench.ready("notes", "notes_server", timeout_s=3)
    failed = await bench.use("notes.slow", 504, seconds=60)
    assert failed["code"] == "timeout"
    events = [event.data for event in await bench.aule.events()]
    assert any(getattr(each, "message", "") == "half way" for each in events)
    assert (await bench.use("notes.add", a=2, b=2))["result"]["data"]["text"] == "4", "the next call starts it again"


async def test_resources_are_listed_and_read(bench: Bench) -> None:
    """TL-20: resources of a server are readable."""
    await bench.ready("notes", "notes_server")
    listed = await bench.get("/v1/mcp/servers/notes/resources")
    assert [each["uri"] for each in listed["items"]] == ["notes://today"]
    read = await bench.post("/v1/mcp/servers/notes/resources/read", {"uri": "notes://today"})
    assert read["text"] == "Buy milk."


async def test_a_resource_is_kept_as_a_document(bench: Bench) -> None:
    """TL-20: a resource becomes an artifact, which is read and searched like other documents, and can be undone."""
    await bench.ready("notes", "notes_server")
    made = await bench.post("/v1/mcp/servers/notes/resources/keep", {"uri": "notes://today"}, status=201)
    [id] = made["artifacts"]
    artifact = await bench.get(f"/v1/artifacts/{id}")
    assert (artifact["name"], artifact["mime"]) == ("today", "text/plain")
    content = await bench.client.get(f"/v1/artifacts/{id}/content")
    assert content.text == "Buy milk."
    added = await bench.aule.kernel.call("knowledge.add_document", {"source": "artifact", "ref": id}, by_hand=ByHand())
    assert len(added.result.data["documents"]) == 1
    refused = await bench.client.post("/v1/mcp/servers/notes/resources/keep", json={"uri": "notes://other"})
    assert refused.status_code in (403, 404)


def is_listening(port: int) -> bool:
    """Return whether somebody listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_a_server_elsewhere_is_reached_by_its_address(bench: Bench, free_port: int) -> None:
    """TL-20: streamable HTTP with the official server; on this machine only where the owner said so."""
    command = [sys.executable, str(SERVERS / "notes_server.py"), str(free_port)]
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
    try:
        await until(lambda: is_listening(free_port))
        body = {"id": "far", "url": f"http://127.0.0.1:{free_port}/mcp", "local": True}
        await bench.post("/v1/mcp/servers", body, status=201)
        await bench.approve("far")
        offer = await bench.accept("far")
        assert offer["protocol"] == "2026-07-28"
        assert (await bench.use("far.add", a=20, b=22))["result"]["data"]["text"] == "42"
        changed = await bench.client.put("/v1/mcp/servers/far", json={"url": body["url"]})
        assert changed.json()["status"] == "draft"
        await bench.approve("far")
        refused = await bench.client.post("/v1/mcp/servers/far/look")
        assert refused.status_code >= 400
    finally:
        process.kill()
        await process.wait()


async def test_a_hundred_tools_cost_no_more_than_three_hundred_tokens(bench: Bench) -> None:
    """TL-20: tools of servers are found by search; a prompt holds only the three capabilities that lead to them."""
    offer = await bench.ready("many", "hostile_server", "hundred")
    assert len(offer["tools"]) == 100
    shown = [each for each in bench.aule.kernel.capabilities() if each.app == "mcp" and not each.internal]
    assert [each.name for each in shown] == ["mcp.call_tool", "mcp.find_tools", "mcp.use_prompt"]
    assert sum(map(tool_tokens, shown)) <= 300
    found = (await bench.aule.kernel.call("mcp.find_tools", {"query": "paint the wall number 42"})).result.data
    assert found["tools"][0]["tool"] == "many.paint_wall_42"
    hits = await bench.get("/v1/search?q=paint_wall_42")
    assert "many.paint_wall_42" in json.dumps(hits)


async def test_an_agent_finds_a_tool_asks_and_uses_it(bench: Bench) -> None:
    """TL-20: for an agent, too, each use of a tool asks, and what comes back is told as a stranger's words."""
    await bench.ready("notes", "notes_server")
    bench.aule.model.add(
        call("mcp.find_tools", {"query": "add numbers"}),
        call("mcp.call_tool", {"tool": "notes.add", "arguments": {"a": 40, "b": 2}}),
        say("It is 42."),
    )
    run = await bench.aule.ask("use the notes server's tool to sum these two values for me, forty and two")
    assert run.status == "waiting"
    approval = await bench.aule.pending()
    assert approval.call is not None and approval.call.params["tool"] == "notes.add"
    run = await bench.aule.decide()
    assert run.status == "done"


async def test_a_server_keeps_what_it_writes_only_where_its_owner_said_so(tmp_path: Path) -> None:
    """TL-20: over a restart, in a folder of its own; the card says so, and a change of it asks again."""
    told: list[list[str]] = []
    for is_first in (True, False):
        async with run_bench(tmp_path / "home") as bench:
            for id, keeps in (("keeps", True), ("forgets", False)) if is_first else ():
                await bench.ready(id, "hostile_server", "counts", keeps=keeps)
                card = await bench.get(f"/v1/mcp/servers/{id}/approval")
                assert ("sim, em uma pasta só dele" in str(card)) is keeps
            told.append([(await bench.use(f"{id}.do"))["result"]["data"]["text"] for id in ("keeps", "forgets")])
            if not is_first:
                changed = await bench.client.put("/v1/mcp/servers/forgets", json={"command": ["echo"], "keeps": True})
                assert changed.json()["status"] == "draft"
    assert told == [["0", "0"], ["1", "0"]]
    assert sorted(each.name for each in (tmp_path / "home" / "mcp").iterdir()) == ["keeps"]


async def test_a_removed_server_comes_back_with_undo(bench: Bench) -> None:
    """TL-20: removing a server and its tools is one change that can be undone."""
    await bench.ready("notes", "hostile_server", "plain")
    gone = (await bench.client.delete("/v1/mcp/servers/notes")).json()
    assert (await bench.get("/v1/mcp/servers"))["items"] == []
    assert (await bench.use("notes.do", 404))["code"] == "not_found"
    await bench.post(f"/v1/changes/{gone['change']}/undo")
    [back] = (await bench.get("/v1/mcp/servers"))["items"]
    assert (back["status"], back["pinned"]) == ("ready", 1)


async def test_no_server_is_started_and_no_sdk_loaded_before_one_is_used(tmp_path: Path) -> None:
    """TL-20: with five servers set up, a start loads neither the app nor the SDK, and starts nothing."""
    async with run_bench(tmp_path / "home") as bench:
        for number in range(5):
            await bench.ready(f"s{number}", "hostile_server", "plain")
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from aule.testing.system import system\n"
        "async def main():\n"
        f"    async with system(Path({str(tmp_path / 'home')!r})) as aule:\n"
        "        await aule.kernel.call('core.now', {})\n"
        "        loaded = [name for name in sys.modules if name.split('.')[0] in ('mcp', 'mcp_types')]\n"
        "        print(loaded, [name for name in sys.modules if name.startswith('aule.apps.mcp.client')])\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    assert told.decode().strip() == "[] []"


async def test_an_agent_may_be_given_single_tools_of_servers(bench: Bench) -> None:
    """TL-20: a tool list that names `mcp.call_tool(server.tool)` is a bound at the gate, also for who works for it."""
    await bench.ready("notes", "notes_server")
    body = {
        "id": "counter",
        "name": "Counter",
        "capabilities": {"allow": ["mcp.call_tool(notes.add)", "core.delegate"], "deny": []},
    }
    await bench.post("/v1/personas", body, status=201)
    other = call("mcp.call_tool", {"tool": "notes.remove", "arguments": {"name": "milk"}})
    wanted = call("mcp.call_tool", {"tool": "notes.add", "arguments": {"a": 40, "b": 2}})
    bench.aule.model.add(other, wanted, say("42."))
    run = await bench.aule.ask("Add them up", agent="counter")
    assert run.status == "waiting"
    approval = await bench.aule.pending()
    assert approval.call is not None and approval.call.params["tool"] == "notes.add"
    await bench.aule.decide()
    [failed] = [each.data for each in await bench.aule.events(run.id) if each.type == "call.failed"]
    assert failed.result.error.code == "not_allowed"


async def test_prompts_are_accepted_and_filled_in_by_people(tmp_path: Path) -> None:
    """TL-20: prompts are pinned like tools, found in the search, and filled in by hand or by words in the chat."""
    async with run_bench(tmp_path / "home", model=ScriptedModel(tier=0)) as bench:
        await bench.ready("notes", "notes_server")
        params = {"prompt": "notes.shopping", "arguments": {"day": "Friday"}}
        place = "/v1/capabilities/mcp.use_prompt"
        refused = await bench.client.post(f"{place}/preview", json={"params": params})
        assert refused.json()["code"] == "mcp_prompt_new"
        [offered] = (await bench.post("/v1/mcp/servers/notes/look"))["prompts"]
        assert (offered["state"], list(offered["parameters"]["properties"])) == ("new", ["day", "shop"])
        stale = {"prompts": {"shopping": "sha256:other"}}
        assert (await bench.client.post("/v1/mcp/servers/notes/pins", json=stale)).status_code == 409
        await bench.post("/v1/mcp/servers/notes/pins", {"prompts": {"shopping": offered["hash"]}})
        assert "notes.shopping" in [each["title"] for each in await bench.get("/v1/search?q=shopping")]
        run = await bench.aule.ask("use the prompt shopping with day=Friday, shop=the mill")
        assert run.status == "waiting"
        run = await bench.aule.decide()
        assert (await bench.aule.messages(run))[-1].content == "Write what to buy on Friday at the mill."
        run = await bench.aule.ask("use o prompt notes.shopping", locale="pt-BR")
        if run.status == "waiting":
            run = await bench.aule.decide()
        assert "day" in (await bench.aule.messages(run))[-1].content


async def test_an_agent_finds_a_prompt_asks_and_fills_it_in(bench: Bench) -> None:
    """TL-20: accepted prompts are found beside tools and filled in through the gate; their text is a stranger's."""
    await bench.ready("notes", "notes_server")
    offer = await bench.post("/v1/mcp/servers/notes/look")
    fill = call("mcp.use_prompt", {"prompt": "notes.shopping", "arguments": {"day": "Friday"}})
    bench.aule.model.add(fill, say("I may not."))
    await bench.aule.ask("write down what to buy on friday as the notes server does, with its own words please")
    assert await bench.aule.kernel.approvals.pending() == [], "nobody accepted it, so nobody is asked"
    await bench.post(
        "/v1/mcp/servers/notes/pins", {"prompts": {each["name"]: each["hash"] for each in offer["prompts"]}}
    )
    found = (await bench.aule.kernel.call("mcp.find_tools", {"query": "shopping list"})).result.data
    arguments = {"day": "required", "shop": "optional"}
    assert found["prompts"] == [{"prompt": "notes.shopping", "description": "A shopping list.", "arguments": arguments}]
    bench.aule.model.add(call("mcp.find_tools", {"query": "shopping"}), fill, say("Milk and bread."))
    run = await bench.aule.ask("write down what to buy on friday as the notes server does, with its own words please")
    assert run.status == "waiting"
    asked = await bench.aule.pending()
    assert asked.call is not None and asked.call.params["prompt"] == "notes.shopping"
    run = await bench.aule.decide()
    done = [event.data for event in await bench.aule.events(run.id) if isinstance(event.data, CallCompleted)][-1]
    assert done.result.data["message"] == "Write what to buy on Friday at the market."
    assert done.result.provenance is not None and done.result.provenance.source == "mcp:notes.shopping"
    assert not done.result.provenance.is_owners


async def test_an_agent_may_be_given_single_prompts(bench: Bench) -> None:
    """TL-20: a list that names `mcp.use_prompt(other.*)` gives no prompt of another server."""
    await bench.ready("notes", "notes_server")
    offer = await bench.post("/v1/mcp/servers/notes/look")
    await bench.post(
        "/v1/mcp/servers/notes/pins", {"prompts": {each["name"]: each["hash"] for each in offer["prompts"]}}
    )
    tools = {"allow": ["mcp.use_prompt(other.*)"], "deny": []}
    await bench.post("/v1/personas", {"id": "cook", "name": "Cook", "capabilities": tools}, status=201)
    fill = call("mcp.use_prompt", {"prompt": "notes.shopping", "arguments": {"day": "Friday"}})
    bench.aule.model.add(fill, say("I may not."))
    await bench.aule.ask("Write a list", agent="cook")
    assert await bench.aule.kernel.approvals.pending() == []
