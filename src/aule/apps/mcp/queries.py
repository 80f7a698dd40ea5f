"""Reading servers and pinned tools: every query the app asks its tables."""

from __future__ import annotations

from pydantic import ValidationError
from sqlalchemy import BindParameter, bindparam, select

from aule.apps.mcp import tables as t
from aule.apps.mcp.records import Descriptor, Server
from aule.sdk import Row, Source, errors, fetch_row, fetch_rows

_ID: BindParameter[str] = bindparam("id")
_ALL = select(t.servers).order_by(t.servers.c.id)
_ONE = select(t.servers).where(t.servers.c.id == _ID)
_TOOLS = select(t.tools).where(t.tools.c.server == _ID).order_by(t.tools.c.name)
_ALL_TOOLS = select(t.tools).order_by(t.tools.c.server, t.tools.c.name)

_PROMPTS = select(t.prompts).where(t.prompts.c.server == _ID).order_by(t.prompts.c.name)
_ALL_PROMPTS = select(t.prompts).order_by(t.prompts.c.server, t.prompts.c.name)


async def all_servers(source: Source) -> list[Server]:
    """Return every server that can be read, by id."""
    return (await servers_and_unreadable(source))[0]


async def servers_and_unreadable(source: Source) -> tuple[list[Server], list[str]]:
    """Return every server, by id, and the ids of those of which what is kept cannot be read."""
    read = [(row["id"], _server(row)) for row in await fetch_rows(source, t.servers, _ALL)]
    return [each for _, each in read if each is not None], [id for id, each in read if each is None]


async def server_row(source: Source, id: str) -> Row | None:
    """Return the row of a server, or None."""
    return await fetch_row(source, t.servers, _ONE, id=id)


async def server(source: Source, id: str) -> Server:
    """Return the server with an id."""
    row = await server_row(source, id)
    if row is None:
        known = [each.id for each in await all_servers(source)]
        raise errors.NotFound(
            f"There is no MCP server {id!r}.", candidates=known[:5], hint="List them with `aule mcp list`.", field="id"
        )
    found = _server(row)
    if found is None:
        raise errors.Refused(
            f"What is kept of the MCP server {id!r} cannot be read, so it is not used.",
            code="mcp_unreadable",
            hint=f"Remove it with `aule mcp remove {id}` and add it again.",
        )
    return found


def _server(row: Row) -> Server | None:
    try:
        return Server.model_validate_json(row["doc"])
    except ValidationError:
        return None


def _descriptor(row: Row) -> Descriptor | None:
    """Return a pin; None for one that cannot be read, whose tool counts as one that nobody has seen."""
    try:
        return Descriptor.model_validate_json(row["doc"])
    except ValidationError:
        return None


def _by_name(rows: list[Row]) -> dict[str, Descriptor]:
    read = {row["name"]: _descriptor(row) for row in rows}
    return {name: each for name, each in read.items() if each is not None}


def _by_server(rows: list[Row]) -> list[tuple[str, Descriptor]]:
    read = [(row["server"], _descriptor(row)) for row in rows]
    return [(server, each) for server, each in read if each is not None]


async def tool_rows(source: Source, server: str) -> list[Row]:
    """Return the rows of the pinned tools of a server."""
    return await fetch_rows(source, t.tools, _TOOLS, id=server)


async def pinned_tools(source: Source, server: str) -> dict[str, Descriptor]:
    """Return the tools of a server as the owner saw them, by name."""
    return _by_name(await tool_rows(source, server))


async def prompt_rows(source: Source, server: str) -> list[Row]:
    """Return the rows of the pinned prompts of a server."""
    return await fetch_rows(source, t.prompts, _PROMPTS, id=server)


async def pinned_prompts(source: Source, server: str) -> dict[str, Descriptor]:
    """Return the prompts of a server as the owner saw them, by name."""
    return _by_name(await prompt_rows(source, server))


async def all_prompts(source: Source) -> list[tuple[str, Descriptor]]:
    """Return every pinned prompt with its server."""
    return _by_server(await fetch_rows(source, t.prompts, _ALL_PROMPTS))


async def all_tools(source: Source) -> list[tuple[str, Descriptor]]:
    """Return every pinned tool with its server."""
    return _by_server(await fetch_rows(source, t.tools, _ALL_TOOLS))
