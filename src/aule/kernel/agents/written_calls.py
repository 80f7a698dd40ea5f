"""Written calls: calls that a model wrote as text are made, or hidden with a notice.

Small models, and servers with the wrong chat template, put `<tool_call>{…}</tool_call>` and its relatives into the
answer. Such text counts as a call if it names an offered tool with an object of parameters.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, cast

from aule.contracts.access.capability import Capability
from aule.contracts.events.facts import CallRequested
from aule.contracts.model import JsonObject
from aule.contracts.talk.brain import Brain, Piece, Prompt, Speech, Spent, Wish
from aule.kernel.capabilities.words import say

LONGEST = 100_000
"""Characters that are held back while a call may be incomplete."""
_OPENS = re.compile(
    r"(?<!`)(?:<tool_calls?>|<function_calls?>|<function=|<invoke\s|<\|tool_calls?(?:_begin)?\|>|<\|python_tag\|>"
    r"|\[TOOL_CALLS\])|```"
)
_MAY_OPEN = re.compile(r"(?:`{0,2}(?:<[|a-z_]{0,20}|\[[A-Z_]{0,11})|`{1,2})$")
_CLOSES = {
    "<tool_call": re.compile(r"</tool_calls?>"),
    "<function_call": re.compile(r"</function_calls?>"),
    "<function=": re.compile(r"</function>"),
    "<invoke": re.compile(r"</invoke>"),
    "<|tool_call": re.compile(r"<\|/?tool_calls?(?:_end)?\|>(?!.)", re.DOTALL),
}
_FENCE = re.compile(r"```[ \t]*(\w*)[ \t]*\r?\n\s*(\S)")
_DATA = frozenset({"", "json", "tool_call", "tool_calls", "tool_code", "tool", "function", "xml"})
_FUNCTION = re.compile(r"<function=([\w.]+)>(.*?)(?:</function>|\Z)", re.DOTALL)
_INVOKE = re.compile(r"<invoke\s+name=[\"']?([\w.]+)[\"']?\s*>(.*?)(?:</invoke>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter(?:=|\s+name=[\"']?)([\w.]+)[\"']?\s*>(.*?)</parameter>", re.DOTALL)
_NAMES = ("name", "tool", "tool_name", "function", "function_name", "action", "capability")
_PARAMS = ("arguments", "parameters", "params", "args", "input", "tool_input", "action_input")
_TOOLS_OWN = frozenset({"tool", "tool_name", "tool_call", "function_call", "function"})


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call as it was written; unreadable parts are None."""

    name: str | None
    params: JsonObject | None


@dataclass(slots=True)
class _CallReader:
    """Separates calls from the other text of an answer, piece by piece."""

    tools: Sequence[Capability]
    locale: str
    held: str = ""
    is_in_fence: bool = False
    has_spoken: bool = False
    wishes: list[CallRequested] = field(default_factory=list[CallRequested])

    def read(self, delta: str) -> str:
        """Add a piece of the answer, and return the text that may be shown now."""
        self.held += delta
        return self._said("".join(self._shown(is_end=False)))

    def rest(self) -> str:
        """Return the text to show of what was held back when the answer ended."""
        return self._said("".join(self._shown(is_end=True)))

    def _said(self, text: str) -> str:
        self.has_spoken = self.has_spoken or bool(text.strip())
        return text

    def _shown(self, *, is_end: bool) -> Iterator[str]:
        while self.held:
            if not self.has_spoken and self.held.lstrip().startswith("{") and not self.is_in_fence:
                if not is_end and len(self.held) < LONGEST:
                    return
                yield self._settled(self.held, is_data=True)
                self.held = ""
                return
            found = _OPENS.search(self.held)
            if self.is_in_fence:
                found = re.compile("```").search(self.held)
            if found is None:
                kept = _MAY_OPEN.search(self.held) if not is_end else None
                place = len(self.held) if kept is None else kept.start()
                text, self.held = self.held[:place], self.held[place:]
                yield text
                return
            text, self.held = self.held[: found.start()], self.held[found.start() :]
            self.has_spoken = self.has_spoken or bool(text.strip())
            yield text
            piece = self._fenced(is_end=is_end) if found[0] == "```" else self._tagged(found[0], is_end=is_end)
            if piece is None:
                return
            yield piece

    def _fenced(self, *, is_end: bool) -> str | None:
        """Return the text to show for a block of code; None while it is incomplete."""
        if self.is_in_fence:
            self.is_in_fence, self.held = False, self.held[3:]
            return "```"
        opened = _FENCE.match(self.held)
        if opened is None and not is_end and re.fullmatch(r"```[ \t]*\w*[ \t]*\r?\n?\s*", self.held):
            return None
        if opened is None or opened[1].lower() not in _DATA or opened[2] not in "{[<":
            self.is_in_fence, self.held = True, self.held[3:]
            return "```"
        end = self.held.find("```", 3)
        if end < 0 and not is_end and len(self.held) < LONGEST:
            return None
        block = self.held if end < 0 else self.held[: end + 3]
        self.held = self.held[len(block) :]
        return self._settled(block, is_data=True)

    def _tagged(self, opening: str, *, is_end: bool) -> str | None:
        """Return the text to show for a call in tags; None while it is incomplete."""
        closing = next((close for start, close in _CLOSES.items() if opening.startswith(start)), None)
        end = closing.search(self.held) if closing is not None else None
        if end is None and not is_end and len(self.held) < LONGEST:
            return None
        block = self.held if end is None else self.held[: end.end()]
        self.held = self.held[len(block) :]
        return self._settled(block, is_data=False)

    def _settled(self, block: str, *, is_data: bool) -> str:
        """Turn the calls of a block into requested calls; return the text to show instead."""
        calls = list(written_in(block))
        meant = [(tool, call) for call in calls if (tool := _tool(call.name, self.tools)) is not None]
        if is_data and not meant and not _is_call(block, calls):
            return block
        if not calls or len(meant) < len(calls) or any(call.params is None for _, call in meant):
            named = next((call.name for call in calls if call.name), None)
            return say("call_not_made" if named is None else "call_not_made_named", self.locale, name=named or "")
        for tool, call in meant:
            params = _typed(call.params or {}, tool)
            id = f"written_{len(self.wishes)}"
            self.wishes.append(CallRequested(id=id, capability=tool.name, params=params))
        return ""


def with_written_calls(brain: Brain, prompt: Prompt) -> AsyncIterator[Piece]:
    """Yield a model's answer, with calls it wrote as text turned into requests.

    Recipes and shaped answers stay as they are. So does a small model in a talk: its text may be the content of a file,
    and it has no tools there.
    """
    if brain.tier == 0 or prompt.shape is not None or (brain.tier == 1 and prompt.dialogue is not None):
        return brain.respond(prompt)
    return _understood(brain.respond(prompt), prompt)


async def _understood(pieces: AsyncIterator[Piece], prompt: Prompt) -> AsyncGenerator[Piece]:
    reader = _CallReader(prompt.tools, prompt.locale)
    made: list[CallRequested] = []
    is_told = False
    async with aclosing(cast("AsyncGenerator[Piece]", pieces)) as heard:
        async for piece in heard:
            if isinstance(piece, Speech):
                if text := reader.read(piece.delta):
                    yield Speech(text)
                continue
            if isinstance(piece, Spent) and not is_told:
                is_told = True
                for late in _late(reader, made):
                    yield late
            if isinstance(piece, Wish):
                made.append(piece.call)
            yield piece
    if not is_told:
        for late in _late(reader, made):
            yield late


def _late(reader: _CallReader, made: list[CallRequested]) -> Iterator[Piece]:
    """Yield what is known when the answer has ended: the rest of the text, and calls not made natively."""
    if text := reader.rest():
        yield Speech(text)
    for call in reader.wishes:
        if all((call.capability, call.params) != (each.capability, each.params) for each in made):
            yield Wish(call)


def written_in(block: str) -> Iterator[WrittenCall]:
    """Yield the calls of a block of text; an unreadable one is yielded empty."""
    tagged = [*_FUNCTION.finditer(block), *_INVOKE.finditer(block)]
    for match in tagged:
        pairs = {key: value.strip("\n") for key, value in _PARAMETER.findall(match[2])}
        body = match[2].strip()
        yield WrittenCall(match[1], pairs if pairs or not body else _object(body))
    if not tagged:
        for value in _values(block):
            yield _written(value)


def _values(block: str) -> Iterator[Any]:
    """Yield the JSON objects of a text, those in a list one by one."""
    decoder, place = json.JSONDecoder(), 0
    while (start := min((at for sign in "{[" if (at := block.find(sign, place)) >= 0), default=-1)) >= 0:
        try:
            value, place = decoder.raw_decode(block, start)
        except (ValueError, RecursionError):
            place = start + 1
            continue
        yield from cast("list[Any]", value) if isinstance(value, list) else [value]


def _written(value: Any) -> WrittenCall:
    if not isinstance(value, dict):
        return WrittenCall(None, None)
    fields = cast("JsonObject", value)
    for key in ("function", "tool_call", "function_call"):
        if isinstance(fields.get(key), dict):
            fields = cast("JsonObject", fields[key])
    name = next((fields[key] for key in _NAMES if isinstance(fields.get(key), str)), None)
    given = next((fields[key] for key in _PARAMS if key in fields), None)
    return WrittenCall(name, _object(given) if isinstance(given, str) else _as_object(given))


def _object(text: str) -> JsonObject | None:
    try:
        return _as_object(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _as_object(value: Any) -> JsonObject | None:
    return cast("JsonObject", value) if isinstance(value, dict) else None


def _tool(name: str | None, tools: Sequence[Capability]) -> Capability | None:
    """Return the one tool that a written name means: by name, alias, or unique bare name."""
    if name is None:
        return None
    for tool in tools:
        if name in (tool.name, tool.name.replace(".", "__", 1), *tool.aliases):
            return tool
    bare = [tool for tool in tools if tool.name.partition(".")[2] == name]
    return bare[0] if len(bare) == 1 else None


def _is_call(block: str, calls: Sequence[WrittenCall]) -> bool:
    """Return whether data that names no known tool is still a call, and no example of something else."""
    if any(
        call.name and re.fullmatch(r"[a-z]\w*(?:\.|__)\w+", call.name) and call.params is not None for call in calls
    ):
        return True
    keys = {key for value in _values(block) if isinstance(value, dict) for key in cast("JsonObject", value)}
    return bool(keys & _TOOLS_OWN) and bool(keys & {*_PARAMS, "function", "function_call", "tool_call"})


def _typed(params: JsonObject, tool: Capability) -> JsonObject:
    """Return the texts of tags as the tool's types: `3` is a number where one is expected."""
    schemas = cast("dict[str, Any]", tool.params.get("properties", {}))
    read: JsonObject = {}
    for key, value in params.items():
        kind = cast("dict[str, Any]", schemas.get(key, {})).get("type")
        if isinstance(value, str) and kind not in (None, "string"):
            try:
                read[key] = json.loads(value)
                continue
            except ValueError:
                pass  # the gate reports the wrong type
        read[key] = value
    return read
