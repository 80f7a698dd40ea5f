"""Prices: what tokens cost."""

from __future__ import annotations

from aule.contracts.talk.catalog import Price


def cost(price: Price | None, tokens_in: int, tokens_out: int) -> float:
    """US dollars for so many tokens; a model without a price (a local one) costs nothing."""
    if price is None:
        return 0.0
    return (tokens_in * price.input + tokens_out * price.output) / 1_000_000
