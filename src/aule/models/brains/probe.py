"""The probe: what a model can do, found by trying. Its tier follows from this, not from its name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from pydantic_ai.messages import (
    InstructionPart,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError
from aule.contracts.talk.catalog import ProbeFacts, Tier
from aule.models.brains.faults import explained
from aule.models.brains.shapes import check_object, parse_object
from aule.text.words import words
from aule.understanding.vocabulary import PORTUGUESE

DEADLINE = 120.0
SETTINGS = ModelSettings(max_tokens=512, temperature=0.0)

# Nobody answers "what is two plus two?" with this unless the schema makes them.
ODD_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"zebra_count": {"type": "integer", "enum": [417]}, "mood": {"type": "string", "enum": ["teal"]}},
    "required": ["zebra_count", "mood"],
    "additionalProperties": False,
}
TOOL = ToolDefinition(
    name="weather__in_city",
    description="The weather in a city, now.",
    parameters_json_schema={
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
        "additionalProperties": False,
    },
)


@dataclass(frozen=True, slots=True)
class _Answer:
    response: ModelResponse
    deltas: int

    @property
    def text(self) -> str:
        return "".join(part.content for part in self.response.parts if isinstance(part, TextPart)).strip()


async def probe(model: Model[Any], declared: int | None, ambient: Ambient) -> ProbeFacts:
    """Try a model out: words, streaming, schema, tools, Portuguese. About five short requests."""
    began = ambient.clock.monotonic()
    trial = _Trial(model)
    try:
        async with asyncio.timeout(DEADLINE):
            hello = await trial.ask("Count from one to ten in words, separated by commas.")
    except (AuleError, TimeoutError) as error:
        problem = str(error) or f"no answer within {DEADLINE:g} seconds"
        return ProbeFacts(text=False, tier=0, problem=problem, probed_at=ambient.timestamp())
    json_schema = await _tried(trial.keeps_schema())
    tool_calls = await _tried(trial.calls_tool())
    portuguese = await _tried(trial.speaks_portuguese())
    text = bool(hello.text)
    tier, problem = grade(text=text, json_schema=json_schema, tool_calls=tool_calls)
    return ProbeFacts(
        text=text,
        streaming=hello.deltas > 1,
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
    def __init__(self, model: Model[Any]) -> None:
        self._model = model

    async def ask(self, words: str, parameters: ModelRequestParameters | None = None) -> _Answer:
        parameters = parameters or ModelRequestParameters()
        parameters.instruction_parts = [InstructionPart(content="You are a helpful assistant. Be brief.")]
        deltas = 0
        with explained(self._model.system, self._model.model_name):
            async with self._model.request_stream(
                [ModelRequest(parts=[UserPromptPart(words)])], SETTINGS, parameters
            ) as stream:
                async for event in stream:
                    deltas += isinstance(event, PartStartEvent | PartDeltaEvent)
                return _Answer(stream.get(), deltas)

    async def keeps_schema(self) -> bool:
        parameters = ModelRequestParameters(
            output_mode="native",
            output_object=OutputObjectDefinition(json_schema=ODD_SCHEMA, name="answer"),
            allow_text_output=False,
        )
        answer = await self.ask("What is two plus two?", parameters)
        try:
            check_object(parse_object(answer.text), ODD_SCHEMA)
        except ValueError:
            return False
        return True

    async def calls_tool(self) -> bool:
        answer = await self.ask(
            "What is the weather in Recife now? Use the tool.", ModelRequestParameters(function_tools=[TOOL])
        )
        calls = [part for part in answer.response.parts if isinstance(part, ToolCallPart)]
        return any(call.tool_name == TOOL.name and _names_city(call) for call in calls)

    async def speaks_portuguese(self) -> bool:
        answer = await self.ask("Responda em português, em uma frase: por que o céu é azul durante o dia?")
        said = words(answer.text)
        return len(said) >= 4 and sum(word in PORTUGUESE for word in said) * 5 >= len(said)


def _names_city(call: ToolCallPart) -> bool:
    try:
        given = json.loads(call.args_as_json_str())
    except ValueError:
        return False
    return isinstance(given, dict) and "recife" in str(given.get("city", "")).lower()  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
