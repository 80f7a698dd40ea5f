"""Notes: what a call keeps in memory, with the trust, the kind and the scope it has there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from aule.contracts.errors import NotFound
from aule.contracts.project import DEFAULT_PROJECT
from aule.contracts.talk.memory import MemoryItem
from aule.kernel.capabilities.changes.undoable_documents import ReadState
from aule.kernel.capabilities.context.memory_trust import evidence_for, trust_in
from aule.kernel.capabilities.gate.owner_confirmation import is_by_hand
from aule.kernel.capabilities.words import say
from aule.kernel.memory.memory import EVERYWHERE, Settled, without_request
from aule.kernel.memory.statements import kind_of

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context


async def settle_note(
    context: Context, content: str, *, kind: str, layer: Literal["working", "session", "long_term"], pinned: bool
) -> Settled:
    """Return a note as memory would keep it, with what it was known as before, or takes the place of."""
    trust, content = await trust_in(context, without_request(content))
    is_owners = trust == "user" and not is_by_hand(context.actor, context.run)
    if is_owners and kind == "fact":
        kind = kind_of(content)
    item = await context.memory.compose(context.run, content, kind=kind, layer=layer, pinned=pinned, trust=trust)
    item = item.model_copy(update={"evidence": await evidence_for(context, trust)})
    is_projects = kind == "decision" and context.project.id != DEFAULT_PROJECT
    if is_owners and item.layer == "long_term" and not is_projects:
        item = item.model_copy(update={"scope": EVERYWHERE})
    settled = await context.memory.settle(context.run, item)
    _warn_of(context, settled, wants_pin=pinned)
    return settled


async def store_note(context: Context, settled: Settled) -> None:
    """Store a note as an undoable change, unless memory had it already."""
    if settled.is_known and settled.item.version == 1:
        return
    entity, was = f"memory:{settled.item.id}", settled.replaced
    base = None if was is None else ReadState(entity, was.model_dump(mode="json"))
    op = "remember" if was is None else "replace"
    await context.ports.changes.change_stored(context, entity, settled.item, op=op, base=base)


async def note_here(context: Context, id: str) -> MemoryItem:
    """Return an item of the call's project or of the owner; others are not found."""
    item = await context.memory.get(id)
    if item.scope not in (EVERYWHERE, f"project:{context.project.id}"):
        raise NotFound(f"There is no memory {id!r} here.", field="ids")
    return item


async def merge_notes(context: Context, ids: Sequence[str], content: str) -> MemoryItem:
    """Say items of the call's project or of the owner as one, the latest of them, in one undoable change."""
    items = [await note_here(context, id) for id in ids]
    merged = context.memory.merge(items, content)
    after: dict[str, MemoryItem | None] = {f"memory:{each.id}": None for each in items}
    await context.ports.changes.change_together(context, {**after, f"memory:{merged.id}": merged}, op="merge")
    return merged


def _warn_of(context: Context, settled: Settled, *, wants_pin: bool) -> None:
    """Warn of what a person would not expect of a new memory."""
    if settled.item.trust == "untrusted":
        context.warn("quarantined", say("memory_quarantined", context.locale))
    if wants_pin and not settled.item.pinned:
        context.warn("not_pinned", say("memory_not_pinned", context.locale))
    if settled.replaced is not None:
        context.warn("replaced", say("memory_replaced", context.locale, content=settled.replaced.content))
    elif settled.is_known:
        context.warn("known", say("memory_known", context.locale))
