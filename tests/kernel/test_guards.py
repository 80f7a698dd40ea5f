"""Loop guards as rules: caps of a run and of a day, checked before the call."""

from __future__ import annotations

import pytest

from aule.contracts.access.agent import Budget
from aule.contracts.runs.run import Usage
from aule.contracts.settings import Limits
from aule.contracts.talk.catalog import Price
from aule.kernel.agents.guards import check
from aule.kernel.agents.transcript import Transcript
from aule.models.providers.prices import cost

PAID = Price(input=1, output=2)
BUDGET = Budget(max_tokens=100, max_cost=1.0)
LIMITS = Limits(day_tokens=1_000, day_cost=5.0)


def test_tokens_cost_what_the_catalog_says() -> None:
    assert cost(PAID, 1_000_000, 500_000) == 2.0
    assert cost(None, 1_000_000, 500_000) == 0


@pytest.mark.parametrize(
    ("run", "guard"),
    [
        (Usage(), None),
        (Usage(tokens_in=99), None),
        (Usage(tokens_in=60, tokens_out=40), "max_tokens"),
        (Usage(cost=1.0), "max_cost"),
    ],
)
def test_a_cap_that_is_used_up_is_named(run: Usage, guard: str | None) -> None:
    """OS-2."""
    tripped = check(Transcript(usage=run), BUDGET, LIMITS)
    assert (tripped and tripped.guard) == guard


def test_a_cap_of_nothing_forbids_paid_models_only() -> None:
    """OS-2: what is free never reaches it; what costs is not even called."""
    frugal = Budget(max_cost=0)
    assert check(Transcript(), frugal, LIMITS) is None
    tripped = check(Transcript(), frugal, LIMITS, PAID)
    assert tripped is not None and tripped.guard == "max_cost"
