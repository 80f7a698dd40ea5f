"""Proposals and edits over HTTP: looked at, adopted in part, dropped, and changed before they are allowed."""

from __future__ import annotations

from typing import Any

import httpx
from dirty_equals import IsPartialDict
from tests.server.conftest import System

from aule.contracts.access.capability import Policy
from aule.contracts.settings import Settings

LINES = "".join(f"line {number}\n" for number in range(30))


async def test_a_proposal_is_listed_shown_in_hunks_adopted_in_part_and_undone(system: System) -> None:
    """CO-26, CO-27, CO-30."""
    client = system.client
    await _written(system, "a.txt", LINES)
    proposed = await _proposed(system, "a.txt", LINES.replace("line 2\n", "LINE 2\n").replace("line 25\n", "LINE 25\n"))
    own = f"/v1/changes/{proposed['id']}"
    assert proposed == IsPartialDict(status="proposed", entity="file:home/a.txt")
    assert (await client.get("/v1/changes", params={"entity": "file:home/a.txt"})).json()["items"] == [
        IsPartialDict(op="write", status="applied")
    ]
    hunks = (await client.get(f"{own}/hunks")).json()
    assert [(hunk["index"], hunk["added"], hunk["removed"]) for hunk in hunks] == [(0, 1, 1), (1, 1, 1)]
    diff = (await client.get(f"{own}/diff")).json()
    assert diff["text"].count("@@ -") == 2 and diff["sha256"] == proposed["before"]["sha256"]
    stale = await client.post(f"{own}/adopt", json={"hunks": [0], "sha256": "0" * 64})
    assert (stale.status_code, stale.json()["code"], stale.json()["subject"]) == (409, "changed_since", proposed["id"])
    wrong = await client.post(f"{own}/adopt", json={"hunks": [7], "sha256": diff["sha256"]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown_hunk")
    adopted = await client.post(f"{own}/adopt", json={"hunks": [1], "sha256": diff["sha256"]})
    assert adopted.json() == IsPartialDict(kind="call", status="done")
    assert _text(system, "a.txt") == LINES.replace("line 25\n", "LINE 25\n")
    again = await client.post(f"{own}/adopt", json={})
    assert (again.status_code, again.json()["code"]) == (409, "not_proposed")
    [change] = (await client.get("/v1/changes", params={"run": adopted.json()["id"]})).json()["items"]
    assert change == IsPartialDict(adopts=proposed["id"], actor={"type": "user", "id": "owner"})
    assert (await client.post(f"/v1/changes/{change['id']}/undo")).status_code == 200
    assert _text(system, "a.txt") == LINES


async def test_a_proposal_is_dropped(system: System) -> None:
    proposed = await _proposed(system, "b.txt", "b\n")
    own = f"/v1/changes/{proposed['id']}"
    assert (await system.client.post(f"{own}/drop")).json() == IsPartialDict(status="dropped")
    assert (await system.client.post(f"{own}/drop")).status_code == 409
    assert (await system.client.get("/v1/changes", params={"status": "proposed"})).json()["items"] == []
    assert (await system.client.post("/v1/changes/chg_0000000000/adopt", json={})).status_code == 404


async def test_what_waits_is_edited_and_only_the_edited_text_can_be_allowed(system: System) -> None:
    """CO-26: the hash that was seen first allows nothing any more."""
    client = system.client
    asked = await _call(client, "a.txt", "mine\n")
    assert asked.status_code == 409
    own = f"/v1/approvals/{asked.json()['subject']}"
    first = (await client.get(own)).json()
    draft = (await client.get(f"{own}/draft", params={"path": "a.txt"})).json()
    assert draft == {"path": "a.txt", "content": "mine\n", "paths": ["a.txt"]}
    assert (await client.get(f"{own}/draft", params={"path": "z.txt"})).status_code == 404
    body = {"path": "a.txt", "content": "ours\n", "content_hash": first["binds"]["content_hash"]}
    anew = (await client.post(f"{own}/edit", json=body)).json()
    assert anew == IsPartialDict(id=first["id"], version=2, status="pending") and "+ours" in anew["preview"]["diff"]
    assert (await client.post(f"{own}/edit", json=body)).json()["code"] == "approval_stale"
    old = await client.post(f"{own}/decide", json={"option": "approve", "content_hash": body["content_hash"]})
    assert (old.status_code, old.json()["code"]) == (409, "approval_stale")
    granted = {"option": "approve", "content_hash": anew["binds"]["content_hash"]}
    assert (await client.post(f"{own}/decide", json=granted)).json()["status"] == "granted"
    await system.kernel.driver.wait(first["run"])
    assert _text(system, "a.txt") == "ours\n"


async def _proposed(system: System, path: str, content: str) -> dict[str, Any]:
    await system.kernel.save_settings(Settings(policy=Policy(on_write="propose")), expected=None)
    called = await _call(system.client, path, content)
    assert called.status_code == 200, called.text
    assert [warning["code"] for warning in called.json()["result"]["warnings"]] == ["proposed"]
    return (await system.client.get("/v1/changes", params={"status": "proposed"})).json()["items"][0]


async def _written(system: System, path: str, content: str) -> None:
    await system.kernel.save_settings(Settings(policy=Policy(allow=["core.*"])), expected=None)
    assert (await _call(system.client, path, content)).status_code == 200


async def _call(client: httpx.AsyncClient, path: str, content: str) -> httpx.Response:
    return await client.post(
        "/v1/capabilities/core.write_file/call", json={"params": {"path": path, "content": content}}
    )


def _text(system: System, path: str) -> str:
    return (system.kernel.settings.path.parent / "projects/home" / path).read_text()
