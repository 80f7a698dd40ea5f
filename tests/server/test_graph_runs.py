"""Runs of graphs over HTTP: looked at step by step, paused, decided with a change, tried again, forked."""

from __future__ import annotations

import asyncio
from typing import Any

from dirty_equals import IsPartialDict
from tests.server.conftest import System

from aule.contracts.access.approval import Approval
from aule.contracts.runs.run import RunStatus

YAML = {"Content-Type": "application/yaml"}
NOTES = """\
id: notes
title: Notes
state: {files: any, tone: {type: string, default: dry}}
steps:
  - id: look
    capability: core.list_dir
    writes: [files]
    interrupt: {after: true, message: Is this the folder?}
  - id: note
    capability: core.create_note
    params: {title: "{{state.tone}} files", text: "Found: {{state.files}}"}
    depends_on: [look]
"""


async def begun(system: System) -> dict[str, Any]:
    """A run of the workflow that waits at its first step."""
    made = await system.client.post("/v1/workflows", content=NOTES, headers=YAML)
    assert made.status_code == 201, made.text
    started = await system.client.post("/v1/workflows/notes/run", json={"inputs": {}})
    assert started.status_code == 201, started.text
    return await still(system, started.json()["id"])


async def still(system: System, run: str) -> dict[str, Any]:
    """A run once it stands still."""
    async with asyncio.timeout(20):
        while True:
            found = (await system.client.get(f"/v1/runs/{run}")).json()["run"]
            if found["status"] in ("waiting", "paused") or RunStatus(found["status"]).is_final:
                return found
            await asyncio.sleep(0.01)


async def decide(system: System, run: str, option: str, **more: Any) -> dict[str, Any]:
    """Decide what a run waits for, and wait until it stands still again."""
    asked = (await system.client.get("/v1/approvals", params={"status": "pending", "run": run})).json()["items"][0]
    body = {"option": option, "content_hash": asked["binds"]["content_hash"], **more}
    decided = await system.client.post(f"/v1/approvals/{asked['id']}/decide", json=body)
    assert decided.status_code == 200, decided.text
    return await still(system, run)


async def test_a_run_is_looked_at_decided_with_a_change_and_forked(system: System) -> None:
    """OS-21, OS-22: everything the desktop does with a run."""
    client, run = system.client, await begun(system)
    own = f"/v1/runs/{run['id']}"
    graph = (await client.get(f"{own}/graph")).json()
    assert [(step["place"], step["status"], step["moment"]) for step in graph["steps"]] == [
        ("look", "waiting", "after"),
        ("note", "pending", None),
    ]
    assert (await client.get(f"{own}/steps/look")).json() == IsPartialDict(
        params=IsPartialDict(), result=IsPartialDict()
    )
    assert (await client.get(f"{own}/steps/ghost")).status_code == 404
    run = await decide(system, run["id"], "approve", edit={"state": {"tone": "warm"}})
    assert run["status"] == "waiting"
    run = await decide(system, run["id"], "approve")
    assert run["status"] == "done"
    note = (await client.get(f"{own}/steps/note")).json()
    assert note["params"]["title"] == "warm files"
    forked = await client.post(f"{own}/fork", json={"step": "note", "state": {"tone": "cold"}})
    assert (forked.status_code, forked.json()["forked_from"]) == (201, run["id"])
    assert (await still(system, forked.json()["id"]))["status"] == "waiting"
    assert (await client.post(f"/v1/runs/{forked.json()['id']}/cancel")).json()["status"] == "cancelled"
    found = (await client.get("/v1/runs", params={"workflow": "notes"})).json()["items"]
    assert {each["id"] for each in found} == {run["id"], forked.json()["id"]}


async def test_what_cannot_be_done_with_a_run_is_said_clearly(system: System) -> None:
    """OS-22: hostile and late requests."""
    client, run = system.client, await begun(system)
    own = f"/v1/runs/{run['id']}"
    assert (await client.post(f"{own}/resume")).json()["code"] == "not_paused"
    assert (await client.post(f"{own}/retry")).json()["code"] == "run_open"
    assert (await client.post(f"{own}/fork", json={"step": "ghost"})).status_code == 404
    assert (await client.post(f"{own}/fork", json={"step": "look", "state": {"tone": 7}})).status_code == 422
    assert (await client.post(f"{own}/pause")).json()["status"] == "paused"
    assert (await client.post(f"{own}/pause")).json()["status"] == "paused"
    assert (await client.post(f"{own}/cancel")).json()["status"] == "cancelled"
    assert (await client.post(f"{own}/pause")).json()["code"] == "run_ended"
    called = await client.post("/v1/capabilities/core.list_dir/call", json={"params": {}})
    plain = called.json()["run"]
    for verb in ("pause", "retry", "rerun"):
        assert (await client.post(f"/v1/runs/{plain}/{verb}")).json()["code"] == "no_graph"
    assert (await client.get(f"/v1/runs/{plain}/graph")).json()["code"] == "no_graph"


async def test_an_answered_question_has_an_end_and_a_step_that_may_begin_has_none(system: System) -> None:
    """ST-21: the time of a step stops when a person settled it, however it was settled."""
    run = await begun(system)
    waiting = (await system.client.get(f"/v1/runs/{run['id']}/graph")).json()["steps"][1]
    assert (waiting["started_at"], waiting["finished_at"]) == (None, None)
    await decide(system, run["id"], "abort")
    skipped = (await system.client.get(f"/v1/runs/{run['id']}/graph")).json()["steps"][0]
    assert (skipped["status"], skipped["finished_at"] is None) == ("skipped", False)


TWO = """\
id: two
steps:
  - {id: a, ask: A?}
  - {id: b, ask: B?}
  - {id: x, title: X, capability: core.now, depends_on: [a, b]}
  - {id: y, title: Y, capability: core.now, depends_on: [a, b]}
"""


async def test_two_people_who_change_one_waiting_run_do_not_undo_each_other(system: System) -> None:
    """OS-21, ST-23: who is late is told and decides again; nothing of either change is lost, also at the same time."""
    client = system.client
    assert (await client.post("/v1/workflows", content=TWO, headers=YAML)).status_code == 201
    for at_once in (False, True):
        run = (await client.post("/v1/workflows/two/run", json={"inputs": {}})).json()["id"]
        asked = await _asked(system, run, 2)
        told = (await client.get(f"/v1/runs/{run}/graph")).json()
        bodies: list[Any] = []
        for number, approval in enumerate(asked):
            nodes = [
                {**node, "title": "Mine"} if node["id"] == "xy"[number] else node for node in told["graph"]["nodes"]
            ]
            edit = {"graph": {**told["graph"], "nodes": nodes}, "seen": told["graph_hash"]}
            given = {"option": "answer", "answer": "ok", "content_hash": approval.binds.content_hash, "edit": edit}
            bodies.append((f"/v1/approvals/{approval.id}/decide", given | {"option": approval.options[0].id}))
        if at_once:
            await asyncio.gather(*(client.post(url, json=body) for url, body in bodies))
        else:
            assert (await client.post(bodies[0][0], json=bodies[0][1])).status_code == 200
            await _asked(system, run, 1)
            late = await client.post(bodies[1][0], json=bodies[1][1])
            assert (late.status_code, late.json()["code"]) == (409, "graph_changed")
        [left] = await _asked(system, run, 1)
        now = (await client.get(f"/v1/runs/{run}/graph")).json()
        assert [node["title"] for node in now["graph"]["nodes"]].count("Mine") == 1
        nodes = [{**node, "title": "Mine"} if node["id"] in "xy" else node for node in now["graph"]["nodes"]]
        edit = {"graph": {**now["graph"], "nodes": nodes}, "seen": now["graph_hash"]}
        again = {"option": left.options[0].id, "answer": "ok", "content_hash": left.binds.content_hash, "edit": edit}
        assert (await client.post(f"/v1/approvals/{left.id}/decide", json=again)).status_code == 200
        assert (await still(system, run))["status"] == "done"
        done = (await client.get(f"/v1/runs/{run}/graph")).json()
        assert [node["title"] for node in done["graph"]["nodes"]] == ["", "", "Mine", "Mine"]


async def _asked(system: System, run: str, count: int) -> list[Approval]:
    """Wait until a run stands still and asks so many things."""
    async with asyncio.timeout(20):
        while True:
            found = await system.kernel.approvals.pending(run=run)
            if len(found) == count and system.kernel.engine.graphs.segment(run) is None:
                return found
            await asyncio.sleep(0.01)
