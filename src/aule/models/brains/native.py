"""Tier 2: models that call tools by themselves."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal

from pydantic_ai.messages import (
    InstructionPart,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from aule.contracts.access.capability import Capability
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Piece, Prompt, Speech, Spent, Thought, Wish
from aule.contracts.talk.catalog import Price
from aule.models.brains.content_filter import refuse_filtered
from aule.models.brains.faults import explained
from aule.models.brains.shapes import object_of
from aule.models.brains.transcript import UNREADABLE, capability_name, messages, tool_definition
from aule.models.providers.prices import cost
from aule.models.wire.chat_messages import estimate

DATA_RULE = (resources.files("aule.models") / "prompts" / "data.md").read_text("utf-8").strip()


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a brain is, and what its tokens cost."""

    provider: str
    model: str
    context_length: int
    price: Price | None = None
    keeps_shapes: bool = True
    """Whether it can be held to a JSON Schema; false when it was tried and did not keep to one."""


class Native:
    """A brain over a model that calls tools natively, several at once if it likes."""

    tier: Literal[0, 1, 2] = 2

    def __init__(self, model: Model[Any], identity: Identity, ambient: Ambient) -> None:
        self.provider = identity.provider
        self.model = identity.model
        self.context_length = identity.context_length
        self._identity = identity
        self._wire = model
        self._ambient = ambient
        self._tools: dict[str, tuple[Capability, ToolDefinition]] = {}

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer, piece by piece; the calls it wants come whole, at the end."""
        tools = [self._tool(capability) for capability in prompt.tools]
        names = {tool.name: capability.name for tool, capability in zip(tools, prompt.tools, strict=True)}
        instructions = [InstructionPart(content=f"{prompt.system}\n\n{DATA_RULE}".strip())]
        if prompt.shape is not None and not tools and self._identity.keeps_shapes:
            # Many servers refuse a schema beside tools; then the words of the prompt have to do.
            parameters = ModelRequestParameters(
                instruction_parts=instructions,
                output_mode="native",
                output_object=OutputObjectDefinition(json_schema=prompt.shape, name="answer"),
                allow_text_output=False,
            )
        else:
            parameters = ModelRequestParameters(function_tools=tools, instruction_parts=instructions)
        settings = ModelSettings(max_tokens=prompt.max_tokens) if prompt.max_tokens else None
        history = messages(prompt)
        with explained(self.provider, self.model):
            async with self._wire.request_stream(history, settings, parameters) as stream:
                async with aclosing(pieces(stream)) as heard:
                    async for piece in heard:
                        yield piece
                response = stream.get()
        refuse_filtered(response, self.model, prompt.locale)
        for part in response.parts:
            if isinstance(part, ToolCallPart):
                yield Wish(
                    CallRequested(
                        id=self._ambient.ids.new("call"),
                        capability=capability_name(part.tool_name, names),
                        params=arguments(part.args),
                    )
                )
        usage = response.usage
        spent_in = usage.input_tokens or estimate(prompt.system) + estimate([str(entry) for entry in prompt.history])
        spent_out = usage.output_tokens or estimate("".join(str(part) for part in response.parts))
        yield Spent(
            Usage(
                tokens_in=spent_in,
                tokens_out=spent_out,
                cost=cost(self._identity.price, spent_in, spent_out),
                model_calls=1,
            )
        )

    def _tool(self, capability: Capability) -> ToolDefinition:
        """Return the tool of a capability, made once for each capability, because making one takes time."""
        known = self._tools.get(capability.name)
        if known is None or known[0] is not capability:
            known = self._tools[capability.name] = (capability, tool_definition(capability))
        return known[1]


async def pieces(stream: StreamedResponse) -> AsyncGenerator[Piece]:
    """Yield reasoning and words of an answer while it comes in."""
    async for event in stream:
        if isinstance(event, PartDeltaEvent):
            delta = event.delta
            if isinstance(delta, TextPartDelta):
                if delta.content_delta:
                    yield Speech(delta.content_delta)
            elif isinstance(delta, ThinkingPartDelta) and delta.content_delta:
                yield Thought(delta.content_delta)
        elif isinstance(event, PartStartEvent):
            part = event.part
            if isinstance(part, TextPart):
                if part.content:
                    yield Speech(part.content)
            elif isinstance(part, ThinkingPart) and part.content:
                yield Thought(part.content)


def arguments(raw: object) -> dict[str, Any]:
    """Return the arguments of a call. What is not a JSON object goes to the gate as it is, to be refused there."""
    if not isinstance(raw, str):
        return object_of(raw)
    if not raw.strip():
        return {}
    try:
        value = json.loads(raw)
        if isinstance(value, str):
            # Some small models encode their arguments twice.
            value = json.loads(value)
    except (ValueError, RecursionError):
        value = None
    return object_of(value) if isinstance(value, dict) else {UNREADABLE: raw[:4_000]}  # pyright: ignore[reportUnknownArgumentType]
