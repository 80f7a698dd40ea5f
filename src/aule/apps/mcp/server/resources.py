"""Artifacts as resources of MCP clients."""

from __future__ import annotations

import asyncio
import base64

from aule.contracts.errors import NotFound, TooLarge
from aule.contracts.model import JsonObject
from aule.sdk.system import Kernel

PREFIX = "aule://artifact/"
LARGEST = 5_000_000
MOST = 200


async def list_resources(kernel: Kernel) -> list[JsonObject]:
    """Return the latest artifacts."""
    page = await kernel.artifacts.list(limit=MOST)
    return [
        {"uri": f"{PREFIX}{each.id}", "name": each.name, "mimeType": each.mime, "size": each.size}
        for each in page.items
        if not each.deleted
    ]


async def read_resource(kernel: Kernel, uri: str) -> JsonObject:
    """Return the content of an artifact, with known secrets struck out of texts."""
    found = await kernel.artifacts.find(uri.removeprefix(PREFIX)) if uri.startswith(PREFIX) else None
    if found is None or found.deleted:
        raise NotFound(f"There is no resource {uri[:200]!r}.", hint="List the resources.")
    if found.size > LARGEST:
        raise TooLarge(f"{found.name!r} has {found.size} bytes; {LARGEST} are the most.")
    content = await asyncio.to_thread(kernel.blobs.get, found.sha256)
    told: JsonObject = {"uri": uri, "mimeType": found.mime}
    if found.mime.startswith("text/") or found.mime == "application/json":
        return {**told, "text": kernel.secrets.redact(content.decode("utf-8", "replace"))}
    return {**told, "blob": base64.b64encode(content).decode()}
