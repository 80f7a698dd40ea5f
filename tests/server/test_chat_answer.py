"""Asking over HTTP without a stream: one response with the answer and the steps that led there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.server.conftest import System as ServerSystem
from tests.server.doors import BEARER
from tests.server.live import live

from aule.contracts.errors import ModelUnavailable
from aule.testing.no_models import allow_models
from aule.testing.openai_server import OpenAIServer, Reply
from aule.testing.scripted_model import Response, call, fail, say, think, wait_for
from aule.testing.system import System, system

CURL = {"User-Agent": "curl/8.14.1", "Accept": "*/*", "Content-Type": "application/json"}
"""What `curl -H 'Content-Type: application/json' -d …` sends."""


@asynccontextmanager
async def serving(folder: Path, *script: Response) -> AsyncIterator[tuple[System, httpx.AsyncClient]]:
    """A system with a scripted model behind a real server, and a client that is let in."""
    async with system(folder, *script) as aule, live(aule.kernel) as server:
        address = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=address, headers=BEARER | CURL, trust_env=False, timeout=60) as client:
            yield aule, client


async def test_an_answer_comes_with_thought_action_and_observation(tmp_path: Path) -> None:
    """LT-1: whoever neither streams nor follows the log reads the steps in the answer itself."""
    script = (think("I should look") + call("core.list_dir", {"path": "."}), think("Done") + say("It is empty."))
    async with serving(tmp_path, *script) as (_, client):
        answer = await client.post("/v1/agent/chat", json={"message": "What is there?", "locale": "en", "wait": True})
        body: dict[str, Any] = answer.json()
        kept = (await client.get(f"/v1/runs/{body['run']}")).json()["run"]
    looked, answered = body["steps"]
    assert (answer.status_code, body["status"], body["response"]) == (200, "done", "It is empty.")
    assert (looked["thought"], looked["action"], looked["action_input"]) == (
        "I should look",
        "core.list_dir",
        {"path": "."},
    )
    assert looked["observation"].startswith("{") or looked["observation"].startswith("[")
    assert (answered["thought"], answered["is_final_answer"], answered["final_answer"]) == (
        "Done",
        True,
        "It is empty.",
    )
    assert body["tool_call"] == {"name": "core.list_dir", "args": {"path": "."}}
    assert body["usage"] == kept["usage"]
    assert (body["usage"]["tokens_in"], body["usage"]["model_calls"]) == (20, 2)


async def test_an_answer_that_needs_a_decision_names_what_waits(tmp_path: Path) -> None:
    """LT-1: a write waits; the response says for what, and the run goes on after the decision."""
    script = (call("core.write_file", {"path": "a.md", "content": "hi"}), say("Written."))
    async with serving(tmp_path, *script) as (aule, client):
        body = (await client.post("/v1/agent/chat", json={"message": "Write it", "locale": "en"})).json()
        assert (body["status"], body["response"]) == ("waiting", "")
        [approval] = body["approvals"]
        seen = (await client.get(f"/v1/approvals/{approval}")).json()
        decision = {"option": "approve", "content_hash": seen["binds"]["content_hash"]}
        await client.post(f"/v1/approvals/{approval}/decide", json=decision)
        await aule.until_still(body["run"])
        again = {"message": "Thanks", "conversation_id": body["conversation_id"], "locale": "en"}
        aule.model.add(say("Gladly."))
        assert (await client.post("/v1/agent/chat", json=again)).json()["response"] == "Gladly."
    assert (aule.workspace / "a.md").read_text() == "hi"


async def test_a_failed_answer_says_why_and_a_call_that_failed_is_observed(tmp_path: Path) -> None:
    """LT-1: problems are told where results would stand."""
    broken = fail(ModelUnavailable("the model is gone", hint="Start it."))
    async with serving(tmp_path, call("core.read_file", {"path": "no.md"}), broken) as (_, client):
        body = (await client.post("/v1/agent/chat", json={"message": "Read it", "locale": "en"})).json()
    assert body["status"] == "failed"
    assert body["error"]["code"] == "modelo_indisponivel"
    assert "no.md" in body["steps"][0]["observation"]


async def test_a_run_goes_on_when_whoever_waits_for_its_answer_leaves(tmp_path: Path) -> None:
    """LT-1: the answer is in the conversation, whoever is there to read it."""
    gate = asyncio.Event()
    async with serving(tmp_path, wait_for(gate) + say("Here.")) as (aule, client):
        asked = asyncio.create_task(client.post("/v1/agent/chat", json={"message": "Slowly", "locale": "en"}))
        await aule.model.asked.wait()
        asked.cancel()
        gate.set()
        [run] = (await client.get("/v1/runs")).json()["items"]
        assert (await aule.until_still(run["id"])).status == "done"


async def test_the_validation_request_of_the_original_is_answered(system: ServerSystem) -> None:
    """LT-1: its body, and only what curl sends; a model is named by its name alone."""
    body = {"message": "gere uma imagem de cidade futurista", "model": "llama3.2"}
    async with OpenAIServer([Reply(text="Era uma vez o mar.")], models=["llama3.2"]) as server:
        settings = (await system.client.get("/v1/settings", headers=CURL)).json()
        settings["providers"] = {"local": {"base_url": server.base_url, "wire": "openai_chat"}}
        assert (await system.client.put("/v1/settings", json=settings)).status_code == 200
        with allow_models(server.port):
            image = await system.client.post("/v1/agent/chat", json=body, headers=CURL)
            story = {**body, "message": "me conte uma história sobre o mar"}
            told = (await system.client.post("/v1/agent/chat", json=story, headers=CURL)).json()
        assert [chat["model"] for chat in server.chats] == ["llama3.2"]
    drawn = image.json()
    assert (image.status_code, drawn["status"], len(drawn["approvals"])) == (200, "waiting", 1)
    assert drawn["tool_call"] == {"name": "core.generate_image", "args": {"prompt": "cidade futurista"}}
    assert (told["status"], told["response"]) == ("done", "Era uma vez o mar.")


async def test_a_model_nobody_has_is_told(system: ServerSystem) -> None:
    """LT-1: without any model connected, one that is asked for by name is not quietly replaced."""
    told = (await system.client.post("/v1/agent/chat", json={"message": "oi", "model": "llama3.2"})).json()
    assert (told["status"], told["error"]["code"]) == ("failed", "modelo_indisponivel")
    assert "leave the model out" in told["error"]["hint"]


async def test_an_answer_is_in_the_language_of_the_words_where_none_was_set(system: ServerSystem) -> None:
    """K-13: *run ls -la* is English although `la` is Portuguese, *execute ls* is Portuguese; a set one holds."""
    asked = [("run ls -la", None), ("execute ls", None), ("execute ls", "en"), ("list my notes", "pt-BR")]
    told: list[str] = []
    for words, locale in asked:
        body = {"message": words, "wait": True} | ({} if locale is None else {"locale": locale})
        answer = (await system.client.post("/v1/agent/chat", json=body)).json()
        told.append((await system.client.get(f"/v1/runs/{answer['run']}")).json()["run"]["locale"])
    assert told == ["en", "pt-BR", "en", "pt-BR"]
