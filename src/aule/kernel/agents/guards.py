"""Loop guards: hard limits of one turn, checked before each model call and after each response."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Literal, get_args

from aule.contracts.access.agent import Budget
from aule.contracts.access.capability import Result
from aule.contracts.errors import BudgetReached, ScopeViolation, TimedOut
from aule.contracts.runs.run import Usage
from aule.contracts.settings import Limits
from aule.contracts.talk.brain import Wished
from aule.contracts.talk.catalog import Price
from aule.kernel.agents.transcript import Transcript
from aule.kernel.capabilities.words import say

SAME_CALL_LIMIT = 3
MOST_CALLS = 64
"""Calls one response may request."""

MOST_TRESPASSES = 3
"""Writes outside the scope after which a turn is stopped."""

Guard = Literal["max_turns", "repeated_call", "max_tokens", "max_cost", "max_seconds", "scope"]
LIMIT_CODES = frozenset({*get_args(Guard), BudgetReached.code, TimedOut.code})
"""Problems that are limits: the work was not done, and was not wrong either."""


@dataclass(frozen=True, slots=True)
class ReachedLimit:
    """A limit that was reached, in words."""

    guard: Guard
    detail: str


def check(transcript: Transcript, budget: Budget, limits: Limits, price: Price | None = None) -> ReachedLimit | None:
    """Return the limit of this turn that stops it here, if any; `spending.py` checks what it shares with others."""
    seconds = transcript.active_ms / 1000
    if tripped := check_runaway(transcript):
        return tripped
    if price is not None and (price.input or price.output) and not (budget.max_cost and limits.day_cost):
        return ReachedLimit("max_cost", "this model costs money and nothing may be spent")
    if transcript.steps >= budget.max_turns:
        return ReachedLimit("max_turns", f"{budget.max_turns} steps are the limit of one answer")
    if tripped := check_budget(transcript.usage, budget):
        return tripped
    if seconds >= budget.max_seconds:
        return ReachedLimit("max_seconds", f"{seconds:.0f} of {budget.max_seconds:.0f} seconds have passed")
    return None


def check_budget(usage: Usage, budget: Budget) -> ReachedLimit | None:
    """Return a limit if tokens or money are used up; sub-agents spend their parent's budget too."""
    spent = usage.tokens_in + usage.tokens_out
    if spent >= budget.max_tokens:
        return ReachedLimit("max_tokens", f"{spent} of {budget.max_tokens} tokens are spent")
    if usage.cost > 0 and usage.cost >= budget.max_cost:
        return ReachedLimit("max_cost", f"US$ {usage.cost:.4f} of {budget.max_cost:.2f} is spent")
    return None


def check_runaway(transcript: Transcript) -> ReachedLimit | None:
    """Return a limit if the requested calls repeat themselves, or are too many at once."""
    if len(transcript.wanted) > MOST_CALLS:
        return ReachedLimit("max_turns", f"{len(transcript.wanted)} calls in one response; {MOST_CALLS} are the limit")
    repeated = _repeated(transcript)
    if repeated is not None:
        return ReachedLimit("repeated_call", f"{repeated} was called {SAME_CALL_LIMIT} times with the same parameters")
    return None


def check_scope(transcript: Transcript, locale: str) -> ReachedLimit | None:
    """Return a limit if a turn keeps writing outside its scope."""
    count = sum(_is_violation(result) for result in transcript.results.values())
    return ReachedLimit("scope", say("scope_stopped", locale, count=str(count))) if count >= MOST_TRESPASSES else None


def _is_violation(result: Result) -> bool:
    """Return whether a call wrote outside the scope; a command then has a result with a warning."""
    told = [result.error] if result.error is not None else result.warnings
    return any(each.code == ScopeViolation.code for each in told)


def _repeated(transcript: Transcript) -> str | None:
    """Return the capability that was requested again and again with equal parameters."""
    asked = Counter(
        (call.capability, json.dumps(call.params, sort_keys=True))
        for entry in transcript.entries
        if isinstance(entry, Wished)
        for call in entry.calls
    )
    return next((name for (name, _), count in asked.items() if count >= SAME_CALL_LIMIT), None)
