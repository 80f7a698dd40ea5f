"""When a key result has been too long without a value."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from aule.apps.atlas.figures.months import last_day, read_day
from aule.apps.atlas.figures.progress import KeyResult

LONGEST = timedelta(days=30)
"""So long after the end of the last period with a value the next one is missed."""
_LATEST = date.max - LONGEST
OVER = frozenset({"completed", "cancelled", "done"})
"""States in which nothing is expected any more."""


def stale_from(kr: KeyResult, doc: Mapping[str, Any], changed_at: str) -> str | None:
    """Return the day from which a value is missed, `YYYY-MM-DD`; none if nothing more is expected."""
    status = doc.get("status")
    if isinstance(status, str) and status in OVER:
        return None
    if kr.actuals:
        covered = max(kr.actuals) + kr.width - 1
        return None if covered >= kr.last else (last_day(covered) + LONGEST).isoformat()
    begin = _begin(kr, doc, changed_at)
    return None if begin is None or begin > _LATEST else (begin + LONGEST).isoformat()


def _begin(kr: KeyResult, doc: Mapping[str, Any], changed_at: str) -> date | None:
    if kr.first:
        return last_day(kr.first - 1)
    if kr.targets:
        return last_day(min(kr.targets) - 1)
    return read_day(doc.get("created_at")) or read_day(changed_at)
