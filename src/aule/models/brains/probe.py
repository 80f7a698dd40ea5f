"""The probe: what a model can do, found by trying. Its tier follows from this, not from its name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.contracts.talk.catalog import ProbeFacts, Tier
from aule.models.brains.answer import Answer, ToolCall, read_arguments
from aule.models.brains.shapes import check_object, parse_object
from aule.models.wire.chat import ChatRequest, Wire, chat_tool, user_message, with_instructions
from aule.text.words import words
from aule.understanding.vocabulary import PORTUGUESE

DEADLINE = 120.0
INSTRUCTIONS = "You are a helpful assistant. Be brief."
MAX_TOKENS = 512

# Nobody answers "what is two plus two?" with this unless the schema makes them.
ODD_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"zebra_count": {"type": "integer", "enum": [417]}, "mood": {"type": "string", "enum": ["teal"]}},
    "required": ["zebra_count", "mood"],
    "additionalProperties": False,
}
TOOL = "weather__in_city"
TOOLS = (
    chat_tool(
        TOOL,
        "The weather in a city, now.",
        {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
            "additionalProperties": False,
        },
    ),
)


async def probe(wire: Wire, declared: int | None, ambient: Ambient) -> ProbeFacts:
    """Try a model out: words, streaming, schema, tools, Portuguese. About five short requests."""
    began = ambient.clock.monotonic()
    trial = _Trial(wire)
    try:
        async with asyncio.timeout(DEADLINE):
            hello, deltas = await trial.ask_in_pieces("Count from one to ten in words, separated by commas.")
    except (AuleError, TimeoutError) as error:
        problem = str(error) or f"no answer within {DEADLINE:g} seconds"
        return ProbeFacts(text=False, tier=0, problem=problem, probed_at=ambient.timestamp())
    json_schema = await _tried(trial.keeps_schema())
    tool_calls = await _tried(trial.calls_tool())
    portuguese = await _tried(trial.speaks_portuguese())
    text = bool(hello.text.strip())
    tier, problem = grade(text=text, json_schema=json_schema, tool_calls=tool_calls)
    return ProbeFacts(
        text=text,
        streaming=deltas > 1,
        json_schema=json_schema,
        tool_calls=tool_calls,
        portuguese=portuguese,
        context_length=declared,
        context_source="declared" if declared else None,
        tier=tier,
        seconds=round(ambient.clock.monotonic() - began, 3),
        probed_at=ambient.timestamp(),
        problem=problem,
    )


def grade(*, text: bool, json_schema: bool | None, tool_calls: bool | None) -> tuple[Tier, str | None]:
    """Return the tier of a model: calling tools makes tier 2, keeping to a schema or nothing tier 1."""
    if tool_calls:
        return 2, None
    if json_schema:
        return 1, None
    if text:
        return 1, "It neither calls tools nor keeps to a JSON schema: it can talk, but will often fail to act."
    return 0, "It answered with nothing."


async def _tried(trial: Awaitable[bool]) -> bool | None:
    """Return what a trial found; a server that refuses the request cannot do it, one that vanishes was not tried."""
    try:
        async with asyncio.timeout(DEADLINE):
            return await trial
    except AuleError:
        return False
    except TimeoutError:
        return None


class _Trial:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def ask(
        self, words: str, *, tools: Sequence[dict[str, Any]] = (), schema: JsonObject | None = None
    ) -> Answer:
        """Ask a question, and wait for the whole answer."""
        answer = Answer()
        await answer.hear_all(self._wire.stream(_request(words, tools, schema)))
        return answer

    async def ask_in_pieces(self, words: str) -> tuple[Answer, int]:
        """Ask a question; return the answer, and in how many pieces it came."""
        answer = Answer()
        pieces = [piece async for piece in answer.hear(self._wire.stream(_request(words)))]
        return answer, len(pieces)

    async def keeps_schema(self) -> bool:
        answer = await self.ask("What is two plus two?", schema=ODD_SCHEMA)
        try:
            check_object(parse_object(answer.text), ODD_SCHEMA)
        except ValueError:
            return False
        return True

    async def calls_tool(self) -> bool:
        answer = await self.ask("What is the weather in Recife now? Use the tool.", tools=TOOLS)
        return any(call.name == TOOL and _names_city(call) for call in answer.calls)

    async def speaks_portuguese(self) -> bool:
        answer = await self.ask("Responda em português, em uma frase: por que o céu é azul durante o dia?")
        said = words(answer.text)
        return len(said) >= 4 and sum(word in PORTUGUESE for word in said) * 5 >= len(said)


def _request(words: str, tools: Sequence[dict[str, Any]] = (), schema: JsonObject | None = None) -> ChatRequest:
    messages = with_instructions(INSTRUCTIONS, [user_message(words)])
    return ChatRequest(messages, tools, schema, max_tokens=MAX_TOKENS, temperature=0.0)


def _names_city(call: ToolCall) -> bool:
    return "recife" in str(read_arguments(call.arguments).get("city", "")).lower()
