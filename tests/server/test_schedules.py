"""Schedules over HTTP: versions, times before anything is kept, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from dirty_equals import IsPartialDict
from tests.server.conftest import System
from tests.server.doors import BEARER
from tests.server.live import live

from aule.contracts.settings import Settings
from aule.testing.scripted_model import call, say
from aule.testing.system import system as agents_system

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


async def test_a_task_is_scheduled_with_the_words_of_the_original(system: System) -> None:
    """LT-6: `cron_expr` and `project_id` are taken as well; two words that disagree are refused."""
    project = (await system.client.post("/v1/projects", json={"name": "Report"})).json()["id"]
    task = {"prompt": "look at the notes", "cron_expr": "0 9 * * *", "project_id": project}
    made = await system.client.post(PATH, json=task)
    assert made.status_code == 201, made.text
    assert made.json()["schedule"] == IsPartialDict(cron="0 9 * * *", project=project, prompt="look at the notes")
    twice = await system.client.post(PATH, json={**task, "cron": "0 8 * * *"})
    assert (twice.status_code, "cron_expr" in twice.text) == (422, True)
    elsewhere = await system.client.post(PATH, json={**task, "project": "home"})
    assert (elsewhere.status_code, "project_id" in elsewhere.text) == (422, True)


async def test_a_schedule_an_agent_made_a_moment_ago_is_not_replaced_unseen(tmp_path: Path) -> None:
    """LT-3: whoever replaces a whole document without naming its version may never have read what an agent wrote."""
    script = (call("core.schedule_task", {"task": "look", "title": "Daily", "cron": "0 8 * * *"}), say("Done."))
    free = Settings.model_validate({"policy": {"allow": ["core.schedule_task"]}})
    async with agents_system(tmp_path, *script) as aule, live(aule.kernel) as server:
        await aule.kernel.save_settings(free, expected=None)
        address = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=address, headers=BEARER, trust_env=False, timeout=60) as client:
            await client.post("/v1/agent/chat", json={"message": "every day", "locale": "en"})
            [view] = (await client.get(PATH)).json()["items"]
            here, edit = f"{PATH}/{view['schedule']['id']}", {**view["schedule"], "title": "Evening"}
            unseen = await client.put(here, json=edit)
            assert (unseen.status_code, unseen.json()["code"]) == (428, "version_required")
            seen = await client.put(here, json=edit, headers={"If-Match": '"v1"'})
            assert seen.status_code == 200
            assert (await client.put(here, json={**edit, "title": "Night"})).json()["schedule"]["title"] == "Night"
            assert (await client.delete(here)).status_code == 200
