"""Prompts of MCP servers used in plain words, where no full model answers."""

from __future__ import annotations

import re

from aule.apps.mcp import queries
from aule.apps.mcp.app import mcp
from aule.apps.mcp.records import Descriptor
from aule.apps.mcp.words import say
from aule.sdk import Reading, SpokenCall
from aule.text.words import fold

USE = "mcp.use_prompt"
_USES = re.compile(
    r"^(?:(?:por favor|please)[, ]+)?(?:use|usa|usar|utilize|preencha|fill in|run)\s+"
    r"(?:a |o |the )?(?:receita|prompt)\s+(?P<name>[\w.-]+)(?:\s+(?:com|with)\s+(?P<values>.+?))?[.!]?$",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(?P<name>[A-Za-z_][\w-]*)\s*[=:]\s*(?P<value>\"[^\"]*\"|[^,;]+)")


@mcp.hears(cues=("prompt", "receita"))
async def hear(reading: Reading, words: str, about: str) -> SpokenCall | None:
    """Return the call that fills in the prompt a sentence names; None for other words."""
    del about
    found = _USES.match(" ".join(words.split()))
    if found is None:
        return None
    said = fold(found["name"])
    known = await queries.all_prompts(reading)
    meant = [(server, each) for server, each in known if said in (fold(each.name), fold(f"{server}.{each.name}"))]
    calls = {f"{server}.{each.name}": _params(server, each, found["values"] or "") for server, each in meant}
    return SpokenCall(USE, calls, say("which_prompt", reading.locale)) if calls else None


def _params(server: str, prompt: Descriptor, values: str) -> dict[str, object]:
    """Return the parameters of the call: `name = value` pairs, or one value where only one is needed."""
    names: list[str] = list(prompt.parameters.get("properties", {}))
    needed: list[str] = prompt.parameters.get("required", []) or names
    pairs = {each["name"]: each["value"].strip().strip('"') for each in _PAIR.finditer(values) if each["name"] in names}
    if not pairs and values and len(needed) == 1:
        pairs = {needed[0]: values.strip().strip('"')}
    return {"prompt": f"{server}.{prompt.name}", "arguments": pairs}
