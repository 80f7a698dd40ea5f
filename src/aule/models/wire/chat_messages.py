"""Messages and tools in the shape of Chat Completions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from aule.contracts.errors import Invalid
from aule.models.providers.catalog import Quirk
from aule.text.words import tokens


def chat_messages(
    messages: Iterable[ModelMessage], parameters: ModelRequestParameters, quirks: frozenset[Quirk] = frozenset()
) -> list[dict[str, Any]]:
    """The conversation as Chat Completions wants it, instructions first."""
    short = "short_call_ids" in quirks
    written: list[dict[str, Any]] = []
    if instructions := _instructions(messages := list(messages), parameters):
        written.append({"role": "system", "content": instructions})
    for message in messages:
        if isinstance(message, ModelRequest):
            written.extend(_asked(message, short))
        else:
            written.append(_answered(message, short))
    return written


def chat_tools(tools: Sequence[ToolDefinition]) -> list[dict[str, Any]]:
    """The tools as Chat Completions wants them."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description or "",
                "parameters": tool.parameters_json_schema,
            },
        }
        for tool in tools
    ]


def _instructions(messages: list[ModelMessage], parameters: ModelRequestParameters) -> str | None:
    if parameters.instruction_parts:
        return "\n\n".join(part.content for part in parameters.instruction_parts)
    for message in reversed(messages):
        if isinstance(message, ModelRequest) and message.instructions:
            return message.instructions
    return None


def _asked(message: ModelRequest, short: bool) -> Iterable[dict[str, Any]]:
    for part in message.parts:
        match part:
            case SystemPromptPart():
                yield {"role": "system", "content": part.content}
            case UserPromptPart():
                yield {"role": "user", "content": _text(part)}
            case ToolReturnPart():
                yield {
                    "role": "tool",
                    "tool_call_id": _call_id(part.tool_call_id, short),
                    "name": part.tool_name,
                    "content": part.model_response_str(),
                }
            case _:
                raise Invalid(f"a {part.part_kind!r} part cannot be sent over this wire")


def _answered(message: ModelResponse, short: bool) -> dict[str, Any]:
    text = "".join(part.content for part in message.parts if isinstance(part, TextPart))
    calls = [
        {
            "id": _call_id(part.tool_call_id, short),
            "type": "function",
            "function": {"name": part.tool_name, "arguments": part.args_as_json_str()},
        }
        for part in message.parts
        if isinstance(part, ToolCallPart)
    ]
    if calls:
        return {"role": "assistant", "content": text or None, "tool_calls": calls}
    return {"role": "assistant", "content": text}


def _text(part: UserPromptPart) -> str:
    if isinstance(part.content, str):
        return part.content
    pieces = [piece for piece in part.content if isinstance(piece, str)]
    if len(pieces) != len(part.content):
        raise Invalid("only text can be sent over this wire", hint="Describe the picture or file in words.")
    return "\n".join(pieces)


def _call_id(id: str, short: bool) -> str:
    """Some servers take only ids of nine letters and digits."""
    return hashlib.sha256(id.encode()).hexdigest()[:9] if short else id


def estimate(value: object) -> int:
    """About how many tokens something is, on the high side."""
    return tokens(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
