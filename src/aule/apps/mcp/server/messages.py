"""Messages of MCP clients and their answers, in the protocol of 2026-07-28 and those with a handshake before it.

Written here rather than with the SDK: the whole of it is smaller than what would have to be loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from aule import __version__
from aule.apps.mcp.server.offered_tools import READ, NeedsPerson, OfferedTools, UnknownTool, content_of, waiting_text
from aule.apps.mcp.server.resources import list_resources, read_resource
from aule.apps.mcp.words import say
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject

MODERN = "2026-07-28"
HANDSHAKES = ("2025-11-25", "2025-06-18", "2025-03-26")
INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL = -32600, -32601, -32602, -32603
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
STATUSES: Mapping[int, int] = {
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    UNSUPPORTED_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}
"""The HTTP status that goes with an error of the newer protocol."""
PAGE = 500
"""Tools and resources on one page: many clients read the first page and no other."""
_VERSION = "io.modelcontextprotocol/protocolVersion"
_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
_NAMED = {"tools/call": "name", "resources/read": "uri", "prompts/get": "name"}
_SERVER_INFO: JsonObject = {"name": "aule", "title": "auleOS", "version": __version__}
_ABILITIES: JsonObject = {"tools": {"listChanged": False}, "resources": {"listChanged": False}}


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers that repeat what a message says."""

    version: str | None
    method: str | None
    name: str | None


class Wrong(Exception):
    """A message that cannot be answered, with the code of its error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data


@dataclass(frozen=True, slots=True)
class Conversation:
    """Answers the messages of one client; nothing is kept between two messages but what waits for a person."""

    tools: OfferedTools

    async def answer(self, message: Any, headers: Headers | None = None) -> tuple[int, JsonObject | None]:
        """Return the HTTP status and the answer of a message; none for a notification."""
        body = cast("JsonObject", message) if isinstance(message, dict) else {}
        id, is_modern = body.get("id"), False
        try:
            if body.get("jsonrpc") != "2.0" or not isinstance(body.get("method"), str):
                raise Wrong(INVALID_REQUEST, "This is no message of JSON-RPC 2.0; batches are not taken.")
            if "id" not in body:
                return 202, None
            params = body.get("params", {})
            if not isinstance(params, dict) or isinstance(id, (dict, list, bool)) or id is None:
                raise Wrong(INVALID_REQUEST, "The parameters are an object, and the id is text or a number.")
            is_modern = _is_modern(cast("JsonObject", params), headers)
            if is_modern:
                _check_envelope(body, headers)
            result = await self._result(body["method"], cast("JsonObject", params), is_modern=is_modern)
        except Wrong as wrong:
            error = {"code": wrong.code, "message": str(wrong)} | ({"data": wrong.data} if wrong.data else {})
            told = {"jsonrpc": "2.0", "id": id if isinstance(id, (str, int)) else None, "error": error}
            return (STATUSES.get(wrong.code, 200) if is_modern or id is None else 200), told
        except AuleError as error:
            return 200, {"jsonrpc": "2.0", "id": id, "error": {"code": INTERNAL, "message": error.problem.message}}
        return 200, {"jsonrpc": "2.0", "id": id, "result": result}

    async def _result(self, method: str, params: JsonObject, *, is_modern: bool) -> JsonObject:
        match method:
            case "server/discover":
                told = {"supportedVersions": [MODERN, *HANDSHAKES], "capabilities": _ABILITIES}
                return _cached({**told, "serverInfo": _SERVER_INFO, "instructions": self._instructions()})
            case "initialize" if not is_modern:
                return self._initialized(params)
            case "ping" if not is_modern:
                return {}
            case "tools/list":
                return _page(await self.tools.list(), "tools", params, is_modern=is_modern)
            case "tools/call":
                return await self._called(params, is_modern=is_modern)
            case "resources/list":
                self._refuse_unread()
                return _page(
                    await list_resources(self.tools.kernel, self.tools.client), "resources", params, is_modern=is_modern
                )
            case "resources/templates/list":
                return _page([], "resourceTemplates", params, is_modern=is_modern)
            case "resources/read":
                self._refuse_unread()
                read = await read_resource(self.tools.kernel, self.tools.client, _text(params, "uri"))
                return _cached({"contents": [read]}) if is_modern else {"contents": [read]}
            case _:
                raise Wrong(METHOD_NOT_FOUND, f"There is no method {method[:100]!r}.")

    async def _called(self, params: JsonObject, *, is_modern: bool) -> JsonObject:
        name, state = _text(params, "name"), params.get("requestState")
        arguments: Any = params.get("arguments") or {}
        if not isinstance(arguments, dict):
            raise Wrong(INVALID_PARAMS, "The arguments are an object.")
        try:
            found = await self.tools.call(
                name, cast("JsonObject", arguments), state if isinstance(state, str) else None
            )
        except UnknownTool as error:
            raise Wrong(INVALID_PARAMS, f"There is no tool {str(error)[:100]!r} for this client.") from None
        if isinstance(found, NeedsPerson):
            return self._waiting(found, params, is_modern=is_modern)
        told = content_of(found)
        return {**told, "resultType": "complete"} if is_modern else told

    def _waiting(self, needed: NeedsPerson, params: JsonObject, *, is_modern: bool) -> JsonObject:
        """Tell that a person has to decide: as a request for input where the client takes one, else in words.

        What the client answers decides nothing: only the inbox does.
        """
        text = waiting_text(needed, self.tools.client.locale)
        asks = _meta(params)[_CAPABILITIES].get("elicitation") if is_modern else None
        if isinstance(asks, dict):
            has_address = "url" in asks and needed.link is not None
            form: JsonObject = {"mode": "form", "requestedSchema": {"type": "object", "properties": {}}}
            page: JsonObject = {"mode": "url", "url": needed.link, "elicitationId": needed.approval}
            wish = {"method": "elicitation/create", "params": {"message": text, **(page if has_address else form)}}
            return {"resultType": "input_required", "inputRequests": {"approval": wish}, "requestState": needed.call}
        told: JsonObject = {"content": [{"type": "text", "text": text}], "isError": True}
        link = {} if needed.link is None else {"link": needed.link}
        told["structuredContent"] = {"approval_required": needed.approval, "message": text, **link}
        return {**told, "resultType": "complete"} if is_modern else told

    def _initialized(self, params: JsonObject) -> JsonObject:
        wanted = params.get("protocolVersion")
        version = wanted if wanted in HANDSHAKES else HANDSHAKES[0]
        told = {"protocolVersion": version, "capabilities": _ABILITIES, "serverInfo": _SERVER_INFO}
        return {**told, "instructions": self._instructions()}

    def _instructions(self) -> str:
        return say("instructions", self.tools.client.locale)

    def _refuse_unread(self) -> None:
        if not self.tools.client.access.may(READ):
            raise Wrong(INVALID_PARAMS, "The token may not read resources.")


def _is_modern(params: JsonObject, headers: Headers | None) -> bool:
    says = headers is not None and headers.version is not None and headers.version not in HANDSHAKES
    return says or _VERSION in _meta(params)


def _check_envelope(body: JsonObject, headers: Headers | None) -> None:
    """Refuse a message of the newer protocol that lacks what it has to carry, or contradicts its headers."""
    params = cast("JsonObject", body.get("params", {}))
    meta = _meta(params)
    if missing := [key for key in (_VERSION, _CAPABILITIES) if key not in meta]:
        raise Wrong(INVALID_PARAMS, f"params._meta lacks {', '.join(missing)}.")
    if not isinstance(meta[_CAPABILITIES], dict):
        raise Wrong(INVALID_PARAMS, f"{_CAPABILITIES} in params._meta is an object.")
    if headers is not None:
        name = params.get(_NAMED.get(body["method"], ""))
        if headers.version != meta[_VERSION] or headers.method != body["method"]:
            raise Wrong(HEADER_MISMATCH, "The headers name another version or method than the message.")
        if name is not None and headers.name != name:
            raise Wrong(HEADER_MISMATCH, "The header Mcp-Name is not what the message names.")
    if meta[_VERSION] != MODERN:
        data = {"supported": [MODERN], "requested": meta[_VERSION]}
        raise Wrong(UNSUPPORTED_VERSION, "Unsupported protocol version", data)


def _page(items: list[JsonObject], name: str, params: JsonObject, *, is_modern: bool) -> JsonObject:
    cursor = params.get("cursor")
    start = 0
    if cursor is not None:
        if not isinstance(cursor, str) or not cursor.isdecimal() or len(cursor) > 6:
            raise Wrong(INVALID_PARAMS, "This is no cursor of this list.")
        start = int(cursor)
    told: JsonObject = {name: items[start : start + PAGE]}
    if start + PAGE < len(items):
        told["nextCursor"] = str(start + PAGE)
    return _cached(told) if is_modern else told


def _cached(told: JsonObject) -> JsonObject:
    """Return an answer that says how long it holds: it may differ for each client, and change at any time."""
    return {**told, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def _meta(params: JsonObject) -> JsonObject:
    meta = params.get("_meta")
    return cast("JsonObject", meta) if isinstance(meta, dict) else {}


def _text(params: JsonObject, name: str) -> str:
    value = params.get(name)
    if not isinstance(value, str):
        raise Wrong(INVALID_PARAMS, f"The parameter {name!r} is missing.")
    return value
