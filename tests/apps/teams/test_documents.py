"""Teams as documents over HTTP: made, read, edited, restored, deleted, undone; and asked."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.conftest import System

CREW: dict[str, Any] = {
    "name": "Equipe Ágil",
    "agents": [
        {"agent": "researcher", "role": "Finds out", "skills": ["research"]},
        {"agent": "coder", "skills": ["code"]},
    ],
    "router": "skill",
    "handoff_rules": [
        {"from_agent": "researcher", "to_agent": "coder", "condition": "topic=code", "strategy": "interrupt"}
    ],
    "brief": "Be short.",
}


async def test_a_team_is_kept_with_its_versions_and_everything_can_be_undone(system: System) -> None:
    """ST-4: create, read, replace, patch, list, restore, delete, undo."""
    http = system.client
    made = await http.post("/v1/agent-teams", json=CREW)
    assert (made.status_code, made.headers["etag"], made.json()["id"]) == (201, '"v1"', "equipe-agil")
    assert (await http.post("/v1/agent-teams", json={**CREW, "id": "equipe-agil"})).status_code == 409
    edited = await http.patch("/v1/agent-teams/equipe-agil", json={"brief": "Be long.", "instances": 3})
    assert (edited.json()["brief"], edited.json()["instances"], edited.headers["etag"]) == ("Be long.", 3, '"v2"')
    old = (await http.get("/v1/agent-teams/equipe-agil/versions")).json()["items"]
    assert [(each["version"], each["brief"]) for each in old] == [(2, "Be long."), (1, "Be short.")]
    restored = await http.put("/v1/agent-teams/equipe-agil", json=CREW, headers={"If-Match": '"v2"'})
    assert (restored.json()["brief"], restored.json()["version"]) == ("Be short.", 3)
    assert [each["id"] for each in (await http.get("/v1/agent-teams")).json()["items"]] == ["equipe-agil"]
    gone = (await http.delete("/v1/agent-teams/equipe-agil")).json()
    missing = await http.get("/v1/agent-teams/equipe-agil")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    await system.kernel.undo(f"change:{gone['change']}")
    assert (await http.get("/v1/agent-teams/equipe-agil")).json()["version"] == 3


async def test_two_people_who_edit_one_team_at_once_never_overwrite_each_other(system: System) -> None:
    """ST-4: one edit of a version wins, the other one is stale; what is wrong is told with its place."""
    http = system.client
    await http.post("/v1/agent-teams", json={**CREW, "id": "crew"})
    match = {"If-Match": '"v1"'}
    edits = [http.patch("/v1/agent-teams/crew", json={"brief": f"Edit {n}."}, headers=match) for n in range(4)]
    answers = await asyncio.gather(*edits)
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
    assert {answer.json().get("code") for answer in answers} == {None, "stale"}
    won = next(answer for answer in answers if answer.status_code == 200).json()
    assert (await http.get("/v1/agent-teams/crew")).json() == won
    late = await http.delete("/v1/agent-teams/crew", headers=match)
    assert late.status_code == 412
    unknown = await http.patch("/v1/agent-teams/crew", json={"agents": [{"agent": "nobody"}], "handoff_rules": []})
    assert (unknown.status_code, unknown.json()["field"]) == (422, "agents.0.agent")
    wrong = await http.patch("/v1/agent-teams/crew", json={"fallback": ["creator"]})
    assert (wrong.status_code, wrong.json()["field"], wrong.json()["code"]) == (422, "fallback.0", "no_member")
    kept = await http.patch("/v1/agent-teams/crew", json={"name": None})
    assert kept.json()["field"] == "name"


async def test_a_team_is_asked_in_chat_and_one_that_is_not_there_says_so(system: System) -> None:
    """ST-4: `POST /v1/agent/chat` with `team`; without a model members answer by rule."""
    http = system.client
    await http.post("/v1/agent-teams", json={**CREW, "id": "crew", "handoff_rules": []})
    body = {"message": "what time is it?", "team": "crew", "locale": "en"}
    answer = (await http.post("/v1/agent/chat", json=body)).json()
    conversation = (await http.get(f"/v1/conversations/{answer['conversation_id']}")).json()
    said = conversation["messages"][-1]
    assert (said["speaker"]["team"], said["speaker"]["agent"]) == ("crew", "researcher")
    lost = (await http.post("/v1/agent/chat", json={**body, "team": "nobody"})).json()
    assert "There is no team 'nobody'" in str(lost)
    many = await http.post("/v1/agent-teams/crew/asks", json={"requests": ["what time is it?", "which day is it?"]})
    assert many.status_code == 202
    [part] = many.json()["runs"]  # it has one instance
    assert part["requests"] == [0, 1]
    assert (await system.kernel.driver.wait(part["run"])).status == "done"


async def test_figures_are_read_and_forgotten_over_http(system: System) -> None:
    """ST-4: the table, forgetting with its change, and a team that is not there."""
    http = system.client
    await http.post("/v1/agent-teams", json={"name": "Crew", "agents": [{"agent": "researcher", "skills": ["time"]}]})
    assert (await http.get("/v1/agent-teams/crew/figures")).json() == {"team": "crew", "items": []}
    assert (await http.delete("/v1/agent-teams/crew/figures")).status_code == 404
    await http.post("/v1/agent/chat", json={"message": "what time is it?", "team": "crew", "wait": True})
    told = (await http.get("/v1/agent-teams/crew/figures")).json()["items"]
    assert [(each["agent"], each["kind"], each["asks"], each["well"]) for each in told] == [
        ("researcher", "time", 1, 1)
    ]
    assert (await http.post("/v1/agent-teams/crew/figures/rebuild")).json()["items"] == told
    gone = await http.delete("/v1/agent-teams/crew/figures", params={"agent": "researcher", "kind": "TIME"})
    assert gone.json()["change"]
    assert (await http.get("/v1/agent-teams/crew/figures")).json()["items"] == []
    assert (await http.get("/v1/agent-teams/nobody/figures")).status_code == 404
