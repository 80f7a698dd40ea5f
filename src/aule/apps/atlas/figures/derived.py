"""What a key result's row keeps of its own figures: worked out anew with every check-in (AT-23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from aule.apps.atlas.figures.months import begin_of, first_day, month_of, period_at, write_month
from aule.apps.atlas.figures.numbers import tidy
from aule.apps.atlas.figures.progress import EARLIEST, LATEST, KeyResult, Progress, measure, percent_of, read
from aule.apps.atlas.settings import DEFAULT, Settings

MOST_POINTS = 60
"""Periods of a key result that are shown at most, the last ones."""


@dataclass(frozen=True, slots=True)
class Point:
    """One period of a key result."""

    month: str
    """The first month of the period."""
    target: Decimal | None
    actual: Decimal | None
    is_expected: bool
    """Whether a value is due: the period is over, or is the current one."""
    percent: Decimal | None


def derived(doc: Mapping[str, Any], as_of: date, settings: Settings = DEFAULT) -> dict[str, int | Decimal | None]:
    """Return the columns of a row of `key_results` that follow from its months, as of a day."""
    kr = read(doc, settings)
    ytd = measure(kr, "ytd", as_of, settings)
    columns: dict[str, int | Decimal | None] = {"current_value": tidy(_current(kr, doc, ytd, as_of), digits=10)}
    month = measure(kr, "month", as_of, settings)
    columns |= {
        "current_month_target": tidy(month.target, digits=10),
        "current_month_actual": tidy(month.actual, digits=10),
        "monthly_percentage": tidy(month.percent),
    }
    columns |= _three("ytd", ytd)
    year = period_at(month_of(as_of), "year", settings.fiscal_year_start)
    for quarter in range(4):
        inside = first_day(year.start + 3 * quarter)
        columns |= _three(f"q{quarter + 1}", measure(kr, "quarter", inside, settings))
    columns |= _three("yearly", measure(kr, "year", as_of, settings))
    del columns["yearly_target"]  # a person sets it; it is never worked out
    return columns


def points(kr: KeyResult, as_of: date, settings: Settings = DEFAULT) -> list[Point]:
    """Return the periods of a key result from its first to its last, with what was to be reached and what was."""
    start, now = settings.fiscal_year_start, month_of(as_of)
    year = period_at(now, "year", start)
    known = [*kr.targets, *kr.actuals]
    first = kr.first if kr.first != EARLIEST else min([*known, year.start])
    last = kr.last if kr.last != LATEST else max([*known, year.stop - 1])
    begin = begin_of(first, kr.width, start)
    keys = range(begin, last + 1, kr.width)[-MOST_POINTS:]
    return [_point(kr, key, now) for key in keys]


def next_period(kr: KeyResult, as_of: date, settings: Settings = DEFAULT) -> str:
    """Return the period a check-in is for when none is named: the current one, as far as there is one."""
    now = min(max(month_of(as_of), kr.first), kr.last)
    return write_month(begin_of(now, kr.width, settings.fiscal_year_start))


def _point(kr: KeyResult, key: int, now: int) -> Point:
    target, actual = kr.targets.get(key), kr.actuals.get(key)
    percent = None if target is None or actual is None else percent_of(kr, actual, target)
    return Point(write_month(key), target, actual, key <= now, percent)


def _current(kr: KeyResult, doc: Mapping[str, Any], ytd: Progress, as_of: date) -> Decimal | None:
    if not kr.actuals:
        return kr.current
    if doc.get("comparison_type") == "period":
        until = [key for key in kr.actuals if key <= month_of(as_of)]
        return kr.actuals[max(until or kr.actuals)]
    return kr.current if ytd.actual is None else ytd.actual


def _three(name: str, progress: Progress) -> dict[str, int | Decimal | None]:
    return {
        f"{name}_target": tidy(progress.target, digits=10),
        f"{name}_actual": tidy(progress.actual, digits=10),
        f"{name}_percentage": tidy(progress.percent),
    }
