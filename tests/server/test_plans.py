"""Plans over HTTP: made without a model, edited, merged, approved as seen, run, reported (PL-*, K-4, K-17)."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
from dirty_equals import IsPartialDict, IsStr
from tests.server.conftest import System

from aule.contracts.events.plans import PlanSaved

NOTES = {"request": "Planeje escrever 3 notas sobre jardins", "locale": "pt-BR"}
DOCUMENT = {
    "id": "plano-teste",
    "title": "Duas notas",
    "goal": "Há duas notas no projeto.",
    "language": "pt-BR",
    "steps": [
        {
            "id": str(n),
            "title": f"Escrever a nota {n}",
            "description": f"Escrever a nota número {n} com um texto curto.",
            "call": {"capability": "core.create_note", "params": {"title": f"Nota {n}", "text": "olá"}},
            "dependencies": [],
            "validation": f"O arquivo da nota {n} existe.",
            "rationale": "Foi pedido.",
        }
        for n in (1, 2)
    ],
    "successCriteria": ["As duas notas existem."],
}


def written(folder: Path) -> int:
    """How many notes there are."""
    return len(list(folder.rglob("*.md")))


async def until_marked(system: System, plan: str) -> None:
    """Wait until the plan itself says that it is done."""
    async with asyncio.timeout(20), aclosing(system.kernel.journal.follow("0", topic="plan")) as events:
        async for event in events:
            if isinstance(event.data, PlanSaved) and event.data.plan.id == plan and event.data.plan.status == "done":
                return


async def until(system: System, run: str, type: str) -> None:
    """Wait until this has happened in a run."""
    async with asyncio.timeout(20), aclosing(system.kernel.journal.follow("0", run=run)) as events:
        async for event in events:
            if event.type == type:
                return


async def planned(client: httpx.AsyncClient) -> dict[str, Any]:
    """A plan kept from a document, ready to be approved."""
    answer = await client.post("/v1/plans", json={"document": DOCUMENT})
    assert answer.status_code == 201, answer.text
    return answer.json()["plan"]


async def test_a_request_becomes_a_plan_that_runs_only_after_it_was_approved(system: System) -> None:
    """PL-1, K-4: words, card, approval, run, report; nothing is written before the approval."""
    client, notes = system.client, Path(system.kernel.workspaces.of(await system.kernel.projects.get("home")).root)
    made = (await client.post("/v1/plans", json=NOTES)).json()
    view = made["plan"]
    assert made["message"].startswith(
        "Ótimo! Vou te ajudar com isso. Montei um plano de ação com 2 etapas. Dá uma olhada:"
    )
    assert (view["plan"]["status"], view["card"]["counts"]["create"]) == ("ready", 3)
    assert written(notes) == 0
    consent = (await client.get(f"/v1/approvals/{view['approval']}")).json()
    assert [option["id"] for option in consent["options"]] == ["execute", "adjust", "cancel"]

    decision = {"option": "execute", "content_hash": consent["binds"]["content_hash"]}
    assert (await client.post(f"/v1/approvals/{consent['id']}/decide", json=decision)).status_code == 200
    id = view["plan"]["id"]
    run = (await client.get(f"/v1/plans/{id}")).json()["plan"]["run"]["run_id"]
    ended = await system.kernel.driver.wait(run)
    assert (ended.status, ended.plan and ended.plan.id) == ("done", id)
    assert written(notes) == 3
    await until_marked(system, id)
    report = (await client.post(f"/v1/runs/{run}/report")).json()
    assert report == IsPartialDict(made_by="template", plan=id, markdown=IsStr(regex="(?s).*## O que foi feito.*"))


async def test_a_conversation_that_is_opened_again_has_what_its_plan_waits_for(system: System) -> None:
    """SP-43: the run of a plan says nothing before its end, and yet belongs to the talk that shows the plan."""
    client = system.client
    body = {"message": NOTES["request"], "locale": "pt-BR"}
    asked = (await client.post("/v1/agent/chat", json=body)).json()
    await until(system, asked["run"], "run.finished")
    [shown] = (await client.get("/v1/plans")).json()["items"]
    edits = {"edits": [{"op": "set", "path": "steps.1.approval", "value": "before"}]}
    held = await client.patch(f"/v1/plans/{shown['id']}", json=edits, headers={"If-Match": f'"v{shown["version"]}"'})
    assert held.status_code == 200, held.text
    card = held.json()["card"]
    seen = {"approve": {"version": card["version"], "content_hash": card["content_hash"]}}
    run = (await client.post(f"/v1/plans/{shown['id']}/run", json=seen)).json()["id"]
    await until(system, run, "run.waiting")

    opened = (await client.get(f"/v1/conversations/{asked['conversation_id']}")).json()
    assert run not in {message["run"] for message in opened["messages"]}
    assert opened["runs"] == [IsPartialDict(id=asked["run"]), IsPartialDict(id=run, status="waiting")]
    assert [each["run"] for each in opened["approvals"] if each["status"] == "pending"] == [run]


async def test_small_talk_makes_no_plan(system: System) -> None:
    """PL-S11, PL-3: a greeting is answered and leaves nothing behind."""
    made = (await system.client.post("/v1/plans", json={"request": "olá", "locale": "pt-BR"})).json()
    assert (made["plan"], bool(made["message"])) == (None, True)
    assert (await system.client.get("/v1/plans")).json()["items"] == []


async def test_an_approval_counts_for_exactly_what_was_seen(system: System) -> None:
    """K-4: another version, another hash, or an edit in between, and nothing runs."""
    client, view = system.client, await planned(system.client)
    id, seen = view["plan"]["id"], {"version": 1, "content_hash": view["card"]["content_hash"]}
    assert (await client.post(f"/v1/plans/{id}/run")).json()["code"] == "approval_required"
    wrong = seen | {"content_hash": "sha256:0"}
    assert (await client.post(f"/v1/plans/{id}/approve", json=wrong)).json()["code"] == "approval_stale"

    edit = {"edits": [{"op": "set", "path": "steps.1.title", "value": "Escrever a primeira nota"}]}
    edited = await client.patch(f"/v1/plans/{id}", json=edit, headers={"If-Match": '"v1"'})
    assert (edited.status_code, edited.headers["ETag"], edited.json()["plan"]["status"]) == (200, '"v2"', "ready")
    assert (await client.post(f"/v1/plans/{id}/run", json={"approve": seen})).json()["code"] == "approval_stale"
    old = (await client.get(f"/v1/approvals/{view['approval']}")).json()
    assert old["status"] == "superseded"
    again = {"version": 2, "content_hash": edited.json()["card"]["content_hash"]}
    approved = await client.post(f"/v1/plans/{id}/approve", json=again)
    assert approved.json()["plan"]["status"] == "approved"
    assert (await client.get("/v1/approvals?status=pending")).json()["items"] == []
    edit["edits"][0]["value"] = "Escrever outra nota"
    late = (await client.patch(f"/v1/plans/{id}", json=edit, headers={"If-Match": '"v2"'})).json()
    assert (late["plan"]["version"], late["plan"]["status"]) == (3, "ready"), "a change voids the approval"
    assert (await client.post(f"/v1/plans/{id}/run")).json()["code"] == "approval_stale"
    again = {"version": 3, "content_hash": late["card"]["content_hash"]}
    assert (await client.post(f"/v1/plans/{id}/approve", json=again)).status_code == 200
    other = await client.post(f"/v1/plans/{id}/run", json={"approve": seen})
    assert other.json()["code"] == "approval_stale", "not what the one who says run has seen"
    run = await client.post(f"/v1/plans/{id}/run")
    assert run.status_code == 201
    assert (await system.kernel.driver.wait(run.json()["id"])).status == "done"


async def test_the_rest_of_a_plan_that_ran_in_part_can_be_given_up(system: System) -> None:
    """PL-30: its run has ended, so it is the plan that is given up, and what was done stays done."""
    client, view = system.client, await planned(system.client)
    id, seen = view["plan"]["id"], {"version": 1, "content_hash": view["card"]["content_hash"]}
    run = (await client.post(f"/v1/plans/{id}/run", json={"until": "1", "approve": seen})).json()["id"]
    assert (await system.kernel.driver.wait(run)).status == "done"
    async with asyncio.timeout(20), aclosing(system.kernel.journal.follow("0", topic="plan")) as events:
        async for event in events:
            if isinstance(event.data, PlanSaved) and event.data.reason == "run done":
                break
    assert (await client.get(f"/v1/plans/{id}")).json()["plan"]["status"] == "approved"
    given_up = await client.post(f"/v1/plans/{id}/cancel")
    assert (given_up.status_code, given_up.json()["plan"]["status"]) == (200, "cancelled")
    assert given_up.json()["plan"]["steps"][0]["status"] == "done"


async def test_edits_of_different_fields_merge_and_of_the_same_field_clash(system: System) -> None:
    """PL-20: whoever edits an older version loses nothing, unless both changed the same words."""
    client, view = system.client, await planned(system.client)
    id = view["plan"]["id"]

    async def put(path: str, value: Any, version: int) -> httpx.Response:
        body = {"edits": [{"op": "set", "path": path, "value": value}]}
        return await client.patch(f"/v1/plans/{id}", json=body, headers={"If-Match": f'"v{version}"'})

    assert (await put("steps.1.rationale", "Porque sim.", 1)).json()["merged"] is False
    merged = (await put("steps.2.rationale", "Porque também.", 1)).json()
    assert (merged["merged"], merged["plan"]["version"]) == (True, 3)
    assert [step["rationale"] for step in merged["plan"]["steps"]] == ["Porque sim.", "Porque também."]
    clash = await put("steps.1.rationale", "Porque não.", 1)
    assert (clash.status_code, clash.json()["code"]) == (412, "conflict_version")
    assert clash.json() == IsPartialDict(
        current=3, values=[IsPartialDict(path="steps.1.rationale", theirs="Porque sim.", mine="Porque não.")]
    )
    no_tag = await client.patch(f"/v1/plans/{id}", json={"edits": [{"op": "drop", "step": "1"}]})
    assert (no_tag.status_code, len(no_tag.json()["plan"]["steps"])) == (200, 1)


async def test_versions_are_kept_compared_restored_undone_and_redone(system: System) -> None:
    """PL-19, PL-23: every change is a version, and going back is one too."""
    client, view = system.client, await planned(system.client)
    id = view["plan"]["id"]
    for version, title in ((1, "Segundo"), (2, "Terceiro")):
        body = {"edits": [{"op": "set", "path": "title", "value": title}]}
        await client.patch(f"/v1/plans/{id}", json=body, headers={"If-Match": f'"v{version}"'})
    titles = [("undo", "Segundo"), ("undo", "Duas notas"), ("redo", "Segundo"), ("redo", "Terceiro")]
    for verb, title in titles:
        assert (await client.post(f"/v1/plans/{id}/{verb}")).json()["plan"]["title"] == title
    assert (await client.post(f"/v1/plans/{id}/redo")).status_code == 409
    difference = (await client.get(f"/v1/plans/{id}/diff?from=1&to=3")).json()
    assert difference["changes"] == [{"path": "title", "before": "Duas notas", "after": "Terceiro"}]
    restored = (await client.post(f"/v1/plans/{id}/restore", json={"version": 1})).json()
    assert (restored["plan"]["title"], restored["plan"]["version"]) == ("Duas notas", 8)
    history = (await client.get(f"/v1/plans/{id}/history")).json()
    assert [each["version"] for each in history] == list(range(1, 9))
    assert (await client.get(f"/v1/plans/{id}/versions/2")).json()["title"] == "Segundo"


async def test_a_plan_goes_to_other_tools_and_comes_back(system: System) -> None:
    """PL-31: exported for task-master, imported again with the same steps."""
    client, view = system.client, await planned(system.client)
    files = (await client.get(f"/v1/plans/{view['plan']['id']}/export?format=taskmaster")).json()["files"]
    back = (await client.post("/v1/plans/import", json={"files": files})).json()
    assert [step["title"] for step in back["plan"]["steps"]] == [step["title"] for step in view["plan"]["steps"]]
    assert (await client.get("/v1/plans/schema")).json()["properties"]["successCriteria"]["type"] == "array"
    assert (await client.post("/v1/plans", json={"document": DOCUMENT})).json()["code"] == "plan_exists"
    for bad in ({}, {"request": "x", "document": {}}, {"document": {"steps": "no"}}, {"request": ""}):
        assert (await client.post("/v1/plans", json=bad)).status_code == 422


async def test_a_plan_that_is_given_up_runs_nothing(system: System) -> None:
    client, view = system.client, await planned(system.client)
    id = view["plan"]["id"]
    assert (await client.post(f"/v1/plans/{id}/cancel")).json()["plan"]["status"] == "cancelled"
    seen = {"version": 1, "content_hash": view["card"]["content_hash"]}
    assert (await client.post(f"/v1/plans/{id}/run", json={"approve": seen})).status_code == 409
    assert (await client.get("/v1/approvals?status=pending")).json()["items"] == []
    again = (await client.post(f"/v1/plans/{id}/review")).json()
    assert again["plan"]["status"] == "ready"
