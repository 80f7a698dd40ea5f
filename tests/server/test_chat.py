"""Asking over HTTP: the answer as a stream that ends when nothing more happens without a person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.server.doors import BEARER
from tests.server.live import live

from aule.testing.scripted_model import Response, call, say, wait_for
from aule.testing.system import System, system

STREAM = {**BEARER, "Accept": "text/event-stream"}


@asynccontextmanager
async def serving(folder: Path, *script: Response) -> AsyncIterator[tuple[System, httpx.AsyncClient]]:
    """A system with a scripted model behind a real server, and a client that is let in."""
    async with system(folder, *script) as aule, live(aule.kernel) as server:
        address = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=address, headers=BEARER, trust_env=False, timeout=60) as client:
            yield aule, client


async def stream(client: httpx.AsyncClient, **body: Any) -> list[dict[str, Any]]:
    """The events of an ask, as its stream tells them."""
    async with client.stream("POST", "/v1/agent/chat", json={"locale": "en", **body}, headers=STREAM) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        told = [json.loads(line[6:]) async for line in answer.aiter_lines() if line.startswith("data: ")]
    assert answer.headers["content-location"] == f"/v1/runs/{told[0]['run']}"
    return told


async def test_the_stream_of_an_answer_is_its_run_from_start_to_end(tmp_path: Path) -> None:
    async with serving(tmp_path, say("Hello, Ana.", deltas=3)) as (_, client):
        told = await stream(client, message="Hi")
        run = told[0]["run"]
        kept = (await client.get("/v1/events", params={"run": run, "limit": 200})).json()["items"]
    assert [event["seq"] for event in told] == [event["seq"] for event in kept]
    assert (told[0]["type"], told[-1]["type"], told[-1]["data"]["status"]) == ("run.started", "run.finished", "done")


async def test_the_stream_ends_where_a_person_has_to_decide(tmp_path: Path) -> None:
    script = (call("core.write_file", {"path": "a.md", "content": "hi"}), say("Written."))
    async with serving(tmp_path, *script) as (aule, client):
        told = await stream(client, message="Write it")
        assert told[-1]["type"] == "run.waiting"
        [approval] = told[-1]["data"]["approvals"]
        seen = (await client.get(f"/v1/approvals/{approval}")).json()
        decision = {"option": "approve", "content_hash": seen["binds"]["content_hash"]}
        assert (await client.post(f"/v1/approvals/{approval}/decide", json=decision)).status_code == 200
        await aule.until_still(told[0]["run"])
        detail = (await client.get(f"/v1/runs/{told[0]['run']}")).json()
    assert (detail["run"]["status"], detail["undoable"]) == ("done", True)
    assert (aule.workspace / "a.md").read_text() == "hi"


async def test_a_run_goes_on_when_its_listener_leaves(tmp_path: Path) -> None:
    gate = asyncio.Event()
    async with serving(tmp_path, wait_for(gate) + say("Done all the same.")) as (aule, client):
        body = {"message": "Go on", "locale": "en"}
        async with client.stream("POST", "/v1/agent/chat", json=body, headers=STREAM) as answer:
            run = answer.headers["content-location"].removeprefix("/v1/runs/")
            await anext(answer.aiter_lines())
        gate.set()
        finished = await aule.until_still(run)
    assert finished.status == "done"


async def test_an_ask_nobody_waits_for_is_accepted_and_followed_from_its_cursor(tmp_path: Path) -> None:
    async with serving(tmp_path, say("Yes.")) as (aule, client):
        ask = {"message": "There?", "locale": "en", "wait": False}
        asked = await client.post("/v1/agent/chat", json=ask)
        assert asked.status_code == 202
        body = asked.json()
        await aule.until_still(body["run"])
        told = (await client.get("/v1/events", params={"since": body["cursor"], "run": body["run"]})).json()
        talk = (await client.get(f"/v1/conversations/{body['conversation_id']}")).json()
        narrowed = (await client.get(f"/v1/conversations/{body['conversation_id']}/events")).json()["items"]
    assert told["items"][0]["type"] == "run.started"
    assert [message["content"] for message in talk["messages"]] == ["There?", "Yes."]
    assert {event["session_id"] for event in narrowed} == {body["conversation_id"]}


async def test_two_names_for_two_agents_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, client):
        body = {"message": "x", "agent_id": "assistant", "persona_id": "coder"}
        answer = await client.post("/v1/agent/chat", json=body)
    assert (answer.status_code, answer.json()["field"]) == (422, "persona_id")


async def test_a_run_is_stopped_and_steered_over_http(tmp_path: Path) -> None:
    async with serving(tmp_path, wait_for(asyncio.Event())) as (aule, client):
        run = (await client.post("/v1/agent/chat", json={"message": "Wait", "locale": "en", "wait": False})).json()[
            "run"
        ]
        await aule.model.asked.wait()
        steered = await client.post(f"/v1/runs/{run}/steer", json={"message": "Faster"})
        assert steered.status_code == 200
        stopped = await client.post(f"/v1/runs/{run}/cancel")
        assert stopped.status_code == 200
        assert (await aule.until_still(run)).status == "cancelled"
        late = await client.post(f"/v1/runs/{run}/steer", json={"message": "Faster"})
        assert late.status_code == 409
