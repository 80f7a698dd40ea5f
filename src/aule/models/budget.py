"""Budgets: what tokens cost, and the caps that are checked before each model call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aule.contracts.agent import Budget
from aule.contracts.catalog import Price
from aule.contracts.errors import BudgetReached
from aule.contracts.run import Usage
from aule.contracts.settings import Limits

Guard = Literal["max_tokens", "max_cost", "day_tokens", "day_cost"]


def cost(price: Price | None, tokens_in: int, tokens_out: int) -> float:
    """US dollars for so many tokens; a model without a price (a local one) costs nothing."""
    if price is None:
        return 0.0
    return (tokens_in * price.input + tokens_out * price.output) / 1_000_000


@dataclass(frozen=True, slots=True)
class Meter:
    """The caps of one run and of the day it runs on."""

    budget: Budget
    limits: Limits

    def reached(self, run: Usage, day: Usage) -> Guard | None:
        """Which cap is used up, if one is. `day` includes the run."""
        if run.tokens_in + run.tokens_out >= self.budget.max_tokens:
            return "max_tokens"
        # A cap of nothing forbids paid models only: what is free never reaches it.
        if run.cost >= self.budget.max_cost and run.cost > 0:
            return "max_cost"
        if day.tokens_in + day.tokens_out >= self.limits.day_tokens:
            return "day_tokens"
        if day.cost >= self.limits.day_cost and day.cost > 0:
            return "day_cost"
        return None

    def check(self, run: Usage, day: Usage, price: Price | None = None) -> None:
        """Refuse the next model call when a cap is used up, or when it costs money and none may be spent."""
        guard = self.reached(run, day)
        if guard is None and price is not None and (price.input or price.output):
            guard = "max_cost" if self.budget.max_cost == 0 else "day_cost" if self.limits.day_cost == 0 else None
        if guard is not None:
            raise BudgetReached(
                f"the budget {guard!r} is used up ({_used(guard, run, day)})",
                hint="Raise it in Settings, Budgets, or start a new request.",
                field=guard,
            )

    def room(self, run: Usage, day: Usage) -> int:
        """How many tokens may still be spent."""
        in_run = self.budget.max_tokens - run.tokens_in - run.tokens_out
        in_day = self.limits.day_tokens - day.tokens_in - day.tokens_out
        return max(0, min(in_run, in_day))


def _used(guard: Guard, run: Usage, day: Usage) -> str:
    match guard:
        case "max_tokens":
            return f"{run.tokens_in + run.tokens_out} tokens in this run"
        case "max_cost":
            return f"US$ {run.cost:.4f} in this run"
        case "day_tokens":
            return f"{day.tokens_in + day.tokens_out} tokens today"
        case "day_cost":
            return f"US$ {day.cost:.4f} today"
