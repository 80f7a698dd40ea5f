"""Tier 2: models that call tools by themselves."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from importlib import resources
from typing import Literal

from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Asked, Exchange, Piece, Prompt, Spent, Wish
from aule.contracts.talk.catalog import Price
from aule.models.brains.answer import Answer, read_arguments
from aule.models.brains.content_filter import refuse_filtered
from aule.models.brains.transcript import capability_name, messages, tool_name, tool_of
from aule.models.providers.prices import cost
from aule.models.wire.chat import ChatRequest, Wire, estimate, with_instructions

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

    def __init__(self, wire: Wire, identity: Identity, ambient: Ambient) -> None:
        self.provider = identity.provider
        self.model = identity.model
        self.context_length = identity.context_length
        self._identity = identity
        self._wire = wire
        self._ambient = ambient

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer, piece by piece; the calls it wants come whole, at the end."""
        answer, request = Answer(), self._request(prompt)
        yield Asked([Exchange(request.as_data(self.provider, self.model), answer.received)])
        async with aclosing(answer.hear(self._wire.stream(request))) as heard:
            async for piece in heard:
                yield piece
        refuse_filtered(answer.finish, self.model, prompt.locale)
        calls = answer.calls
        names = {tool_name(capability.name): capability.name for capability in prompt.tools} if calls else {}
        for call in calls:
            yield Wish(
                CallRequested(
                    id=self._ambient.ids.new("call"),
                    capability=capability_name(call.name, names),
                    params=read_arguments(call.arguments),
                )
            )
        spent_in = answer.tokens_in or estimate(prompt.system) + estimate([str(entry) for entry in prompt.history])
        spent_out = answer.tokens_out or estimate(answer.written)
        yield Spent(
            Usage(
                tokens_in=spent_in,
                tokens_out=spent_out,
                cost=cost(self._identity.price, spent_in, spent_out, answer.tokens_cached),
                model_calls=1,
            ),
            answer.tokens_cached,
        )

    def _request(self, prompt: Prompt) -> ChatRequest:
        # Many servers refuse a schema beside tools; then the words of the prompt have to do.
        is_held = not prompt.tools and self._identity.keeps_shapes
        return ChatRequest(
            messages=with_instructions(f"{prompt.system}\n\n{DATA_RULE}".strip(), messages(prompt)),
            tools=[tool_of(capability) for capability in prompt.tools],
            schema=prompt.shape if is_held else None,
            max_tokens=prompt.max_tokens or None,
        )
