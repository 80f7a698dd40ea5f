"""Owner confirmation: a call the owner makes in a form or an edit in place needs no second approval. Pure.

Only doors for people set `ByHand`. Agents, plans, workflows, schedules and callers within bounds never have it, and
what a rule refuses stays refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aule.contracts.access.approval import Preview, Records
from aule.contracts.access.capability import Approve, Capability, Effect
from aule.contracts.access.change import Actor
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.bounds import Bound
from aule.kernel.capabilities.gate.approval_requests import CallPreview
from aule.kernel.capabilities.gate.caller import ByHand, Caller
from aule.kernel.policy import Verdict
from aule.text.words import are_alike

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context


def is_by_hand(actor: Actor, run: Run) -> bool:
    """Return whether a person did this themselves; workflows act in their name and do not count."""
    return actor.type == "user" and run.kind is RunKind.CALL


def hand_of(caller: Caller, bound: Bound) -> ByHand | None:
    """Return the caller's `ByHand` mark if a person calls directly and without bounds, else None."""
    is_person = caller.agent is None and is_by_hand(caller.actor, caller.run)
    hand = caller.hand
    return hand if hand is not None and not hand.only_names and is_person and bound.is_free else None


def is_by_owner(context: Context) -> bool:
    """Return whether the owner makes this call directly: no agent, plan or workflow, and nobody else."""
    return is_by_hand(context.actor, context.run) and context.actor.id == "owner"


def is_let(hand: ByHand, capability: Capability, decided: Verdict, shown: CallPreview) -> bool:
    """Return whether the owner's own call is its approval: a plain write, or anything whose preview they saw.

    A token that the owner made for deleting is their approval for what can be undone; a rule that asks still asks.

    Raises when they saw something else, or did not type the words that were asked for.
    """
    words = words_to_type(shown.preview)
    if hand.seen is None:
        if decided.rule is not None:
            return False
        if hand.may_delete and capability.effect is Effect.DELETE:
            return capability.reversible
        return capability.effect is Effect.WRITE and capability.approval is not Approve.ALWAYS and words is None
    if hand.seen != shown.hash:
        raise stale_hand(capability)
    if words is not None:
        check_typed(words, hand.confirm, field="confirm")
    return True


def words_to_type(preview: Preview | None) -> str | None:
    """Return the words a person has to type to confirm, if there are any."""
    return preview.confirm if isinstance(preview, Records) else None


def check_typed(words: str, typed: str | None, *, field: str) -> None:
    """Refuse words other than those asked for; case and spaces do not count."""
    if not are_alike(words, typed or ""):
        raise Invalid(
            f"These are not the words that were asked for: {words!r}.",
            code="confirmation_mismatch",
            field=field,
            hint="Type exactly those, or leave it. Nothing was decided.",
        )


def stale_hand(capability: Capability) -> Conflict:
    """Return the error that the call would no longer do what the person saw."""
    return Conflict(
        f"What {capability.name!r} would do is not what was shown.",
        code="approval_stale",
        hint="Look at it again and decide on what you see now.",
    )
