"""Saying something anew: the earlier words and all after them are set aside, in one step or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.kernel.shop import open_shop

from aule.contracts.errors import Conflict, Invalid, NotFound
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Said
from aule.testing import ScriptedModel, call, say, wait_for
from aule.testing.system import System, system

STORE = call("shop.store", {"path": "a", "text": "b"})


async def words(aule: System, conversation: str) -> list[str]:
    """What stands in a conversation."""
    page = await aule.kernel.conversations.messages(conversation, limit=200)
    return [message.content for message in page.items]


async def test_words_said_anew_take_the_place_of_the_old_ones_and_of_all_after_them(tmp_path: Path) -> None:
    """OS-8, OS-9b: edit and resend."""
    model = ScriptedModel(say("Hi."), say("Four."), say("Six."))
    async with system(tmp_path, model=model) as aule:
        first = await aule.ask("Hello")
        talk = first.session_id or ""
        second = await aule.ask("2+2?", conversation_id=talk)
        asked = (await aule.kernel.conversations.messages_of_run(second.id))[0]
        third = await aule.ask("3+3?", conversation_id=talk, replaces=asked.id)
        assert await words(aule, talk) == ["Hello", "Hi.", "3+3?", "Six."]
        seen = [entry.text for entry in model.prompts[-1].history if isinstance(entry, Said)]
        assert seen == ["Hello", "Hi.", "3+3?"]
        rewound = [event for event in await aule.events() if event.type == "conversation.rewound"]
        assert [event.session_id for event in rewound] == [talk]
        detail = await aule.kernel.overview.conversation(talk)
        assert {run.id for run in detail.runs} == {first.id, third.id}
        assert (await aule.kernel.runs.get(second.id)).status is RunStatus.DONE


async def test_the_title_follows_the_first_words(tmp_path: Path) -> None:
    async with system(tmp_path, say("Hi."), say("Olá.")) as aule:
        run = await aule.ask("Helo")
        asked = (await aule.messages(run))[0]
        await aule.ask("Hello", conversation_id=run.session_id, replaces=asked.id)
        assert (await aule.kernel.conversations.get(run.session_id or "")).title == "Hello"


async def test_what_was_changed_stays_and_can_still_be_undone(tmp_path: Path) -> None:
    """K-8: setting words aside takes back nothing by itself."""
    script = (call("core.write_file", {"path": "a.md", "content": "hi"}), say("Written."), say("Other."))
    async with system(tmp_path, *script) as aule:
        run = await aule.ask("write")
        await aule.decide()
        asked = (await aule.messages(run))[0]
        await aule.ask("something else", conversation_id=run.session_id, replaces=asked.id)
        assert (aule.workspace / "a.md").read_text() == "hi"
        await aule.kernel.undo(f"run:{run.id}")
        assert not (aule.workspace / "a.md").exists()


async def test_only_ones_own_words_of_this_conversation_can_be_said_anew(tmp_path: Path) -> None:
    async with system(tmp_path, say("Hi."), say("Ho.")) as aule:
        run, other = await aule.ask("Hello"), await aule.ask("Elsewhere")
        mine, answer = await aule.messages(run)
        before = await aule.types()
        for replaces, conversation, error in [
            (mine.id, None, Invalid),
            ("msg_none", run.session_id, NotFound),
            (mine.id, other.session_id, NotFound),
            (answer.id, run.session_id, Invalid),
        ]:
            with pytest.raises(error):
                await aule.kernel.ask(Ask(message="x", conversation_id=conversation, replaces=replaces))
        assert await aule.types() == before


async def test_nothing_is_set_aside_while_the_agent_answers(tmp_path: Path) -> None:
    gate = asyncio.Event()
    async with system(tmp_path, wait_for(gate) + say("Done.")) as aule:
        asked = await aule.kernel.ask(Ask(message="Go"))
        again = Ask(message="Stop", conversation_id=asked.conversation_id, replaces=asked.message)
        with pytest.raises(Conflict) as refused:
            await aule.kernel.ask(again)
        assert (refused.value.problem.code, refused.value.problem.subject) == ("turn_running", asked.run)
        gate.set()
        await aule.until_still(asked.run)
        assert await words(aule, asked.conversation_id) == ["Go", "Done."]


async def test_a_second_ask_waits_for_the_decision_the_first_one_waits_for(tmp_path: Path) -> None:
    """K-17: a question to a person is never answered, or dropped, by something else that is said."""
    async with system(tmp_path, STORE, say("Stored."), say("And on."), apps=[open_shop().app]) as aule:
        run = await aule.ask("store")
        with pytest.raises(Conflict) as refused:
            await aule.kernel.ask(Ask(message="And?", conversation_id=run.session_id))
        assert (refused.value.problem.code, refused.value.problem.subject) == ("turn_waiting", run.id)
        await aule.decide()
        await aule.ask("And?", conversation_id=run.session_id)
        assert await words(aule, run.session_id or "") == ["store", "Stored.", "And?", "And on."]


async def test_a_turn_that_waits_is_set_aside_with_its_words_and_its_question(tmp_path: Path) -> None:
    shop = open_shop()
    async with system(tmp_path, STORE, say("Fine."), apps=[shop.app]) as aule:
        run = await aule.ask("store")
        approval = await aule.pending()
        asked = (await aule.messages(run))[0]
        await aule.ask("do not", conversation_id=run.session_id, replaces=asked.id)
        ended = await aule.kernel.runs.get(run.id)
        assert (ended.status, ended.error and ended.error.code) == (RunStatus.CANCELLED, "set_aside")
        assert await aule.kernel.approvals.pending() == []
        with pytest.raises(Conflict):
            await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        assert await words(aule, run.session_id or "") == ["do not", "Fine."]
        assert shop.seen == []


async def test_deciding_and_saying_it_anew_at_once_end_in_one_of_the_two(tmp_path: Path) -> None:
    shop = open_shop()
    model = ScriptedModel(STORE, say("One."), say("Two."))
    async with system(tmp_path, model=model, apps=[shop.app]) as aule:
        run = await aule.ask("store")
        approval, asked = await aule.pending(), (await aule.messages(run))[0]
        anew = Ask(message="do not", conversation_id=run.session_id, replaces=asked.id, locale="en")
        decided, said = await asyncio.gather(
            aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash),
            aule.kernel.ask(anew),
            return_exceptions=True,
        )
        assert isinstance(decided, Conflict) != isinstance(said, Conflict)
        for unfinished in await aule.kernel.runs.unfinished():
            await aule.until_still(unfinished.id)
        await aule.until_still(run.id)
        assert shop.seen == ([] if isinstance(decided, Conflict) else ["store a"])
        model._script.clear()  # pyright: ignore - which of the two came first is not ours to say


async def test_words_added_to_a_turn_stand_in_its_conversation(tmp_path: Path) -> None:
    """OS-12: what was steered is still there after a reload, and the next turn knows it."""
    gate = asyncio.Event()
    model = ScriptedModel(wait_for(gate) + say("First."), say("Both."), say("Next."))
    async with system(tmp_path, model=model) as aule:
        asked = await aule.kernel.ask(Ask(message="One", locale="en"))
        await model.asked.wait()
        await aule.kernel.steer(asked.run, "and two")
        gate.set()
        await aule.until_still(asked.run)
        assert await words(aule, asked.conversation_id) == ["One", "and two", "Both."]
        await aule.ask("Three", conversation_id=asked.conversation_id)
        seen = [entry.text for entry in model.prompts[-1].history if isinstance(entry, Said)]
        assert seen == ["One", "and two", "Both.", "Three"]
