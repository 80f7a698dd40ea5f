"""The wire of Atlas over HTTP: batches looked at and done, files brought along and taken away (AT-10, AT-40…AT-45)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
from dirty_equals import Contains, IsPartialDict, IsStr
from tests.apps.atlas.wire_company import COMPANY
from tests.server.conftest import System
from tests.server.doors import HOST

from aule.contracts.settings import Settings


async def _post(system: System, path: str, **more: Any) -> tuple[int, Any]:
    answer = await system.client.post(path, **more)
    return answer.status_code, answer.json()


async def _execute(system: System, *actions: dict[str, Any], **more: Any) -> tuple[int, Any]:
    return await _post(system, "/api/atlas/execute", json={"actions": list(actions), "mode": "execute", **more})


async def test_a_company_is_imported_looked_at_changed_and_exported(system: System) -> None:
    """AT-10, AT-41, AT-44, AT-S1 over the wire; a second import changes nothing."""
    sent = json.dumps(COMPANY).encode()
    status, seen = await _post(system, "/api/atlas/import?preview=true", content=sent)
    assert (status, seen["tables"]["strategic_objectives"]) == (200, IsPartialDict(insert=2, update=0, unchanged=0))
    assert (await system.client.get("/v1/apps/atlas/companies")).json()["companies"] == []
    status, done = await _post(system, "/api/atlas/import", content=sent)
    assert (status, done["success"], done["verify"]) == (200, True, IsPartialDict(mismatches=[], missing=[]))
    status, again = await _post(system, "/api/atlas/import", content=sent)
    assert (status, {name: (c["insert"], c["update"]) for name, c in again["tables"].items()}) == (
        200,
        dict.fromkeys(COMPANY["data"], (0, 0)),
    )
    status, told = await _post(system, "/api/atlas/validate-import", content=sent)
    assert (status, told["mismatches"], told["missing"]) == (200, [], [])

    update = {"type": "update_objective", "data": {"objective_title": "receita", "status": "at_risk"}}
    status, refused = await _execute(system, update, company_id="c1")
    assert (status, refused) == (
        409,
        {
            "success": False,
            "run_id": IsStr(regex=r"run_.+"),
            "results": [
                IsPartialDict(
                    type="update_objective",
                    success=False,
                    error="ambiguous_reference",
                    candidates=[
                        IsPartialDict(title="Aumentar receita", path="Financeiro", status="in_progress"),
                        IsPartialDict(title="Receita recorrente", path="Financeiro", status="not_started"),
                    ],
                )
            ],
        },
    )
    update["data"]["objective_title"] = refused["results"][0]["candidates"][0]["short_id"]
    status, shown = await _post(system, "/api/atlas/execute", json={"actions": [update]})
    assert (status, shown["preview"]["records"][0]["title"]) == (200, "Aumentar receita")
    status, done = await _execute(system, update, seen=shown["content_hash"])
    assert (status, done["success"], done["results"]) == (200, True, [IsPartialDict(success=True, id=IsStr)])
    status, stale = await _execute(system, update, seen="0" * 64)
    assert (status, stale["success"]) == (409, False)

    out = (await system.client.get("/api/atlas/export", follow_redirects=True)).json()
    assert out["data"]["strategic_objectives"][0] == IsPartialDict(id="o1", status="at_risk")
    assert out["data"]["key_results"] == COMPANY["data"]["key_results"]
    undone = await system.client.post(f"/v1/runs/{done['run_id']}/undo")
    assert undone.json()["status"] == "done"
    out = (await system.client.get("/v1/apps/atlas/export?company=ACME")).json()
    assert out["data"] == COMPANY["data"]


async def test_what_takes_things_away_has_to_be_seen_and_typed(system: System) -> None:
    """AT-42, AT-50, AT-52: without the preview's hash nothing goes, without its words neither."""
    await _post(system, "/api/atlas/import", content=json.dumps(COMPANY).encode())
    gone = {"type": "delete_pillar", "data": {"pillar_name": "Financeiro"}}
    status, refused = await _execute(system, gone)
    assert (status, refused["results"][0]["error"]) == (409, "approval_required")
    status, shown = await _post(system, "/api/atlas/execute", json={"actions": [gone]})
    assert (status, shown["preview"]["confirm"]) == (200, "Financeiro")
    assert shown["preview"]["records"][0]["cascade"]["counts"] == IsPartialDict(objective=2, key_result=1)
    status, untyped = await _execute(system, gone, seen=shown["content_hash"])
    assert (status // 100, untyped["success"]) == (4, False)
    status, done = await _execute(system, gone, seen=shown["content_hash"], confirm="financeiro")
    assert (status, done["success"]) == (200, True)
    status, replaced = await _post(system, "/api/atlas/import?mode=replace", content=json.dumps(COMPANY).encode())
    assert (status, replaced["code"]) == (409, "approval_required")


async def test_a_rule_that_asks_is_asked_also_on_this_wire(system: System) -> None:
    """K-3: a file nobody looked at is no preview somebody saw."""
    kernel = system.kernel
    rule = kernel.settings.current().model_dump() | {"policy": {"ask": ["atlas.import_data"]}}
    await kernel.save_settings(Settings.model_validate(rule), expected=None)
    sent = json.dumps(COMPANY).encode()
    status, problem = await _post(system, "/api/atlas/import", content=sent)
    assert (status, problem["code"]) == (409, "approval_required")
    assert (await system.client.get("/v1/apps/atlas/companies")).json()["companies"] == []
    _, seen = await _post(system, "/api/atlas/import?preview=true", content=sent)
    called = {"params": {"artifact": seen["artifact"]}, "by_hand": True}
    assert (await _post(system, "/v1/capabilities/atlas.import_data/call", json=called))[1]["code"] == problem["code"]


async def test_bad_requests_are_told_and_change_nothing(system: System) -> None:
    """AT-45, AT-32: sizes, shapes and names that are wrong."""
    await _post(system, "/api/atlas/import", content=json.dumps(COMPANY).encode())
    before = (await system.client.get("/v1/apps/atlas/export")).json()["data"]
    assert (await _execute(system))[0] == 422
    assert (await _execute(system, {"type": "invent", "data": {}}))[1]["results"][0] == IsPartialDict(
        type="invent", success=False
    )
    many = [{"type": "create_pillar", "data": {"name": f"P{n}"}} for n in range(26)]
    status, refused = await _execute(system, *many)
    assert (status // 100, refused["hint"]) == (4, Contains("bulk_import"))
    for body in (b"", b"{", b"[1]", b'{"data": {"key_results": [{"id": NaN}]}}', b"\xff\xfe"):
        status, problem = await _post(system, "/api/atlas/import", content=body)
        assert (status // 100, problem["hint"] or problem["detail"]) == (4, IsStr(min_length=5)), body
    assert (await system.client.get("/v1/apps/atlas/export?company=nobody")).status_code == 404
    assert (await system.client.get("/v1/apps/atlas/export")).json()["data"] == before


async def test_a_page_may_send_fifty_megabytes_and_a_program_more(system: System) -> None:
    """AT-45: too much is refused as it arrives, and nothing of it is kept."""
    cookie = f"{system.keeper.cookie_name}={system.keeper.exchange(system.keeper.new_code())}"
    page = {"Cookie": cookie, "Origin": f"http://{HOST}"}

    async def megabytes(count: int) -> AsyncIterator[bytes]:
        for _ in range(count):
            yield b" " * 2**20

    async with httpx.AsyncClient(transport=system.client._transport, base_url=system.client.base_url) as client:
        refused = await client.post("/v1/apps/atlas/files?name=a.json", content=megabytes(60), headers=page)
    assert (refused.status_code, refused.json()["detail"]) == (413, Contains("50 MB"))
    taken = await system.client.post("/v1/apps/atlas/files?name=a.json", content=megabytes(60))
    assert (taken.status_code, taken.json()["size"]) == (201, 60 * 2**20)
    assert [each["size"] for each in (await system.client.get("/v1/artifacts")).json()["items"]] == [60 * 2**20]


async def test_the_original_s_own_address_does_a_batch_at_once(system: System) -> None:
    """LT-50: `/functions/v1/ai-agent-execute` takes what the original's tools send, without a mode."""
    await _post(system, "/api/atlas/import", content=json.dumps(COMPANY).encode())
    where = "/functions/v1/ai-agent-execute"
    actions = [{"type": "create_pillar", "data": {"name": "Pessoas"}}]
    status, done = await _post(system, where, json={"company_id": "c1", "actions": actions})
    assert (status, done["success"], done["results"]) == (200, True, [IsPartialDict(type="create_pillar", id="pil-2")])
    status, seen = await _post(system, where, json={"actions": actions, "mode": "preview"})
    assert (status, seen["run_id"]) == (200, None)
    gone = [{"type": "delete_pillar", "data": {"pillar_name": "Pessoas"}}]
    status, refused = await _post(system, where, json={"actions": gone})
    assert (status, refused["results"][0]["error"]) == (409, "approval_required")
    strange = await system.client.post(where, json={"actions": actions}, headers={"Authorization": "Bearer wrong"})
    assert strange.status_code == 401
