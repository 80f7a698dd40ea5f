"""Numbers as people write them: with a comma or a point, rounded, or as a percentage."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation

NUMBER = re.compile(
    r"(?<![\w.,])[-−+]?(?:\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+|\d+)(?:[.,]\d+)?(?:\s?(%|por cento\b|percent\b))?(?!\w)"
)
"""A number in digits; the first group is its percent sign."""


def readings(text: str) -> Iterator[tuple[Decimal, int]]:
    """Yield what a written number may mean, each with its decimal places: `1.234` differs in Rio and in London."""
    digits = re.sub(r"[^\d.,+-]", "", text.replace("−", "-")).strip("+")
    for point, thousands in ((".", ","), (",", ".")):
        plain = digits.replace(thousands, "")
        if plain.count(point) > 1:
            continue
        whole, _, rest = plain.partition(point)
        groups = digits.partition(point)[0].split(thousands)
        if len(groups) > 1 and any(len(group) != 3 for group in groups[1:]):
            continue
        try:
            yield Decimal(f"{whole or 0}.{rest}" if rest else whole), len(rest)
        except InvalidOperation:
            continue


def is_given(text: str, numbers: Collection[Decimal], *, is_share: bool = False) -> bool:
    """Return whether a written number is one of some numbers, exactly or rounded."""
    return any(_is_among(value, places, numbers, is_share) for value, places in readings(text))


def decimal_of(value: float) -> Decimal:
    """Return a number of data as a decimal; zero where it is no number."""
    try:
        return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    except InvalidOperation:
        return Decimal(0)


def _is_among(value: Decimal, places: int, numbers: Collection[Decimal], is_share: bool) -> bool:
    if value in numbers or -value in numbers:
        return True
    if is_share and value / 100 in numbers:
        return True
    if places == 0 and not is_share:
        return False
    step = Decimal(1).scaleb(-places)
    for given in numbers:
        for each in (given, given * 100) if is_share else (given,):
            if abs(each - value) <= step and value in _rounded(each, step):
                return True
    return False


def _rounded(value: Decimal, step: Decimal) -> set[Decimal]:
    try:
        return {value.quantize(step, ROUND_HALF_UP), value.quantize(step, ROUND_HALF_EVEN)}
    except InvalidOperation:  # more digits than a decimal holds
        return set()
