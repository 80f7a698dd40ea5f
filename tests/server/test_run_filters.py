"""Which runs a list shows."""

from __future__ import annotations

from tests.server.conftest import System

LOOK = "id: look\ntitle: Look\nsteps: [{id: now, capability: core.now}]\n"


async def test_runs_made_of_steps_are_told_from_talks_and_calls(system: System) -> None:
    """OS-21: the list of runs shows workflows and plans, of one workflow or project when asked for."""
    client = system.client
    called = await client.post("/v1/capabilities/core.now/call", json={"params": {}, "locale": "en"})
    made = await client.post("/v1/workflows", content=LOOK, headers={"Content-Type": "application/yaml"})
    assert (called.status_code, made.status_code) == (200, 201), made.text
    run = (await client.post("/v1/workflows/look/run", json={"inputs": {}})).json()["id"]

    async def listed(**query: str) -> list[str]:
        return [item["id"] for item in (await client.get("/v1/runs", params=query)).json()["items"]]

    assert len(await listed()) == 2
    assert await listed(steps="true") == [run]
    assert await listed(steps="true", workflow="look", project="home") == [run]
    assert await listed(steps="true", workflow="other") == []
    assert await listed(steps="true", kind="plan") == []
