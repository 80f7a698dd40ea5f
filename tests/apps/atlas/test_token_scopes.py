"""Tokens with scopes: what `atlas.delete` lets a program do, and everything it does not (LT-50)."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from dirty_equals import IsPartialDict, IsStr
from tests.apps.atlas.wire_company import COMPANY
from tests.server.conftest import System
from tests.server.doors import BEARER, HOST, TOKEN

from aule.contracts.settings import Settings
from aule.server.app import create_app
from aule.server.app_routes import expanded

DELETE = {"type": "delete_pillar", "data": {"pillar_name": "Financeiro"}}
CREATE = {"type": "create_pillar", "data": {"name": "Pessoas"}}
EXECUTE = "/api/atlas/execute"


async def _made(system: System, *scopes: str, **more: Any) -> tuple[str, dict[str, str]]:
    """Return the id of a new token, and the header that shows it."""
    answer = await system.client.post("/v1/tokens", json={"name": "night job", "scopes": scopes, **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return made["id"], {"Authorization": f"Bearer {made['secret']}"}


async def _imported(system: System) -> None:
    await system.client.post("/api/atlas/import", content=json.dumps(COMPANY).encode())


async def _execute(system: System, who: dict[str, str], *actions: Any, **more: Any) -> tuple[int, Any]:
    body = {"actions": list(actions), "mode": "execute", **more}
    answer = await system.client.post(EXECUTE, json=body, headers=who)
    return answer.status_code, answer.json()


async def _pillars(system: System) -> list[str]:
    data = (await system.client.get("/v1/apps/atlas/export")).json()["data"]
    return [row["name"] for row in data["strategic_pillars"]]


@pytest.mark.parametrize("where", [EXECUTE, "/functions/v1/ai-agent-execute"])
async def test_a_token_for_deleting_deletes_in_one_request_and_takes_it_back(system: System, where: str) -> None:
    """LT-50: no preview is demanded, the whole cascade goes, and the token's own undo brings all of it back."""
    await _imported(system)
    before = (await system.client.get("/v1/apps/atlas/export")).json()["data"]
    id, who = await _made(system, "atlas.delete")
    answer = await system.client.post(where, json={"actions": [DELETE], "mode": "execute"}, headers=who)
    done = answer.json()
    assert (answer.status_code, done["success"]) == (200, True)
    assert await _pillars(system) == []
    changes = (await system.client.get(f"/v1/changes?run={done['run_id']}")).json()["items"]
    assert {change["actor"]["id"] for change in changes} == {f"token:{id}"}
    undone = await system.client.post("/api/atlas/undo", json={"run_id": done["run_id"]}, headers=who)
    assert (undone.status_code, undone.json()) == (200, {"success": True, "run_id": IsStr(regex="run_.+")})
    assert (await system.client.get("/v1/apps/atlas/export")).json()["data"] == before


async def test_without_the_scope_everybody_gets_what_they_got(system: System) -> None:
    """LT-50: the owner's token and a token for writing delete nothing that nobody has seen."""
    await _imported(system)
    status, refused = await _execute(system, BEARER, DELETE)
    assert (status, refused["results"][0]["error"]) == (409, "approval_required")
    _, who = await _made(system, "atlas.write")
    for hash in (None, "0" * 64):
        status, refused = await _execute(system, who, DELETE, seen=hash)
        assert (status, refused["code"]) == (403, "out_of_scope")
    assert (await _execute(system, who, CREATE))[0] == 200
    assert await _pillars(system) == ["Financeiro", "Pessoas"]


async def test_a_scope_is_never_taken_for_another(system: System) -> None:
    """LT-50: deleting is not writing, a mixed batch needs both, and however a delete is written it is one."""
    await _imported(system)
    _, deletes = await _made(system, "atlas.delete")
    _, writes = await _made(system, "atlas.write")
    _, both = await _made(system, "atlas.write", "atlas.delete", "atlas.delete")
    assert (await _execute(system, deletes, CREATE))[0] == 403
    assert (await _execute(system, deletes, DELETE, CREATE))[0] == 403
    sly = [
        {"type": "DELETE_PILLAR", "data": {"pillar_name": "Financeiro"}},
        {"action": "delete_pillar", "data": {"pillar_name": "Financeiro"}},
        {"type": " delete_pillar ", "data": {"pillar_name": "Financeiro"}},
        {"type": "create_pillar", "action": "delete_pillar", "data": {"pillar_name": "Financeiro", "name": "Sly"}},
        {"type": "excluir_pilar", "data": {"pillar_name": "Financeiro"}},
        {"type": ["delete_pillar"], "data": {"pillar_name": "Financeiro"}},
    ]
    for action in sly:
        for extra in ({}, {"seen": "x", "confirm": "Financeiro"}, {"mode": "preview"}):
            await _execute(system, writes, action, **extra)
    assert "Financeiro" in await _pillars(system)
    status, done = await _execute(system, both, DELETE, CREATE)
    assert (status, done["success"], "Financeiro" in await _pillars(system)) == (200, True, False)


async def test_a_token_with_scopes_opens_no_other_address(system: System) -> None:
    """LT-50: every route of the real API refuses it, whatever the method; the WebSockets and its own making too."""
    id, who = await _made(system, "atlas.write", "atlas.delete")
    api = create_app(None)
    api.modules.load_all()
    allowed = {("POST", EXECUTE), ("POST", "/functions/v1/ai-agent-execute"), ("POST", "/api/atlas/undo")}
    public = {("GET", "/v1/health"), ("HEAD", "/v1/health"), ("POST", "/v1/session")}
    asked = 0
    for route in expanded(api.routes):
        path = re.sub(r"\{[^}]+\}", "x", getattr(route, "path", ""))
        for method in sorted(getattr(route, "methods", None) or ()):
            if (method, path) not in allowed | public:
                answer = await system.client.request(method, path, headers=who)
                assert (answer.status_code, method, path) == (403, method, path)
                asked += 1
    assert asked > 100
    for path in ("/v1/tokens", "/v1/tokens/", "//v1/tokens", "/api/atlas/execute/", "/api/atlas/../../v1/tokens"):
        answer = await system.client.post(path, json={"name": "more", "scopes": ["atlas.write"]}, headers=who)
        assert answer.status_code in (403, 404, 405), path
    assert [token["id"] for token in (await system.client.get("/v1/tokens")).json()] == [id]


async def test_a_cookie_beside_a_token_adds_nothing(system: System) -> None:
    """LT-50: a request that shows a token is judged by it alone, and a foreign page cannot use one."""
    _, who = await _made(system, "atlas.write")
    cookie = f"{system.keeper.cookie_name}={system.keeper.exchange(system.keeper.new_code())}"
    both = {**who, "Cookie": cookie, "Origin": f"http://{HOST}"}
    assert (await system.client.get("/v1/settings", headers=both)).status_code == 403
    foreign = {**who, "Origin": "https://evil.example"}
    assert (await system.client.post(EXECUTE, json={"actions": [CREATE]}, headers=foreign)).status_code == 403
    two = [("Authorization", f"Bearer {TOKEN}"), ("Authorization", who["Authorization"]), ("Host", HOST)]
    async with httpx.AsyncClient(transport=system.client._transport, base_url=system.client.base_url) as client:
        assert (await client.get("/v1/settings", headers=two)).json()["code"] == "wrong_header"


async def test_a_revoked_or_forged_token_is_refused_at_once(system: System) -> None:
    """LT-50: revoking needs no restart; a token with one other letter, or none of ours, never was one."""
    await _imported(system)
    id, who = await _made(system, "atlas.delete")
    secret = who["Authorization"].removeprefix("Bearer ")
    for forged in (
        secret[:-1],
        secret + "A",
        secret.upper(),
        secret.removeprefix("aule_"),
        "aule_",
        "aule_" + "A" * 43,
        id,
    ):
        assert (await _execute(system, {"Authorization": f"Bearer {forged}"}, DELETE))[0] == 401, forged
    assert (await system.client.delete(f"/v1/tokens/{id}")).status_code == 204
    assert (await _execute(system, who, DELETE))[0] == 401
    assert (await system.client.delete(f"/v1/tokens/{id}")).status_code == 404
    assert (await system.client.get("/v1/tokens")).json() == []
    assert await _pillars(system) == ["Financeiro"]


async def test_a_token_takes_back_only_what_it_did(system: System) -> None:
    """LT-50: what the owner or another token did looks as if it were not there."""
    await _imported(system)
    _, one = await _made(system, "atlas.write")
    _, other = await _made(system, "atlas.write", "atlas.delete")
    _, mine = await _execute(system, BEARER, CREATE)
    _, first = await _execute(system, one, {"type": "create_pillar", "data": {"name": "Clientes"}})
    for run in (mine["run_id"], first["run_id"], "run_unknown"):
        answer = await system.client.post("/api/atlas/undo", json={"run_id": run}, headers=other)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert await _pillars(system) == ["Financeiro", "Pessoas", "Clientes"]
    assert (await system.client.post("/api/atlas/undo", json=first | {}, headers=one)).status_code == 422
    answer = await system.client.post("/api/atlas/undo", json={"run_id": mine["run_id"]})
    assert (answer.status_code, await _pillars(system)) == (200, ["Financeiro", "Clientes"])


async def test_a_rule_of_the_owner_holds_for_tokens_too(system: System) -> None:
    """LT-50, K-3: a scope grants no more than its sentence says; what a rule asks about is asked."""
    await _imported(system)
    _, who = await _made(system, "atlas.delete")
    kernel = system.kernel
    for rule, told in (({"ask": ["atlas.execute"]}, 409), ({"deny": ["atlas.execute"]}, 403)):
        policy = kernel.settings.current().model_dump() | {"policy": rule}
        await kernel.save_settings(Settings.model_validate(policy), expected=None)
        assert (await _execute(system, who, DELETE))[0] == told
    assert await _pillars(system) == ["Financeiro"]


async def test_only_documented_scopes_can_be_given(system: System) -> None:
    """LT-50: an unknown scope, a wildcard or none at all makes no token."""
    scopes = (await system.client.get("/v1/tokens/scopes")).json()
    assert scopes == [
        {"name": "atlas.delete", "allows": IsPartialDict(en=IsStr, pt=IsStr)},
        {"name": "atlas.write", "allows": IsPartialDict(en=IsStr, pt=IsStr)},
        {"name": "mcp.act", "allows": IsPartialDict(en=IsStr, pt=IsStr)},
        {"name": "mcp.agents", "allows": IsPartialDict(en=IsStr, pt=IsStr)},
        {"name": "mcp.read", "allows": IsPartialDict(en=IsStr, pt=IsStr)},
    ]
    for bad in (["atlas.*"], ["*"], ["atlas.delete", "admin"], ["ATLAS.DELETE"], [""], ["atlas.delete "]):
        answer = await system.client.post("/v1/tokens", json={"name": "x", "scopes": bad})
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_scope"), bad
    for wrong in (
        {"scopes": []},
        {"scopes": "atlas.delete"},
        {"days": 0},
        {"days": 366},
        {"name": ""},
        {"owner": True},
    ):
        answer = await system.client.post("/v1/tokens", json={"name": "x", "scopes": ["atlas.delete"], **wrong})
        assert answer.status_code == 422, wrong
    assert (await system.client.get("/v1/tokens")).json() == []


async def test_a_token_is_kept_as_a_hash_and_told_nowhere(
    system: System, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """LT-50: not in the data directory, not in logs; in an address it is no token, and is not logged either."""
    caplog.set_level(logging.DEBUG)
    await _imported(system)
    _, who = await _made(system, "atlas.delete")
    secret = who["Authorization"].removeprefix("Bearer ")
    async with httpx.AsyncClient(transport=system.client._transport, base_url=system.client.base_url) as client:
        for query in (f"token={secret}", f"access_token={secret}", f"authorization=Bearer%20{secret}"):
            answer = await client.post(f"{EXECUTE}?{query}", json={"actions": [DELETE], "mode": "execute"})
            assert answer.status_code == 401
    assert (await _execute(system, who, DELETE))[0] == 200
    told = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("aule"))
    assert secret not in told
    files = [file for file in (tmp_path / "home").rglob("*") if file.is_file()]
    assert tmp_path / "home" / "tokens.json" in files
    assert [file for file in files if secret.encode() in file.read_bytes()] == []
    assert (tmp_path / "home" / "tokens.json").stat().st_mode & 0o077 == 0
    assert secret not in (await system.client.get("/v1/tokens")).text


async def test_a_file_of_tokens_that_was_tampered_with_lets_nobody_in(system: System, tmp_path: Path) -> None:
    """LT-50: a broken file closes the door for tokens and leaves it open for the owner."""
    _, who = await _made(system, "atlas.delete")
    file = tmp_path / "home" / "tokens.json"
    for broken in ("{", "[]", '{"x": {"id": 1}}', file.read_text().replace('["', '"').replace('"]', '"')[:-3]):
        file.write_text(broken)
        assert (await _execute(system, who, DELETE))[0] >= 400, broken
        assert (await system.client.get("/v1/settings")).status_code == 200
    kept = {"a" * 64: {"id": "t", "name": "t", "scopes": "atlas.delete", "created_at": "", "expires_at": "9"}}
    file.write_text(json.dumps(kept))
    assert (await _execute(system, who, DELETE))[0] >= 400
