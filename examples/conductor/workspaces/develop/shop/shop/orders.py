"""Orders: what was bought, and what it came to."""

from shop.prices import total


def receipt(basket: list[str]) -> str:
    """An order as it is printed."""
    return f"{len(basket)} items, {total(basket)} cents"
