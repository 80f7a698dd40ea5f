"""What can be wrong with a row by itself: months that do not exist are refused, wrong types are kept and told."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, cast

from aule.apps.atlas.figures.months import read_month
from aule.apps.atlas.importing.parcel import Said
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import INITIATIVES, KEY_RESULTS, OBJECTIVES, PROJECTS, VALUES

MONTHLY = ("monthly_targets", "monthly_actual")
_NUMBERS: Mapping[str, tuple[str, ...]] = {
    OBJECTIVES: ("weight",),
    KEY_RESULTS: ("target_value", "current_value", "baseline_value", "weight", "yearly_target"),
    VALUES: ("value", "confidence"),
    INITIATIVES: ("progress_percentage", "budget"),
    PROJECTS: ("progress", "budget"),
}
_MONTHS: Mapping[str, tuple[str, ...]] = {KEY_RESULTS: ("start_month", "end_month")}
_WITH_MONTHS = frozenset({OBJECTIVES, KEY_RESULTS})


_EVERY_MONTH = frozenset(f"{year}-{month:02d}" for year in range(1990, 2070) for month in range(1, 13))
"""Months as they mostly are, so that a look at all of a row's is one comparison of sets."""
_FIT = frozenset({int, Decimal, type(None)})


def wrong_month(table: str, record: Mapping[str, Any]) -> Said | None:
    """Return the first month of a row that does not exist, if any."""
    if table not in _WITH_MONTHS:
        return None
    for name in MONTHLY:
        months = record.get(name)
        if isinstance(months, dict) and not months.keys() <= _EVERY_MONTH:  # pyright: ignore[reportUnknownMemberType]
            for month in cast("dict[str, Any]", months):
                if read_month(month) is None:
                    return Said("bad_month", {"field": name, "month": month[:40]})
    for name in _MONTHS.get(table, ()):
        month = record.get(name)
        if isinstance(month, str) and month and read_month(month[:7]) is None:
            return Said("bad_month", {"field": name, "month": month[:40]})
    return None


def oddities(table: str, record: Mapping[str, Any]) -> list[Said]:
    """Return values of another type than their column has; they are kept as they are."""
    odd: list[Said] = []
    for name in _NUMBERS.get(table, ()):
        if type(value := record.get(name)) not in _FIT:
            odd.append(Said("expected_number", {"field": name, "value": exact.write(value)[:40]}))
    if table in _WITH_MONTHS:
        for name in MONTHLY:
            months = record.get(name)
            if isinstance(months, dict):
                odd += _odd_values(name, cast("dict[str, Any]", months))
            elif months is not None:
                odd.append(Said("expected_object", {"field": name}))
    return odd


def _odd_values(name: str, months: dict[str, Any]) -> list[Said]:
    if set(map(type, months.values())) <= _FIT:
        return []
    month, value = next((month, value) for month, value in months.items() if type(value) not in _FIT)
    return [Said("expected_number", {"field": f"{name}.{month}", "value": exact.write(value)[:40]})]
