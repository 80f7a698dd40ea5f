"""Whether a class goes up or down: the same students, this period against the one before it (A.3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Literal, NamedTuple

from aule.apps.school.mathematics.rounding import steady

Tendencia = Literal["subindo", "caindo", "estavel", "indefinida"]
NOTABLE = 0.05
"""Half a point of ten."""
ENOUGH_STUDENTS = 5
ENOUGH_SHARE = 0.50


class Trend(NamedTuple):
    """Where it goes, by how much (of 1), and how many students that is known of."""

    tendencia: Tendencia
    delta: float | None
    n: int


def trend(now: Mapping[str, float], before: Mapping[str, float], total: int) -> Trend:
    """Compare what students have now with what they had before, both 0 to 1; only who has both counts."""
    both = now.keys() & before.keys()
    if len(both) < ENOUGH_STUDENTS or len(both) < ENOUGH_SHARE * total:
        return Trend("indefinida", None, len(both))
    delta = steady(fmean(now[each] for each in both) - fmean(before[each] for each in both))
    if abs(delta) < NOTABLE:
        return Trend("estavel", delta, len(both))
    return Trend("subindo" if delta > 0 else "caindo", delta, len(both))
