"""The School Power wire: plans in its own words, and how they go over a WebSocket (SP-40…SP-45)."""

from __future__ import annotations

import json
from typing import Any

from dirty_equals import IsPartialDict, IsStr
from tests.server.conftest import System
from tests.server.doors import BEARER
from tests.server.live import live
from tests.server.test_plans import until_marked
from tests.server.test_websocket import Socket
from wsproto.events import AcceptConnection, TextMessage

from aule.models.builtin.language import looks_portuguese

PROMPT = "Planeje escrever 3 notas sobre jardins"


async def process(system: System, **more: Any) -> Any:
    """One request to the agent."""
    body = {"sessionId": "s1", "userId": "pro_1", **more}
    return await system.client.post("/api/agente-jota/process", json=body)


async def test_a_plan_is_made_read_changed_run_and_reported_in_the_words_of_the_wire(system: System) -> None:
    """SP-40, SP-41, SP-46, SP-S11: executing means what this door showed last."""
    made = (await process(system, prompt=PROMPT)).json()
    assert made["initialMessage"] == IsStr(
        regex="(?s)Ótimo! Vou te ajudar com isso. Montei um plano .* Dá uma olhada:.*"
    )
    plan = made["plan"]
    assert plan == IsPartialDict(planId=IsStr(), objetivo=IsStr(), status="aguardando_aprovacao")
    assert plan["etapas"][1] == IsPartialDict(
        ordem=2, funcao="create_note", vezes=3, status="pendente", justificativa=IsStr(), descricao=IsStr()
    )
    edits = [{"ordem": 2, "descricao": "Criar as notas pedidas"}]
    changed = (await process(system, action="update_plan", planId=plan["planId"], edits=edits)).json()
    assert changed["plan"]["etapas"][1]["descricao"] == "Criar as notas pedidas"
    done = await process(system, action="execute_plan", planId=plan["planId"])
    assert (done.status_code, done.json()) == (
        200,
        {"status": "concluido", "relatorio": IsStr(regex="(?s)## O que foi feito.*"), "runId": IsStr(regex="run_.*")},
    )
    await until_marked(system, plan["planId"])
    read = (await process(system, action="get_plan", planId=plan["planId"])).json()["plan"]
    assert read["status"] == "concluido"
    assert {etapa["status"] for etapa in read["etapas"]} == {"concluida"}


async def test_what_was_edited_elsewhere_is_not_executed(system: System) -> None:
    """SP-S11: edited by PATCH after this door showed it: 409, and nothing runs."""
    plan = (await process(system, prompt=PROMPT)).json()["plan"]
    body = {"edits": [{"op": "set", "path": "title", "value": "Outro"}]}
    await system.client.patch(f"/v1/plans/{plan['planId']}", json=body, headers={"If-Match": '"v1"'})
    refused = await process(system, action="execute_plan", planId=plan["planId"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "approval_stale")
    assert [run.kind for run in (await system.kernel.runs.list(limit=50)).items if run.kind == "plan"] == []
    cancelled = await process(system, action="cancel_plan", planId=plan["planId"])
    assert cancelled.json()["plan"]["status"] == "cancelado"


async def test_a_greeting_is_answered_without_a_plan_and_bad_requests_are_told(system: System) -> None:
    """SP-S12, SP-40."""
    greeting = await process(system, prompt="oi")
    assert (greeting.status_code, greeting.json()) == (
        200,
        IsPartialDict(plan=None, initialMessage=IsStr(min_length=1)),
    )
    assert (await system.client.get("/v1/plans")).json()["items"] == []
    for bad, status in (
        ({}, 400),
        ({"action": "execute_plan"}, 400),
        ({"action": "execute_plan", "planId": "nao-existe"}, 404),
        ({"action": "voar"}, 400),
        ({"sessionId": "../x", "prompt": "oi"}, 400),
    ):
        refused = await process(system, **bad)
        told = {"error": {"code": IsStr(), "message": IsStr(min_length=1), "field": IsStr() | None}}
        assert (refused.status_code, refused.json()) == (status, told), bad
        assert looks_portuguese(refused.json()["error"]["message"]), refused.json()


async def test_a_page_that_sends_plain_text_is_understood_and_still_has_to_be_let_in(system: System) -> None:
    """LT-20: `fetch` with a string for a body; the token and the Origin are asked for as everywhere."""
    path, body = "/api/agente-jota/process", json.dumps({"sessionId": "s1", "userId": "p", "prompt": "oi"})
    plain = {"Content-Type": "text/plain;charset=UTF-8"}
    taken = await system.client.post(path, content=body, headers=plain)
    assert (taken.status_code, taken.json()) == (200, IsPartialDict(plan=None, initialMessage=IsStr(min_length=1)))
    untyped = await system.client.post(path, content=body.encode())
    assert untyped.status_code == 200
    for content, kind in ((body, "application/x-www-form-urlencoded"), ("{", "text/plain"), ("[1]", "text/plain")):
        refused = await system.client.post(path, content=content, headers={"Content-Type": kind})
        assert refused.status_code in (400, 415) and looks_portuguese(refused.json()["error"]["message"]), refused.text
    foreign = await system.client.post(path, content=body, headers={**plain, "Origin": "https://evil.example"})
    nobody = await system.client.post(path, content=body, headers={**plain, "Authorization": "Bearer wrong"})
    assert (foreign.status_code, nobody.status_code) == (403, 401)
    other = await system.client.post("/v1/agent/chat", content='{"message": "oi"}', headers=plain)
    assert other.status_code == 415, "only this wire takes JSON that does not say so"


async def frames(socket: Socket, count: int) -> list[Any]:
    """So many frames, in the order they come."""
    found: list[Any] = []
    while len(found) < count:
        event = await socket.next()
        assert isinstance(event, TextMessage)
        found.append(json.loads(event.data))
    return found


async def test_two_tabs_see_the_same_frames_and_a_reconnect_misses_none(system: System) -> None:
    """SP-45, SP-S9: `executando` before `etapa_concluida`, once each, from after any `seq` on."""
    async with live(system.kernel) as server:
        sockets = [await Socket.open(server.port, "/agent/s1", **BEARER) for _ in range(2)]
        for socket in sockets:
            assert isinstance(await socket.next(), AcceptConnection)
        plan = (await process(system, prompt=PROMPT)).json()["plan"]
        assert (await process(system, action="execute_plan", planId=plan["planId"])).status_code == 200
        seen, other = [await frames(socket, 10) for socket in sockets]
        assert seen == other
        statuses = [frame["data"]["status"] for frame in seen]
        assert (statuses[0], statuses[-1]) == ("iniciando", "concluido")
        assert [frame["data"].get("etapaAtual") for frame in seen[1:3]] == [1, 1]
        ended = [frame["data"] for frame in seen if frame["data"]["status"] == "etapa_concluida"]
        assert sorted(data["iteracao"] for data in ended if "iteracao" in data) == [1, 2, 3]
        assert seen[2]["data"] == IsPartialDict(resultado=IsStr(), ref=IsStr(regex="result:run_.*/1"))
        again = await Socket.open(server.port, f"/agent/s1?since={seen[3]['seq']}", **BEARER)
        assert isinstance(await again.next(), AcceptConnection)
        assert await frames(again, 6) == seen[4:]
        for socket in (*sockets, again):
            socket.close()
