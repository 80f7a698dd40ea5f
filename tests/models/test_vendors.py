"""Vendors' own wires: a chat request goes through pydantic-ai's models, and their answer comes back in our pieces."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from pydantic_ai.exceptions import ModelHTTPError, UnexpectedModelBehavior
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, DeltaThinkingPart, DeltaToolCall, FunctionModel
from tests.models.conftest import asked, capability, hear, still_ambient

from aule.contracts.access.capability import Result
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import CallRequested
from aule.contracts.talk.brain import Observed, Prompt, Said, Speech, Thought, Wish, Wished
from aule.models.brains.native import Identity, Native
from aule.models.brains.probe import probe
from aule.models.wire.vendors import VendorWire

READ = capability("core.read_file", params={"type": "object", "properties": {"path": {"type": "string"}}})
Delta = str | dict[int, DeltaToolCall] | dict[int, DeltaThinkingPart]


class Vendor:
    """A vendor's model that answers with given pieces, or fails, and remembers what it was asked."""

    def __init__(self, *deltas: Delta, error: Exception | None = None) -> None:
        self.deltas = deltas
        self.error = error
        self.messages: list[ModelMessage] = []
        self.info: AgentInfo | None = None

    async def answer(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Delta]:
        self.messages, self.info = messages, info
        if self.error is not None:
            raise self.error
        for delta in self.deltas:
            yield delta

    @property
    def wire(self) -> VendorWire:
        return VendorWire("acme", FunctionModel(stream_function=self.answer, model_name="big"))  # pyright: ignore[reportArgumentType]

    @property
    def brain(self) -> Native:
        return Native(self.wire, Identity("acme", "big", 100_000), still_ambient())


async def test_words_thoughts_and_calls_come_as_from_any_other_wire() -> None:
    vendor = Vendor(
        {0: DeltaThinkingPart(content="hm")},
        "I ",
        "look.",
        {1: DeltaToolCall(name="core__read_file", json_args='{"path": ')},
        {1: DeltaToolCall(json_args='"a.md"}')},
    )
    *pieces, spent = await hear(vendor.brain, asked("read a.md", READ))
    call = CallRequested(id="call_1", capability="core.read_file", params={"path": "a.md"})
    assert pieces == [Thought("hm"), Speech("I "), Speech("look."), Wish(call)]
    assert spent is not None
    assert vendor.info is not None and [tool.name for tool in vendor.info.function_tools] == ["core__read_file"]
    assert (vendor.info.instructions or "").startswith("Be helpful.")


async def test_the_history_reaches_the_vendor_with_its_calls_and_results() -> None:
    call = CallRequested(id="call_9", capability="core.read_file", params={"path": "a.md"})
    history = (
        Said("user", "read a.md"),
        Wished((call,), "Reading."),
        Observed("call_9", "core.read_file", Result(ok=True, data="x")),
        Said("user", "and?"),
    )
    vendor = Vendor("done")
    await hear(vendor.brain, Prompt("S", history, (READ,)))
    first, answer, second = vendor.messages
    assert isinstance(first, ModelRequest) and isinstance(answer, ModelResponse) and isinstance(second, ModelRequest)
    assert [type(part) for part in first.parts] == [UserPromptPart]
    said, made = answer.parts
    assert isinstance(said, TextPart) and isinstance(made, ToolCallPart)
    assert (said.content, made.tool_name, made.args_as_dict(), made.tool_call_id) == (
        "Reading.",
        "core__read_file",
        {"path": "a.md"},
        "call_9",
    )
    assert [type(part) for part in second.parts] == [ToolReturnPart, UserPromptPart]


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ModelHTTPError(401, "big", {"error": {"message": "bad key"}}), r"refused the key \(401\): bad key"),
        (ModelHTTPError(404, "big"), "has no model 'big'"),
        (UnexpectedModelBehavior("odd"), "did not answer as expected: odd"),
    ],
)
async def test_what_a_vendors_library_raises_is_a_clear_error(error: Exception, says: str) -> None:
    with pytest.raises(ModelUnavailable, match=says):
        await hear(Vendor(error=error).brain, asked("x"))


async def test_a_vendors_model_is_tried_out_like_any_other() -> None:
    facts = await probe(Vendor("Um, dois, ", "três.").wire, 100_000, still_ambient())
    assert (facts.text, facts.streaming, facts.tool_calls, facts.json_schema) == (True, True, False, False)
