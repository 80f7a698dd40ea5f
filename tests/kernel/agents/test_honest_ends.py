"""Ends that are no success: nothing was said, a filter held the answer back, or a sub-agent reached its limit."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.shop import open_shop

from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import CallFailed
from aule.contracts.runs.run import RunStatus
from aule.testing import ScriptedModel, call, fail, say, think
from aule.testing.system import system


@pytest.mark.parametrize(
    ("locale", "told"), [("en", "The model ended without an answer."), ("pt-BR", "O modelo terminou sem responder.")]
)
async def test_an_empty_answer_is_told_as_one(tmp_path: Path, locale: str, told: str) -> None:
    """OS-3: in the person's language, and not as a success."""
    async with system(tmp_path, think("hm") + say("  \n")) as aule:
        run = await aule.ask("hello", locale=locale)
        assert (run.status, run.error and run.error.code) == (RunStatus.FAILED, "invalid_output")
        assert (await aule.messages(run))[-1].content == told


async def test_an_empty_answer_behind_calls_says_that_they_were_made(tmp_path: Path) -> None:
    """OS-3."""
    shop = open_shop()
    async with system(tmp_path, call("shop.count", {"n": 3}), say(""), apps=[shop.app]) as aule:
        run = await aule.ask("count")
        assert run.status is RunStatus.FAILED
        told = "The model ended without an answer. What it did before stands in the steps of this turn."
        assert (await aule.messages(run))[-1].content == told


async def test_an_answer_that_was_held_back_is_told_behind_what_came_of_it(tmp_path: Path) -> None:
    """OS-3: what a content filter left, and that it was one."""
    held_back = fail(ModelUnavailable("The provider's content filter stopped the answer.", code="invalid_output"))
    async with system(tmp_path, say("First,") + held_back, held_back) as aule:
        run = await aule.ask("tell me")
        last = (await aule.messages(run))[-1]
        assert (run.status, last.interrupted) == (RunStatus.FAILED, True)
        assert last.content == "First,\n\nThe provider's content filter stopped the answer."
        again = await aule.ask("tell me", conversation_id=run.session_id)
        assert (await aule.messages(again))[-1].content == "The provider's content filter stopped the answer."


async def test_a_sub_agent_that_reached_its_limit_tells_its_parent(tmp_path: Path) -> None:
    """OS-12: which limit, and what it had said until then."""
    briefs = [{"task": "the long part", "budget": {"max_turns": 2}}]
    model = ScriptedModel(
        call("core.delegate", {"briefs": briefs}).to("all"),
        (say("First I look.") + call("shop.count", {"n": 1})).to("long part"),
        call("shop.count", {"n": 2}).to("long part"),
        say("It did not finish.").to("all"),
    )
    async with system(tmp_path, model=model, apps=[open_shop().app]) as aule:
        run = await aule.ask("do it all")
        [failed] = [event.data for event in await aule.events(run.id) if isinstance(event.data, CallFailed)]
        [result] = failed.result.data["results"]
        assert result["status"] == "failed"
        assert (
            result["problem"]
            == "It reached its limit before it was done. Stopped: 2 steps are the limit of one answer."
        )
        assert result["answer"] == "First I look."
        assert failed.result.error is not None and "It reached its limit" in failed.result.error.message
        heard = str(aule.model.prompts[-1].history[-1])
        assert "It reached its limit" in heard and "First I look." in heard
