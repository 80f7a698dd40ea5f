"""Workflows over HTTP: kept, checked, exported, edited under an ETag, removed and brought back (OS-21)."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import Any

from dirty_equals import IsPartialDict, IsStr
from tests.server.conftest import System

YAML = {"Content-Type": "application/yaml"}
GREET = """\
id: greet
title: Greet somebody
inputs:
  name: {type: string, description: Whom to greet.}
state: {files: any}
steps:
  - id: look
    capability: core.list_dir
    writes: [files]
  - id: greet
    capability: core.create_note
    params: {title: "Hello {{inputs.name}}", text: "{{state.files.path}}"}
    depends_on: [look]
"""


async def test_a_workflow_is_kept_edited_removed_and_brought_back(system: System) -> None:
    """OS-21: version and ETag, and every edit is a change."""
    client = system.client
    made = await client.post("/v1/workflows", content=GREET, headers=YAML)
    assert (made.status_code, made.headers.get("etag")) == (201, '"v1"'), made.text
    kept = made.json()
    assert kept == IsPartialDict(id="greet", title="Greet somebody", created_by="user", version=1)
    again = await client.post("/v1/workflows", content=GREET, headers=YAML)
    assert (again.status_code, again.json()["code"]) == (409, "workflow_exists")
    own = "/v1/workflows/greet"
    assert (await client.get(own)).json() == kept | {"last_run": None}
    text = await client.get(f"{own}/document")
    assert (text.text, text.headers["content-type"]) == (GREET, IsStr(regex="application/yaml.*"))
    body = json.loads((await client.get(f"{own}/document", params={"format": "json"})).text)
    edited = await client.put(own, json=body | {"title": "Hi"}, headers={"If-Match": '"v1"'})
    assert (edited.status_code, edited.json()["title"], edited.headers["etag"]) == (200, "Hi", '"v2"')
    late = await client.put(own, json=kept, headers={"If-Match": '"v1"'})
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    assert (await client.put(own, json=kept | {"id": "other"}, headers={"If-Match": "*"})).status_code == 422
    listed = (await client.get("/v1/workflows")).json()["items"]
    assert [(each["workflow"]["title"], each["steps"], each["last_run"]) for each in listed] == [("Hi", 2, None)]
    hits = (await client.get("/v1/search", params={"q": "hi"})).json()
    assert IsPartialDict(kind="workflow", title="Hi", path="/workflows/greet") in hits
    removed = await client.delete(own, headers={"If-Match": '"v2"'})
    assert (await client.get(own)).status_code == 404
    undone = await client.post(f"/v1/changes/{removed.json()['change']}/undo")
    assert undone.status_code == 200, undone.text
    back = await client.get(own)
    assert (back.json()["title"], back.headers["etag"]) == ("Hi", '"v3"')


async def test_a_retry_that_would_do_nothing_is_told_and_hinders_nothing(system: System) -> None:
    text = """\
id: nested
steps:
  - id: outer
    steps:
      - {id: inner, steps: [{id: now, capability: core.now, retry: 2}], retry: 1}
    retry: {max: 2}
"""
    checked = (await system.client.post("/v1/workflows/check", content=text, headers=YAML)).json()
    assert [(each["code"], each["step"], each["field"], each["line"]) for each in checked["findings"]] == [
        ("retry_without_effect", "outer", "retry", 6),
        ("retry_without_effect", "outer/inner", "retry", 5),
    ]
    assert checked["ok"] is True
    assert (await system.client.post("/v1/workflows", content=text, headers=YAML)).status_code == 201


async def test_a_document_is_checked_without_being_kept(system: System) -> None:
    """OS-21: every finding at once, each with its place and line."""
    client = system.client
    bad = GREET.replace("core.create_note", "core.create_notes").replace("depends_on: [look]", "depends_on: [lok]")
    checked = (await client.post("/v1/workflows/check", content=bad, headers=YAML)).json()
    assert checked["ok"] is False
    assert [(each["code"], each["step"], each["line"]) for each in checked["findings"]] == [
        ("unknown_step", "greet", 13)
    ]
    bad = GREET.replace("core.create_note", "core.create_notes").replace("state.files.path", "state.gone.x")
    found = (await client.post("/v1/workflows/check", content=bad, headers=YAML)).json()["findings"]
    assert [(each["code"], each["step"], each["field"], each["line"]) for each in found] == [
        ("unknown_binding", "greet", "params.text", 12),
        ("unknown_capability", "greet", "call", 11),
    ]
    good = (await client.post("/v1/workflows/check", content=GREET, headers=YAML)).json()
    assert (good["ok"], good["findings"], good["workflow"]["id"]) == (True, [], "greet")
    assert (await client.get("/v1/workflows")).json()["items"] == []
    refused = await client.post("/v1/workflows", content=bad, headers=YAML)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_workflow")
    broken = (await client.post("/v1/workflows/check", content="id: [x", headers=YAML)).json()
    assert broken["findings"] == [IsPartialDict(code="invalid_document", line=1)]
    form = await client.post("/v1/workflows", content=GREET, headers={"Content-Type": "text/plain"})
    assert form.status_code == 415


async def test_the_schema_of_documents_is_published(system: System) -> None:
    schema = (await system.client.get("/v1/workflows/schema")).json()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {"id", "steps", "inputs", "state", "output"} <= set(schema["properties"])
    assert "if" in schema["$defs"]["StepForm"]["properties"]


async def test_a_preview_says_what_running_would_be_allowed_to_do(system: System) -> None:
    """K-4."""
    client = system.client
    await client.post("/v1/workflows", content=GREET, headers=YAML)
    preview: dict[str, Any] = (await client.get("/v1/workflows/greet/preview")).json()
    assert preview["envelope"]["calls"] == {"core.create_note": 1}
    assert [(each["place"], each["effect"], each["asks"]) for each in preview["steps"]] == [
        ("look", "read", False),
        ("greet", "write", True),
    ]
    assert preview["content_hash"].startswith("sha256:")


async def test_a_workflow_is_run_followed_resumed_and_stopped(system: System) -> None:
    """OS-21: the routes of a workflow stand for its latest run, or for the one that is named."""
    client = system.client
    await client.post("/v1/workflows", content=GREET, headers=YAML)
    own = "/v1/workflows/greet"
    assert (await client.post(f"{own}/cancel")).status_code == 404
    missing = await client.post(f"{own}/run", json={})
    assert (missing.status_code, missing.json()["field"]) == (422, "inputs.name")
    same, start = {"Idempotency-Key": "once"}, await system.kernel.journal.cursor()
    begun = await client.post(f"{own}/run", json={"inputs": {"name": "Ana"}, "locale": "en"}, headers=same)
    assert begun.status_code == 201, begun.text
    run = begun.json()
    assert run == IsPartialDict(kind="workflow", workflow="greet", workflow_version=1, title="Greet somebody")
    again = await client.post(f"{own}/run", json={"inputs": {"name": "Ana"}, "locale": "en"}, headers=same)
    assert again.json()["id"] == run["id"]
    async with asyncio.timeout(20), aclosing(system.kernel.journal.follow(start, run=run["id"])) as events:
        async for event in events:
            if event.type == "run.waiting":
                break
    told = (await client.get(f"{own}/events")).json()["items"]
    assert [event["type"] for event in told][:2] == ["run.started", "run.planned"]
    assert {event["run"] for event in told} == {run["id"]}
    paused = await client.post(f"/v1/runs/{run['id']}/pause")
    assert paused.json()["status"] == "paused"
    resumed = await client.post(f"{own}/resume", json={"run": run["id"]})
    assert resumed.json()["status"] != "paused"
    stopped = await client.post(f"{own}/cancel")
    assert (stopped.json()["id"], stopped.json()["status"]) == (run["id"], "cancelled")
    other = await client.post(f"{own}/cancel", json={"run": "run_nowhere"})
    assert other.status_code == 404
    [listed] = (await client.get("/v1/workflows")).json()["items"]
    assert listed["last_run"]["status"] == "cancelled"


STOPS = """\
id: stops
state: {a: string, b: string}
steps:
  - {id: first, capability: core.now, interrupt: before}
  - {id: which, ask: Which fruit?, options: [Apple, Pear], writes: [a]}
  - {id: look, if: "true", interrupt: {after: true}, depends_on: [first, which]}
  - {id: keep, capability: core.create_note, params: {title: "{{state.a}}"}, depends_on: [look, which]}
"""


async def test_resuming_answers_the_interrupt_that_waits_and_names_them_where_there_are_several(system: System) -> None:
    """LT-5: state and decision go along; what a call would do is decided by whoever saw it, never in passing."""
    client, own = system.client, "/v1/workflows/stops"
    await client.post("/v1/workflows", content=STOPS, headers=YAML)
    run = (await client.post(f"{own}/run", json={"locale": "en"})).json()["id"]

    async def resumed(**body: Any) -> tuple[int, dict[str, Any]]:
        answer = await client.post(f"{own}/resume", json=body)
        await _still(system, run)
        return answer.status_code, answer.json()

    async def last() -> tuple[str, dict[str, str], dict[str, Any]]:
        seen = (await client.get(own)).json()["last_run"]
        return seen["run"]["status"], {step["place"]: step["status"] for step in seen["steps"]}, seen["state"]

    await _still(system, run)
    code, several = await resumed(decision="approve")
    assert (code, several["code"]) == (409, "several_wait")
    assert sorted(each["path"] for each in several["matches"]) == ["first", "which"]
    assert (await last())[1]["first"] == "waiting", "nothing was decided"
    question = next(each["id"] for each in several["matches"] if each["path"] == "which")
    for decision in (None, " "):
        code, missing = await resumed(approval=question, decision=decision)
        assert (code, missing["field"]) == (422, "decision"), "nobody answers a question for the person"
    assert (await resumed(approval=question, decision="pear"))[0] == 200
    assert (await resumed())[0] == 200, "the one that is left goes on"
    status, steps, state = await last()
    assert (status, steps["look"], state) == ("waiting", "waiting", {"a": "Pear"})
    assert (await resumed(state={"ghost": 1}))[0] == 422
    assert (await resumed(state={"a": "Plum", "b": "more"}))[0] == 200
    assert (await last())[2] == {"a": "Plum", "b": "more"}
    code, asks = await resumed(decision="approve")
    assert (code, asks["code"]) == (409, "approval_required"), "a note is written only after it was seen"
    assert asks["subject"].startswith("apr_")
    read = (await client.get(own)).json()
    put = await client.put(own, json=read | {"title": "As read"}, headers={"If-Match": '"v1"'})
    assert put.status_code == 200, "what the system says about it is no part of a document"
    assert (await client.post(f"{own}/cancel")).json()["status"] == "cancelled"
    assert (await resumed())[1]["code"] == "nothing_waits"


async def _still(system: System, run: str) -> None:
    """Wait until a run has ended or waits for a person."""
    async with asyncio.timeout(20):
        while True:
            found = await system.kernel.runs.get(run)
            is_still = found.status.is_final or found.status == "waiting"
            if is_still and system.kernel.engine.graphs.segment(run) is None:
                return
            await asyncio.sleep(0)
