"""Where things stand: bands, pace, the status a pace suggests, and what asks for attention (AT-22)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from aule.apps.atlas.figures.months import first_day, last_day, month_of, period_at, read_day
from aule.apps.atlas.figures.numbers import settled, shown
from aule.apps.atlas.figures.progress import LATEST, KeyResult
from aule.apps.atlas.figures.staleness import LONGEST, OVER
from aule.apps.atlas.rows import kinds
from aule.apps.atlas.settings import DEFAULT, Settings
from aule.apps.atlas.views.company_views import Band, Pace, Why

EXCELLENT = 105
"""Above it a figure is excellent (blue)."""
GOOD = 100
"""From it on a figure is good (green)."""
FAIR = 71
"""From it on a figure is fair (yellow), below it poor (red)."""

ON_TRACK = Decimal("0.95")
AT_RISK = Decimal("0.75")
_HUNDRED = Decimal(100)
_LATE = frozenset({"delayed", "behind", "off_track"})


@dataclass(frozen=True, slots=True)
class Stand:
    """What is known of an item when one asks whether it needs attention: the columns of its row."""

    kind: str
    status: str | None = None
    due: str | None = None
    stale: str | None = None
    """Of key results: the day from which a value is missed."""
    progress: Decimal | float | None = None
    expected: Decimal | float | None = None


def band(percent: Decimal | float | None) -> Band:
    """Return the band of a progress in per cent, as it is shown: what reads 100% is in the band of 100 (AT-22)."""
    figure = shown(percent)
    if figure is None:
        return "none"
    if figure > EXCELLENT:
        return "excellent"
    if figure >= GOOD:
        return "good"
    return "fair" if figure >= FAIR else "poor"


def expected(
    kr: KeyResult, as_of: date, settings: Settings = DEFAULT, within: tuple[date | None, date | None] = (None, None)
) -> Decimal:
    """Return the year-to-date progress a key result would have if everything went as planned.

    Where it has monthly targets, progress is reckoned against those that are due, so that is 100. Where it has only a
    target for the whole, that is the share of its time that is over; `within` is the time of its cycle.
    """
    if kr.targets:
        return _HUNDRED
    year = period_at(month_of(as_of), "year", settings.fiscal_year_start)
    begin = first_day(kr.first) if kr.first else within[0] or first_day(year.start)
    end = last_day(kr.last) if kr.last != LATEST else within[1] or last_day(year.stop - 1)
    return elapsed(begin, end, as_of)


def elapsed(begin: date, end: date, as_of: date) -> Decimal:
    """Return how much of a time is over at the end of a day, in per cent."""
    days = (end - begin).days + 1
    over = min(max((as_of - begin).days + 1, 0), max(days, 0))
    return _HUNDRED * over / days if days > 0 else _HUNDRED


def pace(progress: Decimal | float | None, planned: Decimal | float | None) -> Decimal | None:
    """Return progress over what was to be expected by now; none where nothing was."""
    if progress is None or planned is None or planned <= 0:
        return None
    return settled(progress) / settled(planned)


def suggested(speed: Decimal | None) -> Pace | None:
    """The status a pace suggests. It is only ever shown beside the status a person gave, and never replaces it."""
    if speed is None:
        return None
    if speed >= ON_TRACK:
        return "on_track"
    return "at_risk" if speed >= AT_RISK else "off_track"


def reasons(stand: Stand, today: date) -> list[Why]:
    """Return why an item asks for attention; none if it does not, or nothing is expected of it any more."""
    status = stand.status or ""
    if status in OVER:
        return []
    missed = read_day(stand.stale) if stand.kind == kinds.KEY_RESULTS else None
    has_begun = missed is not None and today >= missed - LONGEST
    is_told = status == "at_risk" or status in _LATE
    slow = suggested(pace(stand.progress, stand.expected)) == "off_track"
    found: list[tuple[Why, bool]] = [
        ("at_risk", status == "at_risk"),
        ("delayed", status in _LATE),
        ("overdue", stand.due is not None and stand.due < today.isoformat()),
        ("stale", missed is not None and missed <= today),
        ("no_data", has_begun and stand.progress is None),
        ("pace", slow and not is_told),
    ]
    return [why for why, holds in found if holds]
