"""Tools of MCP servers: found by words, and called one at a time, each as the owner saw it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from aule.apps.mcp import queries
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities.cards import use_card
from aule.apps.mcp.client.connections import own
from aule.apps.mcp.client.descriptors import difference
from aule.apps.mcp.records import Descriptor, Server, ToolResult
from aule.apps.mcp.search import rank, within
from aule.apps.mcp.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Approve, Context, Effect, Model, Runtime, Table, errors
from aule.text.words import headline

if TYPE_CHECKING:  # the SDK is loaded by the first connection
    from mcp_types import CallToolResult

    from aule.apps.mcp.client.connection import Connection, Round

ToolName = Annotated[str, Field(max_length=150, description="`server.tool`.")]
MOST_FOUND = 20
ROOM = 24_000
"""Characters of schemas that one search shows: they end up in the prompt of a model."""
LONGEST_SCHEMA = 12_000
MOST_ROUNDS = 5
"""Times a server may ask the person in one call."""


class FoundTool(Model):
    """A tool of a server. A stranger described it."""

    tool: str
    description: str
    parameters: JsonObject


class FoundPrompt(Model):
    """A prompt of a server: a recipe for a text. A stranger described it."""

    prompt: str
    description: str
    arguments: JsonObject


class FoundTools(Model):
    """Tools and prompts that fit, the best first."""

    tools: list[FoundTool]
    prompts: list[FoundPrompt] = Field(default=[], description="For mcp.use_prompt.")
    more: int = Field(default=0, description="How many others fit.")


@mcp.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Look for tools of MCP servers", "pt": "Procurar ferramentas de servidores MCP"},
    category="mcp",
    anywhere=True,
)
async def find_tools(
    context: Context,
    query: Annotated[str, Field(max_length=400, description="What to do, in a few words.")] = "",
    limit: Annotated[int, Field(ge=1, le=MOST_FOUND)] = 8,
) -> FoundTools:
    """Look for tools and prompts of MCP servers (issues, calendars, databases, …)."""
    found = rank(await queries.all_tools(context.reading), query)
    recipes = rank(await queries.all_prompts(context.reading), query)
    context.cite("mcp", rows=len(found) + len(recipes), query=query)
    schemas = within([tool.parameters for _, tool in found[:limit]], ROOM, LONGEST_SCHEMA)
    tools = [
        FoundTool(tool=f"{server}.{tool.name}", description=tool.description, parameters=parameters)
        for (server, tool), parameters in zip(found, schemas, strict=False)
    ]
    prompts = [
        FoundPrompt(prompt=f"{server}.{each.name}", description=each.description, arguments=_arguments(each))
        for server, each in recipes[:limit]
    ]
    return FoundTools(tools=tools, prompts=prompts, more=len(found) + len(recipes) - len(tools) - len(prompts))


def _arguments(prompt: Descriptor) -> JsonObject:
    """Return what a prompt is filled in with, and whether it has to be."""
    needed: list[str] = prompt.parameters.get("required", [])
    fields: JsonObject = prompt.parameters.get("properties", {})
    return {name: "required" if name in needed else "optional" for name in fields}


async def _show_call(context: Context, tool: ToolName, arguments: JsonObject | None = None) -> Table:
    server, pinned = await _seen(context, tool)
    what = (say("row_tool", context.locale), tool)
    return use_card(what, server, pinned, arguments, context.locale)


@mcp.capability(
    effect=Effect.EXTERNAL,
    title={"en": "Use a tool of an MCP server", "pt": "Usar uma ferramenta de um servidor MCP"},
    category="mcp",
    targets=["tool"],
    unspoken=True,
    approval=Approve.ALWAYS,
    preview=_show_call,
    timeout_s=660,
    runtime=Runtime.MCP,
)
async def call_tool(context: Context, tool: ToolName, arguments: JsonObject | None = None) -> ToolResult:
    """Use a tool found with mcp.find_tools."""
    server, pinned = await _seen(context, tool)
    came = await _answered(context, server, pinned, arguments or {})
    context.cite(f"mcp:{tool}")
    from aule.apps.mcp.client.results import result_of  # the types of the SDK are loaded by the connection

    result, failed = await result_of(context, came)
    if failed:
        raise errors.Unsuccessful(
            say("tool_failed", context.locale, tool=tool, said=headline(result.text, 200)),
            given=result,
            code="mcp_tool_failed",
        )
    return result


async def _answered(context: Context, server: Server, pinned: Descriptor, arguments: JsonObject) -> CallToolResult:
    """Call a tool until it has its result; what the server asks on the way is asked of the person."""
    connections, key = own(context.own), context.call.idempotency_key
    came = connections.rounds.get(key)
    if came is not None and came.held is not None and came.held.is_over:
        del connections.rounds[key]  # the server is not started only to be told that its call is gone
        await came.held.next()
    try:
        await _refuse_changed(context, server, pinned)
    except errors.AuleError:
        connections.let_go(key)
        raise
    connection = await connections.connect(server)
    if came is None and context.answers and connection.asks_within:
        raise errors.Unavailable(
            say("question_lost", context.locale, server=server.id),
            code="mcp_question_lost",
            hint=hint("question_lost", context.locale),
        )
    from aule.apps.mcp.client.connection import Round  # the SDK is loaded by the connection

    for number in range(0 if came is None else came.number, MOST_ROUNDS + 1):
        found = await _next(context, server, connection, came, (pinned.name, arguments))
        if not isinstance(found, Round):
            return found
        came = replace(found, number=number + 1)
        await connections.wait_for(key, came, context.run.id)
    connections.let_go(key)
    raise errors.Refused(
        say("asks_on", context.locale, server=server.id), code="mcp_asks_too_much", hint=hint("asks_on", context.locale)
    )


async def _next(
    context: Context, server: Server, connection: Connection, came: Round | None, wish: tuple[str, JsonObject]
) -> CallToolResult | Round:
    """Make a call, or go on with one once the person has answered."""
    if came is None:
        return await connection.call(*wish, context.progress)
    from aule.apps.mcp.client.questions import answers_to  # the types of the SDK are loaded by the connection

    given = await answers_to(context, server, came)
    own(context.own).rounds.pop(context.call.idempotency_key, None)
    if came.held is not None:
        return await connection.go_on(came, given)
    if not connection.asks_within:
        return await connection.call(*wish, context.progress, given, came.state)
    if any(each.action != "accept" for each in given.values()):
        raise errors.Refused(say("not_opened", context.locale, server=server.id), code="mcp_page_not_opened")
    return await connection.call(*wish, context.progress)  # the older protocol has no place for such answers


async def _seen(context: Context, tool: str) -> tuple[Server, Descriptor]:
    """Return the server and the tool as the owner saw it; refuse a tool nobody has seen."""
    id, _, name = tool.partition(".")
    server = await queries.server(context.reading, id)
    if not server.is_approved:
        raise errors.Refused(
            say("not_approved", context.locale, server=id),
            code="mcp_not_approved",
            hint=hint("not_approved", context.locale, server=id),
        )
    pinned = await queries.pinned_tools(context.reading, id)
    if name not in pinned:
        raise errors.Refused(
            say("not_seen", context.locale, tool=tool),
            code="mcp_tool_new",
            hint=hint("not_seen", context.locale, server=id),
            candidates=[f"{id}.{each}" for each in pinned][:5],
        )
    return server, pinned[name]


async def _refuse_changed(context: Context, server: Server, pinned: Descriptor) -> None:
    """Refuse a tool that its server describes otherwise than when the owner saw it."""
    offered, _ = await own(context.own).look(server)
    now = offered.get(pinned.name)
    tool = f"{server.id}.{pinned.name}"
    if now is None:
        raise errors.NotFound(say("gone", context.locale, tool=tool), code="mcp_tool_gone", field="tool")
    if now.hash != pinned.hash:
        raise errors.Refused(
            say("changed_tool", context.locale, tool=tool),
            code="mcp_tool_changed",
            hint=hint("changed_tool", context.locale, server=server.id),
            subject=difference(pinned.raw, now.raw)[:2_000],
        )
