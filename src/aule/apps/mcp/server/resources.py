"""Artifacts and documents as resources of MCP clients."""

from __future__ import annotations

import asyncio
import base64
import re
from typing import Any, cast

from aule.apps.mcp.server.offered_tools import Client
from aule.contracts.errors import NotFound, TooLarge, Unavailable
from aule.contracts.model import JsonObject
from aule.sdk.http import ByHand
from aule.sdk.system import Kernel

PREFIX = "aule://artifact/"
DOCUMENT = "aule://document/"
LARGEST = 5_000_000
MOST = 200
MOST_CHARACTERS = 100_000
_DOCUMENT_ID = re.compile(r"doc_[a-z0-9]{1,60}")
_LIST, _READ = "knowledge.list_documents", "knowledge.read_document"


async def list_resources(kernel: Kernel, client: Client) -> list[JsonObject]:
    """Return the latest artifacts, and the latest documents that can be read."""
    page = await kernel.artifacts.list(limit=MOST)
    artifacts: list[JsonObject] = [
        {"uri": f"{PREFIX}{each.id}", "name": each.name, "mimeType": each.mime, "size": each.size}
        for each in page.items
        if not each.deleted
    ]
    return [*artifacts, *await _documents(kernel, client)]


async def read_resource(kernel: Kernel, client: Client, uri: str) -> JsonObject:
    """Return the content of an artifact or the text of a document, with known secrets struck out of texts."""
    if uri.startswith(DOCUMENT):
        return await _document(kernel, client, uri)
    found = await kernel.artifacts.find(uri.removeprefix(PREFIX)) if uri.startswith(PREFIX) else None
    if found is None or found.deleted:
        raise _unknown(uri)
    if found.size > LARGEST:
        raise TooLarge(f"{found.name!r} has {found.size} bytes; {LARGEST} are the most.")
    content = await asyncio.to_thread(kernel.blobs.get, found.sha256)
    told: JsonObject = {"uri": uri, "mimeType": found.mime}
    if found.mime.startswith("text/") or found.mime == "application/json":
        return {**told, "text": kernel.secrets.redact(content.decode("utf-8", "replace"))}
    return {**told, "blob": base64.b64encode(content).decode()}


async def _documents(kernel: Kernel, client: Client) -> list[JsonObject]:
    if not any(each.name == _LIST for each in kernel.capabilities()):
        return []
    page = await _called(kernel, client, _LIST, {"state": "ready", "limit": MOST})
    return [
        {"uri": f"{DOCUMENT}{each['id']}", "name": each["title"], "mimeType": "text/plain"}
        for each in cast("list[dict[str, Any]]", page["items"])
    ]


async def _document(kernel: Kernel, client: Client, uri: str) -> JsonObject:
    id = uri.removeprefix(DOCUMENT)
    if _DOCUMENT_ID.fullmatch(id) is None:
        raise _unknown(uri)
    told = await _called(kernel, client, _READ, {"document": id, "max_characters": MOST_CHARACTERS})
    return {"uri": uri, "mimeType": "text/plain", "text": told["text"]}


async def _called(kernel: Kernel, client: Client, name: str, params: JsonObject) -> dict[str, Any]:
    """Return the data of a reading call, which is on record in the client's name."""
    token = client.access.token
    hand = None if token is None else ByHand(token=token.actor, only_names=True)
    result = (await kernel.call(name, params, locale=client.locale, by_hand=hand)).result
    data: Any = result.data
    if not result.ok or not isinstance(data, dict):
        raise Unavailable("The documents cannot be read now.", hint="Try again a little later.")
    return cast("dict[str, Any]", data)


def _unknown(uri: str) -> NotFound:
    return NotFound(f"There is no resource {uri[:200]!r}.", hint="List the resources.")
