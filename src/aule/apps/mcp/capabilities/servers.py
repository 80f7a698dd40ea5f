"""Servers as documents that their owner saves, approves and removes. No agent does any of it."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path
from typing import Annotated

from pydantic import Field

from aule.apps.mcp import queries
from aule.apps.mcp import tables as t
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities.cards import approval_card
from aule.apps.mcp.client.connections import own
from aule.apps.mcp.client.launches import check_folders, files_of, unseen_program
from aule.apps.mcp.fetchers import fetcher_of, installation_of
from aule.apps.mcp.records import Server, ServerDraft, ServerId
from aule.apps.mcp.words import hint, say
from aule.sdk import (
    Approve,
    Context,
    Effect,
    FieldChange,
    RecordChange,
    Records,
    Row,
    RowWrite,
    Table,
    errors,
    is_by_owner,
    only_as_shown,
)
from aule.text.foreign_text import PieceKind, Place, pieces_of

Origin = Annotated[str, Field(pattern="^(typed|imported)$")]
_SEEN = frozenset({PieceKind.PLAIN, PieceKind.BLANKS})


async def _show_save(context: Context, id: ServerId, server: ServerDraft, origin: Origin = "typed") -> Records:
    refuse_others(context)
    op = "create" if await queries.server_row(context.reading, id) is None else "update"
    fields = [
        FieldChange(name=name, before=None, after=str(getattr(server, name)))
        for name in ServerDraft.model_fields
        if getattr(server, name)
    ]
    record = RecordChange(op=op, kind="server", id=id, title=server.title or id, fields=fields)
    return Records(summary=say("made", context.locale, server=id), records=[record], total=1)


@mcp.capability(
    effect=Effect.WRITE,
    title={"en": "Save an MCP server", "pt": "Salvar um servidor MCP"},
    category="mcp",
    targets=["id"],
    reversible=True,
    internal=True,
    anywhere=True,
    preview=_show_save,
)
async def save_server(context: Context, id: ServerId, server: ServerDraft, origin: Origin = "typed") -> Server:
    """Keep how an MCP server is started or reached. Nothing is started, and it is used only once it is approved."""
    refuse_others(context)
    await context.write_turn()
    check_folders(server, own(context.own).kernel.documents.home.path)
    refuse_hidden(server, context.locale)
    before = await queries.server_row(context.reading, id)
    old = None if before is None else Server.model_validate_json(before["doc"])
    now = context.ambient.timestamp()
    kept = {"approved": old.approved, "files": old.files} if old is not None else {}
    made = Server.model_validate(
        {
            **server.model_dump(mode="json"),
            **kept,
            "id": id,
            "created_at": now if old is None else old.created_at,
            "updated_at": now,
            "origin": origin,
        }
    )
    await _write(context, before, made, "made" if old is None else "changed")
    await own(context.own).drop(id)
    return made


async def _show_approval(context: Context, server: ServerId) -> Table:
    refuse_others(context)
    found = await queries.server(context.reading, server)
    return await _card(context, found, await asyncio.to_thread(files_of, found))


async def _card(context: Context, found: Server, files: dict[str, str]) -> Table:
    """Return what would be started or reached, with the files that a command names."""
    locale = context.locale
    _refuse_fetcher(found, locale)
    if unseen := unseen_program(found):
        by_link = {"server": found.id, "command": shlex.join([unseen.real, *found.command[1:]])}
        raise errors.Refused(
            say("program_unseen", locale, program=unseen.program),
            code="mcp_program_unseen",
            hint=hint("program_linked", locale, **by_link)
            if unseen.folder is None
            else hint("program_unseen", locale, server=found.id, folder=unseen.folder),
        )
    sandbox = await context.sandbox()
    return approval_card(found, sandbox.level, files, locale)


def _refuse_fetcher(server: Server, locale: str) -> None:
    """Refuse a program that would fetch another one and has no network: it would only wait in vain."""
    program = fetcher_of(server.command)
    if program is None or server.network:
        return
    told = installation_of(server.id, server.command, Path.home())
    how = (
        say("install_unknown", locale, server=server.id)
        if told is None
        else say("install_how", locale, server=server.id, line=told.line, folder=told.folder, programs=told.programs)
    )
    raise errors.Refused(
        say("program_fetches", locale, program=program),
        code="mcp_program_fetches",
        hint=hint("program_fetches", locale, server=server.id, how=how),
        field="command",
    )


@mcp.capability(
    effect=Effect.EXEC,
    title={"en": "Approve an MCP server", "pt": "Aprovar um servidor MCP"},
    category="mcp",
    targets=["server"],
    internal=True,
    approval=Approve.ALWAYS,
    preview=_show_approval,
)
async def approve_server(context: Context, server: ServerId) -> Server:
    """Let an MCP server be started or reached exactly as it is shown; whatever changes in that asks again."""
    refuse_others(context)
    await context.write_turn()
    before = await queries.server_row(context.reading, server)
    found = await queries.server(context.reading, server)
    files = await asyncio.to_thread(files_of, found)
    only_as_shown(context, await _card(context, found, files))
    made = found.model_copy(update={"approved": found.launch_hash, "files": files})
    await _write(context, before, made, "approved")
    return made


async def _show_removal(context: Context, server: ServerId) -> Records:
    refuse_others(context)
    if await queries.server_row(context.reading, server) is None:
        await queries.server(context.reading, server)  # tells which there are
    record = RecordChange(op="delete", kind="server", id=server, title=server)
    return Records(summary=say("removed", context.locale, server=server), records=[record], total=1)


@mcp.capability(
    effect=Effect.DELETE,
    title={"en": "Remove an MCP server", "pt": "Remover um servidor MCP"},
    category="mcp",
    targets=["server"],
    reversible=True,
    internal=True,
    anywhere=True,
    preview=_show_removal,
)
async def remove_server(context: Context, server: ServerId) -> str:
    """Remove an MCP server and what was seen of its tools; undo brings both back."""
    refuse_others(context)
    await context.write_turn()
    row = await queries.server_row(context.reading, server)
    if row is None:
        raise errors.NotFound(f"There is no MCP server {server!r}.", hint="List them with `aule mcp list`.")
    tools = await queries.tool_rows(context.reading, server)
    prompts = await queries.prompt_rows(context.reading, server)
    writes = [RowWrite(t.servers, row, None), *(RowWrite(t.tools, each, None) for each in tools)]
    writes += [RowWrite(t.prompts, each, None) for each in prompts]
    title = say("removed", context.locale, server=server)
    await context.change_rows(writes, entity=f"mcp:{server}", op="delete", title=title)
    await own(context.own).drop(server)
    return server


def refuse_others(context: Context) -> None:
    """Refuse whoever is not the owner at a door for people: what starts programs is never set up by words."""
    if not is_by_owner(context):
        raise errors.Refused(
            say("owner_only", context.locale), code="mcp_owner_only", hint=hint("owner_only", context.locale)
        )


def refuse_hidden(server: ServerDraft, locale: str) -> None:
    """Refuse words that cannot be seen as they are: an approval would be of something else than what is read."""
    for word in (*server.command, *server.env.values(), server.url or "", *server.folders, server.title):
        if any(piece.kind not in _SEEN for piece in pieces_of(word, Place.CODE)):
            raise errors.Invalid(
                say("hidden", locale, word=ascii(word)[:120]), code="mcp_hidden_characters", field="command"
            )


async def _write(context: Context, before: Row | None, after: Server, op: str) -> None:
    row = {"id": after.id, "doc": after.model_dump_json()}
    await context.change_rows(
        [RowWrite(t.servers, before, row)],
        entity=f"mcp:{after.id}",
        op="create" if before is None else "update",
        title=say(op, context.locale, server=after.id),
    )
