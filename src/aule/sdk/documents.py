"""Documents of the person, for apps that make something of them: asked for through the gate, and on record."""

from __future__ import annotations

from typing import Any, cast

from aule.kernel.capabilities.context.context import Context
from aule.text.words import fold

MOST_FOUND = 20
MOST_LISTED = 200


async def documents_named(context: Context, named: str) -> list[dict[str, Any]]:
    """Return the documents that a name or an id may mean: those that are called so, else those whose titles hold it."""
    said = named.strip().strip("\"“”'")
    found = await _listed(context, {"query": said, "limit": MOST_FOUND})
    if not found and said.startswith("doc_"):
        found = [each for each in await _listed(context, {"limit": MOST_LISTED}) if each["id"] == said]
    return [each for each in found if fold(said) in (fold(each["title"]), fold(each["name"]))] or found


async def _listed(context: Context, params: dict[str, Any]) -> list[dict[str, Any]]:
    result = await context.consult("knowledge.list_documents", {"state": "ready", **params})
    return cast("list[dict[str, Any]]", result.data["items"])
