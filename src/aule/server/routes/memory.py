"""Memory: what is remembered, open to correction."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from aule.contracts.memory import Layer, MemoryItem
from aule.contracts.text import words
from aule.contracts.views import Page
from aule.server.bodies import MemoryEdit
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Id, IfMatch, Named, Part, System
from aule.server.versions import expected_version, losing_is_stale, show_version

router = APIRouter(prefix="/v1/memory", tags=["memory"], route_class=JsonRoute)


@router.get("")
async def list_memories(
    kernel: System,
    part: Part,
    layer: Layer | None = None,
    scope: Named = None,
    q: Annotated[str | None, Query(max_length=400, pattern=PLAIN, description="Words to look for.")] = None,
) -> Page[MemoryItem]:
    """What is remembered, what is quarantined as untrusted included. With words: the best matches, on one page."""
    now = kernel.ambient.timestamp()
    if not q:
        return await kernel.memories.list(now=now, layer=layer, scope=scope, limit=part.limit, after=part.after)
    scopes = None if scope is None else [scope]
    found = await kernel.memories.search(
        words(q), now=now, scopes=scopes, layer=layer, limit=part.limit, untrusted=True
    )
    return Page[MemoryItem](items=found)


@router.get("/{id}")
async def get_memory(id: Id, kernel: System, response: Response) -> MemoryItem:
    """One remembered thing, and where it came from."""
    item = await kernel.memories.get(id)
    show_version(response, item.version)
    return item


@router.patch("/{id}")
async def edit_memory(
    id: Id, body: MemoryEdit, kernel: System, response: Response, if_match: IfMatch = None
) -> MemoryItem:
    """Correct a memory, pin it, or say how far it is trusted."""
    current = await kernel.memories.get(id)
    expected = expected_version(if_match, current.version)
    edited = current.model_copy(update=body.model_dump(exclude_none=True))
    with losing_is_stale():
        saved = await kernel.documents.save_memory(edited, expected=expected)
    show_version(response, saved.version)
    return saved


@router.delete("/{id}", status_code=204)
async def delete_memory(id: Id, kernel: System, if_match: IfMatch = None) -> None:
    """Forget something."""
    expected_version(if_match, (await kernel.memories.get(id)).version)
    await kernel.documents.forget(id)
