"""What words are understood as, over HTTP: the same facts as a turn, and nothing done about them."""

from __future__ import annotations

from typing import Any

from dirty_equals import IsPartialDict
from tests.server.conftest import System

from aule.contracts.talk.understanding import LearnedSentence
from aule.kernel.capabilities.gate.caller import ByHand
from aule.text.words import fold


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
    assert call["values"][0] == IsPartialDict(param="title", value="Feira", said="chamada Feira", inherited=False)
    assert found["unused"] == []  # the word that announces a name belongs to it
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


async def test_what_was_chosen_for_several_calls_is_taken_as_it_is(system: System) -> None:
    """A card of several calls is made anew with all of them, whatever the words beside them say."""
    calls = [
        {"capability": "core.list_dir", "params": {"path": "fotos"}},
        {"capability": "core.list_dir", "params": {"path": "videos"}},
    ]
    told = await chosen(system, {"calls": calls})
    assert (told["decision"], [call["params"] for call in told["calls"]]) == ("do", [each["params"] for each in calls])


async def test_one_call_that_was_chosen_may_stand_by_itself(system: System) -> None:
    """As it was sent and kept while a choice was one call."""
    told = await chosen(system, {"capability": "core.list_dir", "params": {"path": "fotos"}})
    assert [(call["capability"], call["params"]) for call in told["calls"]] == [("core.list_dir", {"path": "fotos"})]


async def test_a_choice_without_calls_is_refused(system: System) -> None:
    answer = await system.client.post("/v1/agent/chat", json={"message": "oi", "meant": {"calls": []}})
    assert answer.status_code == 422


async def chosen(system: System, meant: dict[str, Any]) -> dict[str, Any]:
    """What a turn is understood as whose calls were chosen."""
    ask = {"message": "pasta: videos", "locale": "pt-BR", "meant": meant}
    asked = await system.client.post("/v1/agent/chat", json=ask)
    assert asked.status_code == 200, asked.text
    run: str = asked.json()["run"]
    await system.kernel.driver.see_to_rest(run)
    [event] = await system.kernel.journal.read(None, run=run, types=["turn.understood"])
    return event.data.model_dump(mode="json")["understood"]


async def test_what_things_are_called_is_told_by_kind(system: System) -> None:
    """A student goes by the whole name, and once; a kind nobody knows has none."""
    await system.kernel.call("school.adicionar_amostra", {}, by_hand=ByHand())
    titles = {kind: [each["title"] for each in await names(system, kind)] for kind in ("turma", "aluno", "nave")}
    assert {"7A", "8B"} <= set(titles["turma"])
    assert titles["aluno"] == sorted(titles["aluno"], key=fold)
    assert [each for each in titles["aluno"] if " " not in each] == []
    assert titles["nave"] == []


async def test_a_value_says_which_kind_of_thing_it_names(system: System) -> None:
    """What a new thing is to be called is nobody's name yet."""
    of: dict[str, str] = {}
    for words in ("cria a turma 7A", "marca prova de matemática pro 7A na sexta"):
        [call] = (await understand(system, words, agent="jota", locale="pt-BR"))["calls"]
        of |= {f"{call['capability']}.{each['param']}": each["of"] for each in call["values"]}
    assert (of["school.criar_turma.nome"], of["school.criar_avaliacao.turma_id"]) == ("", "turma")


async def names(system: System, kind: str) -> list[dict[str, Any]]:
    """What the things of a kind are called at school."""
    answer = await system.client.get("/v1/understand/names", params={"app": "school", "kind": kind})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_learned_sentences_are_listed_and_forgotten(system: System) -> None:
    """They are seen and removed over HTTP; what was not learned cannot be forgotten."""
    kept = LearnedSentence(said="dá uma espiada na papelada", means="core.list_notes", learned_at="2026-11-17")
    system.kernel.interpreter.deps.learned.keep(kept)
    assert (await system.client.get("/v1/understand/learned")).json() == [kept.model_dump()]
    found = await understand(system, kept.said, locale="pt-BR")
    assert [call["capability"] for call in found["calls"]] == [kept.means]
    gone = await system.client.delete("/v1/understand/learned", params={"said": kept.said})
    assert (gone.status_code, gone.json()) == (200, kept.model_dump())
    assert (await system.client.get("/v1/understand/learned")).json() == []
    assert (await system.client.delete("/v1/understand/learned", params={"said": kept.said})).status_code == 404
