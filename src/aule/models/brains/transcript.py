"""A prompt as pydantic-ai messages: who said what, which calls were wished for, what came back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.tools import ToolDefinition

from aule.contracts.access.capability import Capability, Result
from aule.contracts.talk.brain import Attached, Entry, Observed, Prompt, Said, Wished

UNREADABLE = "arguments_are_not_a_json_object"
"""The parameter under which arguments travel that are not a JSON object; no capability has it, so the gate refuses."""


def tool_name(capability: str) -> str:
    """Return the name models see: they may not use dots."""
    return capability.replace(".", "__", 1)


def capability_name(tool: str, known: Mapping[str, str]) -> str:
    """Return the registry's name for what a model called; an unknown one is passed on as it was meant."""
    return known.get(tool) or tool.replace("__", ".", 1)


def tool_definition(capability: Capability) -> ToolDefinition:
    """Return a capability as a tool."""
    return ToolDefinition(
        name=tool_name(capability.name),
        description=capability.description or capability.title,
        parameters_json_schema=capability.params,
    )


def messages(prompt: Prompt) -> list[ModelMessage]:
    """Return the history, with what came back from calls delimited as data."""
    written: list[ModelMessage] = []
    asked: list[ModelRequestPart] = []
    open_calls: dict[str, str] = {}
    for entry in prompt.history:
        if isinstance(entry, Wished) or (isinstance(entry, Said) and entry.role == "assistant"):
            asked.extend(_unanswered(open_calls))
            if asked:
                written.append(ModelRequest(parts=asked))
                asked = []
            _respond(written, entry, open_calls)
        elif isinstance(entry, Observed):
            open_calls.pop(entry.call, None)
            asked.append(ToolReturnPart(tool_name(entry.capability), observation(entry), entry.call))
        else:
            # Servers want every call answered before the person speaks again.
            asked.extend(_unanswered(open_calls))
            asked.append(UserPromptPart(spoken(entry)))
    asked.extend(_unanswered(open_calls))
    if asked:
        written.append(ModelRequest(parts=asked))
    return written


def _respond(written: list[ModelMessage], entry: Entry, open_calls: dict[str, str]) -> None:
    parts: list[ModelResponsePart] = []
    if isinstance(entry, Said):
        parts.append(TextPart(entry.text))
    elif isinstance(entry, Wished):
        if entry.text:
            parts.append(TextPart(entry.text))
        for call in entry.calls:
            parts.append(ToolCallPart(tool_name(call.capability), _arguments(call.params), call.id))
            open_calls[call.id] = call.capability
    previous = written[-1] if written else None
    if isinstance(previous, ModelResponse):
        written[-1] = ModelResponse(parts=[*previous.parts, *parts])
    elif parts:
        written.append(ModelResponse(parts=parts))


def _unanswered(open_calls: dict[str, str]) -> list[ToolReturnPart]:
    parts = [ToolReturnPart(tool_name(name), "This call was not made.", id) for id, name in open_calls.items()]
    open_calls.clear()
    return parts


def _arguments(params: dict[str, Any]) -> dict[str, Any]:
    return {} if UNREADABLE in params else params


def spoken(said: Said) -> str:
    """Return what a person said, behind what they put beside it."""
    return "\n\n".join([*map(attachment, said.attached), said.text])


def attachment(attached: Attached) -> str:
    """Return something attached as the model reads it: data between tags, which the data itself cannot close."""
    marks = f"<data from={_quoted(attached.ref)} name={_quoted(attached.title)}>"
    lines = [marks, *([] if attached.text is None else [_TAG.sub("&lt;", attached.text)])]
    lines += [f"({_TAG.sub('&lt;', attached.note)})"] if attached.note else []
    return "\n".join([*lines, "</data>"])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")


_TAG = re.compile(r"[<\uff1c\ufe64](?=[^0-9a-z<>]{0,9}data(?![0-9a-z]))", re.IGNORECASE)
"""The beginning of what could pass for one of our marks, with blanks, slashes or nothing visible in between."""


def observation(observed: Observed) -> str:
    """Return a result as the model reads it: data between tags, which the data itself cannot close."""
    return f"<data from={json.dumps(observed.capability)}>\n{_escaped(_content(observed.result))}\n</data>"


def _content(result: Result) -> dict[str, Any]:
    content: dict[str, Any] = {"ok": result.ok}
    if result.ok or result.data is not None:
        content["data"] = result.data
    if result.error is not None:
        content["error"] = result.error.model_dump(exclude_none=True, exclude_defaults=True)
    if result.error is not None and result.data is not None:  # what was printed stands in the data, once
        content["error"]["message"] = result.error.message.partition("\n")[0]
    if result.warnings:
        content["warnings"] = [warning.message for warning in result.warnings]
    return content


def _escaped(content: dict[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, default=str)
    return text.replace("<", "\\u003c").replace(">", "\\u003e")
