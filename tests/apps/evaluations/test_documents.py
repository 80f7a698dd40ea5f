"""Evaluations as documents over HTTP: made, edited, restored, deleted, undone, and kept in files."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.apps.evaluations.benches import SET, Bench


async def test_an_evaluation_is_kept_with_its_versions_and_everything_can_be_undone(bench: Bench) -> None:
    """ST-14: create, read, replace, patch, list, restore, delete, undo."""
    http = bench.client
    made = await http.post("/v1/evaluations", json=SET)
    assert (made.status_code, made.headers["etag"], made.json()["id"]) == (201, '"v1"', "boas-maneiras")
    assert (await http.post("/v1/evaluations", json={**SET, "id": "boas-maneiras"})).status_code == 409
    path = "/v1/evaluations/boas-maneiras"
    edited = await http.patch(path, json={"description": "Short."})
    assert (edited.json()["description"], edited.headers["etag"]) == ("Short.", '"v2"')
    assert len(edited.json()["questions"]) == 2
    old = (await http.get(f"{path}/versions")).json()["items"]
    assert [each["version"] for each in old] == [2, 1]
    restored = await http.put(path, json=SET, headers={"If-Match": '"v2"'})
    assert (restored.json()["description"], restored.json()["version"]) == ("", 3)
    assert [each["id"] for each in (await http.get("/v1/evaluations?agent=ana")).json()["items"]] == ["boas-maneiras"]
    assert (await http.get("/v1/evaluations?agent=bia")).json()["items"] == []
    gone = (await http.delete(path)).json()
    assert (await http.get(path)).status_code == 404
    await bench.aule.kernel.undo(f"change:{gone['change']}")
    assert (await http.get(path)).json()["version"] == 3


async def test_two_people_who_edit_one_evaluation_at_once_never_overwrite_each_other(bench: Bench) -> None:
    """ST-14: one edit of a version wins, the others are stale."""
    id = await bench.make_set()
    match = {"If-Match": '"v1"'}
    edits = [bench.client.patch(f"/v1/evaluations/{id}", json={"description": f"{n}"}, headers=match) for n in range(4)]
    answers = await asyncio.gather(*edits)
    assert sorted(each.status_code for each in answers) == [200, 412, 412, 412]


@pytest.mark.parametrize("format", ["yaml", "json"])
async def test_an_evaluation_that_is_written_to_a_file_is_read_again_as_it_was(bench: Bench, format: str) -> None:
    """ST-14: export, delete, import gives the same questions; importing again is another version."""
    id = await bench.make_set()
    before = (await bench.client.get(f"/v1/evaluations/{id}")).json()
    written = (await bench.client.get(f"/v1/evaluations/{id}/export", params={"format": format})).json()
    assert written["filename"] == f"{id}.{format}"
    await bench.client.delete(f"/v1/evaluations/{id}")
    read = await bench.client.post("/v1/evaluations/import", json={"content": written["content"]})
    assert read.status_code == 201
    assert {name: read.json()[name] for name in SET} == {name: before[name] for name in SET}
    again = await bench.client.post("/v1/evaluations/import", json={"content": written["content"]})
    assert (again.json()["id"], again.json()["version"]) == (id, read.json()["version"] + 1)


HOSTILE = {
    "not a set": "- 1\n- 2",
    "no title": "questions: []",
    "an unknown expectation": json.dumps(
        {**SET, "questions": [{"id": "a", "words": "b", "expectations": [{"expects": "exec", "command": "rm"}]}]}
    ),
    "an unknown field": json.dumps({**SET, "run": "rm -rf"}),
    "too many questions": json.dumps({**SET, "questions": [{"id": f"q{n}", "words": "x"} for n in range(101)]}),
    "two of one id": json.dumps({**SET, "questions": [{"id": "a", "words": "x"}, {"id": "a", "words": "y"}]}),
    "a schema nobody checks": json.dumps(
        {
            **SET,
            "questions": [
                {"id": "a", "words": "x", "expectations": [{"expects": "shape", "shape": {"pattern": "(a+)+$"}}]}
            ],
        }
    ),
    "an id that is a path": json.dumps({**SET, "id": "../../etc"}),
    "a billion laughs": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\ntitle: *c",
    "a python object": "title: !!python/object/apply:os.system ['true']",
    "deep nesting": "[" * 5_000,
    "deep JSON": '{"title":' * 5_000,
    "control characters": "title: \u0000",
    "broken": "{",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_file_that_is_no_evaluation_is_refused_and_nothing_is_kept(bench: Bench, content: str) -> None:
    """ST-14, N-4: files of strangers are data; what is wrong with them is told."""
    refused = await bench.client.post("/v1/evaluations/import", json={"content": content})
    assert refused.status_code == 422, refused.text
    assert (await bench.client.get("/v1/evaluations")).json()["items"] == []


async def test_an_evaluation_is_found_by_its_title_and_listed_in_a_chat(bench: Bench) -> None:
    """ST-14: search shows it; a model can list evaluations."""
    await bench.make_set()
    found = (await bench.client.get("/v1/search", params={"q": "maneiras"})).json()
    assert "/evaluations/boas-maneiras" in json.dumps(found)
    listed = await bench.aule.kernel.call("evaluations.list_evaluations", {})
    assert listed.result.data["items"][0]["questions"] == 2
