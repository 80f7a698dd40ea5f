"""The agent's turn: streamed, persistent, guarded, stoppable, honest."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.kernel.shop import open_shop

from aule.contracts.access.agent import Budget
from aule.contracts.errors import Conflict, ModelUnavailable
from aule.contracts.runs.run import RunStatus, Usage
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.brain import Observed, Said
from aule.kernel.agents.prompt import FOLDED
from aule.testing import ScriptedModel, call, fail, hang, say, think, wait_for
from aule.testing.system import system


async def test_a_turn_is_told_as_events_and_kept_as_messages(tmp_path: Path) -> None:
    """OS-1, OS-2, OS-8: thought, action, observation and answer; readable afterwards."""
    shop = open_shop()
    script = [think("let me count") + call("shop.count", {"n": 3}), say("Three.")]
    async with system(tmp_path, *script, apps=[shop.app]) as aule:
        run = await aule.ask("count to three")
        assert await aule.types(run.id) == [
            "run.started",
            "message.added",
            "ask.received",
            "model.chosen",
            "turn.stepped",
            "call.started",
            "call.completed",
            "turn.stepped",
            "message.added",
            "run.finished",
        ]
        assert [(message.role, message.content) for message in await aule.messages(run)] == [
            ("user", "count to three"),
            ("assistant", "Three."),
        ]
        assert run.usage == Usage(tokens_in=20, tokens_out=10, model_calls=2)


async def test_a_conversation_begins_with_its_first_words_or_not_at_all(tmp_path: Path) -> None:
    """LI-1: one commit; who follows from the cursor hears the words first."""
    async with system(tmp_path, say("Hello."), say("Hello again.")) as aule:
        asked = await aule.kernel.ask(Ask(message="hi"))
        await aule.until_still(asked.run)
        opened, started, *_ = await aule.kernel.journal.read(session=asked.conversation_id)
        assert (opened.type, started.type, asked.cursor) == ("conversation.opened", "run.started", opened.seq)
        assert opened.ts == started.ts
        again = await aule.kernel.ask(Ask(message="hi again", conversation_id=asked.conversation_id))
        [first, *_] = await aule.kernel.journal.read(again.cursor, session=asked.conversation_id)
        assert (first.type, first.run) == ("run.started", again.run)
        await aule.until_still(again.run)


async def test_the_second_turn_sees_the_first(tmp_path: Path) -> None:
    """OS-8."""
    async with system(tmp_path, say("Hello Ana."), say("Ana.")) as aule:
        first = await aule.ask("I am Ana")
        await aule.ask("who am I?", conversation_id=first.session_id)
        assert [entry.text for entry in aule.model.prompts[1].history if isinstance(entry, Said)] == [
            "I am Ana",
            "Hello Ana.",
            "who am I?",
        ]


async def test_stopping_ends_a_turn_within_a_second_and_keeps_what_was_said(tmp_path: Path) -> None:
    """OS-2: the stop button."""
    async with system(tmp_path, say("I begin to ans") + hang()) as aule:
        asked = await aule.kernel.ask(Ask(message="talk", locale="en"))
        await _until(aule.kernel.journal.follow(asked.cursor, run=asked.run), "turn.spoke")
        loop = asyncio.get_running_loop()
        began = loop.time()
        run = await aule.kernel.cancel(asked.run)
        assert loop.time() - began < 1
        assert (run.status, run.error and run.error.code) == (RunStatus.CANCELLED, "cancelled")
        last = (await aule.messages(run))[-1]
        assert (last.content, last.interrupted) == ("I begin to ans", True)
        assert aule.model.stopped == 1


async def test_stopping_reaches_a_capability_that_is_under_way(tmp_path: Path) -> None:
    shop = open_shop()
    async with system(tmp_path, call("shop.wait"), apps=[shop.app]) as aule:
        asked = await aule.kernel.ask(Ask(message="wait", locale="en"))
        await _until(aule.kernel.journal.follow(asked.cursor, run=asked.run), "call.progressed")
        run = await aule.kernel.cancel(asked.run)
        assert run.status is RunStatus.CANCELLED
        assert "call.failed" in await aule.types(run.id)


async def test_stopping_a_turn_that_waits_takes_its_question_back(tmp_path: Path) -> None:
    shop = open_shop()
    async with system(tmp_path, call("shop.store", {"path": "a", "text": "b"}), apps=[shop.app]) as aule:
        run = await aule.ask("store")
        approval = await aule.pending()
        assert (await aule.kernel.cancel(run.id)).status is RunStatus.CANCELLED
        assert await aule.kernel.approvals.pending() == []
        with pytest.raises(Conflict):
            await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
        assert shop.seen == []


async def test_three_identical_calls_stop_the_turn_with_a_reason(tmp_path: Path) -> None:
    """OS-2."""
    shop = open_shop()
    async with system(tmp_path, *[call("shop.count", {"n": 1})] * 3, apps=[shop.app]) as aule:
        run = await aule.ask("count")
        assert (run.status, run.error and run.error.code) == (RunStatus.FAILED, "repeated_call")
        assert "guard.tripped" in await aule.types(run.id)


@pytest.mark.parametrize(
    ("budget", "code"),
    [
        (Budget(max_turns=2), "max_turns"),
        (Budget(max_tokens=25), "max_tokens"),
        (Budget(max_cost=0.02), "max_cost"),
    ],
)
async def test_a_budget_stops_the_turn_before_the_next_model_call(tmp_path: Path, budget: Budget, code: str) -> None:
    """OS-2: budgets are enforced in the kernel."""
    shop = open_shop()
    price = Usage(tokens_in=10, tokens_out=5, cost=0.01, model_calls=1)
    script = [call("shop.count", {"n": n}).costing(price) for n in range(2)]
    async with system(tmp_path, *script, apps=[shop.app]) as aule:
        run = await aule.ask("count", budget=budget)
        assert run.error is not None and run.error.code == code
        assert len(aule.model.prompts) == 2


async def test_a_day_has_its_own_limit(tmp_path: Path) -> None:
    async with system(tmp_path, say("one")) as aule:
        await aule.kernel.save_settings(Settings.model_validate({"limits": {"day_tokens": 10}}), expected=None)
        await aule.ask("first")
        run = await aule.ask("second")
        assert run.error is not None and run.error.code == "max_tokens"


async def test_a_model_that_fails_is_reported_with_its_hint_and_the_words_so_far(tmp_path: Path) -> None:
    error = ModelUnavailable("The model went away.", hint="Start it again.")
    async with system(tmp_path, say("Half an ans") + fail(error)) as aule:
        run = await aule.ask("talk")
        assert run.error == error.problem
        last = (await aule.messages(run))[-1]
        assert (last.content, last.interrupted) == ("Half an ans", True)


async def test_one_question_waits_for_its_answer_however_long(tmp_path: Path) -> None:
    """K-17: nothing is answered for the person."""
    ask = call("core.ask_user", {"question": "Which class?", "options": ["7A", "7B"]})
    async with system(tmp_path, ask, say("7B it is.")) as aule:
        run = await aule.ask("make a test")
        approval = await aule.pending()
        assert (run.status, approval.kind, approval.title) == ("waiting", "question", "Which class?")
        assert [option.label for option in approval.options] == ["7A", "7B", "Answer"]
        run = await aule.decide("option_2")
        observed = aule.model.prompts[-1].history[-1]
        assert observed.result.data == {"option": "option_2", "answer": "7B"}  # pyright: ignore
        assert run.status is RunStatus.DONE


async def test_a_question_takes_free_words(tmp_path: Path) -> None:
    async with system(tmp_path, call("core.ask_user", {"question": "Which class?"}), say("Thanks.")) as aule:
        await aule.ask("make a test")
        run = await aule.decide("answer", answer="the ninth grade")
        assert aule.model.prompts[-1].history[-1].result.data["answer"] == "the ninth grade"  # pyright: ignore
        assert run.status is RunStatus.DONE


async def test_a_claimed_effect_that_did_not_happen_is_marked(tmp_path: Path) -> None:
    """OS-3."""
    async with system(tmp_path, say("I saved the report. Anything else?")) as aule:
        run = await aule.ask("save a report")
        assert (await aule.messages(run))[-1].unsupported == ["I saved the report."]


async def test_a_figure_is_held_against_a_call_that_ended_a_moment_ago(tmp_path: Path) -> None:
    """OS-3: there are no notes, and the model answers before the log is written."""
    async with system(tmp_path, call("core.list_notes"), say("You have 2 notes.")) as aule:
        run = await aule.ask("how many notes do I have?")
        assert (await aule.messages(run))[-1].unsupported == ["You have 2 notes."]


async def test_a_true_claim_is_not_marked(tmp_path: Path) -> None:
    """OS-3."""
    script = [
        call("core.write_file", {"path": "report.md", "content": "x"}),
        say("I wrote `report.md`. I also wrote `b.md`."),
    ]
    async with system(tmp_path, *script) as aule:
        await aule.ask("save a report")
        run = await aule.decide()
        assert (await aule.messages(run))[-1].unsupported == ["I also wrote `b.md`."]


async def test_words_added_on_the_way_reach_the_model(tmp_path: Path) -> None:
    """OS-12: steer."""
    gate = asyncio.Event()
    async with system(tmp_path, wait_for(gate) + say("First answer."), say("In French then.")) as aule:
        asked = await aule.kernel.ask(Ask(message="explain", locale="en"))
        await _until(aule.kernel.journal.follow(asked.cursor, run=asked.run), "model.chosen")
        await aule.kernel.steer(asked.run, "in French, please")
        gate.set()
        run = await aule.until_still(asked.run)
        assert aule.model.prompts[-1].history[-1] == Said("user", "in French, please")
        assert (await aule.messages(run))[-1].content == "In French then."


async def test_older_messages_are_folded_visibly_and_pinned_facts_stay(tmp_path: Path) -> None:
    """OS-8, OS-18."""
    async with system(tmp_path, *[say(f"answer {n} " + "x" * 1500) for n in range(5)]) as aule:
        await aule.kernel.save_settings(Settings(compact_at=1000), expected=None)
        await aule.kernel.call("core.memory_save", {"content": "The class is 7A", "pinned": True})
        run = await aule.ask("question 0 " + "y" * 500)
        for n in range(1, 5):
            run = await aule.ask(f"question {n}", conversation_id=run.session_id)
        types = await aule.types(run.id)
        assert "turn.compacted" in types and "memory.recalled" in types
        prompt = aule.model.prompts[-1]
        assert "The class is 7A" in prompt.system
        assert "question 0" in prompt.history[0].text and len(prompt.history) < 9  # pyright: ignore


async def test_earlier_results_are_folded_when_a_small_context_fills_and_that_is_told(tmp_path: Path) -> None:
    """OS-8, OS-13: nothing is cut silently, and the latest result always stays whole."""
    paths = [f"{n}.txt" for n in range(4)]
    script = [*(call("core.read_file", {"path": path}) for path in paths), say("All read.")]
    async with system(tmp_path, model=ScriptedModel(*script, context_length=4_000)) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        for path in paths:
            (aule.workspace / path).write_text(f"{path} " + "words " * 600)
        run = await aule.ask("read everything")
        observed = [entry.result.data for entry in aule.model.prompts[-1].history if isinstance(entry, Observed)]
        assert [data == FOLDED for data in observed] == [True, True, True, False]
        assert (run.status, (await aule.types(run.id)).count("turn.compacted")) == (RunStatus.DONE, 3)


async def test_a_second_message_waits_for_the_first_answer(tmp_path: Path) -> None:
    gate = asyncio.Event()
    async with system(tmp_path, wait_for(gate) + say("done")) as aule:
        asked = await aule.kernel.ask(Ask(message="one", locale="en"))
        with pytest.raises(Conflict) as caught:
            await aule.kernel.ask(Ask(message="two", conversation_id=asked.conversation_id))
        assert caught.value.problem.code == "turn_running"
        gate.set()
        await aule.until_still(asked.run)


async def test_sub_agents_work_at_once_with_at_most_their_parents_rights(tmp_path: Path) -> None:
    """OS-12."""
    shop = open_shop()
    both = asyncio.Event()
    briefs = [{"task": "count the apples", "agent": "coder"}, {"task": "count the pears", "agent": "assistant"}]
    model = ScriptedModel(
        call("core.delegate", {"briefs": briefs}).to("count all"),
        (wait_for(both) + say("2 apples")).to("apples"),
        (call("core.write_file", {"path": "x", "content": "y"})).to("pears"),
        say("3 pears").to("pears"),
        say("Two apples and three pears.").to("count all"),
    )
    async with system(tmp_path, model=model, apps=[shop.app]) as aule:
        asked = await aule.kernel.ask(Ask(message="count all the fruit", agent="researcher", locale="en"))
        await _until(aule.kernel.journal.follow(asked.cursor, session=asked.conversation_id), "call.failed")
        both.set()
        run = await aule.until_still(asked.run)
        tree = await aule.kernel.runs.tree(run.id)
        assert sorted((each.depth, each.agent, each.parent) for each in tree) == [  # both begin at the same moment
            (0, "researcher", None),
            (1, "assistant", run.id),
            (1, "coder", run.id),
        ]
        failed = [event for event in await aule.events() if event.type == "call.failed"]
        assert [event.data.result.error.code for event in failed] == ["not_allowed"]  # pyright: ignore
        answers = aule.model.prompts[-1].history[-1].result.data["results"]  # pyright: ignore
        assert [answer["answer"] for answer in answers] == ["2 apples", "3 pears"]
        assert (await aule.messages(run))[-1].content == "Two apples and three pears."


async def test_stopping_the_parent_stops_every_sub_agent(tmp_path: Path) -> None:
    """OS-12."""
    model = ScriptedModel(
        call("core.delegate", {"briefs": [{"task": "apples"}, {"task": "pears"}]}).to("all"),
        hang().to("apples"),
        hang().to("pears"),
    )
    async with system(tmp_path, model=model) as aule:
        asked = await aule.kernel.ask(Ask(message="count all", locale="en"))
        seen = 0
        async for event in aule.kernel.journal.follow(asked.cursor, session=asked.conversation_id):
            seen += event.type == "model.chosen"
            if seen == 3:
                break
        async with asyncio.timeout(10):
            while len(model.prompts) < 3:  # noqa: ASYNC110 - being asked is no event
                await asyncio.sleep(0)
        await aule.kernel.cancel(asked.run)
        tree = await aule.kernel.runs.tree(asked.run)
        assert [run.status for run in tree] == [RunStatus.CANCELLED] * 3


async def test_the_tools_of_a_hundred_capabilities_fit_the_budget(tmp_path: Path) -> None:
    """K-1 and the context diet: a small part of the context holds tools up front; the rest is found on demand."""
    from aule.kernel.agents.tools import tool_room, tool_tokens
    from aule.sdk import App, Effect

    many = App("many")
    for n in range(100):

        async def body(name: str, count: int = 1) -> str:
            """Do one of a hundred things with a name and a count."""
            return name

        body.__name__ = f"thing_{n}"
        many.capability(effect=Effect.READ)(body)
    script = [call("core.find_capabilities", {"query": "thing 77"}), call("many.thing_77", {"name": "x"}), say("ok")]
    async with system(tmp_path, model=ScriptedModel(*script, context_length=8_192), apps=[many]) as aule:
        run = await aule.ask("use the 77th thing")
        assert sum(tool_tokens(tool) for tool in aule.model.prompts[0].tools) <= tool_room(8_192)
        assert "many.thing_77" in [tool.name for tool in aule.model.prompts[1].tools]
        assert run.status is RunStatus.DONE


async def _until(events, type: str) -> None:
    async for event in events:
        if event.type == type:
            return


async def test_a_decision_in_the_very_moment_of_asking_is_not_lost(tmp_path: Path) -> None:
    """K-7: deciding before the run has said that it waits."""
    shop = open_shop()
    script = [call("shop.store", {"path": "a", "text": "b"}), say("Stored.")]
    async with system(tmp_path, *script, apps=[shop.app]) as aule:
        asked = await aule.kernel.ask(Ask(message="store", locale="en"))
        async for event in aule.kernel.journal.follow(asked.cursor, run=asked.run):
            if event.type == "approval.requested":
                approval = event.data.approval  # pyright: ignore
                await aule.kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
                break
        run = await aule.kernel.driver.wait(asked.run)
        assert (run.status, shop.seen) == (RunStatus.DONE, ["store a"])
