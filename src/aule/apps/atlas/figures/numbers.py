"""Numbers as rows hold them, and as people are shown them."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

_IN_TEXT = re.compile(r"^-?\d{1,40}(\.\d{1,40})?\Z")
_LARGEST = 40
"""Digits before the point, or zeros behind it, that a figure may have to be reckoned with."""
_WIDE = Context(prec=100)
_NOISE = Decimal("1e-6")


def number(value: Any) -> Decimal | None:
    """Return the number to reckon with, also where it was given as text; nothing where there is none."""
    if isinstance(value, (Decimal, int)) and not isinstance(value, bool):
        made = Decimal(value)
    elif isinstance(value, float):
        made = Decimal(repr(value))
    elif isinstance(value, str) and _IN_TEXT.match(value.strip()):
        made = Decimal(value.strip())
    else:
        return None
    return made if made.is_finite() and (not made or abs(made.adjusted()) <= _LARGEST) else None


def shown(value: Decimal | float | None, digits: int = 1) -> float | None:
    """Return a figure as it is shown: at most so many digits behind the point, halves away from zero."""
    if value is None:
        return None
    figure = settled(value)
    if figure.adjusted() > 15:
        return float(figure)
    return float(figure.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)) + 0.0  # nobody is shown a minus zero


def settled(value: Decimal | float) -> Decimal:
    """Return a figure without the noise floats and endless fractions leave at its end."""
    figure = value if isinstance(value, Decimal) else Decimal(repr(value))
    return figure if figure.adjusted() > 15 else figure.quantize(_NOISE, ROUND_HALF_UP)


def tidy(value: Decimal | None, digits: int = 2) -> Decimal | int | None:
    """Return a figure as it is kept in a row: rounded, whole where it is whole."""
    if value is None or value.adjusted() > 15:
        return value
    return trimmed(value.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def trimmed(value: Decimal) -> Decimal | int:
    """Return a figure without zeros at its end, whole where it is whole."""
    if value.adjusted() > 15:
        return value
    whole = value.to_integral_value()
    return int(whole) if whole == value else value.normalize(_WIDE)
