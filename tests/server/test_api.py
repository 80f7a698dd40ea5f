"""The API over a whole system: documents with versions, pages, approvals, undo, secrets."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from dirty_equals import IsPartialDict, IsStr
from tests.server.conftest import System


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_home_carries_the_cursor_the_stream_goes_on_from(system: System) -> None:
    home = (await system.client.get("/v1/home")).json()
    assert home == IsPartialDict(onboarded=False, pending=[], running=[], conversations=[])
    assert home["cursor"] == await system.kernel.journal.cursor()


async def test_a_conversation_is_opened_read_renamed_and_deleted(system: System) -> None:
    client = system.client
    opened = await client.post("/v1/conversations", json={"title": "Plans"})
    conversation = opened.json()
    path = f"/v1/conversations/{conversation['id']}"
    assert (opened.status_code, opened.headers["etag"]) == (201, '"v1"')
    detail = await client.get(path)
    assert (detail.json()["conversation"], detail.headers["etag"]) == (conversation, '"v1"')
    renamed = await client.patch(path, json={"title": "Ideas"}, headers={"If-Match": '"v1"'})
    assert renamed.json() == conversation | {"title": "Ideas", "version": 2, "updated_at": IsStr()}
    assert (await client.get("/v1/conversations", params={"project": "home"})).json()["items"] == [renamed.json()]
    assert (await client.get("/v1/projects/home/conversations")).json()["items"] == [renamed.json()]
    assert (await client.delete(path, headers={"If-Match": '"v2"'})).status_code == 200
    assert code_of(await client.get(path)) == (404, "not_found")


async def test_a_persona_is_made_edited_cloned_and_deleted(system: System) -> None:
    client = system.client
    made = await client.post("/v1/personas", json={"name": "Ana Lúcia", "persona_text": "Be kind."})
    assert (made.status_code, made.json()["id"], made.headers["etag"]) == (201, "ana-lucia", '"v1"')
    again = await client.post("/v1/personas", json={"name": "Ana Lúcia"})
    assert again.json()["id"] == "ana-lucia-2"
    edited = made.json() | {"description": "Kind", "builtin": True, "app": "core", "version": 99}
    saved = await client.put("/v1/personas/ana-lucia", json=edited, headers={"If-Match": '"v1"'})
    assert saved.json() == made.json() | {"description": "Kind", "version": 2, "updated_at": IsStr()}
    clone = await client.post("/v1/personas/assistant/clone", json={"name": "Mine"})
    assert (clone.status_code, clone.json()["builtin"], clone.json()["name"]) == (201, False, "Mine")
    assert (await client.delete("/v1/personas/ana-lucia", headers={"If-Match": '"v2"'})).status_code == 200
    assert code_of(await client.get("/v1/personas/ana-lucia")) == (404, "not_found")
    taken = await client.post("/v1/personas", json={"name": "X", "id": "ana-lucia-2"})
    assert taken.status_code == 409


async def test_a_built_in_persona_cannot_be_edited(system: System) -> None:
    agent = (await system.client.get("/v1/personas/assistant")).json()
    headers = {"If-Match": f'"v{agent["version"]}"'}
    assert (await system.client.put("/v1/personas/assistant", json=agent, headers=headers)).status_code == 403
    assert (await system.client.delete("/v1/personas/assistant", headers=headers)).status_code == 403
    renamed = await system.client.put("/v1/personas/assistant", json=agent | {"id": "other"}, headers=headers)
    assert code_of(renamed) == (422, "invalid")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/v1/conversations/{id}", {"title": "x"}),
        ("DELETE", "/v1/conversations/{id}", None),
        ("PUT", "/v1/settings", {}),
        ("PATCH", "/v1/projects/home", {"name": "x"}),
    ],
)
async def test_an_edit_of_a_version_that_is_gone_is_refused(
    system: System, method: str, path: str, body: dict[str, Any] | None
) -> None:
    opened = (await system.client.post("/v1/conversations", json={})).json()
    path = path.format(id=opened["id"])
    stale = await system.client.request(method, path, json=body, headers={"If-Match": '"v7"'})
    assert code_of(stale) == (412, "stale")


async def test_of_many_edits_of_one_version_exactly_one_wins(system: System) -> None:
    path = f"/v1/conversations/{(await system.client.post('/v1/conversations', json={})).json()['id']}"
    answers = await asyncio.gather(
        *(
            system.client.patch(path, json={"title": f"title {number}"}, headers={"If-Match": '"v1"'})
            for number in range(20)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [412] * 19
    won = next(answer.json() for answer in answers if answer.status_code == 200)
    assert (await system.client.get(path)).json()["conversation"] == won


async def test_settings_are_replaced_under_their_tag(system: System) -> None:
    client = system.client
    before = await client.get("/v1/settings")
    edited = before.json() | {"onboarded": True}
    saved = await client.put("/v1/settings", json=edited, headers={"If-Match": before.headers["etag"]})
    assert (saved.status_code, saved.json()) == (200, edited)
    assert saved.headers["etag"] != before.headers["etag"]
    assert (await client.get("/v1/settings")).headers["etag"] == saved.headers["etag"]
    late = await client.put("/v1/settings", json=edited, headers={"If-Match": before.headers["etag"]})
    assert code_of(late) == (412, "stale")


async def test_a_secret_goes_in_and_only_its_mask_comes_out(system: System) -> None:
    client, secret = system.client, "sk-very-secret-value-3f9a"
    assert (await client.put("/v1/settings/secrets/OPENAI_API_KEY", json={"value": secret})).status_code == 204
    listed = (await client.get("/v1/settings/secrets")).json()
    assert [(item["name"], item["source"]) for item in listed] == [("OPENAI_API_KEY", "stored")]
    everything = [await client.get(path) for path in ("/v1/settings/secrets", "/v1/events", "/v1/models", "/v1/home")]
    assert [answer for answer in everything if secret in answer.text] == []
    assert (await client.delete("/v1/settings/secrets/OPENAI_API_KEY")).status_code == 204
    assert (await client.get("/v1/settings/secrets")).json() == []


async def test_a_project_is_made_renamed_and_taken_off_the_list(system: System) -> None:
    client = system.client
    made = await client.post("/v1/projects", json={"name": "School"})
    assert (made.status_code, made.json()["id"]) == (201, "school")
    renamed = await client.patch("/v1/projects/school", json={"name": "School 2"}, headers={"If-Match": '"v1"'})
    assert renamed.json() == made.json() | {"name": "School 2", "version": 2, "updated_at": IsStr()}
    assert (await client.get("/v1/projects/school/artifacts")).json() == {"items": [], "next": None}
    assert (await client.delete("/v1/projects/school", headers={"If-Match": '"v2"'})).status_code == 200
    assert (await client.get("/v1/projects/school")).status_code == 404


async def test_lists_come_in_pages_that_miss_and_repeat_nothing(system: System) -> None:
    client = system.client
    made = [(await client.post("/v1/conversations", json={"title": str(n)})).json()["id"] for n in range(7)]
    seen: list[str] = []
    after: str | None = None
    while True:
        params = {"limit": 3} | ({"after": after} if after else {})
        page = (await client.get("/v1/conversations", params=params)).json()
        seen += [item["id"] for item in page["items"]]
        after = page["next"]
        if after is None:
            break
    assert sorted(seen) == sorted(made)
    for bad in ("nonsense", "W10", "e30"):
        assert (await client.get("/v1/conversations", params={"after": bad})).status_code == 422


async def test_a_write_waits_for_exactly_what_was_seen_and_can_be_undone(system: System) -> None:
    """K-2, K-6: a direct call needs approval; the decision is bound to its content; undo takes it back."""
    client = system.client
    body = {"params": {"path": "a.md", "content": "hello\n"}}
    asked = await client.post("/v1/capabilities/core.write_file/call", json=body)
    assert code_of(asked) == (409, "approval_required")
    approval = (await client.get(f"/v1/approvals/{asked.json()['subject']}")).json()
    pending = (await client.get("/v1/approvals", params={"status": "pending"})).json()["items"]
    assert pending == [approval]
    decide = f"/v1/approvals/{approval['id']}/decide"
    other = await client.post(decide, json={"option": "approve", "content_hash": "sha256:other"})
    assert code_of(other) == (409, "approval_stale")
    decision = {"option": "approve", "content_hash": approval["binds"]["content_hash"]}
    decided = await client.post(decide, json=decision)
    assert decided.json()["status"] == "granted"
    assert code_of(await client.post(decide, json=decision)) == (409, "already_decided")
    await finished(system, approval["run"])
    [change] = (await client.get("/v1/changes", params={"run": approval["run"]})).json()["items"]
    assert (await client.get(f"/v1/changes/{change['id']}")).json() == change
    preview = (await client.post(f"/v1/changes/{change['id']}/undo", params={"preview": True})).json()
    assert [item["action"] for item in preview["items"]] == ["remove"]
    undone = (await client.post(f"/v1/runs/{approval['run']}/undo")).json()
    assert (undone["kind"], undone["status"]) == ("undo", "done")
    again = await client.post(f"/v1/runs/{approval['run']}/undo")
    assert again.status_code == 409


async def test_the_same_key_is_the_same_call(system: System) -> None:
    client = system.client
    headers = {"Idempotency-Key": "k1"}
    body = {"params": {}}
    answers = [await client.post("/v1/capabilities/core.now/call", json=body, headers=headers) for _ in range(2)]
    assert answers[0].json()["run"] == answers[1].json()["run"]
    assert answers[0].json()["result"]["data"] == answers[1].json()["result"]["data"]


async def test_an_unknown_capability_is_named_with_what_is_near(system: System) -> None:
    """K-S5."""
    answer = await system.client.post("/v1/capabilities/core.write_fil/call", json={"params": {}})
    assert code_of(answer) == (404, "unknown_capability")
    assert "core.write_file" in answer.json()["candidates"]
    assert (await system.client.get("/v1/runs")).json()["items"] == []


async def test_an_unknown_parameter_is_refused_and_nothing_runs(system: System) -> None:
    """K-S1."""
    answer = await system.client.post("/v1/capabilities/core.read_file/call", json={"params": {"pth": "a.md"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_param")
    assert "path" in answer.json()["candidates"]


async def test_the_models_page_says_what_there_is_without_a_network(system: System) -> None:
    models = (await system.client.get("/v1/models")).json()
    assert {role["tier"] for role in models["roles"]} == {0}
    assert (await system.client.get("/v1/models/recommended")).json() != []
    assert code_of(await system.client.post("/v1/settings/test", json={"provider": "nobody"})) == (404, "not_found")


async def test_memories_are_listed_corrected_and_forgotten(system: System) -> None:
    client = system.client
    await client.post("/v1/capabilities/core.memory_save/call", json={"params": {"content": "Ana likes tea"}})
    for approval in (await client.get("/v1/approvals", params={"status": "pending"})).json()["items"]:
        decision = {"option": "approve", "content_hash": approval["binds"]["content_hash"]}
        await client.post(f"/v1/approvals/{approval['id']}/decide", json=decision)
        await finished(system, approval["run"])
    [item] = (await client.get("/v1/memory", params={"q": "TEA"})).json()["items"]
    assert (await client.get("/v1/memory")).json()["items"] == [item]
    path = f"/v1/memory/{item['id']}"
    tag = (await client.get(path)).headers["etag"]
    edited = await client.patch(path, json={"content": "Ana likes coffee", "pinned": True}, headers={"If-Match": tag})
    assert edited.json() == item | {"content": "Ana likes coffee", "pinned": True, "version": item["version"] + 1}
    assert (await client.delete(path, headers={"If-Match": edited.headers["etag"]})).status_code == 200
    assert (await client.get("/v1/memory")).json()["items"] == []


async def test_the_palette_finds_what_exists(system: System) -> None:
    await system.client.post("/v1/conversations", json={"title": "Férias de verão"})
    hits = (await system.client.get("/v1/search", params={"q": "ferias"})).json()
    assert [hit["title"] for hit in hits] == ["Férias de verão"]


async def finished(system: System, run: str) -> None:
    """Wait until a run came to its end."""
    async with asyncio.timeout(60):
        async for event in system.kernel.follow(None, run=run):
            if event.type == "run.finished":
                return
