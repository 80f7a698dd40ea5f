"""Ready tools: small tools that many people ask for, each with the words that ask for it and tests of its own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from aule.apps.forge.records import ToolDraft, ToolExample, ToolTemplateUse, ToolTest, ToolWords
from aule.apps.forge.sentence_words import unread
from aule.contracts.model import JsonObject
from aule.sdk import Model

READY = "ready"
"""The template by which a ready tool is filled in."""


class ReadyTool(Model):
    """A complete tool, of which a person's words may change some values."""

    title: ToolWords
    description: ToolWords
    words: list[str]
    """Patterns of the words that ask for it, without accents; what they capture becomes a default."""
    knows: str
    """Every other word that may stand in such a sentence: one it does not know could mean another tool."""
    params: JsonObject
    returns: JsonObject
    messages: dict[str, ToolWords] = {}
    """What it says when something is wrong, in the language of whoever made it."""
    examples: list[ToolExample] = []
    tests: list[ToolTest] = []
    source: str


@cache
def ready_tools() -> dict[str, ReadyTool]:
    """Return every ready tool, by its id, in the order in which words are tried."""
    folder = resources.files("aule.apps.forge").joinpath("builtin", "ready")
    files = sorted(folder.iterdir(), key=lambda each: each.name)
    return {
        id: ReadyTool.model_validate(each)
        for file in files
        for id, each in tomllib.loads(file.read_text("utf-8")).items()
    }


def asked_for(folded: str, said: str) -> tuple[str, JsonObject] | None:
    """Return the ready tool that words ask for, and the defaults they name; `folded` is `said` without accents."""
    for id, each in ready_tools().items():
        for pattern in each.words:
            found = re.search(pattern, folded)
            if found is not None and not unread(_without_captured(found), each.knows):
                return id, _defaults(each, found, said if len(said) == len(folded) else folded)
    return None


def fill_ready(which: str, defaults: Mapping[str, Any], title: str, language: str) -> ToolDraft:
    """Return the draft of a ready tool with these defaults; without a title it has its own."""
    ready = ready_tools()[which]
    properties: dict[str, JsonObject] = {
        name: {**each, "default": defaults[name]} if name in defaults else each
        for name, each in ready.params["properties"].items()
    }
    values = {"messages": {name: getattr(words, language) for name, words in ready.messages.items()}}
    head = f"VALUES = {values!r}\n" if ready.messages else ""
    shown = ready.title if not title else ready.title.model_copy(update={language: title})
    return ToolDraft(
        title=shown,
        description=ready.description,
        params={**ready.params, "properties": properties},
        returns=ready.returns,
        source=(head + _with_defaults(ready, properties)).lstrip(),
        examples=ready.examples,
        tests=ready.tests,
        template=ToolTemplateUse(id=READY, values={"which": which, "defaults": dict(defaults)}),
    )


def _with_defaults(ready: ReadyTool, properties: Mapping[str, JsonObject]) -> str:
    """Return the source with the defaults of the parameters in its `run`, as the literals they are."""
    source = ready.source
    for name, each in properties.items():
        if "default" in each:
            before = ready.params["properties"][name]["default"]
            source = source.replace(f"{name}={_literal(before)}", f"{name}={_literal(each['default'])}", 1)
    return source


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) and value.isalnum() else repr(value)


def _without_captured(found: re.Match[str]) -> str:
    text = found.string
    for name in found.re.groupindex:
        start, end = found.span(name)
        if start >= 0:
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def _defaults(ready: ReadyTool, found: re.Match[str], said: str) -> JsonObject:
    given: JsonObject = {}
    for name in found.re.groupindex:
        start, end = found.span(name)
        if start < 0:
            continue
        text = said[start:end]
        if ready.params["properties"][name].get("type") == "number":
            number = float(text.replace(",", "."))
            given[name] = int(number) if number.is_integer() else number
        else:
            given[name] = text
    return given
