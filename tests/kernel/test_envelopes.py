"""What an envelope covers: calls that were seen, as often as was said, and only those that are counted."""

from __future__ import annotations

import pytest

from aule.contracts.capability import Call, Capability, Effect, Envelope
from aule.kernel.policy import covered

ENVELOPE = Envelope(calls={"shop.put": 2}, targets={"shop.put": [{"n": 1}]})
CALL = Call(id="call_1", capability="shop.put", params={"n": 1}, idempotency_key="run_1/a")


def put(effect: Effect) -> Capability:
    return Capability(
        name="shop.put", app="shop", category="", title="Put", description="", params={}, returns={}, effect=effect
    )


@pytest.mark.parametrize("effect", sorted(Effect))
def test_looks_are_never_counted_so_none_are_covered(effect: Effect) -> None:
    """K-4: whoever could look any number of times would not be held to the number that was allowed."""
    counts = effect not in (Effect.READ, Effect.NAVIGATE)
    assert [covered(ENVELOPE, put(effect), CALL, made) for made in (0, 1, 2)] == [counts, counts, False]
