"""What words are understood as, over HTTP: the same facts as a turn, and nothing done about them."""

from __future__ import annotations

from typing import Any

from dirty_equals import IsPartialDict
from tests.server.conftest import System


async def understand(system: System, words: str, **more: Any) -> dict[str, Any]:
    """What words are understood as."""
    answer = await system.client.post("/v1/understand", json={"words": words, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_words_are_understood_with_their_values_and_nothing_happens(system: System) -> None:
    before = await system.kernel.journal.cursor()
    found = await understand(system, "cria uma nota chamada Feira com o texto comprar banana", locale="pt-BR")
    [call] = found["calls"]
    assert (found["act"], found["decision"]) == ("request", "do")
    assert (call["capability"], call["title"]) == ("core.create_note", "Criar uma nota")
    assert call["params"] == {"title": "Feira", "text": "comprar banana"}
    assert call["values"][0] == IsPartialDict(param="title", value="Feira", said="Feira", inherited=False)
    assert await system.kernel.journal.cursor() == before
    assert (await system.kernel.runs.list(limit=1)).items == []


async def test_an_app_agent_understands_what_its_app_changes_by_a_plan(system: System) -> None:
    found = await understand(system, "cria a turma 7A", agent="jota", locale="pt-BR")
    assert [call["capability"] for call in found["calls"]] == ["school.criar_turma"]


async def test_what_was_said_before_counts_in_its_conversation(system: System) -> None:
    talk: str = (await system.client.post("/v1/conversations", json={})).json()["id"]
    ask = {"message": "lista os arquivos da pasta fotos", "locale": "pt-BR", "conversation_id": talk}
    await system.client.post("/v1/agent/chat", json=ask, headers={"Accept": "text/event-stream"})  # to its end
    said = "e da pasta videos?"
    alone = await understand(system, said, locale="pt-BR")
    after = await understand(system, said, conversation_id=talk, locale="pt-BR")
    assert alone["act"] == "request"
    assert (after["act"], after["calls"][0]["capability"]) == ("follow_up", "core.list_dir")
    assert after["calls"][0]["params"] == {"path": "videos"}


async def test_an_unknown_agent_or_conversation_is_told(system: System) -> None:
    for wrong in ({"agent": "nobody"}, {"conversation_id": "conv_none"}):
        answer = await system.client.post("/v1/understand", json={"words": "oi", **wrong})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert (await system.client.post("/v1/understand", json={"words": ""})).status_code == 422
