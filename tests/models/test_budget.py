"""Budgets: caps of a run and of a day, checked before the call."""

from __future__ import annotations

import pytest

from aule.contracts.agent import Budget
from aule.contracts.catalog import Price
from aule.contracts.errors import BudgetReached
from aule.contracts.run import Usage
from aule.contracts.settings import Limits
from aule.models.budget import Meter, cost

METER = Meter(Budget(max_tokens=100, max_cost=1.0), Limits(day_tokens=1_000, day_cost=5.0))
PAID = Price(input=1, output=2)


def test_tokens_cost_what_the_catalog_says() -> None:
    assert cost(PAID, 1_000_000, 500_000) == 2.0
    assert cost(None, 1_000_000, 500_000) == 0


@pytest.mark.parametrize(
    ("run", "day", "guard"),
    [
        (Usage(), Usage(), None),
        (Usage(tokens_in=99), Usage(tokens_in=99), None),
        (Usage(tokens_in=60, tokens_out=40), Usage(), "max_tokens"),
        (Usage(cost=1.0), Usage(), "max_cost"),
        (Usage(), Usage(tokens_out=1_000), "day_tokens"),
        (Usage(), Usage(cost=5.5), "day_cost"),
    ],
)
def test_a_cap_that_is_used_up_is_named(run: Usage, day: Usage, guard: str | None) -> None:
    assert METER.reached(run, day) == guard
    if guard is not None:
        with pytest.raises(BudgetReached, match=guard):
            METER.check(run, day)


def test_a_budget_of_nothing_allows_free_models_only() -> None:
    frugal = Meter(Budget(max_cost=0), Limits())
    frugal.check(Usage(tokens_in=10), Usage(tokens_in=10), None)
    with pytest.raises(BudgetReached, match="max_cost"):
        frugal.check(Usage(), Usage(), PAID)


def test_the_room_left_is_the_smaller_of_both() -> None:
    assert METER.room(Usage(tokens_in=30), Usage(tokens_in=980)) == 20
    assert METER.room(Usage(tokens_in=130), Usage()) == 0
