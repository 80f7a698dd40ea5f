"""MCP servers as additions: what is here, and the draft that an entry of a catalogue would make."""

from __future__ import annotations

import json

from aule.apps.mcp import queries
from aule.apps.mcp.app import mcp
from aule.apps.mcp.capabilities.servers import refuse_hidden
from aule.apps.mcp.client.connections import own
from aule.apps.mcp.client.launches import check_folders
from aule.apps.mcp.records import LAUNCH, ServerDraft
from aule.apps.mcp.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Addition, AdditionKind, Effect, Reading


async def servers_here(reading: Reading) -> list[Addition]:
    """Return the servers that are set up, approved or not; none is started for that."""
    return [_addition(each.id, each, reading.locale) for each in await queries.all_servers(reading.source)]


async def server_of_entry(reading: Reading, params: JsonObject) -> Addition:
    """Return the server of an entry: a draft, which is neither started nor reached before it is approved."""
    server = ServerDraft.model_validate(params["server"])
    check_folders(server, own(reading.own).kernel.documents.home.path)
    refuse_hidden(server, reading.locale)
    return _addition(params["id"], server, reading.locale)


def _addition(id: str, server: ServerDraft, locale: str) -> Addition:
    told = server.model_dump(mode="json", include={*LAUNCH, "timeout_s"})
    text = json.dumps({"id": id, **told}, ensure_ascii=False, indent=2, sort_keys=True)
    return Addition(
        name=id,
        title=server.title or id,
        text=f"{text}\n",
        reaches=_reaches(server, locale),
        effects=[Effect.EXTERNAL if server.url is not None else Effect.EXEC],
        page=f"/mcp-servers/{id}",
    )


def _reaches(server: ServerDraft, locale: str) -> list[str]:
    if server.url is not None:
        told = [say("reaches_url", locale, url=server.url)]
        return [*told, *([say("reaches_secret", locale, secret=server.token)] if server.token else [])]
    told = [say("reaches_command", locale, command=" ".join(server.command))]
    told += [say("reaches_network", locale)] if server.network else []
    told += [say("reaches_own_folder", locale)] if server.keeps else []
    told += [say("reaches_folder", locale, folder=folder) for folder in server.folders]
    told += [say("reaches_secret", locale, secret=secret) for secret in sorted(server.secrets.values())]
    return [*told, say("reaches_box", locale)]


mcp.adds(
    AdditionKind(
        kind="mcp",
        titles={"en": "MCP servers", "pt": "Servidores MCP"},
        here=servers_here,
        read=server_of_entry,
        add="mcp.save_server",
        takes=("id", "server"),
        presets={"origin": "imported"},
        replaces=True,
        remove="mcp.remove_server",
        by="server",
    )
)
