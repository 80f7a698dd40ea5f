"""Schedules over HTTP: versions, times before anything is kept, and the way back."""

from __future__ import annotations

from typing import Any

from dirty_equals import IsPartialDict
from tests.server.conftest import System

PATH = "/v1/tasks/scheduled"
MORNING = {"title": "Morning", "prompt": "what is new?", "cron": "0 7 * * 1-5", "timezone": "Europe/Lisbon"}


async def made(system: System, **fields: Any) -> dict[str, Any]:
    answer = await system.client.post(PATH, json={**MORNING, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_schedule_is_made_edited_paused_removed_and_brought_back(system: System) -> None:
    """OS-19, K-8."""
    client = system.client
    view = await made(system)
    schedule = view["schedule"]
    assert view == IsPartialDict(last_at=None, last_run=None, why_not=None)
    id, here = schedule["id"], f"{PATH}/{schedule['id']}"
    read = await client.get(here)
    assert (read.json(), read.headers["ETag"]) == (view, '"v1"')
    edit = {**schedule, "title": "Evening", "cron": "0 19 * * *", "created_by": "agent"}
    assert (await client.put(here, json=edit)).status_code == 428
    saved = await client.put(here, json=edit, headers={"If-Match": '"v1"'})
    assert saved.json()["schedule"] == IsPartialDict(title="Evening", created_by="user", version=2)
    assert (await client.put(here, json=edit, headers={"If-Match": '"v1"'})).status_code == 412
    paused = (await client.post(f"{here}/pause")).json()
    assert (paused["next_at"], paused["schedule"]["paused"]) == (None, True)
    resumed = (await client.post(f"{here}/resume")).json()
    assert resumed["next_at"] is not None
    removed = (await client.delete(here, headers={"If-Match": "*"})).json()
    assert (await client.get(here)).status_code == 404
    assert (await client.post(f"/v1/changes/{removed['change']}/undo")).is_success
    assert [each["schedule"]["id"] for each in (await client.get(PATH)).json()["items"]] == [id]


async def test_times_are_shown_before_anything_is_kept(system: System) -> None:
    asked = {"cron": "0 7 * * 1-5", "timezone": "America/Sao_Paulo", "locale": "pt-BR"}
    times = (await system.client.post(f"{PATH}/preview", json=asked)).json()
    assert (len(times["next"]), times["words"]) == (5, "de segunda a sexta às 07:00")
    assert all(each.endswith("T10:00:00.000Z") for each in times["next"])
    for wrong, field in (
        ({"cron": "x"}, "cron"),
        ({"cron": "0 7 * * *", "timezone": "Marte"}, "timezone"),
        ({}, "cron"),
    ):
        refused = await system.client.post(f"{PATH}/preview", json=wrong)
        assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert (await system.client.get(PATH)).json()["items"] == []


async def test_schedules_are_listed_by_project_conversation_and_workflow(system: System) -> None:
    talk = await system.kernel.documents.open_conversation(title="News")
    here = (await made(system, conversation=talk.id))["schedule"]["id"]
    other = (await made(system))["schedule"]["id"]

    async def listed(**query: str) -> list[str]:
        items = (await system.client.get(PATH, params=query)).json()["items"]
        return [each["schedule"]["id"] for each in items]

    assert await listed(project="home") == [other, here]
    assert await listed(conversation=talk.id) == [here]
    assert await listed(workflow="%") == await listed(project="none") == []


async def test_a_run_is_started_now(system: System) -> None:
    id = (await made(system, prompt="list my notes"))["schedule"]["id"]
    began = await system.client.post(f"{PATH}/{id}/run")
    assert (began.status_code, began.json()["schedule"], began.json()["kind"]) == (201, id, "schedule")
    await system.kernel.driver.wait(began.json()["id"])
    assert (await system.client.get(f"{PATH}/{id}")).json()["last_run"] == began.json()["id"]
