"""Old conversations are searched by words and meaning, within their project (KN-24)."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.talk.brain import Observed
from aule.contracts.talk.messages import Message
from aule.kernel.agents.prompt import window
from aule.testing import call, say
from aule.testing.system import system


async def test_what_was_said_is_found_by_meaning_with_its_message(tmp_path: Path) -> None:
    """KN-24: another language and other words find the message, and say in which conversation it stands."""
    script = [say("A roof repair costs about 900 euros."), say("Sunny."), say("Rice and beans.")]
    async with system(tmp_path, *script) as aule:
        roof = await aule.ask("how much does it cost to repair the roof of the barn?")
        await aule.ask("how is the weather?")
        await aule.ask("what shall we cook tonight?")
        found = await aule.kernel.memory.talks.find("quanto custa consertar o telhado?")
        none = await aule.kernel.memory.talks.find("quando é a prova de química?")
    assert found[0].conversation == roof.session_id and "roof" in found[0].excerpt
    assert found[0].link == f"/?chat={roof.session_id}"
    assert none == []


async def test_an_agent_finds_what_was_said_in_its_project_only(tmp_path: Path) -> None:
    """KN-24: other projects are looked into when asked for, and never the conversation that is going on."""
    searching = call("core.search_conversations", {"query": "the roof of the barn"})
    everywhere = call("core.search_conversations", {"query": "the roof of the barn", "everywhere": True})
    script = [say("900 euros."), searching, say("Nothing."), everywhere, say("900 euros.")]
    async with system(tmp_path, *script) as aule:
        roof = await aule.ask("how much does it cost to repair the roof of the barn?")
        other = await aule.kernel.documents.create_project("Garden")
        first = await aule.ask("what did we say of the roof of the barn?", project=other.id)
        await aule.ask("and elsewhere?", project=other.id, conversation_id=first.session_id)
        results = [
            entry.result
            for prompt in aule.model.prompts
            for entry in prompt.history[-1:]
            if isinstance(entry, Observed)
        ]
    near, far = [{each["conversation"] for each in result.data["found"]} for result in results]
    assert near == set() and far == {roof.session_id}


async def test_a_deleted_conversation_is_not_found(tmp_path: Path) -> None:
    """KN-24: what somebody deleted is gone from the search."""
    async with system(tmp_path, say("900 euros.")) as aule:
        roof = await aule.ask("how much does it cost to repair the roof of the barn?")
        assert roof.session_id is not None
        assert await aule.kernel.memory.talks.find("the roof of the barn")
        version = (await aule.kernel.conversations.get(roof.session_id)).version
        await aule.kernel.documents.delete_conversation(roof.session_id, expected=version)
        assert await aule.kernel.memory.talks.find("the roof of the barn") == []


def test_decisions_and_open_questions_stay_when_a_conversation_is_folded() -> None:
    """KN-24: however much was said since, the summary that is shown and sent holds what was decided and left open."""
    said = [("user", "We decided to use Postgres. Nice weather too."), ("assistant", "ok")]
    said += [("user", "who pays the invoice?"), ("user", "never mind for now"), ("assistant", "fine")]
    said += [("user", f"small talk number {number}") for number in range(60)]
    messages = [
        Message(id=f"m{place}", conversation="c", role=role, content=text, ts="t")  # type: ignore[arg-type]
        for place, (role, text) in enumerate(said)
    ]
    view = window(messages, 60)
    assert "decided by the person: We decided to use Postgres" in view.summary
    assert "asked and not answered: who pays the invoice?" in view.summary
    assert "small talk number 3\n" not in view.summary and view.dropped > 40
