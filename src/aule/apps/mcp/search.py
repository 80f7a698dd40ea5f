"""Finding tools of MCP servers by words: those the owner has seen, and nothing else."""

from __future__ import annotations

from aule.apps.mcp import queries
from aule.apps.mcp.app import mcp
from aule.apps.mcp.records import Descriptor
from aule.sdk import Hit, Reading
from aule.text.words import term_parts, words


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


def _score(server: str, tool: Descriptor, wanted: list[str]) -> float:
    name = {*words(tool.name), *term_parts(tool.name)}
    rest = {*words(f"{server} {tool.title} {tool.description}")}
    return sum(3.0 * (word in name) + (word in rest) for word in wanted)
