"""Months, and the periods they make up.

A month is a whole number inside (so that they can be counted and compared), and `2026-04` in rows.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any, Literal

Period = Literal["month", "bimonth", "quarter", "semester", "year"]

FREQUENCIES: Mapping[str, int] = {"monthly": 1, "bimonthly": 2, "quarterly": 3, "semesterly": 6, "yearly": 12}
"""How often a key result has a value, and how many months one value is for."""
PERIODS: Mapping[Period, int] = {"month": 1, "bimonth": 2, "quarter": 3, "semester": 6, "year": 12}

_LAST_YEAR = 9998  # a year is left to reckon with days beyond
_KEY = re.compile(r"^(\d{4})-(0[1-9]|1[0-2])\Z", re.ASCII)
_DAY = re.compile(r"^\d{4}-\d\d-\d\d", re.ASCII)


def read_month(key: Any) -> int | None:
    """Return the month a key names; nothing if it names none."""
    return _read_key(key) if isinstance(key, str) else None


def write_month(month: int) -> str:
    """Return the key of a month: `2026-04`."""
    return f"{month // 12:04d}-{month % 12 + 1:02d}"


def month_of(day: date) -> int:
    """Return the month a day is in."""
    return day.year * 12 + day.month - 1


def read_day(text: Any) -> date | None:
    """Return the day at the beginning of a date or moment; nothing if there is none."""
    if not isinstance(text, str) or not _DAY.match(text):
        return None
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def first_day(month: int) -> date:
    """Return the first day of a month; of years no calendar has, of the nearest it has."""
    return date(min(max(1, month // 12), _LAST_YEAR), month % 12 + 1, 1)


def last_day(month: int) -> date:
    """Return the last day of a month."""
    first = first_day(month)
    return first.replace(day=monthrange(first.year, first.month)[1])


def width_of(frequency: Any) -> int:
    """Return how many months one value of a key result is for; one where its frequency is not known."""
    return FREQUENCIES.get(frequency, 1) if isinstance(frequency, str) else 1


def begin_of(month: int, width: int, year_start: int = 1) -> int:
    """Return the first month of the period of that width a month is in.

    Periods are counted from the start of the year.
    """
    shift = year_start - 1
    return (month - shift) // width * width + shift


def period_at(month: int, period: Period, year_start: int = 1) -> range:
    """Return the months of the period a month is in."""
    begin = begin_of(month, PERIODS[period], year_start)
    return range(begin, begin + PERIODS[period])


def grid_month(key: str, frequency: str, year_start: int = 1) -> str | None:
    """Return the month in which a key result of that frequency keeps the value for a month.

    Nothing if it is no month.
    """
    month = read_month(key)
    return None if month is None else write_month(begin_of(month, width_of(frequency), year_start))


@lru_cache(maxsize=2048)  # an import reads the same few keys a million times
def _read_key(key: str) -> int | None:
    found = _KEY.match(key)
    return None if found is None else int(found[1]) * 12 + int(found[2]) - 1
