"""Remembering and recalling: the three layers of memory as capabilities."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.messages import say
from aule.sdk import Approve, Context, Effect, Model, Preview, Text


class Replaced(Model):
    """An older memory, and since when it was one."""

    content: str
    created_at: str


class Remembered(Model):
    """What was kept."""

    id: str
    content: str
    kind: str
    known: bool = False
    """Whether it was remembered already."""
    replaced: Replaced | None = None
    """What the person said before, and this takes the place of."""
    expires_at: str | None = None


class Memory(Model):
    """One remembered thing, with its origin."""

    id: str
    kind: str
    content: str
    source: str
    trust: str
    created_at: str
    why: str
    fit: float


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
    noted = await context.note(content, kind=kind, layer=layer, pinned=pinned)
    was = noted.replaced
    return Remembered(
        id=noted.item.id,
        content=noted.item.content,
        kind=noted.item.kind,
        known=noted.is_known,
        replaced=None if was is None else Replaced(content=was.content, created_at=was.created_at),
        expires_at=noted.item.expires_at,
    )


@core.capability(effect=Effect.READ, title={"en": "Recall", "pt": "Recordar"}, category="memory", anywhere=True)
async def memory_search(
    context: Context,
    query: Annotated[str, "What to look for, in words or as a question; empty gives the latest."] = "",
    limit: int = 8,
) -> Memories:
    """Look for something remembered in this conversation or project."""
    found = await context.memory.search(context.run, query, limit=max(1, min(limit, 50)))
    context.cite("memory", rows=len(found), query=query or None)
    items = [
        Memory(
            id=each.item.id,
            kind=each.item.kind,
            content=each.item.content,
            source=each.item.source,
            trust=each.item.trust,
            created_at=each.item.created_at,
            why=each.reason.why,
            fit=each.reason.fit,
        )
        for each in found
    ]
    return Memories(items=items)


class Said(Model):
    """A message of an old conversation."""

    conversation: str
    title: str
    message: str
    role: str
    at: str
    excerpt: str
    link: str


class Conversations(Model):
    """What was said earlier that fits."""

    found: list[Said]


@core.capability(
    effect=Effect.READ,
    title={"en": "Search conversations", "pt": "Procurar em conversas"},
    category="memory",
    anywhere=True,
)
async def search_conversations(
    context: Context,
    query: Annotated[str, "What was spoken of, in words or as a question.", Field(min_length=1, max_length=400)],
    everywhere: Annotated[bool, "In all projects, not only in this one."] = False,
    limit: int = 8,
) -> Conversations:
    """Find what was said in earlier conversations, by words and meaning; each with the message and where it stands."""
    project = None if everywhere and context.bound.is_free else context.project.id
    found = await context.memory.talks.find(
        query, project=project, without=context.run.session_id, limit=max(1, min(limit, 30))
    )
    context.cite("conversations", rows=len(found), query=query)
    return Conversations(
        found=[
            Said(
                conversation=each.conversation,
                title=each.title,
                message=each.message,
                role=each.role,
                at=each.ts,
                excerpt=each.excerpt,
                link=each.link,
            )
            for each in found
        ]
    )


class Merging(Model):
    """Memories that become one."""

    ids: Annotated[list[str], Field(min_length=2, max_length=20)]
    content: Annotated[str, Field(min_length=1, max_length=8_000)]
    left_out: list[str] = []
    """What they name or number and the new words do not; shown to the person."""


class Consolidated(Model):
    """What was forgotten, and what now says what several said."""

    forgotten: list[str]
    merged: list[str]


async def _preview_consolidation(
    context: Context, ids: list[str], because: list[str] | None = None, merges: list[Merging] | None = None
) -> Preview:
    told, parts = because or [], list[str]()
    for place, id in enumerate(ids):
        reason = f" ({told[place]})" if place < len(told) else ""
        parts.append(f"- {(await context.memory.get(id)).content}{reason}")
    for merge in merges or []:
        before = [(await context.memory.get(id)).content for id in merge.ids]
        lines = [say("merge_before", context.locale), *(f"- {each}" for each in before)]
        lines += [say("merge_after", context.locale), f"+ {merge.content}"]
        if merge.left_out:
            lines.append(say("merge_left_out", context.locale, what=", ".join(merge.left_out)))
        parts.append("\n" * bool(parts) + "\n".join(lines))
    return Text(text="\n".join(parts))


@core.capability(
    effect=Effect.DELETE,
    title={"en": "Tidy up memory", "pt": "Arrumar a memória"},
    category="memory",
    internal=True,
    reversible=True,
    preview=_preview_consolidation,
)
async def consolidate_memories(
    context: Context,
    ids: Annotated[list[str], "The memories to forget, by id.", Field(max_length=100)],
    because: Annotated[list[str] | None, "Why, one for each; shown to the person."] = None,
    merges: Annotated[list[Merging] | None, "Memories to say as one.", Field(max_length=20)] = None,
) -> Consolidated:
    """Forget memories of this project or of the person, or say several as one; a person sees each of them first."""
    forgotten = [(await context.forget(id)).content for id in ids]
    merged = [(await context.merge_memories(each.ids, each.content)).content for each in merges or []]
    return Consolidated(forgotten=forgotten, merged=merged)
