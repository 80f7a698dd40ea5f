"""Loop guards: hard limits of one turn, checked before each model call and after each response."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from aule.contracts.agent import Budget
from aule.contracts.brain import Wished
from aule.contracts.catalog import Price
from aule.contracts.hashing import content_hash
from aule.contracts.run import Usage
from aule.contracts.settings import Limits
from aule.kernel.agents.transcript import Transcript

SAME_CALL_LIMIT = 3

Guard = Literal["max_turns", "repeated_call", "max_tokens", "max_cost", "max_seconds"]


@dataclass(frozen=True, slots=True)
class Tripped:
    """A limit that was reached, in words."""

    guard: Guard
    detail: str


def check(
    transcript: Transcript, budget: Budget, limits: Limits, today: Usage, price: Price | None = None
) -> Tripped | None:
    """Whether the turn must stop here, and why."""
    spent = transcript.usage.tokens_in + transcript.usage.tokens_out
    day = today.tokens_in + today.tokens_out
    seconds = transcript.active_ms / 1000
    repeated = _repeated(transcript)
    if repeated is not None:
        return Tripped("repeated_call", f"{repeated} was called {SAME_CALL_LIMIT} times with the same parameters")
    if price is not None and (price.input or price.output) and not (budget.max_cost and limits.day_cost):
        return Tripped("max_cost", "this model costs money and nothing may be spent")
    if transcript.steps >= budget.max_turns:
        return Tripped("max_turns", f"{budget.max_turns} steps are the limit of one answer")
    if spent >= budget.max_tokens:
        return Tripped("max_tokens", f"{spent} of {budget.max_tokens} tokens are spent")
    if transcript.usage.cost > 0 and transcript.usage.cost >= budget.max_cost:
        return Tripped("max_cost", f"US$ {transcript.usage.cost:.4f} of {budget.max_cost:.2f} is spent")
    if seconds >= budget.max_seconds:
        return Tripped("max_seconds", f"{seconds:.0f} of {budget.max_seconds:.0f} seconds have passed")
    if day >= limits.day_tokens:
        return Tripped("max_tokens", f"{day} of today's {limits.day_tokens} tokens are spent")
    if today.cost > 0 and today.cost >= limits.day_cost:
        return Tripped("max_cost", f"US$ {today.cost:.2f} of today's {limits.day_cost:.2f} is spent")
    return None


def _repeated(transcript: Transcript) -> str | None:
    """The capability that was asked for again and again with equal parameters."""
    asked = Counter(
        (call.capability, content_hash(call.params))
        for entry in transcript.entries
        if isinstance(entry, Wished)
        for call in entry.calls
    )
    return next((name for (name, _), count in asked.items() if count >= SAME_CALL_LIMIT), None)
