"""The progress of a key result month by month, as a column keeps it.

What a row has come to by a month changes when the month is over, without anybody writing it. So the year-to-date
progress as of every month of two years is kept with the row, and a score as of any of them needs no document.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from aule.apps.atlas.figures.months import month_of, period_at
from aule.apps.atlas.figures.progress import KeyResult, course
from aule.apps.atlas.settings import DEFAULT, Settings

MONTHS = 24
"""The months of the year a row is written in, and of the next one."""
WIDTH = 16
"""Characters of each; blank where there is no data."""


def first_month(as_of: date, settings: Settings = DEFAULT) -> int:
    """Return the month the series of a row that is written on a day begins with."""
    return period_at(month_of(as_of), "year", settings.fiscal_year_start).start


def write_series(kr: KeyResult, first: int, settings: Settings = DEFAULT) -> str:
    """Return the series of a key result from a month on."""
    percents = [*course(kr, first, settings), *course(kr, first + 12, settings)]
    return "".join(f"{'' if percent is None else f'{float(percent):.9g}':{WIDTH}}" for percent in percents).rstrip()


def read_series(series: str | None, first: int | None, month: int) -> tuple[bool, Decimal | None]:
    """Tell whether a series knows a month, and the progress as of it."""
    if series is None or first is None or not first <= month < first + MONTHS:
        return False, None
    place = (month - first) * WIDTH
    text = series[place : place + WIDTH].strip()
    return True, Decimal(text) if text else None
