"""Shared budgets: what several runs together may spend in a day or in a month."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from aule.contracts.model import Model

BudgetOf = Literal["all", "project", "agent", "schedule"]
"""Whose runs share a budget."""
Period = Literal["day", "month"]
Unit = Literal["tokens", "cost"]
Share = Literal[50, 80, 100]
"""Percent of a budget at which people are told."""


class SharedBudget(Model):
    """A hard limit on what the runs of a project, an agent or a schedule spend together, or all runs."""

    of: BudgetOf = Field(description="Whose runs share it: `all`, or those of one `project`, `agent` or `schedule`.")
    id: str = Field(default="", max_length=200, description="The id of the project, agent or schedule; empty: of all.")
    period: Period = Field(default="day", description="How long it lasts: a `day` or a `month`, in UTC.")
    tokens: int | None = Field(default=None, ge=0, description="Tokens in and out; empty: no limit.")
    cost: float | None = Field(default=None, ge=0, description="Money in US dollars; empty: no limit.")

    def first_day(self, today: str) -> str:
        """Return the first day of the period that a day is in."""
        day = date.fromisoformat(today)
        return (day.replace(day=1) if self.period == "month" else day).isoformat()


class BudgetStatus(Model):
    """A shared budget, and how much of it is spent."""

    budget: SharedBudget
    name: str
    """What people call the project, agent or schedule; empty for the budget of all runs."""
    since: str
    """The first day of the period that goes on."""
    tokens: int
    """Tokens that were spent since then."""
    cost: float
    share: float
    """How much of it is spent, as a fraction of whichever limit is nearer; 1 and more stops the next model call."""
