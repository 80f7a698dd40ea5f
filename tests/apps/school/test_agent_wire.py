"""The School Power wire: plans in its own words, and how they go over a WebSocket (SP-40…SP-45)."""

from __future__ import annotations

import json
from typing import Any

from dirty_equals import IsInt, IsPartialDict, IsStr
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
        {
            "status": "concluido",
            "relatorio": IsStr(regex="(?s)Pronto, .*## O que foi feito.*"),
            "runId": IsStr(regex="run_.*"),
        },
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


class SeedPage:
    """The page of the seed: what its `fetch` sends, and what it does with what comes back."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.messages: list[dict[str, str]] = []
        self.plan: Any = None

    async def fetch(self, **body: Any) -> Any:
        """`fetch(url, {method: "POST", body: JSON.stringify(…)})`: a string body, which browsers call plain text."""
        answer = await self.system.client.post(
            "/api/agente-jota/process", content=json.dumps(body), headers={"Content-Type": "text/plain;charset=UTF-8"}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def handle_user_prompt(self, words: str) -> None:
        """`handleUserPrompt`."""
        self.messages.append({"role": "user", "content": words})
        answer = await self.fetch(prompt=words, sessionId="s1", userId="pro_1")
        plan, message = answer["plan"], answer["initialMessage"]
        self.messages.append({"role": "assistant", "content": message})
        self.plan = plan

    def heard(self, data: dict[str, Any]) -> str | None:
        """`ws.on("agent:progress")`: a line for the context, or a mark on the card."""
        if data["status"] == "executando":
            return f"⚡ {data['descricao']}"
        if data["status"] == "etapa_concluida":
            for etapa in self.plan["etapas"]:
                if etapa["ordem"] == data["etapaAtual"]:
                    etapa |= {"status": "concluida", "resultado": data["resultado"]}
        return None


async def test_the_page_of_the_seed_works_unchanged(system: System) -> None:
    """LT-20, LT-21, LT-22: its own requests, its card, its progress and its report."""
    page = SeedPage(system)
    await page.handle_user_prompt(PROMPT)
    count = len(page.plan["etapas"])
    assert page.messages[-1]["content"].startswith(
        f"Ótimo! Vou te ajudar com isso. Montei um plano de ação com {count} etapas. Dá uma olhada:"
    )
    assert [sorted(etapa)[:5] for etapa in page.plan["etapas"]] == [
        ["descricao", "funcao", "justificativa", "ordem", "parametros"]
    ] * count
    before = await page.fetch(action="get_context", planId=page.plan["planId"], sessionId="s1", userId="pro_1")
    assert before == {"contexto": [{"tipo": "objetivo", "conteudo": page.plan["objetivo"]}]}
    since = await system.kernel.journal.cursor()
    done = await page.fetch(action="execute_plan", planId=page.plan["planId"], sessionId="s1", userId="pro_1")
    assert (done["status"], done["relatorio"]) == ("concluido", IsStr(min_length=20))
    async with live(system.kernel) as server:
        socket = await Socket.open(server.port, f"/agent/s1?since={since}", **BEARER)
        assert isinstance(await socket.next(), AcceptConnection)
        lines: list[str] = []
        orders: list[int] = []
        while (frame := (await frames(socket, 1))[0])["data"]["status"] != "concluido":
            assert frame["event"] == "agent:progress"
            lines += [line] if (line := page.heard(frame["data"])) else []
            orders += [frame["data"]["etapaAtual"]] if "etapaAtual" in frame["data"] else []
        socket.close()
    assert lines[0] == f"⚡ {page.plan['etapas'][0]['descricao']}"
    assert orders == sorted(orders)
    assert {etapa["status"] for etapa in page.plan["etapas"]} == {"concluida"}
    told = await page.fetch(action="get_context", planId=page.plan["planId"], sessionId="s1", userId="pro_1")
    found = [each for each in told["contexto"] if each["tipo"] == "descoberta"]
    assert found[0] == {
        "tipo": "descoberta",
        "etapa": 1,
        "funcao": page.plan["etapas"][0]["funcao"],
        "resultado": IsStr(min_length=1),
        "conteudo": IsStr(min_length=1),
        "timestamp": IsInt(gt=1_500_000_000_000),
    }
    assert [each["etapa"] for each in found] == list(range(1, count + 1))


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
