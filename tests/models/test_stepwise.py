"""Tier 1: one decision at a time, each under a schema, repaired once, failing visibly."""

from __future__ import annotations

import pytest
from tests.models.conftest import BenchMaker, asked, capability

from aule.contracts.access.capability import Result
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Observed, Prompt, Said, Speech, Spent, Thought, Wish, Wished
from aule.testing.openai_server import Reply

PARAMS = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "mode": {"enum": ["text", "raw"]}},
    "required": ["path"],
    "additionalProperties": False,
}
READ = capability("core.read_file", params=PARAMS)
NOW = capability("core.now")


async def test_it_routes_then_fills_arguments(bench: BenchMaker) -> None:
    """K-11: names limited by enum to the registry; arguments under the capability's own schema."""
    replies = [
        Reply(text='{"thought": "a file is wanted", "action": "core__read_file"}'),
        Reply(text='{"path": "a.md"}'),
    ]
    async with bench(*replies, tier=1) as b:
        assert await b.hear(asked("read a.md", READ, NOW)) == [
            Thought("a file is wanted\n"),
            Thought('core.read_file {"path": "a.md"}\n'),
            Wish(CallRequested(id="call_1", capability="core.read_file", params={"path": "a.md"})),
            Spent(Usage(tokens_in=20, tokens_out=10, model_calls=2)),
        ]
        route, arguments = b.server.chats
        schema = route["response_format"]["json_schema"]["schema"]
        assert schema["properties"]["action"]["enum"] == ["answer", "core__read_file", "core__now"]
        assert arguments["response_format"]["json_schema"]["schema"] == PARAMS
        assert "tools" not in route and "tools" not in arguments


async def test_the_answer_streams_as_plain_words(bench: BenchMaker) -> None:
    replies = [Reply(text='{"thought": "known", "action": "answer"}'), Reply(deltas=["It is ", "noon."])]
    call = CallRequested(id="c", capability="core.now", params={})
    history = (Said("user", "time?"), Wished((call,)), Observed("c", "core.now", Result(ok=True, data="<12:00>")))
    async with bench(*replies, tier=1) as b:
        heard = await b.hear(Prompt("S", history, (NOW,)))
        assert heard[:-1] == [Thought("known\n"), Speech("It is "), Speech("noon.")]
        final = b.server.chats[1]
        assert "response_format" not in final
        assert [message["role"] for message in final["messages"]] == ["system", "user", "assistant", "user", "user"]
        assert "\\u003c12:00\\u003e" in final["messages"][3]["content"]


@pytest.mark.parametrize(
    "replies",
    [
        [Reply(text="", finish="content_filter")],
        [Reply(text='{"thought": "known", "action": "answer"}'), Reply(text="It", finish="content_filter")],
    ],
)
async def test_what_a_filter_held_back_is_told_as_such(bench: BenchMaker, replies: list[Reply]) -> None:
    """OS-3: a decision as well as an answer; neither is asked for again."""
    async with bench(*replies, tier=1) as b:
        with pytest.raises(ModelUnavailable, match="filtro de conteúdo"):
            await b.hear(asked("time?", NOW, locale="pt-BR"))


async def test_without_tools_it_just_talks(bench: BenchMaker) -> None:
    async with bench(Reply(text="Hello."), tier=1) as b:
        assert [type(piece) for piece in await b.hear("hi")] == [Speech, Spent]
        assert len(b.server.chats) == 1


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("I think I should read the file", "Expecting value"),
        ('{"thought": "x", "action": "core__delete_all"}', "is not one of"),
        ('{"thought": "x"}', "'action' is missing"),
        ('["core__now"]', "not a JSON object"),
        ('{"thought": "x", "action": "answer", "extra": 1}', "'extra' is not one of"),
    ],
)
async def test_a_wrong_decision_is_repaired_once(bench: BenchMaker, wrong: str, why: str) -> None:
    """K-11: parse, validate, one repair with what was wrong."""
    replies = [Reply(text=wrong), Reply(text='{"thought": "t", "action": "answer"}'), Reply(text="Hi.")]
    async with bench(*replies, tier=1) as b:
        heard = await b.hear(asked("hi", NOW))
        assert heard[:-1] == [Thought("t\n"), Speech("Hi.")]
        assert why in b.server.chats[1]["messages"][-1]["content"]


async def test_a_decision_wrong_twice_fails_visibly(bench: BenchMaker) -> None:
    """K-11."""
    async with bench(Reply(text="no", repeat=True), tier=1) as b:
        with pytest.raises(ModelUnavailable, match="'scripted' did not keep to the format, twice") as caught:
            await b.hear(asked("hi", NOW))
        assert (caught.value.problem.code, len(b.server.chats)) == ("invalid_output", 2)


async def test_a_fence_around_json_is_forgiven(bench: BenchMaker) -> None:
    replies = [Reply(text='```json\n{"thought": "t", "action": "core__now"}\n```'), Reply(text="{}")]
    async with bench(*replies, tier=1) as b:
        heard = await b.hear(asked("time?", NOW))
        assert isinstance(heard[-2], Wish) and heard[-2].call.capability == "core.now"


async def test_a_server_with_json_objects_only_still_gets_the_schema_in_words(bench: BenchMaker) -> None:
    replies = [Reply(text='{"thought": "t", "action": "core__read_file"}'), Reply(text='{"path": "a"}')]
    async with bench(*replies, tier=1, provider="deepseek", key="k") as b:
        await b.hear(asked("read a", READ))
        assert b.server.chats[1]["response_format"] == {"type": "json_object"}
        assert '"required": ["path"]' in b.server.chats[1]["messages"][-1]["content"]


SHAPE = {
    "type": "object",
    "properties": {"kind": {"type": "string", "enum": ["a", "b"]}},
    "required": ["kind"],
    "additionalProperties": False,
}


async def test_an_answer_that_should_have_a_shape_is_held_to_it(bench: BenchMaker) -> None:
    """K-11: what does not fit is sent back once."""
    async with bench(Reply(text='{"kind": "c"}'), Reply(text='{"kind": "b"}'), tier=1) as b:
        heard = await b.hear(Prompt("S", (Said("user", "which?"),), (), shape=SHAPE))
        assert heard[:-1] == [Speech('{"kind": "b"}')]
        assert [chat["response_format"]["json_schema"]["schema"] for chat in b.server.chats] == [SHAPE, SHAPE]


async def test_an_answer_without_its_shape_twice_fails_visibly(bench: BenchMaker) -> None:
    """K-11."""
    async with bench(Reply(text="no"), Reply(text="never"), tier=1) as b:
        with pytest.raises(ModelUnavailable) as failed:
            await b.hear(Prompt("S", (Said("user", "which?"),), (), shape=SHAPE))
        assert failed.value.problem.code == "invalid_output"
