"""Models that stand in for another one: real switchboard, real sockets; told in the log, never silent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.models.test_in_the_system import running

from aule.contracts.access.agent import Agent, ModelChoice, ModelFallback
from aule.contracts.events.facts import ModelChosen, ModelProbed
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.settings import Provider, Settings
from aule.contracts.talk.catalog import ProbeFacts
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer, Reply, ToolCall
from aule.testing.system import System

CHAIN = ModelChoice(provider="first", id="scripted", fallbacks=[ModelFallback(provider="second", id="scripted")])


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (Reply(status=429, error="slow down", repeat=True), "asked too often"),
        (Reply(status=402, error="no credit", repeat=True), "wants to be paid first"),
    ],
)
async def test_the_next_model_answers_where_one_refuses_and_the_turn_says_why(
    tmp_path: Path, trouble: Reply, told: str
) -> None:
    """ST-4: refused or asked too often: both choices are on record, with the reason, and the second one answers."""
    async with OpenAIServer([trouble]) as bad, OpenAIServer([Reply(text="Here.")]) as good, running(tmp_path) as aule:
        with allow_models(bad.port, good.port):
            await _connect(aule, first=bad.base_url, second=good.base_url)
            run = await aule.ask("tell me a story", agent="teller")
            assert (run.status, run.model) == (RunStatus.DONE, "second/scripted")
            assert (await aule.messages(run))[-1].content == "Here."
            one, two = await _chosen(aule, run)
            assert (one.provider, one.why_code) == ("first", "persona")
            assert (two.provider, two.why_code) == ("second", "fallback")
            assert told in two.why and "scripted stands in" in two.why


async def test_a_model_stands_in_after_calls_and_does_not_make_them_again(tmp_path: Path) -> None:
    """ST-4: the turn goes on from its events: what was looked up stays, and nothing is done twice."""
    look = Reply(calls=[ToolCall(name="core__list_dir", arguments={})])
    away = Reply(status=429, error="slow down", repeat=True)
    async with (
        OpenAIServer([look, away]) as bad,
        OpenAIServer([Reply(text="Nothing there.")]) as good,
        running(tmp_path) as aule,
    ):
        with allow_models(bad.port, good.port):
            await _connect(aule, first=bad.base_url, second=good.base_url)
            run = await aule.ask("tell me a story about the files", agent="teller")
            assert (await aule.messages(run))[-1].content == "Nothing there."
            assert (await aule.types(run.id)).count("call.completed") == 1
            assert [each.provider for each in await _chosen(aule, run)] == ["first", "second"]


async def test_an_answer_that_broke_off_in_sight_is_not_begun_anew_by_another_model(tmp_path: Path) -> None:
    """ST-4: half an answer of one model never has another one's before or after it."""
    cut = Reply(deltas=["Half an ", "answer"], behaviour="cut", repeat=True)
    async with OpenAIServer([cut]) as bad, OpenAIServer([]) as good, running(tmp_path) as aule:
        with allow_models(bad.port, good.port):
            await _connect(aule, first=bad.base_url, second=good.base_url)
            run = await aule.ask("tell me a story", agent="teller")
            assert run.status is RunStatus.FAILED
            assert [each.provider for each in await _chosen(aule, run)] == ["first"]
            assert good.chats == []


async def test_without_any_model_left_the_last_problem_is_told(tmp_path: Path) -> None:
    """ST-4: also where a provider of the chain is not connected at all."""
    away = Reply(status=429, error="slow down", repeat=True)
    async with OpenAIServer([away]) as bad, running(tmp_path) as aule:
        with allow_models(bad.port):
            await _connect(aule, first=bad.base_url)
            run = await aule.ask("tell me a story", agent="teller")
            assert run.status is RunStatus.FAILED
            assert run.error is not None and "second" in run.error.message


async def _connect(aule: System, **addresses: str) -> None:
    """Connect providers whose models are known to call tools, and make an agent that uses them in turn."""
    providers: dict[str, Any] = {
        name: Provider(base_url=url, default_model="scripted") for name, url in addresses.items()
    }
    facts = ProbeFacts(text=True, tool_calls=True, tier=2, context_length=32_000, probed_at="2026-01-01T00:00:00.000Z")
    for name in addresses:
        probed = ModelProbed(provider=name, model="scripted", facts=facts.model_dump(mode="json"))
        await aule.kernel.journal.write(probed)
    aule.kernel.probed.update(await aule.kernel.probes.all())
    await aule.kernel.save_settings(Settings(providers=providers), expected=aule.kernel.settings.etag())
    await aule.kernel.documents.save_agent(Agent(id="teller", name="Teller", model=CHAIN), expected=None)


async def _chosen(aule: System, run: Run) -> list[ModelChosen]:
    return [event.data for event in await aule.events(run.id) if isinstance(event.data, ModelChosen)]
