"""Remembering and recalling: the three layers of memory as capabilities."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from aule.apps.core.app import core
from aule.sdk import Approve, Context, Effect, Model


class Remembered(Model):
    """What was kept."""

    id: str
    content: str


class Memory(Model):
    """One remembered thing, with its origin."""

    id: str
    kind: str
    content: str
    source: str
    trust: str
    created_at: str


class Memories(Model):
    """What was found."""

    items: list[Memory]


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Remember", "pt": "Lembrar"},
    category="memory",
    anywhere=True,
    approval=Approve.AUTO,
    reversible=True,
)
async def memory_save(
    context: Context,
    content: Annotated[str, "What to remember, complete in itself.", Field(min_length=1, max_length=8_000)],
    kind: Literal["fact", "preference", "decision", "context"] = "fact",
    layer: Annotated[
        Literal["working", "session", "long_term"], "For this piece of work, this conversation, or for good."
    ] = "long_term",
    pinned: Annotated[bool, "Always bring it up again; only a person can."] = False,
) -> Remembered:
    """Remember something for later. It can be seen, corrected and forgotten by the person."""
    id = await context.remember(content, kind=kind, layer=layer, pinned=pinned)
    return Remembered(id=id, content=content)


@core.capability(effect=Effect.READ, title={"en": "Recall", "pt": "Recordar"}, category="memory", anywhere=True)
async def memory_search(
    context: Context,
    query: Annotated[str, "Words to look for; empty gives the latest."] = "",
    limit: int = 8,
) -> Memories:
    """Look for something remembered in this conversation or project."""
    found = await context.memory.search(context.run, query, limit=max(1, min(limit, 50)))
    context.cite("memory", rows=len(found), query=query or None)
    items = [
        Memory(
            id=item.id,
            kind=item.kind,
            content=item.content,
            source=item.source,
            trust=item.trust,
            created_at=item.created_at,
        )
        for item in found
    ]
    return Memories(items=items)
