"""One workflow made by hand on the canvas and by words in the chat: the same bytes, and the same run (ST-22)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import System
from tests.shell.canvas import OK, Canvas, canvas_rules
from tests.shell.tools import Node

pytestmark = pytest.mark.xdist_group("shell")

START = """\
id: {id}
title: News
steps:
  - {{id: collect, title: Collect, capability: core.list_notes}}
  - {{id: count, title: Count them, capability: core.now, depends_on: collect}}
  - {{id: extra, title: Extra look, capability: core.now, depends_on: count}}
  - {{id: publish, title: Publish, capability: core.list_dir, depends_on: extra}}
"""
WORDS = [
    "remova o passo extra",
    "renomeie o passo Count them para Quantas notas",
    "pergunte ao usuário antes de publish",
    "adicione um passo que pergunta qual é o título entre collect e quantas notas",
    "tente o passo collect 3 vezes",
]


async def _say(system: System, id: str, words: str) -> None:
    """Ask for a change in the chat and approve its card."""
    body = {"message": words, "locale": "pt-BR", "about": f"workflow:{id}"}
    assert (await system.client.post("/v1/agent/chat", json=body)).status_code == OK
    [card] = (await system.client.get("/v1/approvals", params={"status": "pending"})).json()["items"]
    said = {"option": "approve", "content_hash": card["binds"]["content_hash"]}
    decided = await system.client.post(f"/v1/approvals/{card['id']}/decide", json=said)
    assert (card["kind"], decided.status_code) == ("write", OK), (words, card["title"], decided.text)
    async with asyncio.timeout(20):
        while (await system.client.get(f"/v1/runs/{card['run']}")).json()["run"]["status"] != "done":
            await asyncio.sleep(0.01)


def _by_hand(blank: dict[str, Any], title: str, message: str) -> list[dict[str, Any]]:
    """Return what somebody does with mouse and keyboard to the same end, beginning with an empty question."""
    question = {"message": message, "options": [], "free_text": True}
    new = {**blank, "title": title, "question": question, "dependencies": ["collect"]}
    before = {"before": True, "after": False, "message": ""}
    return [
        {"type": "removeStep", "id": "extra"},
        {"type": "changeStep", "id": "count", "fields": {"title": "Quantas notas"}},
        {"type": "renameStep", "id": "count", "to": "quantas_notas"},
        {"type": "changeStep", "id": "publish", "fields": {"interrupt": before}},
        {"type": "addStep", "step": new, "index": 1, "at": {"x": 10, "y": 20}},
        {"type": "disconnect", "from": "collect", "to": "quantas_notas"},
        {"type": "connect", "from": blank["id"], "to": "quantas_notas"},
    ]


async def test_a_workflow_drawn_by_hand_is_the_bytes_that_words_make_and_runs_alike(
    system: System, node: Node, tmp_path: Path
) -> None:
    """ST-22: the canvas's own edits and the chat's words end at one document, one approval and one course of events."""
    client = system.client
    for id in ("drawn", "said"):
        await client.post("/v1/workflows/import", json={"content": START.format(id=id), "is_draft": False})
    for words in WORDS:
        await _say(system, "said", words)
    said = (await client.get("/v1/workflows/said")).json()["graph"]
    [asked] = [step for step in said["nodes"] if step["kind"] == "human"]
    async with canvas_rules(node, tmp_path) as rules:
        canvas = Canvas(rules, client, "/v1/workflows/drawn")
        await canvas.open()
        blank = await rules.do("blank", kind="human", id=asked["id"])
        assert await canvas.draw(*_by_hand(blank, asked["title"], asked["question"]["message"])) == []
        retry = {"max": 3, "wait_s": 1, "factor": 2, "on": []}
        assert await canvas.draw({"type": "changeStep", "id": "collect", "fields": {"retry": retry}}) == []
        assert await canvas.save() is None
    drawn = (await client.get("/v1/workflows/drawn")).json()["graph"]
    assert json.dumps(drawn) == json.dumps(said)
    texts = [(await client.get(f"/v1/workflows/{id}/document")).text.partition("canvas:")[0] for id in ("drawn", "said")]
    assert texts[0].replace("id: drawn", "id: said", 1) == texts[1]
    previews = [(await client.get(f"/v1/workflows/{id}/preview")).json() for id in ("drawn", "said")]
    assert previews[0]["content_hash"] == previews[1]["content_hash"]
    assert await _course(system, "drawn") == await _course(system, "said")


async def _course(system: System, id: str) -> list[tuple[str, str | None]]:
    """Run a workflow to its end, and return what happened to its steps in order."""
    run = (await system.client.post(f"/v1/workflows/{id}/run", json={"inputs": {}})).json()["id"]
    async with asyncio.timeout(20):
        while (await system.client.get(f"/v1/runs/{run}")).json()["run"]["status"] != "done":
            for waiting in await system.kernel.approvals.pending(run=run):
                seen = waiting.binds.content_hash
                await system.kernel.decide(waiting.id, waiting.options[0].id, content_hash=seen, answer="News")
            await asyncio.sleep(0.01)
    events = await system.kernel.journal.read(None, run=run)
    return [(event.data.type, getattr(event.data, "step", None)) for event in events if event.data.type.startswith("step.")]
