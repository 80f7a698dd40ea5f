"""The owner's MCP servers over HTTP. No token with scopes opens any of these addresses."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from pydantic import Field

from aule.apps.mcp import queries
from aule.apps.mcp.client.connections import Connections
from aule.apps.mcp.client.descriptors import clean, compare
from aule.apps.mcp.records import Offer, RefusedServer, Server, ServerDraft, ServerId, ServerView, SignInState
from aule.apps.mcp.server_files import read_server_file
from aule.contracts.views import CallPreview
from aule.sdk import errors
from aule.sdk.http import ByHand, Id, Kernel, Model, Own, Routes
from aule.sdk.system import DEFAULT_LOCALE

wire = Routes(prefix="/v1/mcp/servers", tags=["mcp"])
Held = Annotated[Connections, Own()]
MOST_READ = 200_000


class Servers(Model):
    """The MCP servers of the owner."""

    items: list[ServerView]
    unreadable: list[str] = Field(default=[], description="Servers of which what is kept cannot be read; none is used.")


class NewServer(ServerDraft):
    """A server to add."""

    id: ServerId


class ServerFile(Model):
    """An `mcp.json` that somebody pasted."""

    content: str = Field(min_length=2, max_length=500_000)


class ImportedServers(Model):
    """Drafts that were made of a file, what of them was not taken over, and the servers that were refused."""

    items: list[ServerView]
    notes: list[str]
    refused: list[RefusedServer] = []


class Approval(Model):
    """The card that was seen."""

    seen: str = Field(min_length=1, max_length=200, description="The `content_hash` of the card.")


class Pins(Model):
    """Tools and prompts to accept, each with the hash that was seen."""

    tools: dict[str, str] = Field(default={}, max_length=500)
    prompts: dict[str, str] = Field(default={}, max_length=500)


class ServerLog(Model):
    """The last lines of a server's log, and its state."""

    lines: list[str]
    problem: str | None = None


class RemovedServer(Model):
    """A server that was removed; undo the change to have it back."""

    id: str
    change: str | None


class ResourceView(Model):
    """A resource of a server."""

    uri: str
    name: str
    description: str = ""
    mime: str = ""


class Resources(Model):
    """The resources of a server."""

    items: list[ResourceView]


class ResourceWish(Model):
    """A resource to read."""

    uri: str = Field(min_length=1, max_length=2_000)


class ResourceText(Model):
    """The text of a resource. A stranger wrote it."""

    uri: str
    text: str
    cut: int = 0


class KeptResource(Model):
    """The artifacts in which a resource was kept."""

    artifacts: list[str]


@wire.route("GET", "")
async def list_mcp_servers(kernel: Kernel, held: Held) -> Servers:
    """The MCP servers, by id. None is started for this."""
    pinned: dict[str, int] = {}
    for server, _ in await queries.all_tools(kernel.database):
        pinned[server] = pinned.get(server, 0) + 1
    found, unreadable = await queries.servers_and_unreadable(kernel.database)
    return Servers(items=[_view(each, held, pinned.get(each.id, 0)) for each in found], unreadable=unreadable)


@wire.route("POST", "", status=201)
async def add_mcp_server(body: NewServer, kernel: Kernel, held: Held) -> ServerView:
    """Add a server as a draft: nothing is started or reached before it is approved."""
    await _refuse_taken(kernel, body.id)
    return await _saved(kernel, held, body.id, ServerDraft.model_validate(body.model_dump(exclude={"id"})))


@wire.route("POST", "/import", status=201)
async def import_mcp_servers(
    body: ServerFile, kernel: Kernel, held: Held, locale: str | None = None
) -> ImportedServers:
    """Read an `mcp.json`: each of its servers becomes a draft or is refused; nothing of it is started or reached."""
    read = read_server_file(body.content, locale or kernel.settings.current().appearance.locale or DEFAULT_LOCALE)
    items, refused = list[ServerView](), list(read.refused)
    for each in read.servers:
        try:
            await _refuse_taken(kernel, each.id)
            items.append(await _saved(kernel, held, each.id, each.server, origin="imported"))
        except (errors.Invalid, errors.Refused, errors.Conflict) as error:
            refused.append(RefusedServer(name=clean(each.server.title, 80), why=error.problem.message))
    return ImportedServers(items=items, notes=read.notes, refused=refused)


@wire.route("GET", "/{id}")
async def get_mcp_server(id: Id, kernel: Kernel, held: Held) -> ServerView:
    """One server."""
    return await _shown(kernel, held, id)


@wire.route("PUT", "/{id}")
async def replace_mcp_server(id: Id, body: ServerDraft, kernel: Kernel, held: Held) -> ServerView:
    """Change a server; where that changes what is started or reached, it has to be approved again."""
    await queries.server(kernel.database, id)
    return await _saved(kernel, held, id, body)


@wire.route("DELETE", "/{id}")
async def remove_mcp_server(id: Id, kernel: Kernel) -> RemovedServer:
    """Remove a server and what was seen of its tools; undo the change to have them back."""
    shown = await kernel.preview("mcp.remove_server", {"server": id})
    called = await kernel.call("mcp.remove_server", {"server": id}, by_hand=ByHand(seen=shown.content_hash))
    return RemovedServer(id=id, change=next(iter(called.result.changes), None))


@wire.route("GET", "/{id}/approval")
async def get_mcp_approval(id: Id, kernel: Kernel, locale: str | None = None) -> CallPreview:
    """What would be started or reached, word by word, with the hash that an approval names."""
    return await kernel.preview("mcp.approve_server", {"server": id}, locale=locale)


@wire.route("POST", "/{id}/approve")
async def approve_mcp_server(
    id: Id, body: Approval, kernel: Kernel, held: Held, locale: str | None = None
) -> ServerView:
    """Approve a server exactly as it was seen."""
    await kernel.call("mcp.approve_server", {"server": id}, locale=locale, by_hand=ByHand(seen=body.seen))
    return await _shown(kernel, held, id)


@wire.route("POST", "/{id}/look")
async def look_at_mcp_server(id: Id, kernel: Kernel, held: Held) -> Offer:
    """Connect to an approved server, and tell what it offers and what is different since it was accepted."""
    server = await queries.server(kernel.database, id)
    offered, left_out = await held.look(server)
    prompts, left_prompts = await held.look_at_prompts(server)
    connection = await held.connect(server)
    pinned, pinned_prompts = (
        await queries.pinned_tools(kernel.database, id),
        await queries.pinned_prompts(kernel.database, id),
    )
    return Offer(
        server=id,
        protocol=connection.protocol,
        implementation=connection.implementation,
        tools=await asyncio.to_thread(compare, offered, pinned),
        prompts=await asyncio.to_thread(compare, prompts, pinned_prompts),
        left_out=[*left_out, *left_prompts],
    )


@wire.route("POST", "/{id}/pins")
async def pin_mcp_tools(id: Id, body: Pins, kernel: Kernel, held: Held) -> Offer:
    """Accept tools and prompts exactly as they were seen."""
    if body.tools or not body.prompts:
        await kernel.call("mcp.pin_tools", {"server": id, "tools": body.tools}, by_hand=ByHand())
    if body.prompts:
        await kernel.call("mcp.pin_prompts", {"server": id, "prompts": body.prompts}, by_hand=ByHand())
    return await look_at_mcp_server(id, kernel, held)


@wire.route("POST", "/{id}/stop")
async def stop_mcp_server(id: Id, kernel: Kernel, held: Held) -> ServerView:
    """End the connection to a server, and the server where it runs here."""
    await queries.server(kernel.database, id)
    await held.drop(id)
    return await _shown(kernel, held, id)


@wire.route("POST", "/{id}/sign-in")
async def sign_in_at_mcp_server(id: Id, kernel: Kernel, held: Held, locale: str | None = None) -> SignInState:
    """Ask a server who signs people in there, and tell the address at which you do it, in your browser."""
    server = await queries.server(kernel.database, id)
    return await held.sign_in(server, locale or kernel.settings.current().appearance.locale or DEFAULT_LOCALE)


@wire.route("GET", "/{id}/sign-in")
async def get_mcp_sign_in(
    id: Id, kernel: Kernel, held: Held, wait_s: Annotated[int, Field(ge=0, le=20)] = 0
) -> SignInState:
    """How far signing in has come; waits so many seconds for its end."""
    return await held.signed_in(await queries.server(kernel.database, id), wait_s)


@wire.route("DELETE", "/{id}/sign-in")
async def sign_out_of_mcp_server(id: Id, kernel: Kernel, held: Held) -> SignInState:
    """Forget what a server gave when you signed in."""
    server = await queries.server(kernel.database, id)
    await held.sign_out(server)
    return await held.signed_in(server)


@wire.route("GET", "/{id}/log")
async def get_mcp_log(id: Id, kernel: Kernel, held: Held) -> ServerLog:
    """What a server wrote to its log, and why it is not there, if it is not."""
    await queries.server(kernel.database, id)
    known = held.known(id)
    lines = [] if known is None else [kernel.secrets.redact(line) for line in known.log]
    return ServerLog(lines=lines, problem=None if known is None else known.problem)


@wire.route("GET", "/{id}/resources")
async def list_mcp_resources(id: Id, kernel: Kernel, held: Held) -> Resources:
    """The resources a server lists."""
    connection = await held.connect(await queries.server(kernel.database, id))
    return Resources(
        items=[
            ResourceView(
                uri=str(each.uri)[:2_000],
                name=clean(each.name, 200),
                description=clean(each.description or "", 400),
                mime=clean(each.mime_type or "", 80),
            )
            for each in await connection.resources()
        ]
    )


@wire.route("POST", "/{id}/resources/read")
async def read_mcp_resource(id: Id, body: ResourceWish, kernel: Kernel, held: Held) -> ResourceText:
    """Read the text of a resource."""
    connection = await held.connect(await queries.server(kernel.database, id))
    came = await connection.read(body.uri)
    texts = [getattr(each, "text", "") for each in came.contents]
    whole = "\n".join(str(each) for each in texts)
    from aule.apps.mcp.client.results import cut_text  # loads the SDK, which the connection has done

    text, cut = await asyncio.to_thread(lambda: cut_text(kernel.secrets.redact(whole), MOST_READ))
    return ResourceText(uri=body.uri, text=text, cut=cut)


@wire.route("POST", "/{id}/resources/keep", status=201)
async def keep_mcp_resource(id: Id, body: ResourceWish, kernel: Kernel) -> KeptResource:
    """Keep a resource as an artifact, from which it can be added to the knowledge."""
    called = await kernel.call("mcp.keep_resource", {"server": id, "uri": body.uri}, by_hand=ByHand())
    return KeptResource(artifacts=list(called.result.data))


async def _saved(
    kernel: Kernel, held: Connections, id: str, draft: ServerDraft, *, origin: str = "typed"
) -> ServerView:
    params: dict[str, Any] = {"id": id, "server": draft.model_dump(mode="json"), "origin": origin}
    await kernel.call("mcp.save_server", params, by_hand=ByHand())
    return await _shown(kernel, held, id)


async def _shown(kernel: Kernel, held: Connections, id: str) -> ServerView:
    server = await queries.server(kernel.database, id)
    return _view(server, held, len(await queries.tool_rows(kernel.database, id)))


def _view(server: Server, held: Connections, pinned: int) -> ServerView:
    known = held.known(server.id)
    is_open = known is not None and known.is_open
    problem = None if known is None or is_open else known.problem
    status = "connected" if is_open else "failed" if problem else "ready"
    return ServerView(
        **server.model_dump(),
        hash=server.launch_hash,
        approved_now=server.is_approved,
        status=status if server.is_approved else "draft",
        problem=problem,
        protocol=None if known is None else known.protocol or None,
        pinned=pinned,
    )


async def _refuse_taken(kernel: Kernel, id: str) -> None:
    if await queries.server_row(kernel.database, id) is not None:
        raise errors.Conflict(
            f"There is an MCP server {id!r} already.", code="exists", field="id", hint="Choose another."
        )
