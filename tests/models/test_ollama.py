"""Ollama's own door: the context length is set, nothing is cut silently, calls and results keep their shape."""

from __future__ import annotations

import pytest
from tests.models.conftest import BenchMaker, asked, capability

from aule.contracts.access.capability import Result
from aule.contracts.errors import ModelUnavailable, TooLarge
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Observed, Prompt, Said, Speech, Spent, Thought, Wish, Wished
from aule.testing.openai_server import Reply, ToolCall

NOW = capability("core.now")


async def test_a_turn_over_the_native_api(bench: BenchMaker) -> None:
    reply = Reply(thought="the clock", text="I look.", calls=[ToolCall(name="core__now", arguments={"zone": "utc"})])
    async with bench(reply, provider="ollama", context=32_768) as b:
        assert await b.hear(asked("time?", NOW)) == [
            Thought("the clock"),
            Speech("I look."),
            Wish(CallRequested(id="call_1", capability="core.now", params={"zone": "utc"})),
            Spent(Usage(tokens_in=10, tokens_out=5, model_calls=1)),
        ]
        path, body = b.server.requests[0]
        assert path == "/api/chat"
        assert (body["truncate"], body["shift"], body["options"]) == (False, False, {"num_ctx": 8_192})


async def test_the_context_grows_in_few_steps_up_to_what_the_model_has(bench: BenchMaker) -> None:
    async with bench(Reply(text="ok", repeat=True), provider="ollama", context=40_000) as b:
        for words in ("short", "word " * 10_000, "word " * 26_000):
            await b.hear(words)
        assert [body["options"]["num_ctx"] for body in b.server.chats] == [8_192, 16_384, 40_000]
        with pytest.raises(TooLarge):
            await b.hear("word " * 30_000)


async def test_calls_and_results_go_back_in_ollamas_shape(bench: BenchMaker) -> None:
    call = CallRequested(id="call_7", capability="core.now", params={"zone": "utc"})
    history = (Said("user", "time?"), Wished((call,)), Observed("call_7", "core.now", Result(ok=True, data="noon")))
    async with bench(Reply(text="Noon."), provider="ollama") as b:
        await b.hear(Prompt("S", history, (NOW,)))
        assistant, tool = b.server.chats[0]["messages"][-2:]
        assert assistant["tool_calls"] == [{"function": {"name": "core__now", "arguments": {"zone": "utc"}}}]
        assert (tool["role"], tool["tool_name"]) == ("tool", "core__now")


async def test_a_missing_model_says_how_to_get_it(bench: BenchMaker) -> None:
    async with bench(Reply(status=404, error='model "scripted" not found'), provider="ollama") as b:
        with pytest.raises(ModelUnavailable) as caught:
            await b.hear("x")
        assert caught.value.problem.hint == "Get it with `ollama pull scripted`."


async def test_an_answer_that_stops_without_its_end_is_an_error(bench: BenchMaker) -> None:
    async with bench(Reply(deltas=["a", "b", "c"], behaviour="bare_close"), provider="ollama") as b:
        with pytest.raises(ModelUnavailable, match="broke off in the middle"):
            await b.hear("x")
