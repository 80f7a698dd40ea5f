"""Tier 1: small models, one schema-bound decision at a time: what next, with which arguments, or answer."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import cache
from importlib import resources
from typing import Any, Literal

from aule.contracts.access.capability import Capability
from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import CallRequested
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Asked, Exchange, Observed, Piece, Prompt, Said, Speech, Spent, Thought, Wish
from aule.models.brains.answer import Answer
from aule.models.brains.content_filter import refuse_filtered
from aule.models.brains.native import DATA_RULE, Identity
from aule.models.brains.shapes import check_object, parse_object
from aule.models.brains.transcript import observation, spoken, tool_name
from aule.models.providers.prices import cost
from aule.models.wire.chat import (
    ChatMessage,
    ChatRequest,
    Wire,
    assistant_message,
    user_message,
    with_instructions,
)
from aule.text.words import headline

ANSWER = "answer"
DECISION_TOKENS = 1_024
"""Generous: a decision cut short is not JSON."""


class Stepwise:
    """A brain over a model too small for native tool calls: every decision stands under a schema."""

    tier: Literal[0, 1, 2] = 1

    def __init__(self, wire: Wire, identity: Identity, ambient: Ambient) -> None:
        self.provider = identity.provider
        self.model = identity.model
        self.context_length = identity.context_length
        self._identity = identity
        self._wire = wire
        self._ambient = ambient

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Decide the next step: wish one call, or answer in plain words."""
        asked = _Requests(self._wire, self._identity, f"{prompt.system}\n\n{DATA_RULE}".strip(), prompt.locale)
        yield Asked(asked.exchanges)
        history = conversation(prompt)
        chosen: Capability | None = None
        if prompt.shape is not None and not prompt.tools:
            decided = await asked.decide(history, prompt.shape, prompt.max_tokens)
            yield Speech(json.dumps(decided, ensure_ascii=False))
            yield Spent(asked.usage, asked.cached)
            return
        if prompt.tools:
            decision = await asked.decide(_instruct(history, _menu(prompt.tools)), _actions(prompt.tools))
            chosen = next((tool for tool in prompt.tools if tool_name(tool.name) == decision["action"]), None)
            yield Thought(f"{str(decision.get('thought', '')).strip() or decision['action']}\n")
        if chosen is None:
            final = _instruct(history, _text("answer.md")) if prompt.tools else history
            async with aclosing(asked.answer(final, prompt.max_tokens)) as heard:
                async for piece in heard:
                    yield piece
        else:
            params = await asked.decide(_instruct(history, _form(chosen)), chosen.params)
            yield Thought(f"{chosen.name} {json.dumps(params, ensure_ascii=False)}\n")
            id = self._ambient.ids.new("call")
            yield Wish(CallRequested(id=id, capability=chosen.name, params=params))
        yield Spent(asked.usage, asked.cached)


class _Requests:
    """The requests of one response, and what they cost together."""

    def __init__(self, wire: Wire, identity: Identity, system: str, locale: str) -> None:
        self._wire = wire
        self._identity = identity
        self._system = system
        self._locale = locale
        self.exchanges: list[Exchange] = []
        self.usage = Usage()
        self.cached = 0

    async def decide(
        self, messages: list[ChatMessage], schema: dict[str, Any], max_tokens: int | None = None
    ) -> dict[str, Any]:
        """Return an object under a schema; what does not fit is sent back once with what is wrong."""
        text = await self._request(messages, schema, max_tokens)
        try:
            return _checked(text, schema)
        except ValueError as error:
            problem = str(error)
        repair = _text("repair.md").replace("{problem}", problem)
        again = [*messages, assistant_message(text), user_message(repair)]
        text = await self._request(again, schema, max_tokens)
        try:
            return _checked(text, schema)
        except ValueError as error:
            raise ModelUnavailable(
                f"{self._identity.model!r} did not keep to the format, twice: {error}",
                code="invalid_output",
                hint="Rephrase, or choose a larger model.",
            ) from error

    async def answer(self, messages: list[ChatMessage], max_tokens: int | None) -> AsyncGenerator[Piece]:
        """The answer in plain words, as it comes."""
        request = ChatRequest(with_instructions(self._system, messages), max_tokens=max_tokens or None)
        answer = self._answer_to(request)
        async with aclosing(answer.hear(self._wire.stream(request))) as heard:
            async for piece in heard:
                yield piece
        self._count(answer)

    async def _request(self, messages: list[ChatMessage], schema: dict[str, Any], max_tokens: int | None) -> str:
        request = ChatRequest(
            with_instructions(self._system, messages),
            schema=schema,
            max_tokens=max_tokens or DECISION_TOKENS,
            temperature=0.0,
        )
        answer = self._answer_to(request)
        await answer.hear_all(self._wire.stream(request))
        self._count(answer)
        return answer.text

    def _answer_to(self, request: ChatRequest) -> Answer:
        """Return the answer to a request, still empty, and note both."""
        answer = Answer()
        sent = request.as_data(self._identity.provider, self._identity.model)
        self.exchanges.append(Exchange(sent, answer.received))
        return answer

    def _count(self, answer: Answer) -> None:
        self.usage = self.usage + Usage(
            tokens_in=answer.tokens_in,
            tokens_out=answer.tokens_out,
            cost=cost(self._identity.price, answer.tokens_in, answer.tokens_out, answer.tokens_cached),
            model_calls=1,
        )
        self.cached += answer.tokens_cached
        refuse_filtered(answer.finish, self._identity.model, self._locale)


def conversation(prompt: Prompt) -> list[ChatMessage]:
    """The history in plain words: calls and their results as text, since this model knows no tools."""
    written: list[ChatMessage] = []
    for entry in prompt.history:
        match entry:
            case Said(role="user"):
                written.append(user_message(spoken(entry)))
            case Said(text=text):
                written.append(assistant_message(text))
            case Observed():
                written.append(user_message(observation(entry)))
            case _:
                calls = "\n".join(_spoken(call) for call in entry.calls)
                written.append(assistant_message(f"{entry.text}\n{calls}".strip()))
    return written


def _spoken(call: CallRequested) -> str:
    return f"{call.capability} {json.dumps(call.params, ensure_ascii=False)}"


def _checked(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    value = parse_object(text)
    check_object(value, schema)
    return value


def _actions(tools: Sequence[Capability]) -> dict[str, Any]:
    names = [ANSWER, *(tool_name(tool.name) for tool in tools)]
    return {
        "type": "object",
        "properties": {
            "thought": {"type": "string", "maxLength": 200},
            "action": {"type": "string", "enum": names},
        },
        "required": ["thought", "action"],
        "additionalProperties": False,
    }


def _menu(tools: Sequence[Capability]) -> str:
    lines = "\n".join(f"  - {tool_name(tool.name)}: {headline(tool.description or tool.title, 120)}" for tool in tools)
    return _text("decide.md").replace("{tools}", lines)


def _form(tool: Capability) -> str:
    filled = {"name": tool.name, "description": tool.description or tool.title, "schema": json.dumps(tool.params)}
    text = _text("arguments.md")
    for key, value in filled.items():
        text = text.replace("{" + key + "}", value)
    return text


def _instruct(history: list[ChatMessage], words: str) -> list[ChatMessage]:
    return [*history, user_message(words)]


@cache
def _text(name: str) -> str:
    return (resources.files("aule.models") / "prompts" / name).read_text("utf-8").strip()
