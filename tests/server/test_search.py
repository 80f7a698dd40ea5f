"""The palette's search over HTTP: everything that has a name or words, in the reader's language."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.conftest import System

from aule.contracts.events.facts import ArtifactSaved, MemorySaved, MessageAdded
from aule.contracts.project import Artifact
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.contracts.talk.messages import Message

TS = "2026-05-31T10:00:00.000Z"


async def search(system: System, q: str = "", **params: Any) -> list[dict[str, Any]]:
    """What a search answers."""
    answer = await system.client.get("/v1/search", params={"q": q, **params})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def a_talk(system: System, title: str, *said: str) -> str:
    """A conversation with messages; its id."""
    id: str = (await system.client.post("/v1/conversations", json={"title": title})).json()["id"]
    for number, words in enumerate(said):
        message = Message(id=f"msg_{id}_{number}", conversation=id, role="user", content=words, ts=TS)
        await system.kernel.journal.write(MessageAdded(message=message))
    return id


async def keep(system: System, name: str, type: str = "image") -> None:
    """Keep an artifact."""
    made = Artifact.model_validate(
        {"id": f"art_{name[:5]}", "project": "home", "run": None, "type": type, "name": name}
        | {"mime": "image/png", "size": 1, "sha256": "0", "created_at": TS}
    )
    await system.kernel.journal.write(ArtifactSaved(artifact=made))


async def test_a_message_is_found_with_the_words_around_it(system: System) -> None:
    """OS-10: what was said is found again."""
    long = "antes " * 60 + "a Aurora boreal apareceu ontem " + "depois " * 60
    talk = await a_talk(system, "Céu", long)
    [hit] = await search(system, "aurora")
    assert (hit["kind"], hit["title"], hit["ref"]) == ("message", "Céu", f"message:msg_{talk}_0")
    assert hit["path"] == f"/?chat={talk}&message=msg_{talk}_0"
    assert hit["detail"].startswith("…antes") and hit["detail"].endswith("…")
    assert "a Aurora boreal apareceu ontem" in hit["detail"] and len(hit["detail"]) < 130


async def test_what_the_system_names_is_found_in_both_languages(system: System) -> None:
    [setting] = await search(system, "escuro", locale="pt-BR")
    assert setting == {
        "ref": "setting:appearance",
        "kind": "setting",
        "title": "Aparência",
        "detail": "",
        "path": "/settings/appearance",
        "ts": None,
    }
    english = await search(system, "write file", kinds="capability")
    portuguese = await search(system, "escrever arquivo", kinds="capability", locale="pt-BR")
    assert english[0]["path"] == portuguese[0]["path"] == "/capabilities/core.write_file"
    assert english[0]["title"] != portuguese[0]["title"]
    assert (await search(system, "resercher"))[0]["ref"] == "agent:researcher"


async def test_kinds_and_project_narrow_it(system: System) -> None:
    talk = await a_talk(system, "Zebra", "zebra")
    await keep(system, "zebra.png")
    assert {hit["kind"] for hit in await search(system, "zebra")} >= {"conversation", "message", "artifact"}
    assert [hit["kind"] for hit in await search(system, "zebra", kinds="artifact")] == ["artifact"]
    assert [hit["ref"] for hit in await search(system, "zebra", project="home", kinds="message,conversation")] == [
        f"conversation:{talk}",
        f"message:msg_{talk}_0",
    ]
    assert await search(system, "zebra", project="elsewhere") == []
    answer = await system.client.get("/v1/search", params={"q": "x", "kinds": "spoon"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert "artifact" in answer.json()["candidates"]


async def test_what_is_done_again_and_again_is_found_once_and_opens_the_latest(system: System) -> None:
    """OS-10: hundreds of runs of one title do not flood the palette."""
    called = [await system.client.post("/v1/capabilities/core.now/call", json={}) for _ in range(3)]
    await system.kernel.journal.flush()
    latest = await system.kernel.runs.get(called[-1].json()["run"])
    [hit] = await search(system, latest.title, kinds="run")
    assert (hit["title"], hit["ref"]) == (latest.title, f"run:{latest.id}")
    assert hit["path"] == f"/activity/{latest.id}"


async def test_nothing_typed_gives_the_latest(system: System) -> None:
    await a_talk(system, "Primeira")
    await a_talk(system, "Segunda")
    await a_talk(system, "")
    titles = [hit["title"] for hit in await search(system, kinds="conversation")]
    assert titles == ["Segunda", "Primeira"]
    assert len(await search(system, kinds="agent")) >= 4
    assert await search(system, "?!") == []


async def test_a_memory_is_found_beyond_its_first_line(system: System) -> None:
    content = "Coisas da casa\n" + "nada " * 40 + "o gato se chama Farofa"
    item = MemoryItem(
        id="mem_1", layer=Layer.LONG_TERM, scope="user:owner", kind=MemoryKind.FACT, content=content, source="user",
        trust="user", created_at=TS,
    )  # fmt: skip
    await system.kernel.journal.write(MemorySaved(item=item))
    [hit] = await search(system, "farofa")
    assert (hit["title"], hit["path"]) == ("Coisas da casa", "/memory/mem_1")
    assert hit["detail"].endswith("o gato se chama Farofa")


async def test_lists_of_conversations_and_artifacts_take_words(system: System) -> None:
    talk = await a_talk(system, "Céu", "a aurora boreal", "outra aurora")
    await a_talk(system, "Mar")
    await keep(system, "aurora.png")
    found = (await system.client.get("/v1/conversations", params={"q": "aurora austral"})).json()
    assert found["items"] == []
    found = (await system.client.get("/v1/conversations", params={"q": "auror"})).json()
    assert [item["id"] for item in found["items"]] == [talk]
    found = (await system.client.get("/v1/artifacts", params={"q": "AURORA", "type": "image"})).json()
    assert [item["name"] for item in found["items"]] == ["aurora.png"]
    found = (await system.client.get("/v1/artifacts", params={"q": "aurora", "type": "pdf"})).json()
    assert found["items"] == []


@pytest.mark.parametrize("q", ['"', "NEAR(", "a AND", "*", "😀", "x" * 400, "' OR 1=1 --", "{words}:"])
async def test_no_query_breaks_it(system: System, q: str) -> None:
    await a_talk(system, q[:200])
    await search(system, q)
    await search(system, f"{q} {q}"[:400])


async def test_a_schedule_is_found_by_its_title_and_by_what_it_says_until_it_is_gone(system: System) -> None:
    """OS-10, OS-19."""
    body = {"title": "Bom dia", "prompt": "Quais novidades há nas turmas?", "project": "home", "cron": "0 7 * * *"}
    made = (await system.client.post("/v1/tasks/scheduled", json=body)).json()["schedule"]
    for words in ("bom dia", "novidades"):
        [hit] = [hit for hit in await search(system, words) if hit["kind"] == "schedule"]
        assert (hit["title"], hit["detail"]) == ("Bom dia", "Quais novidades há nas turmas?")
        assert hit["path"] == f"/schedules/{made['id']}"
    await system.client.delete(f"/v1/tasks/scheduled/{made['id']}", headers={"If-Match": '"v1"'})
    assert await search(system, "bom dia", kinds="schedule") == []
