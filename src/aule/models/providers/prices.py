"""Prices: what tokens cost."""

from __future__ import annotations

from collections.abc import Mapping

from aule.contracts.settings import Price


def cost(price: Price | None, tokens_in: int, tokens_out: int, cached: int = 0) -> float:
    """US dollars for so many tokens, `cached` of those that came in had been kept; without a price it is nothing."""
    if price is None:
        return 0.0
    kept = min(cached, tokens_in)
    read = (tokens_in - kept) * price.input + kept * (price.input if price.cached is None else price.cached)
    return (read + tokens_out * price.output) / 1_000_000


def chosen_price(prices: Mapping[str, Price], provider: str, model: str) -> Price | None:
    """Return what the settings say a model costs: the longest name that `provider/model` begins with wins."""
    name = f"{provider}/{model}"
    fitting = [known for known in prices if name.startswith(known)]
    return prices[max(fitting, key=len)] if fitting else None
