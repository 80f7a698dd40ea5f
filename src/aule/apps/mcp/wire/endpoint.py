"""The endpoint for MCP clients: `/mcp`, with a token; `/v1/mcp` takes the same messages from `aule mcp serve`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from aule.apps.mcp.client.connections import Connections
from aule.apps.mcp.server.messages import METHOD_NOT_FOUND, Conversation, Headers
from aule.apps.mcp.server.offered_tools import ACT, AGENTS, READ, Client, OfferedTools
from aule.contracts.model import JsonObject
from aule.sdk.http import PROBLEM, PROBLEM_TYPE, Access, Answers, Header, Kernel, Limits, Own, Reply, Routes, Scope
from aule.sdk.system import DEFAULT_LOCALE

wire = Routes(tags=["mcp"])
Held = Annotated[Connections, Own()]
SCOPES = [
    Scope(READ, {"en": "Look at data through MCP tools.", "pt": "Consultar dados por ferramentas MCP."}),
    Scope(
        ACT,
        {
            "en": "Use every MCP tool; what needs you still waits for you.",
            "pt": "Usar toda ferramenta MCP; o que precisa de você ainda espera por você.",
        },
    ),
    Scope(
        AGENTS,
        {
            "en": "Ask agents and run workflows through MCP.",
            "pt": "Pedir a agentes e executar fluxos por MCP.",
        },
    ),
]
LIMITS = Limits(max_bytes=1_000_000, max_seconds=30)
_NO_DESKTOP = "127.0.0.1"
"""The host where a command does the work itself, since no server runs; a running one has a port."""
_MESSAGE: dict[str, Any] = {"schema": {"type": "object"}}
_ANSWERS: Answers = {
    200: {"description": "The answer, a message of JSON-RPC.", "content": {"application/json": {"schema": {}}}},
    202: {"description": "A notification was taken.", "content": {"application/json": {"schema": {}}}},
    "4XX": {
        "description": "An error as a message of JSON-RPC; who may not come in is told as everywhere.",
        "content": {"application/json": _MESSAGE, PROBLEM_TYPE: {"schema": {"$ref": PROBLEM}}},
    },
}
_NONE: Answers = {
    405: {"description": "There is no such thing here.", "content": {"application/json": _MESSAGE}},
}


@dataclass(frozen=True, slots=True)
class Said:
    """The headers of a message."""

    host: Annotated[str | None, Field(max_length=300), Header("Host")] = None
    version: Annotated[str | None, Field(max_length=40), Header("MCP-Protocol-Version")] = None
    method: Annotated[str | None, Field(max_length=200), Header("Mcp-Method")] = None
    name: Annotated[str | None, Field(max_length=2_000), Header("Mcp-Name")] = None


@wire.route("POST", "/mcp", responses=_ANSWERS, scopes=SCOPES, limits=LIMITS)
async def exchange_mcp_message(body: JsonObject, kernel: Kernel, held: Held, access: Access, said: Said) -> Reply:
    """Take one message of an MCP client, in the protocol of 2026-07-28 or one with a handshake before it."""
    talk = _conversation(kernel, held, access, said)
    status, told = await talk.answer(body, Headers(said.version, said.method, said.name))
    return Reply(told, status=status)


@wire.route("GET", "/mcp", responses=_NONE, scopes=SCOPES)
async def refuse_mcp_stream() -> Reply:
    """Tell an MCP client that there is no stream to listen to: each answer comes with its request."""
    return _no_such_method()


@wire.route("DELETE", "/mcp", responses=_NONE, scopes=SCOPES)
async def refuse_mcp_session_end() -> Reply:
    """Tell an MCP client that there is no session to end: nothing is kept between two messages."""
    return _no_such_method()


@wire.route("POST", "/v1/mcp", responses=_ANSWERS, limits=LIMITS)
async def hand_on_mcp_message(body: JsonObject, kernel: Kernel, held: Held, access: Access, said: Said) -> Reply:
    """Take one message that `aule mcp serve` hands on from an MCP client on this machine."""
    _, told = await _conversation(kernel, held, access, said).answer(body)
    return Reply(told)


def _no_such_method() -> Reply:
    """Return 405, which clients of the older protocol take for "none here"; at anything else some of them give up."""
    error = {"code": METHOD_NOT_FOUND, "message": "Messages are posted here; there is no stream and no session."}
    return Reply({"jsonrpc": "2.0", "id": None, "error": error}, status=405, headers={"Allow": "POST"})


def _conversation(kernel: Kernel, held: Connections, access: Access, said: Said) -> Conversation:
    locale = kernel.settings.current().appearance.locale or DEFAULT_LOCALE
    client = Client(access, locale, None if said.host in (None, _NO_DESKTOP) else f"http://{said.host}")
    return Conversation(OfferedTools(kernel, held.waiting, client))
