"""Numbers in answers, as machines compare them."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction

_NUMBER = re.compile(
    r"^\s*(?:R\$\s*)?(-?\d{1,3}(?:\.\d{3})+(?:,\d+)?|-?\d+(?:[.,]\d+)?)\s*(?:%|[^\W\d_]{1,3}[²³]?)?\s*$"
)
_FRACTION = re.compile(r"^\s*(-?\d+)\s*/\s*(\d+)\s*$")
_THOUSANDS = re.compile(r"^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$")


def decimal_of(answer: str) -> str | None:
    """Return the number an answer is, with a point: `7,5 kg` is `7.5`; none when it is no plain number."""
    if (found := _FRACTION.match(answer)) is not None and int(found[2]):
        value = Fraction(int(found[1]), int(found[2]))
        return f"{float(value):.6f}".rstrip("0").rstrip(".")
    if (found := _NUMBER.match(answer)) is None:
        return None
    digits = found[1]
    digits = digits.replace(".", "").replace(",", ".") if _THOUSANDS.match(digits) else digits.replace(",", ".")
    try:
        return format(Decimal(digits), "f")
    except InvalidOperation:
        return None
