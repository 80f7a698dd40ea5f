"""What agents may read of the catalogue, so that they can tell a person what there is. They add nothing."""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import Field

from aule.apps.additions.app import additions
from aule.apps.additions.records import EntryState
from aule.apps.additions.start import Catalogue
from aule.sdk import Context, Effect, Model
from aule.text.words import fold, words

MOST = 30


class FoundEntry(Model):
    """Something in the catalogue. A stranger may have described it."""

    id: str
    kind: str
    title: str
    description: str
    state: EntryState


class FoundEntries(Model):
    """Entries that fit."""

    items: list[FoundEntry]
    more: int = Field(default=0, description="How many others fit.")


@additions.capability(
    effect=Effect.READ,
    unspoken=True,
    title={"en": "Look into the catalogue", "pt": "Olhar o catálogo"},
    category="catalogue",
    anywhere=True,
)
async def find_entries(
    context: Context,
    query: Annotated[str, Field(max_length=400, description="Words of what is wanted; empty: everything.")] = "",
    kind: Annotated[str, Field(max_length=30, description="tool, mcp, template, agent, …; empty: all.")] = "",
) -> FoundEntries:
    """Look for tools, MCP servers, templates and agents that a person can add in the catalogue."""
    found = await cast("Catalogue", context.own).list(context.locale)
    wanted = [fold(word) for word in words(query)]
    fits = [
        each
        for each in found.items
        if each.source != "here"
        and (not kind or each.kind == kind)
        and all(word in fold(f"{each.name} {each.title} {each.description}") for word in wanted)
    ]
    context.cite("catalogue", rows=len(fits), query=query)
    items = [
        FoundEntry(id=each.id, kind=each.kind, title=each.title, description=each.description, state=each.state)
        for each in fits[:MOST]
    ]
    return FoundEntries(items=items, more=len(fits) - len(items))
