"""Buckets: lengths of time counted by size, so that percentiles of any number of them are found at once.

Each bucket is a twelfth part of a doubling, so that its middle is at most 3 % away from whatever is in it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

PER_DOUBLING = 12


def bucket_of(ms: float) -> int:
    """Return the bucket of a length of time; what is shorter than a millisecond is in the first."""
    return 0 if ms < 1 else 1 + math.floor(math.log2(ms) * PER_DOUBLING)


def middle_of(bucket: int) -> float:
    """Return the length of time that stands for a bucket."""
    return 0.5 if bucket <= 0 else 2 ** ((bucket - 0.5) / PER_DOUBLING)


def percentile(counts: Mapping[int, int], share: float) -> float | None:
    """Return the length of time that a share of them does not exceed; None where there are none."""
    total = sum(counts.values())
    if total == 0:
        return None
    reached, wanted = 0, max(1, math.ceil(total * share))
    for bucket in sorted(counts):
        reached += counts[bucket]
        if reached >= wanted:
            return round(middle_of(bucket), 3)
    return round(middle_of(max(counts)), 3)
