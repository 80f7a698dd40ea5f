"""The test kit's own promises: a script is played exactly, and real models stay out."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import aclosing

import pytest

from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Prompt, Said, Speech, Spent, Thought, Wish
from aule.models.wire.address import ForbiddenModelCall, check_reach, may_reach
from aule.testing import ScriptedModel, allow_models, call, fail, hang, no_models, say, think, wait_for
from aule.testing.scripted_model import UnscriptedCall


def asked(words: str) -> Prompt:
    return Prompt("", (Said("user", words),), ())


async def test_a_script_is_played_in_order() -> None:
    model = ScriptedModel(think("hm") + call("core.now", {"zone": "utc"}), say("noon", deltas=2))
    first = [piece async for piece in model.respond(asked("time?"))]
    second = [piece async for piece in model.respond(asked("time?"))]
    spent = Spent(Usage(tokens_in=10, tokens_out=5, model_calls=1))
    assert first == [
        Thought("hm"),
        Wish(CallRequested(id="call_1", capability="core.now", params={"zone": "utc"})),
        spent,
    ]
    assert second == [Speech("no"), Speech("on"), spent]
    model.assert_done()


async def test_a_response_may_answer_certain_words_only() -> None:
    model = ScriptedModel(say("A").to("first"), say("B").to("second"))
    assert await anext(model.respond(asked("the second"))) == Speech("B")
    with pytest.raises(UnscriptedCall, match="'the third'"):
        async for _ in model.respond(asked("the third")):
            pass
    with pytest.raises(AssertionError, match="1 scripted responses were never asked for"):
        model.assert_done()


async def test_errors_and_waits_are_scripted_too() -> None:
    gate = asyncio.Event()
    model = ScriptedModel(say("be") + fail(ModelUnavailable("gone")), wait_for(gate) + say("late"), hang())
    with pytest.raises(ModelUnavailable):
        async for _ in model.respond(asked("x")):
            pass
    gate.set()
    heard = [piece async for piece in model.respond(asked("x"))]
    assert heard[:-1] == [Speech("late")]
    async with aclosing(model.respond(asked("x"))) as pieces:
        waiting = asyncio.ensure_future(anext(pieces))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert model.stopped == 1


def test_no_model_is_reached_from_a_test() -> None:
    with no_models():
        assert not may_reach("https://api.openai.com/v1")
        assert not may_reach("http://127.0.0.1:11434/v1")
        with allow_models(5555):
            assert may_reach("http://127.0.0.1:5555/v1")
            assert not may_reach("http://10.0.0.1:5555/v1")
        with pytest.raises(ForbiddenModelCall, match="was not scripted"):
            check_reach("http://127.0.0.1:5555/v1")


def test_the_scripted_server_runs_by_itself() -> None:
    command = [sys.executable, "-m", "aule.testing.openai_server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline()
        process.kill()
    assert address.startswith("http://127.0.0.1:") and address.strip().endswith("/v1")
