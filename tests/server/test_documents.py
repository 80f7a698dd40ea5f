"""Documents over HTTP: what is removed comes back, everything is in the history, and memories are in use."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from dirty_equals import IsPartialDict, IsStr
from tests.server.conftest import System


async def take_back(client: httpx.AsyncClient, removed: httpx.Response) -> dict[str, Any]:
    """Undo a removal; gives the run that did it."""
    assert (removed.status_code, list(removed.json())) == (200, ["change"])
    answer = await client.post(f"/v1/changes/{removed.json()['change']}/undo")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/personas", {"name": "Ana", "persona_text": "Be kind."}),
        ("/v1/projects", {"name": "School", "description": "7A", "instructions": "Be brief.", "agent": "coder"}),
        ("/v1/conversations", {"title": "Plans"}),
        ("/v1/memory", {"content": "Ana likes tea", "kind": "preference", "pinned": True}),
    ],
)
async def test_what_was_removed_comes_back_as_it_was(system: System, path: str, body: dict[str, Any]) -> None:
    """OS-9b: under a new version, so that an edit of the old one is stale."""
    client = system.client
    made = await client.post(path, json=body)
    assert (made.status_code, made.headers["etag"]) == (201, '"v1"')
    document = made.json()
    assert document == IsPartialDict(**body)
    own = f"{path}/{document['id']}"
    removed = await client.delete(own, headers={"If-Match": '"v1"'})
    assert (await client.get(own)).status_code == 404
    undone = await take_back(client, removed)
    assert (undone["kind"], undone["status"]) == ("undo", "done")
    back = await client.get(own)
    found = back.json().get("conversation", back.json())
    assert found == document | {"version": 2}
    late = await client.delete(own, headers={"If-Match": '"v1"'})
    assert (late.status_code, late.json()["code"]) == (412, "stale")


async def test_an_artifact_is_renamed_removed_and_comes_back_with_its_content(system: System) -> None:
    """OS-6, OS-9b."""
    client = system.client
    headers = {"Content-Type": "text/plain"}
    made = (await client.post("/v1/artifacts", params={"name": "a.txt"}, content=b"hello", headers=headers)).json()
    own = f"/v1/artifacts/{made['id']}"
    renamed = (await client.patch(own, json={"name": "b.txt"})).json()
    assert renamed == made | {"name": "b.txt"}
    removed = await client.delete(own)
    assert (await client.get("/v1/artifacts")).json()["items"] == []
    assert (await client.get(f"{own}/content")).status_code == 404
    assert (await client.delete(own)).status_code == 404
    await take_back(client, removed)
    assert (await client.get(own)).json() == renamed
    assert (await client.get(f"{own}/content")).content == b"hello"
    kinds = [change["op"] for change in (await client.get("/v1/changes", params={"kind": "artifact"})).json()["items"]]
    assert kinds == ["undo", "delete", "edit", "create"]


async def test_the_history_tells_who_did_what_where(system: System) -> None:
    """OS-9b: by kind, project, conversation and words, page by page."""
    client = system.client
    await client.post("/v1/personas", json={"name": "Ana Lúcia"})
    await client.post("/v1/projects", json={"name": "School"})
    await client.post("/v1/memory", json={"content": "The test is on Friday", "scope": "project:school"})
    talk = (await client.post("/v1/conversations", json={"title": "Plans", "project": "school"})).json()["id"]
    await client.patch(f"/v1/conversations/{talk}", json={"title": "Ideas"}, headers={"If-Match": '"v1"'})

    async def found(**query: str) -> list[tuple[str, str]]:
        items = (await client.get("/v1/changes", params=query)).json()["items"]
        return [(item["op"], item["title"]) for item in items]

    edited, remembered = ("edit", "Ideas"), ("create", "The test is on Friday")
    school, ana = ("create", "School"), ("create", "Ana Lúcia")
    assert await found() == [edited, remembered, school, ana]
    assert await found(project="school") == [edited, remembered, school]
    assert await found(kind="agent") == [ana]
    assert await found(session=talk) == [edited]
    assert await found(q="LUCIA") == [ana]
    assert await found(entity=f"conversation:{talk}") == [edited]
    assert (await client.get("/v1/changes", params={"kind": "planet"})).status_code == 422
    first = (await client.get("/v1/changes", params={"limit": 3})).json()
    assert [item["title"] for item in first["items"]] == ["Ideas", "The test is on Friday", "School"]
    rest = (await client.get("/v1/changes", params={"limit": 3, "after": first["next"]})).json()
    assert [(item["title"], rest["next"]) for item in rest["items"]] == [("Ana Lúcia", None)]
    assert first["items"][0] == IsPartialDict(actor={"type": "user", "id": "owner"}, run=None, project="school")


async def test_a_change_is_shown_line_by_line(system: System) -> None:
    client = system.client
    await client.post("/v1/projects", json={"name": "School", "instructions": "Be brief.\nBe kind."})
    patch = {"instructions": "Be brief.\nBe exact."}
    await client.patch("/v1/projects/school", json=patch, headers={"If-Match": '"v1"'})
    change = (await client.get("/v1/changes", params={"limit": 1})).json()["items"][0]
    diff = (await client.get(f"/v1/changes/{change['id']}/diff")).json()
    assert diff == {"text": IsStr(regex=r"(?s).*-Be kind\.\n\+Be exact\..*"), "note": None, "sha256": None}
    assert (await client.get("/v1/changes/chg_nothing/diff")).status_code == 404


async def test_projects_are_listed_with_what_is_in_them(system: System) -> None:
    """OS-9b: and their settings are edited one by one; an agent can be taken away again."""
    client = system.client
    await client.post("/v1/projects", json={"name": "School", "agent": "researcher"})
    for title in ("a", "b"):
        opened = await client.post("/v1/conversations", json={"title": title, "project": "school"})
        assert opened.json()["agent"] == "researcher"
    await client.post("/v1/memory", json={"content": "Friday", "scope": "project:school"})
    listed = (await client.get("/v1/projects")).json()["items"]
    assert [(item["project"]["id"], item["conversations"], item["memories"]) for item in listed] == [
        ("school", 2, 1),
        ("home", 0, 0),
    ]
    patch = {"description": "7A", "agent": None}
    edited = await client.patch("/v1/projects/school", json=patch, headers={"If-Match": '"v1"'})
    assert edited.json() == listed[0]["project"] | {
        "description": "7A",
        "agent": None,
        "version": 2,
        "updated_at": IsStr(),
    }
    nobody = await client.patch("/v1/projects/school", json={"agent": "nobody"}, headers={"If-Match": '"v2"'})
    assert nobody.status_code == 404


async def test_a_memory_counts_everywhere_or_in_one_project(system: System) -> None:
    """OS-18: written down by a person, trusted, and found by what it is."""
    client = system.client
    made = (await client.post("/v1/memory", json={"content": "I like mornings", "kind": "preference"})).json()
    assert made == IsPartialDict(layer="long_term", scope="user:owner", source="user:owner", trust="user", version=1)
    await client.post("/v1/memory", json={"content": "Mornings are short", "scope": "project:home"})

    async def found(**query: str) -> list[str]:
        return [item["content"] for item in (await client.get("/v1/memory", params=query)).json()["items"]]

    assert await found(kind="preference") == ["I like mornings"]
    assert await found(scope="project:home") == ["Mornings are short"]
    assert await found(q="mornings", kind="fact") == ["Mornings are short"]
    assert await found(trust="untrusted") == []
    for bad in ({"content": ""}, {"content": "x", "scope": "run:run_1"}, {"content": "x", "kind": "gossip"}):
        assert (await client.post("/v1/memory", json=bad)).status_code == 422
    lost = await client.post("/v1/memory", json={"content": "x", "scope": "project:nowhere"})
    assert lost.status_code == 404


async def test_a_conversation_shows_the_memories_in_use(system: System) -> None:
    """OS-18: what the latest turns recalled and noted, then what is pinned and what is its own."""
    client = system.client
    pinned = (await client.post("/v1/memory", json={"content": "Answer in verse", "pinned": True})).json()
    recalled = (await client.post("/v1/memory", json={"content": "The museum opens at nine"})).json()
    await client.post("/v1/memory", json={"content": "Something else entirely"})
    talk = (await client.post("/v1/conversations", json={"title": "Trip"})).json()["id"]
    listed = (await client.get(f"/v1/conversations/{talk}/memory")).json()
    assert listed == [{"item": pinned, "runs": []}]
    asked = (await client.post("/v1/agent/chat", json={"message": "museum?", "conversation_id": talk})).json()
    async for event in system.kernel.follow(None, run=asked["run"]):
        if event.type == "run.finished":
            break
    listed = (await client.get(f"/v1/conversations/{talk}/memory")).json()
    assert {each["item"]["id"]: each["runs"] for each in listed} == {
        pinned["id"]: [asked["run"]],
        recalled["id"]: [asked["run"]],
    }
    await client.delete(f"/v1/memory/{recalled['id']}", headers={"If-Match": "*"})
    listed = (await client.get(f"/v1/conversations/{talk}/memory")).json()
    assert [each["item"]["id"] for each in listed] == [pinned["id"]]
    assert (await client.get("/v1/conversations/conv_nothing/memory")).status_code == 404
    told = {"message": "Remember that I prefer short answers", "conversation_id": talk}
    noted = (await client.post("/v1/agent/chat", json=told)).json()["run"]
    async for event in system.kernel.follow(None, run=noted):
        if event.type == "run.finished":
            break
    listed = (await client.get(f"/v1/conversations/{talk}/memory")).json()
    [wish] = [each for each in listed if each["item"]["content"] == "I prefer short answers"]
    assert wish["runs"] == [noted]
