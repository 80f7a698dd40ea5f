"""Budgets: what one run may spend at most."""

from __future__ import annotations

from pydantic import Field

from aule.contracts.model import Model


class Budget(Model):
    """Hard limits of one run. Reaching one stops the run with a reason."""

    max_turns: int = Field(default=20, ge=1, le=200, description="Model responses in one run.")
    max_tokens: int = Field(default=200_000, ge=1, description="Tokens in one run, in and out.")
    max_cost: float = Field(default=1.0, ge=0, description="Money in one run, in US dollars.")
    max_seconds: float = Field(
        default=600, gt=0, description="Seconds one run may work; waiting for you does not count."
    )

    def within(self, limit: Budget) -> Budget:
        """Return this budget, nowhere above another one."""
        return Budget(
            max_turns=min(self.max_turns, limit.max_turns),
            max_tokens=min(self.max_tokens, limit.max_tokens),
            max_cost=min(self.max_cost, limit.max_cost),
            max_seconds=min(self.max_seconds, limit.max_seconds),
        )
