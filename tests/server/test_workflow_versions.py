"""Versions of workflows and their drawings over HTTP: looked at, restored and undone; none is lost (ST-22)."""

from __future__ import annotations

import json
from typing import Any

from dirty_equals import IsPartialDict
from hypothesis import given, settings
from hypothesis import strategies as some
from tests.server.conftest import System

from aule.contracts.errors import Invalid
from aule.kernel.workflows.document_reader import workflow_of
from aule.kernel.workflows.text import ParsedText

YAML = {"Content-Type": "application/yaml"}
ONE = "id: drawn\nsteps: [{id: look, capability: core.list_dir}]\n"
TWO = """\
id: drawn
title: Two steps
steps:
  - {id: look, capability: core.list_dir}
  - {id: list, capability: core.list_notes, depends_on: look}
canvas:
  positions:
    look: {x: 10, y: 20.5}
    gone: {x: 1, y: 1}
  notes: [{id: n1, text: Remember., at: {x: 0, y: 0}}]
  pins: {list: {total: 3}}
"""
OWN = "/v1/workflows/drawn"
CANVAS = {
    "positions": {"look": {"x": 10.0, "y": 20.5}},
    "notes": [
        {"id": "n1", "text": "Remember.", "at": {"x": 0.0, "y": 0.0}, "width": 240.0, "height": 160.0, "color": "amber"}
    ],
    "pins": {"list": {"total": 3}},
}


async def test_a_workflow_goes_back_to_a_version_and_that_can_be_undone(system: System) -> None:
    """ST-22: versions with restore; a stale one is refused."""
    client = system.client
    await client.post("/v1/workflows", content=ONE, headers=YAML)
    assert (await client.put(OWN, content=TWO, headers=YAML)).json()["canvas"] == CANVAS
    items = (await client.get(f"{OWN}/versions")).json()["items"]
    assert [(each["version"], each["title"], each["steps"], each["is_current"]) for each in items] == [
        (2, "Two steps", 2, True),
        (1, "drawn", 1, False),
    ]
    assert items[0] == IsPartialDict(by={"type": "user", "id": "owner"})
    first = (await client.get(f"{OWN}/versions/1")).json()
    assert (first["version"], len(first["graph"]["nodes"]), first["canvas"]) == (1, 1, None)
    stale = await client.post(f"{OWN}/versions/1/restore", headers={"If-Match": '"v1"'})
    assert (stale.status_code, stale.json()["code"]) == (412, "stale")
    restored = await client.post(f"{OWN}/versions/1/restore", headers={"If-Match": '"v2"'})
    assert (restored.status_code, restored.headers["etag"]) == (200, '"v3"')
    assert restored.json() == first | {"version": 3, "updated_at": restored.json()["updated_at"]}
    change = (await client.get(f"{OWN}/versions")).json()["items"][0]["change"]
    assert (await client.post(f"/v1/changes/{change}/undo")).status_code == 200
    back = (await client.get(OWN)).json()
    assert (back["title"], back["canvas"]) == ("Two steps", CANVAS)
    for version in ("99", "0"):
        assert (await client.get(f"{OWN}/versions/{version}")).status_code == 404
    for version in ("-1", "x", "9" * 40):
        assert (await client.get(f"{OWN}/versions/{version}")).status_code == 422
    assert (await client.get("/v1/workflows/nowhere/versions")).status_code == 404


async def test_a_version_that_cannot_run_any_more_is_not_restored(system: System) -> None:
    client = system.client
    other = "id: other\nsteps: [{id: now, capability: core.now}]"
    await client.post("/v1/workflows", content=other, headers=YAML)
    await client.post("/v1/workflows", content="id: drawn\nsteps: [{id: run, workflow: other}]", headers=YAML)
    await client.put(OWN, content=ONE, headers=YAML)
    await client.delete("/v1/workflows/other")
    refused = await client.post(f"{OWN}/versions/1/restore")
    assert (refused.status_code, refused.json()["findings"][0]["step"]) == (422, "run")
    assert (await client.get(OWN)).json()["version"] == 2


async def test_a_drawing_is_told_everywhere_and_lost_nowhere(system: System) -> None:
    """ST-22, ST-23: kept, listed, exported, checked and imported with its canvas; text without one keeps it."""
    client = system.client
    made = await client.post("/v1/workflows", content=TWO, headers=YAML)
    assert made.json()["canvas"] == CANVAS
    assert (await client.get(OWN)).json()["canvas"] == CANVAS
    [listed] = (await client.get("/v1/workflows")).json()["items"]
    assert listed["workflow"]["canvas"] == CANVAS
    for format in ("yaml", "json"):
        text = (await client.get(f"{OWN}/document", params={"format": format})).text
        copied = text.replace("drawn", "copy")
        checked = await client.post("/v1/workflows/check", content=copied, headers=YAML, params={"format": format})
        assert checked.json() == IsPartialDict(ok=True, findings=[], document=copied)
        assert checked.json()["workflow"]["canvas"] == CANVAS
    assert (await client.post("/v1/workflows", content=copied, headers=YAML)).json()["canvas"] == CANVAS
    seen = (await client.get(f"{OWN}/preview")).json()["content_hash"]
    plain = TWO.partition("canvas:")[0]
    kept = await client.put(OWN, content=plain, headers=YAML)
    assert kept.json()["canvas"] == CANVAS, "who writes steps takes no drawing away"
    gone = await client.put(OWN, content=plain + "canvas: {}\n", headers=YAML)
    assert gone.json()["canvas"] is None
    assert (await client.get(f"{OWN}/preview")).json()["content_hash"] == seen
    told = (await client.post("/v1/workflows/check", content=TWO, headers=YAML)).json()
    assert [(each["code"], each["field"]) for each in told["findings"]] == [("canvas_without_step", "canvas.positions")]
    assert told["ok"] is True


async def test_a_draft_that_is_not_complete_is_told_step_by_step(system: System) -> None:
    """ST-20: validation as one draws, each finding on its node."""
    client = system.client
    step = {"id": "a", "kind": "call", "call": {"capability": "core.nothing", "params": {}}}
    draft: dict[str, Any] = {"id": "draft", "title": "Draft", "graph": {"nodes": [step]}, "canvas": None}

    async def found(graph: dict[str, Any]) -> list[tuple[str, str | None]]:
        checked = await client.post("/v1/workflows/check", json=draft | {"graph": graph})
        assert checked.status_code == 200, checked.text
        return [(each["code"], each["step"]) for each in checked.json()["findings"]]

    assert await found({"nodes": [step]}) == [("unknown_capability", "a")]
    assert await found({"nodes": []}) == [("invalid_document", None)]
    assert ("incomplete", "a") in await found({"nodes": [{"id": "a", "kind": "call"}]})
    assert await found({"nodes": [{"id": "a", "kind": "surprise"}]}) == [("invalid_document", "a")]
    assert await found({"nodes": [step | {"call": {"capability": ""}}]}) == [("invalid_document", "a")]
    granted = {"id": "a", "kind": "agent", "prompt": "Hi", "grants": {"calls": {"core.now": 1}}}
    checked = await client.post("/v1/workflows/check", json=draft | {"graph": {"nodes": [granted]}})
    assert checked.json() == IsPartialDict(ok=True, document=None), "a document has no place for what it grants"


JSON = some.recursive(
    some.none() | some.booleans() | some.integers(-9, 9) | some.sampled_from(["a", "call", "x/y", ""]),
    lambda inner: (
        some.lists(inner, max_size=3)
        | some.dictionaries(some.sampled_from(["id", "kind", "nodes", "graph", "call", "canvas", "pins", "x"]), inner)
    ),
    max_leaves=8,
)
KEYS = ("id", "title", "graph", "steps", "canvas", "inputs", "budget", "last_run")


@settings(deadline=None, max_examples=300)
@given(some.dictionaries(some.sampled_from(KEYS), JSON))
def test_no_draft_breaks_the_reader(value: dict[str, Any]) -> None:
    try:
        workflow_of(ParsedText(json.loads(json.dumps(value))))
    except Invalid as refused:
        assert refused.problem.message
