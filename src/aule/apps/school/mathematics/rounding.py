"""Rounding as schools do it: half up, and only where a figure is shown."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

_STEADY = 9
"""Digits after which a sum of floats is noise: 0.15000000000000002 is 0.15."""


def steady(value: float) -> float:
    """Return the value without the noise of its last digits, for comparing it with a limit."""
    return round(value, _STEADY)


def half_up(value: float, casas: int) -> float:
    """Return the value with so many decimals; a half goes up, away from zero."""
    return float(Decimal(repr(steady(value))).quantize(Decimal(1).scaleb(-casas), rounding=ROUND_HALF_UP))


def shown(value: float | None, casas: int) -> float | None:
    """Return a value rounded as it is shown; None stays None."""
    return None if value is None else half_up(value, casas)
