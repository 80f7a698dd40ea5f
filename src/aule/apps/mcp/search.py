"""The search of tools and prompts of MCP servers that the owner has accepted, by words."""

from __future__ import annotations

import json
from typing import Any, cast

from aule.apps.mcp import queries
from aule.apps.mcp.app import mcp
from aule.apps.mcp.records import Descriptor
from aule.contracts.model import JsonObject
from aule.sdk import Hit, Reading
from aule.text.words import term_parts, words

MOST_NAMED = 60
"""Parameters that are named of a tool for whose schema there is no room."""


def rank(tools: list[tuple[str, Descriptor]], query: str) -> list[tuple[str, Descriptor]]:
    """Return the tools that share words with a query, the best first; all of them where nothing is asked."""
    wanted = list(dict.fromkeys((*words(query), *term_parts(query))))
    if not wanted:
        return tools
    scored = [(_score(server, tool, wanted), server, tool) for server, tool in tools]
    found = sorted((each for each in scored if each[0] > 0), key=lambda each: (-each[0], each[1], each[2].name))
    return [(server, tool) for _, server, tool in found]


@mcp.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return tools whose names or descriptions hold the words."""
    found = rank(await queries.all_tools(reading), query) if query.strip() else []
    prompts = rank(await queries.all_prompts(reading), query) if query.strip() else []
    return [
        Hit(
            ref=f"mcp:{server}.{tool.name}",
            kind="item",
            title=f"{server}.{tool.name}",
            detail=tool.description[:200],
            path=f"/mcp-servers/{server}",
        )
        for server, tool in [*found, *prompts][:limit]
    ]


def within(schemas: list[JsonObject], room: int, longest: int) -> list[JsonObject]:
    """Return what tools take, as far as there is room for: of those that do not fit, the names and kinds alone."""
    found: list[JsonObject] = []
    for schema in schemas:
        size = len(json.dumps(schema))
        is_whole = size <= min(longest, room)
        found.append(schema if is_whole else _outline(schema))
        room -= size if is_whole else 0
    return found


def _outline(schema: JsonObject) -> JsonObject:
    fields = _object(schema.get("properties"))
    kinds = {name: _object(fields[name]).get("type") for name in list(fields)[:MOST_NAMED]}
    told = {name: {"type": kind} if isinstance(kind, str) else {} for name, kind in kinds.items()}
    needed = [name for name in told if name in (schema.get("required") or [])]
    return {"type": "object", "properties": told, "required": needed, "$comment": "Cut: ask for this tool by its name."}


def _object(value: Any) -> JsonObject:
    return cast("JsonObject", value) if isinstance(value, dict) else {}


def _score(server: str, tool: Descriptor, wanted: list[str]) -> float:
    name = {*words(tool.name), *term_parts(tool.name)}
    rest = {*words(f"{server} {tool.title} {tool.description}")}
    return sum(3.0 * (word in name) + (word in rest) for word in wanted)
