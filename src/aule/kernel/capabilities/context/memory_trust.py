"""Trust in new memories: whether the owner said something themselves, and what a memory rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aule.contracts.events.facts import MessageAdded
from aule.contracts.events.turns import ModelChosen
from aule.kernel.capabilities.gate.owner_confirmation import is_by_hand
from aule.kernel.memory.memory import MOST_EVIDENCE, Trust, is_repeated, is_said, owners_words

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context


async def trust_in(context: Context, content: str) -> tuple[Trust, str]:
    """Return how far a new memory is trusted, and its words: those of the owner where they asked to keep them."""
    if is_by_hand(context.actor, context.run) or await _is_dictated(context, content):
        return "user", content
    held = await context.held_text()
    own = owners_words(content, await _typed_now(context, held.typed))
    if own is not None:
        return "user", own
    if held.untrusted:
        return ("agent" if is_said(content, held.typed) else "untrusted"), content
    return ("user" if is_repeated(content, held.typed) else "agent"), content


async def evidence_for(context: Context, trust: Trust) -> list[str]:
    """Return what a new memory rests on: the owner's message, or the text of others that was read."""
    if trust == "untrusted":
        pieces = [piece for piece in (await context.held_text()).pieces if piece.is_untrusted]
        return list(dict.fromkeys(piece.name or piece.source for piece in pieces))[:MOST_EVIDENCE]
    told = await context.ports.journal.read(None, run=context.run.id, types=["message.added"])
    own = [each.data.message for each in told if isinstance(each.data, MessageAdded)]
    return [f"message:{each.id}" for each in own if each.role == "user"][:1]


async def _is_dictated(context: Context, content: str) -> bool:
    """Return whether the owner said this themselves in a turn that no model took part in."""
    told = await context.ports.journal.read(None, run=context.run.id, types=["model.chosen"])
    chosen = [event.data for event in told if isinstance(event.data, ModelChosen)]
    if not chosen or any(fact.tier > 0 for fact in chosen):
        return False
    return is_said(content, (await context.held_text()).typed)


async def _typed_now(context: Context, typed: str) -> str:
    """Return what the person typed in this turn; pasted text is left out."""
    told = await context.ports.journal.read(None, run=context.run.id, types=["message.added"])
    said = [each.data.message.content for each in told if isinstance(each.data, MessageAdded)]
    return "\n".join(text for text in said if text in typed)
