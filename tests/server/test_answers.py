"""What the API answers stays small and clear, however much there is: first pages, pieces of changes, doubled keys."""

from __future__ import annotations

from tests.server.conftest import System

from aule.kernel.overview import MOST_SHOWN


async def test_the_first_page_stays_small_however_many_approvals_wait(system: System) -> None:
    """Each of them shows a page of text; all of them are in the list of approvals."""
    many = MOST_SHOWN * 3
    for number in range(many):
        params = {"path": f"{number}.md", "content": "A long line of words to look at.\n" * 80}
        asked = await system.client.post("/v1/capabilities/core.write_file/call", json={"params": params})
        assert asked.json()["code"] == "approval_required"
    home = await system.client.get("/v1/home")
    assert (len(home.json()["pending"]), home.json()["pending_total"]) == (MOST_SHOWN, many)
    assert len(home.content) < 200_000
    listed = await system.client.get("/v1/approvals", params={"status": "pending", "limit": 200})
    assert len(listed.json()["items"]) == many


async def test_a_change_that_is_no_file_has_no_pieces_and_says_so(system: System) -> None:
    created = await system.client.post("/v1/projects", json={"name": "Somewhere"})
    assert created.status_code == 201
    renamed = await system.client.patch(
        f"/v1/projects/{created.json()['id']}",
        json={"name": "Elsewhere"},
        headers={"If-Match": created.headers.get("etag", "*")},
    )
    assert renamed.status_code == 200
    changes = (await system.client.get("/v1/changes")).json()["items"]
    assert changes and not changes[0]["entity"].startswith("file:")
    for change in changes:
        answer = await system.client.get(f"/v1/changes/{change['id']}/hunks")
        assert (answer.status_code, answer.json()["code"]) == (422, "not_in_pieces")
        assert answer.json()["hint"]


async def test_a_key_that_stands_twice_is_refused_before_anything_happens(system: System) -> None:
    """Two readers could act on two different values: the one that checks, and the one that does."""
    body = b'{"params": {"title": "One", "text": "a", "title": "Two"}, "by_hand": true}'
    answer = await system.client.post(
        "/v1/capabilities/core.create_note/call", content=body, headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_json")
    assert "'title' stands twice" in answer.json()["detail"]
    listed = await system.client.post("/v1/capabilities/core.list_notes/call", json={"params": {}})
    assert listed.json()["result"]["data"]["notes"] == []
