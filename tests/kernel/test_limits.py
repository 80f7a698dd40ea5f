"""Limits: shared budgets, runaway models, and input that is too large, too deep or no text at all."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.kernel.odd import odd_app
from tests.kernel.shop import open_shop

from aule import boot
from aule.ambient import SystemClock
from aule.contracts.access.agent import Budget
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.brain import Speech
from aule.contracts.talk.messages import MAX_MESSAGE
from aule.kernel.capabilities.context.context import MOST_PROGRESS
from aule.testing import ScriptedModel, call, say
from aule.testing.scripted_model import Response
from aule.testing.system import system

HALF = "\ud83d"


async def test_sub_agents_spend_the_budget_of_the_agent_above(tmp_path: Path) -> None:
    """OS-2, OS-12: a budget is a limit on the whole tree."""
    briefs = [{"task": f"part {n}"} for n in range(3)]
    model = ScriptedModel(
        call("core.delegate", {"briefs": briefs}).to("all"),
        *[call("shop.count", {"n": n}).to("part") for n in range(60)],
    )
    async with system(tmp_path, model=model, apps=[open_shop().app]) as aule:
        run = await aule.ask("do all", budget=Budget(max_tokens=100))
        model._script.clear()  # pyright: ignore - how many were asked for is what is measured
        assert run.error is not None and run.error.code == "max_tokens"
        tree = await aule.kernel.runs.tree(run.id)
        spent = sum(each.usage.tokens_in + each.usage.tokens_out for each in tree)
        assert spent <= 100 + 3 * 15, "each sub-agent may finish one response that was under way"


async def test_one_response_cannot_repeat_a_call_without_end(tmp_path: Path) -> None:
    """OS-2: the guard looks before the calls are made."""
    shop = open_shop()
    many = call("shop.count", {"n": 1})
    for _ in range(49):
        many += call("shop.count", {"n": 1})
    async with system(tmp_path, many, apps=[shop.app]) as aule:
        run = await aule.ask("count")
        assert (run.error and run.error.code, shop.seen) == ("repeated_call", [])


async def test_one_response_cannot_wish_for_hundreds_of_calls(tmp_path: Path) -> None:
    shop = open_shop()
    many = call("shop.count", {"n": 0})
    for n in range(1, 100):
        many += call("shop.count", {"n": n})
    async with system(tmp_path, many, apps=[shop.app]) as aule:
        run = await aule.ask("count")
        assert (run.error and run.error.code, shop.seen) == ("max_turns", [])


async def test_a_repeated_call_is_recognised_under_each_of_its_names(tmp_path: Path) -> None:
    async with system(tmp_path, call("core.now"), call("now"), call("core__now")) as aule:
        run = await aule.ask("what time is it?")
        assert run.error is not None and run.error.code == "repeated_call"


async def test_a_model_that_never_stops_talking_is_stopped_and_its_words_are_kept(tmp_path: Path) -> None:
    endless = Response(tuple(Speech("x" * 10_000) for _ in range(200)))
    async with system(tmp_path, endless) as aule:
        run = await aule.ask("talk")
        assert run.error is not None and run.error.code == "too_large"
        assert len((await aule.messages(run))[-1].content) == MAX_MESSAGE * 5


async def test_progress_is_told_a_bounded_number_of_times(tmp_path: Path) -> None:
    async with system(tmp_path, apps=[odd_app()]) as aule:
        await aule.kernel.call("odd.noisy", {})
        told = [event.data for event in await aule.events() if event.type == "call.progressed"]
        assert (len(told), len(told[0].message)) == (MOST_PROGRESS, MOST_PROGRESS)  # pyright: ignore


async def test_halves_of_characters_from_a_model_do_not_break_the_record(tmp_path: Path) -> None:
    """K-9: what happened is what the log says, whatever a model sends."""
    store = call("shop.store", {"path": "a", "text": HALF})
    async with system(tmp_path, store, say(f"Here {HALF}."), apps=[open_shop().app]) as aule:
        run = await aule.ask("store")
        assert (run.status, (await aule.types(run.id)).count("turn.stepped")) == (RunStatus.DONE_WITH_FAILURES, 2)
        assert aule.model.prompts[-1].history[-1].result.error.code == "unknown_param"  # pyright: ignore
        assert (await aule.messages(run))[-1].content == "Here \ufffd."


async def test_parameters_nested_without_end_do_not_break_the_record(tmp_path: Path) -> None:
    """K-9."""
    deep: dict[str, object] = {}
    for _ in range(400):
        deep = {"a": deep}
    async with system(tmp_path, call("core.now", deep), say("I could not.")) as aule:
        run = await aule.ask("go")
        assert (run.status, (await aule.types(run.id)).count("turn.stepped")) == (RunStatus.DONE_WITH_FAILURES, 2)


async def test_an_integer_that_would_be_rounded_is_refused_before_anybody_is_asked(tmp_path: Path) -> None:
    """K-2: nothing lossy; browsers and hashes carry 53 bits."""
    async with system(tmp_path, call("odd.number", {"n": 2**60}), say("Too large."), apps=[odd_app()]) as aule:
        run = await aule.ask("go")
        assert run.status is RunStatus.DONE_WITH_FAILURES
        with pytest.raises(Invalid):
            await aule.kernel.call("odd.number", {"n": -(2**53)})
        assert await aule.kernel.runs.unfinished() == []


@pytest.mark.parametrize("words", [HALF, "x" * (MAX_MESSAGE + 1), "  "])
async def test_words_that_are_none_are_refused_everywhere(tmp_path: Path, words: str) -> None:
    async with system(tmp_path, call("core.ask_user", {"question": "Which?"})) as aule:
        run = await aule.ask("go")
        approval = await aule.pending()
        with pytest.raises(Invalid):
            await aule.kernel.steer(run.id, words)
        with pytest.raises(Invalid):
            await aule.kernel.decide(approval.id, "answer", content_hash=approval.binds.content_hash, answer=words)
        assert (await aule.pending()).id == approval.id


@pytest.mark.parametrize("content", ["", "x" * 8_001])
async def test_a_memory_of_nothing_or_too_much_is_refused_clearly(tmp_path: Path, content: str) -> None:
    """K-2: by the schema, which models see too."""
    async with system(tmp_path) as aule:
        with pytest.raises(Invalid):
            await aule.kernel.call("core.memory_save", {"content": content})


async def test_a_long_talk_of_short_messages_is_remembered_from_its_beginning(tmp_path: Path) -> None:
    """OS-8: what fits is there, however many messages it is."""
    turns = 105
    async with system(tmp_path, *[say("ok")] * turns) as aule:
        run = await aule.ask("the very first thing")
        for n in range(1, turns):
            run = await aule.ask(f"thing {n}", conversation_id=run.session_id)
        assert aule.model.prompts[-1].history[0].text == "the very first thing"  # pyright: ignore
        assert len(aule.model.prompts[-1].history) == 2 * turns - 1


class _At(SystemClock):
    """A clock that stands still."""

    def now(self) -> datetime:
        """Half past one in the night, in Greenwich."""
        return datetime(2026, 1, 2, 1, 30, tzinfo=UTC)


async def test_today_is_the_persons_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K-15: in São Paulo it is still the evening before."""
    real = boot.ambient()
    with monkeypatch.context() as around:
        around.setenv("TZ", "America/Sao_Paulo")
        time.tzset()
        async with system(tmp_path, say("ok"), ambient=Ambient(_At(), real.ids, real.dice)) as aule:
            await aule.ask("what day is it?")
            assert "Thursday, 2026-01-01" in aule.model.prompts[0].system
    time.tzset()
