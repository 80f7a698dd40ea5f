"""Plans over HTTP to their end: approved as seen, carried out, planned anew, reported on with evidence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.server.conftest import System

from aule.contracts.runs.run import RunStatus


def write(id: str, path: str, *after: str) -> dict[str, Any]:
    """A step of a plan's file that writes a file."""
    return {
        "id": id,
        "title": f"Escrever {path}",
        "description": f"Escrever o arquivo {path} para a próxima etapa.",
        "validation": f"O arquivo {path} existe.",
        "kind": "call",
        "call": {"capability": "core.write_file", "params": {"path": path, "content": f"{path}\n"}},
        "dependencies": list(after),
    }


PLAN: dict[str, Any] = {
    "schemaVersion": 1,
    "id": "dois-arquivos",
    "title": "Dois arquivos",
    "goal": "Há dois arquivos na pasta.",
    "language": "pt-BR",
    "steps": [
        write("1", "a.txt"),
        {**write("2", "b.txt", "1"), "call": {"capability": "core.read_file", "params": {"path": "falta.txt"}}},
        write("3", "c.txt", "2"),
    ],
    "successCriteria": ["Os arquivos a.txt e c.txt existem"],
}


async def until(system: System, path: str, is_right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What is found at a path, once it is right."""
    async with asyncio.timeout(20):
        while True:
            found = (await system.client.get(path)).json()
            if is_right(found):
                return found
            await asyncio.sleep(0.01)


async def still(system: System, run: str) -> dict[str, Any]:
    """A run once it has ended."""
    detail = await until(system, f"/v1/runs/{run}", lambda found: RunStatus(found["run"]["status"]).is_final)
    return detail["run"]


async def test_a_plan_runs_as_it_was_seen_and_its_report_leads_to_events(system: System) -> None:
    """PL-30, SP-44, SP-46: live statuses, the failure is told, dependents are left out, each claim has its event."""
    client = system.client
    made = await client.post("/v1/plans", json={"document": PLAN})
    assert made.status_code == 201, made.text
    view = made.json()["plan"]
    assert view["plan"]["status"] == "ready", view["plan"]["feedback"]
    stale = {"version": 1, "content_hash": "sha256:" + "0" * 64}
    refused = await client.post("/v1/plans/dois-arquivos/run", json={"approve": stale})
    assert (refused.status_code, refused.json()["code"]) == (409, "approval_stale")
    seen = {"version": view["plan"]["version"], "content_hash": view["card"]["content_hash"]}
    started = await client.post("/v1/plans/dois-arquivos/run", json={"approve": seen})
    assert started.status_code in (200, 201), started.text
    run = await still(system, started.json()["id"])
    assert run["status"] == "done_with_failures"
    report = await until(system, f"/v1/runs/{run['id']}/report", lambda found: "markdown" in found)
    assert report["made_by"] == "template"
    assert [line["step"] for line in report["done"]] == ["1"]
    assert [line["step"] for line in report["failed"]] == ["2", "3"]
    assert "## O que não deu certo" in report["markdown"]
    events = (await client.get(f"/v1/runs/{run['id']}")).json()["events"]
    known = {event["seq"] for event in events}
    for line in report["done"] + report["failed"]:
        assert set(line["events"]) & known
    again = await client.post(f"/v1/runs/{run['id']}/report")
    assert again.json()["markdown"] == report["markdown"]
    ended = await until(system, "/v1/plans/dois-arquivos", lambda found: found["plan"]["status"] != "executing")
    plan = ended["plan"]
    assert [step["status"] for step in plan["steps"]] == ["done", "failed", "skipped"]


async def test_there_is_no_report_on_what_is_not_there(system: System) -> None:
    for door in (system.client.get, system.client.post):
        assert (await door("/v1/runs/run_none/report")).status_code == 404
