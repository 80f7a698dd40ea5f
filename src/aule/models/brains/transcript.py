"""A prompt as chat messages: who said what, which calls were wished for, what came back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from aule.contracts.access.capability import Capability, Result
from aule.contracts.events.facts import CallRequested
from aule.contracts.talk.brain import Attached, Observed, Prompt, Said, Wished
from aule.models.brains.answer import UNREADABLE
from aule.models.wire.chat import ChatMessage, assistant_message, chat_tool, user_message


def tool_name(capability: str) -> str:
    """Return the name models see: they may not use dots."""
    return capability.replace(".", "__", 1)


def capability_name(tool: str, known: Mapping[str, str]) -> str:
    """Return the registry's name for what a model called; an unknown one is passed on as it was meant."""
    return known.get(tool) or tool.replace("__", ".", 1)


def tool_of(capability: Capability) -> dict[str, Any]:
    """Return a capability as a tool."""
    return chat_tool(tool_name(capability.name), capability.description or capability.title, capability.params)


def messages(prompt: Prompt) -> list[ChatMessage]:
    """Return the history as chat messages, with what came back from calls delimited as data."""
    written: list[ChatMessage] = []
    open_calls: dict[str, str] = {}
    for entry in prompt.history:
        if isinstance(entry, Observed):
            open_calls.pop(entry.call, None)
            written.append(_returned(entry.call, entry.capability, observation(entry)))
            continue
        # Servers want every call answered before anybody speaks again.
        written.extend(_unanswered(open_calls))
        if isinstance(entry, Wished):
            if not entry.text and not entry.calls:
                continue
            _answer(written, entry.text, entry.calls)
            open_calls.update((call.id, call.capability) for call in entry.calls)
        elif entry.role == "assistant":
            _answer(written, entry.text)
        else:
            written.append(user_message(spoken(entry)))
    written.extend(_unanswered(open_calls))
    return written


def _answer(written: list[ChatMessage], text: str, calls: Sequence[CallRequested] = ()) -> None:
    """Add what the model said and wished for; what it said right before is the same message."""
    message = assistant_message(text)
    made = [_wished(call) for call in calls]
    if written and written[-1]["role"] == "assistant":
        before = written.pop()
        message["content"] = f"{before['content'] or ''}{text}"
        made = [*before.get("tool_calls", ()), *made]
    if made:
        message |= {"content": message["content"] or None, "tool_calls": made}
    written.append(message)


def _wished(call: CallRequested) -> dict[str, Any]:
    params = {} if UNREADABLE in call.params else call.params
    arguments = json.dumps(params, ensure_ascii=False, separators=(",", ":"))
    return {"id": call.id, "type": "function", "function": {"name": tool_name(call.capability), "arguments": arguments}}


def _returned(id: str, capability: str, content: str) -> ChatMessage:
    return {"role": "tool", "tool_call_id": id, "name": tool_name(capability), "content": content}


def _unanswered(open_calls: dict[str, str]) -> list[ChatMessage]:
    answers = [_returned(id, name, "This call was not made.") for id, name in open_calls.items()]
    open_calls.clear()
    return answers


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
