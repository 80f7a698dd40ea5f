"""Pins: tools and prompts that the owner accepts, each exactly as its server described it then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from aule.apps.mcp import queries
from aule.apps.mcp import tables as t
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities.servers import refuse_others
from aule.apps.mcp.client.connections import own
from aule.apps.mcp.records import Descriptor, ServerId
from aule.apps.mcp.words import hint, say
from aule.sdk import Context, Effect, FieldChange, RecordChange, Records, Row, RowWrite, errors

Tools = Annotated[
    dict[str, str],
    Field(min_length=1, max_length=500, description="The tools by name, with the hashes that were seen."),
]
Prompts = Annotated[
    dict[str, str],
    Field(min_length=1, max_length=500, description="The prompts by name, with the hashes that were seen."),
]
RowChange = tuple[Row | None, Row]
"""The row of a pin as it is, None where there is none, and as it is to be."""


async def _show_tools(context: Context, server: ServerId, tools: Tools) -> Records:
    refuse_others(context)
    changes = await _tool_changes(context, server, tools)
    return _records("tool", server, tools, changes, say("pinned", context.locale, server=server))


@mcp.capability(
    effect=Effect.WRITE,
    title={"en": "Accept tools of an MCP server", "pt": "Aceitar ferramentas de um servidor MCP"},
    category="mcp",
    targets=["server"],
    reversible=True,
    internal=True,
    preview=_show_tools,
)
async def pin_tools(context: Context, server: ServerId, tools: Tools) -> list[str]:
    """Let agents use tools of a server, each exactly as it was seen: one that changes is not used until it is seen."""
    refuse_others(context)
    await context.write_turn()
    writes = [RowWrite(t.tools, *change) for change in await _tool_changes(context, server, tools)]
    title = say("pinned", context.locale, server=server)
    await context.change_rows(writes, entity=f"mcp:{server}", op="update", title=title)
    return sorted(tools)


async def _show_prompts(context: Context, server: ServerId, prompts: Prompts) -> Records:
    refuse_others(context)
    changes = await _prompt_changes(context, server, prompts)
    return _records("prompt", server, prompts, changes, say("pinned_prompts", context.locale, server=server))


@mcp.capability(
    effect=Effect.WRITE,
    title={"en": "Accept prompts of an MCP server", "pt": "Aceitar receitas de um servidor MCP"},
    category="mcp",
    targets=["server"],
    reversible=True,
    internal=True,
    preview=_show_prompts,
)
async def pin_prompts(context: Context, server: ServerId, prompts: Prompts) -> list[str]:
    """Let people use prompts of a server, each exactly as it was seen."""
    refuse_others(context)
    await context.write_turn()
    writes = [RowWrite(t.prompts, *change) for change in await _prompt_changes(context, server, prompts)]
    title = say("pinned_prompts", context.locale, server=server)
    await context.change_rows(writes, entity=f"mcp:{server}", op="update", title=title)
    return sorted(prompts)


async def _tool_changes(context: Context, server: str, tools: dict[str, str]) -> list[RowChange]:
    connections = own(context.own)
    offers = connections.offers.get(server)
    if offers is None:
        offers = await connections.look(await queries.server(context.reading, server))
    return _changes(server, tools, offers[0], await queries.tool_rows(context.reading, server), context.locale)


async def _prompt_changes(context: Context, server: str, prompts: dict[str, str]) -> list[RowChange]:
    offered, _ = await own(context.own).look_at_prompts(await queries.server(context.reading, server))
    return _changes(server, prompts, offered, await queries.prompt_rows(context.reading, server), context.locale)


def _changes(
    server: str, chosen: Mapping[str, str], offered: Mapping[str, Descriptor], rows: Sequence[Row], locale: str
) -> list[RowChange]:
    """Return the rows of what is accepted, as they are and are to be; refuse what is not as it was seen."""
    known = {row["name"]: row for row in rows}
    changes: list[RowChange] = []
    for name, seen in sorted(chosen.items()):
        found = offered.get(name)
        if found is None or found.hash != seen:
            raise errors.Conflict(
                say("not_as_seen", locale, tool=f"{server}.{name}"), code="stale", hint=hint("not_as_seen", locale)
            )
        changes.append((known.get(name), {"server": server, "name": name, "doc": found.model_dump_json()}))
    return changes


def _records(kind: str, server: str, chosen: Mapping[str, str], changes: Sequence[RowChange], summary: str) -> Records:
    """Return what a person sees before tools or prompts are accepted."""
    records = [
        RecordChange(
            op="create" if before is None else "update",
            kind=kind,
            id=f"{server}.{after['name']}",
            title=after["name"],
            fields=[FieldChange(name="hash", before=None, after=chosen[after["name"]])],
        )
        for before, after in changes
    ]
    return Records(summary=summary, records=records, total=len(records))
