"""Memory: what is remembered, open to correction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response

from aule.contracts.access.change import Removed
from aule.contracts.talk.memory import Layer, MemoryFileRead, MemoryFileState, MemoryItem, MemoryKind, MemoryProposal
from aule.contracts.views import Page
from aule.kernel.memory.memory import EVERYWHERE
from aule.sdk.http import expected_version, losing_is_stale
from aule.server.bodies import ConsolidationBody, MemoryEdit, MemoryFileBody, NewMemory
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Id, IfMatch, Named, Part, System
from aule.server.versions import show_version
from aule.stores.repositories.memories import Wanted
from aule.text.words import words

router = APIRouter(prefix="/v1/memory", tags=["memory"], route_class=JsonRoute)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which memories to list."""

    layer: Layer | None = None
    scope: Named = None
    kind: MemoryKind | None = None
    trust: Literal["user", "agent", "untrusted"] | None = None
    q: Annotated[str | None, Query(max_length=400, pattern=PLAIN, description="Words to look for.")] = None


@router.get("")
async def list_memories(kernel: System, part: Part, only: Annotated[Narrowing, Depends()]) -> Page[MemoryItem]:
    """What is remembered, what is quarantined as untrusted included. With words: the best matches, on one page."""
    now = kernel.ambient.timestamp()
    wanted = Wanted(only.layer, only.scope, only.kind, only.trust)
    if not only.q:
        return await kernel.memories.list(now=now, wanted=wanted, limit=part.limit, after=part.after)
    found = await kernel.memories.search(words(only.q), now=now, wanted=wanted, limit=part.limit, untrusted=True)
    return Page[MemoryItem](items=found)


@router.post("", status_code=201)
async def add_memory(body: NewMemory, kernel: System, response: Response) -> MemoryItem:
    """Remember something for good, in one project or everywhere."""
    item = MemoryItem(
        id=kernel.ambient.ids.new("mem"),
        layer=Layer.LONG_TERM,
        scope=body.scope or EVERYWHERE,
        kind=body.kind,
        content=body.content,
        source=EVERYWHERE,
        trust="user",
        created_at=kernel.ambient.timestamp(),
        pinned=body.pinned,
    )
    saved = await kernel.documents.add_memory(item)
    show_version(response, saved.version)
    return saved


@router.post("/read")
async def read_memory_file(body: MemoryFileBody, kernel: System) -> MemoryFileRead:
    """Take over what the owner changed in a project's `MEMORY.md`: lines added, corrected and deleted.

    With `discard` nothing is taken over, and the file is written as the memory is.
    """
    return await kernel.memory_files.read(body.project, discard=body.discard, sha256=body.sha256)


@router.get("/file")
async def get_memory_file(
    kernel: System, project: Annotated[str, Query(max_length=120, pattern=PLAIN)] = "home"
) -> MemoryFileState:
    """What somebody changed in a project's `MEMORY.md`: who, when and which lines. None of it counts yet."""
    return await kernel.memory_files.state(project)


@router.post("/consolidate")
async def consolidate_memory(body: ConsolidationBody, kernel: System) -> MemoryProposal:
    """Look for what is there twice, was said anew or has ended, and put it to the owner in the inbox.

    Where a model is connected, it proposes besides what several memories would say as one.
    """
    return await kernel.memory_proposals.propose(await kernel.projects.get(body.project))


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


@router.delete("/{id}")
async def delete_memory(id: Id, kernel: System, if_match: IfMatch = None) -> Removed:
    """Forget something."""
    expected = expected_version(if_match, (await kernel.memories.get(id)).version)
    with losing_is_stale():
        return await kernel.documents.forget(id, expected=expected)
