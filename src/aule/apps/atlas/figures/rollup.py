"""Progress of objectives, pillars and companies, from what is under them (AT-21).

Only what has data counts. Initiatives and projects are means, not results: they are never part of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from aule.apps.atlas.settings import DEFAULT, Settings

Figure = Decimal | float
Part = tuple[Figure | None, Figure | None]
"""A weight and a progress in per cent; no weight counts as one, no progress not at all."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What several parts come to: Σ weight · percent, and Σ weight."""

    weighted: Decimal = Decimal(0)
    weight: Decimal = Decimal(0)

    @property
    def percent(self) -> Decimal | None:
        """Their mean; none if nothing counted."""
        return self.weighted / self.weight if self.weight > 0 else None


def objective(key_results: Iterable[Part], settings: Settings = DEFAULT) -> Decimal | None:
    """Return an objective from its key results: each counts by its weight, up to the cap."""
    cap = settings.rollup_cap
    return total(key_results, cap).percent


def pillar(objectives: Iterable[Part], settings: Settings = DEFAULT) -> Decimal | None:
    """Return a pillar from its objectives: by their weight, or each the same."""
    if settings.pillar_rollup == "simple":
        objectives = ((None, percent) for _, percent in objectives)
    return total(objectives).percent


def company(pillars: Iterable[Figure | None]) -> Decimal | None:
    """Return a company from its pillars, each the same."""
    return total((None, percent) for percent in pillars).percent


def total(parts: Iterable[Part], cap: Decimal | None = None) -> Sum:
    """Return the sum of parts, of each no more than the cap."""
    weighted, weights = Decimal(0), Decimal(0)
    for weight, percent in parts:
        if percent is None:
            continue
        pull = Decimal(1) if weight is None else max(_exact(weight), Decimal(0))
        reached = _exact(percent)
        weighted += pull * (reached if cap is None else min(reached, cap))
        weights += pull
    return Sum(weighted, weights)


def _exact(value: Figure) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(repr(value))
