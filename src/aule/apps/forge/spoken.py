"""Tools asked for and used in plain words, where no full model answers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from aule.apps.forge import queries
from aule.apps.forge.app import forge
from aule.apps.forge.records import ForgedTool
from aule.apps.forge.sentences import asks_for_nothing_yet, asks_for_tool
from aule.apps.forge.tool_calls import example_of
from aule.apps.forge.tool_requests import LONGEST, ReadUse, ToolRequest, does, read_request, read_use, tools_named
from aule.apps.forge.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Reading, SpokenCall
from aule.text.words import fold

MAKE, USE, REVOKE = "forge.make_tool", "forge.use_tool", "forge.revoke_tool"
MOST_LISTED = 30
_USES = re.compile(
    r"^(?:(?:por favor|please|agora|now)[, ]+)*(?:use|usa|usar|utilize|rode|roda|execute|executa|aplique|run|apply)\s+"
    r"(?:a |o |the |minha |my |essa |esta |this |that )?(?:(?:ferramenta|tool)\b\s*)?(?P<name>.*?)\s*"
    r"(?:\b(?:tool|ferramenta)\b)?\s*(?:\b(?:com|with|on|n[oa] (?:texto|frase|palavra|n[uú]mero|valor|lista)|(?:on|in"
    r"|to) the (?:text|word|number|value|list))\s+"
    r"(?P<value>.+?))?[.!?]?$",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(?P<name>[a-z][a-z0-9_]*)\s*(?:=|:)\s*(?P<value>\"[^\"]*\"|[^,;]+)", re.IGNORECASE)
_LATEST = frozenset({"", "ferramenta", "tool", "ela", "it"})
"""Words that name no tool: the one that was made last is meant."""


_CUES = ("ferramenta", "ferramentas", "ferramentinha", "tool", "tools")
_DEED_CUES = (
    *(
        "convert",
        "converte",
        "converta",
        "converter",
        "quanto",
        "quantos",
        "quantas",
        "valido",
        "valida",
        "valid",
        "formata",
        "formate",
    ),
    *(
        "format",
        "conta",
        "conte",
        "count",
        "calcula",
        "calcule",
        "calculate",
        "inverte",
        "inverta",
        "reverse",
        "extrai",
        "extraia",
    ),
    *(
        "extract",
        "maiusculas",
        "minusculas",
        "uppercase",
        "lowercase",
        "acentos",
        "how many",
        "how much",
        "transforma",
        "turn",
    ),
)
"""Words for what tools do: with one of them a sentence may do it with a tool that is there."""
_MAKER_CUES = (
    *(
        "conversor",
        "calculadora",
        "validador",
        "contador",
        "formatador",
        "extrator",
        "gerador",
        "converter",
        "calculator",
        "validator",
    ),
    *("counter", "formatter", "extractor", "generator"),
)
_VAGUE_CUES = ("negocio", "coisa", "coisinha", "troco", "programinha", "utilitario", "utility", "something", "thing")


@forge.hears(cues=(*_CUES, *_VAGUE_CUES, *_MAKER_CUES, *_DEED_CUES))
async def hear(reading: Reading, words: str, about: str) -> SpokenCall | None:
    """Return the call that makes the tool a sentence asks for, or uses the tool it names; None for other words."""
    del about
    if asks_for_nothing_yet(words):
        return SpokenCall(MAKE, {}, answer=say("say_what_it_does", reading.locale))
    if asks_for_tool(words):
        return SpokenCall(MAKE, {"": {"request": words.strip()}})
    if (request := read_request(words)) is not None:
        return await _about(request, reading)
    found = _USES.match(" ".join(words.split()))
    known = await queries.all_tools(reading) if found is not None or len(words) <= LONGEST else []
    if found is None:
        return _done_with(read_use(words), known, reading.locale) if known else None
    active = [each for each in known if each.status == "active"]
    meant = _meant(active, found["name"]) or tools_named(found["name"].removeprefix("de "), active, reading.locale)
    if not meant:
        named = _meant([each for each in known if each.status != "active"], found["name"])
        return SpokenCall(USE, {"": {"name": named[0].name, "params": {}}}) if named and found["name"] else None
    calls = {
        _title(each, reading.locale): {"name": each.name, "params": given}
        for each in meant
        if (given := _params(each, found["value"] or "")) is not None
    }
    return SpokenCall(USE, calls, say("which_tool", reading.locale)) if calls else None


def _done_with(use: ReadUse | None, known: Sequence[ForgedTool], locale: str) -> SpokenCall | None:
    """Return the call of the tool that was made for what a sentence does with a value; None where none was."""
    if use is None:
        return None
    calls = {
        _title(each, locale): {"name": each.name, "params": given}
        for each in known
        if does(each, use) and (given := _params(each, use.value)) is not None
    }
    return SpokenCall(USE, calls, say("which_tool", locale)) if calls else None


async def _about(request: ToolRequest, reading: Reading) -> SpokenCall | None:
    """Return the answer about tools that are there, or the call that takes one out of use."""
    locale = reading.locale
    tools = [each for each in await queries.all_tools(reading) if each.status != "revoked"]
    if request.wish == "can":
        return SpokenCall(MAKE, {}, answer=f"{say('can_make_tools', locale)} {hint('no_model', locale)}")
    if request.wish == "list":
        return SpokenCall(USE, {}, answer=_listed(tools, locale))
    meant = tools_named(request.named, tools, locale)
    if not meant:
        answer = f"{say('no_such_tool', locale, said=request.named)} {_listed(tools, locale)}"
        return SpokenCall(USE, {}, answer=answer)
    if request.wish == "revoke":
        calls = {_title(each, locale): {"name": each.name} for each in meant}
        return SpokenCall(REVOKE, calls, say("which_tool", locale))
    if request.wish == "change":
        return SpokenCall(USE, {}, answer=say("change_by_hand", locale, title=_title(meant[0], locale)))
    return SpokenCall(USE, {}, answer=" ".join(_told(each, locale) for each in meant[:3]))


def _listed(tools: Sequence[ForgedTool], locale: str) -> str:
    if not tools:
        return say("none_made", locale)
    shown = "; ".join(_title(each, locale) for each in tools[:MOST_LISTED])
    return say("tools_made", locale, count=len(tools), tools=shown, name=tools[0].name)


def _told(tool: ForgedTool, locale: str) -> str:
    """Return what a tool does and how it is used in words."""
    description = tool.description.pt if locale.startswith("pt") else tool.description.en
    return say(
        "tool_told", locale, title=_title(tool, locale), what=description, name=tool.name, example=example_of(tool)
    )


def _meant(tools: Sequence[ForgedTool], named: str) -> list[ForgedTool]:
    """Return the tools that a name or a title means; the latest one where nothing names any."""
    said = fold(named).strip(" \"'“”")
    if said in _LATEST:
        return sorted(tools, key=lambda each: each.updated_at)[-1:]
    said = said.removeprefix("tool.")
    names = {
        each.name: {each.name, each.name.replace("_", " "), fold(each.title.en), fold(each.title.pt)} for each in tools
    }
    return [each for each in tools if said in names[each.name]] or [
        each for each in tools if any(said in name for name in names[each.name])
    ]


def _params(tool: ForgedTool, value: str) -> JsonObject | None:
    """Return parameters of a tool out of what was said: `name = value` pairs, or the one value it needs."""
    properties: dict[str, JsonObject] = tool.params.get("properties", {})
    pairs = {each["name"]: each["value"] for each in _PAIR.finditer(value) if each["name"] in properties}
    needed: list[str] = list(tool.params.get("required", []))
    if not pairs and value:
        pairs = _by_place(needed or list(properties), value)
    if not set(needed) <= set(pairs):
        return None
    return {
        name: _value(said, properties[name].get("type"), properties[name].get("items", {}).get("type"))
        for name, said in pairs.items()
    }


def _by_place(names: Sequence[str], value: str) -> dict[str, str]:
    """Return values that were said without names: one for the one that is needed, or as many as are needed."""
    if len(names) == 1:
        return {names[0]: value}
    for split in (r"\s*;\s*", r"\s+(?:e|and)\s+", r",\s+|\s+(?:e|and)\s+"):
        parts = [each for each in re.split(split, value.strip()) if each]
        if len(parts) == len(names):
            return dict(zip(names, parts, strict=True))
    return {}


def _list(said: str, kind: Any) -> Any:
    """Return a list that was said: as JSON, or its items with commas, semicolons or spaces between them."""
    try:
        return json.loads(said)
    except ValueError:
        by = ";" if ";" in said else r",\s+|\s+(?:e|and)\s+" if re.search(r",\s", said) else r"[,\s]+"
        return [_value(each, kind) for each in re.split(by, said) if each.strip()]


def _value(said: str, kind: Any, items: Any = None) -> Any:
    """Return what was said as a value of a kind; what is none stays a text, and the schema says what is wrong."""
    text = said.strip().strip("\"“”'").strip()
    try:
        match kind:
            case "number":
                return float(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)
            case "integer":
                return int(text)
            case "array":
                return _list(text, items)
            case "object":
                return json.loads(text)
            case _:
                return text
    except ValueError:
        return text


def _title(tool: ForgedTool, locale: str) -> str:
    return f"{tool.title.pt if locale.startswith('pt') else tool.title.en} ({tool.name})"
