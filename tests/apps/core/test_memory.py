"""What the owner asks to remember is theirs; what an agent keeps is the agent's."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.conftest import System as ServerSystem
from tests.server.conftest import system as server_system

from aule.testing.scripted_model import call, say
from aule.testing.system import system as scripted_system

system = server_system


@pytest.mark.parametrize(
    ("words", "content"),
    [("lembre que prefiro respostas curtas", "prefiro respostas curtas"), ("remember that I like tea", "I like tea")],
)
async def test_what_the_owner_asks_to_remember_is_a_preference_of_theirs(
    system: ServerSystem, words: str, content: str
) -> None:
    """LT-70: it counts in every project, and nobody has to accept it."""
    told = (await system.client.post("/v1/agent/chat", json={"message": words})).json()
    assert told["status"] == "done", told
    [item] = (await system.client.get("/v1/memory")).json()["items"]
    assert (item["content"], item["kind"], item["scope"], item["trust"]) == (
        content,
        "preference",
        "user:owner",
        "user",
    )


async def test_what_an_agent_keeps_beyond_the_owners_words_is_the_agents(tmp_path: Path) -> None:
    """LT-70, KN-21: what the owner asked to keep is theirs; what a model makes of their words is its own note."""
    saved = call("core.memory_save", {"content": "I like tea"})
    guessed = call("core.memory_save", {"content": "The person drinks tea every morning at home"})
    async with scripted_system(tmp_path, saved, say("Noted."), guessed, say("Noted.")) as aule:
        await aule.ask("remember that I like tea")
        [own] = (await aule.kernel.memories.list(now=aule.kernel.ambient.timestamp())).items
        await aule.ask("I had some tea this morning")
        [noted, _] = (await aule.kernel.memories.list(now=aule.kernel.ambient.timestamp())).items
    assert (own.kind, own.scope, own.trust) == ("preference", "user:owner", "user")
    assert (noted.kind, noted.scope, noted.trust) == ("fact", "project:home", "agent")


async def test_a_command_is_a_command_whichever_app_is_open(system: ServerSystem) -> None:
    """LT-70: without a model, *execute ls* never reaches a company's strategy."""
    understood = (await system.client.post("/v1/understand", json={"words": "execute ls", "locale": "pt-BR"})).json()
    assert [call["capability"] for call in understood["calls"]] == ["core.exec"], understood
