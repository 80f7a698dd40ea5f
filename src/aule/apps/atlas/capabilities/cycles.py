"""Cycles: strategic plans, of which one is meant when none is named, and one is made where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from aule.apps.atlas.rows.queries import Row


def default_cycle(cycles: Sequence[Row], today: date) -> Row | None:
    """Return the cycle that is meant when none is named: the active one.

    Of several the one today is in, the latest first.
    """
    active = [cycle for cycle in cycles if cycle.status == "active"]

    def fit(cycle: Row) -> tuple[bool, str]:
        start, end = str(cycle.record.get("period_start") or ""), str(cycle.record.get("period_end") or "")
        return (start[:10] <= today.isoformat() <= (end[:10] or "9999"), start)

    return max(active, key=fit, default=None)


def first_cycle(company: str, year: int) -> dict[str, Any]:
    """Return the fields of the cycle that is made where a company has none: the year, named as its own program does."""
    return {
        "company_id": company,
        "name": f"Plano Estratégico {year}",
        "period_start": f"{year}-01-01",
        "period_end": f"{year}-12-31",
        "status": "active",
    }
