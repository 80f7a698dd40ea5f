"""Progress of a key result (AT-20). Nothing else in Atlas works it out.

No data is not zero: where no actual value is known there is no progress, and nothing is reckoned with it. A zero
somebody recorded is a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from aule.apps.atlas.figures.months import Period, begin_of, month_of, period_at, read_month, width_of
from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.settings import DEFAULT, Settings

Span = Period | Literal["ytd"]
Warned = Literal["meta_zero", "no_target", "off_grid", "not_a_number"]
"""Why a figure may not be what was expected: the target is zero or missing, or values could not be reckoned with."""

CAP = Decimal(200)
"""What a key result that is to be kept low comes to when its value is zero or below."""
_HUNDRED = Decimal(100)
EARLIEST, LATEST = 0, 10_000 * 12
"""The first and the last month of a key result that names none."""

Months = Mapping[int, Decimal]


@dataclass(frozen=True, slots=True)
class KeyResult:
    """A key result as far as its numbers go."""

    targets: Months
    actuals: Months
    width: int
    """How many months one value is for."""
    first: int
    last: int
    aggregation: str
    is_minimized: bool
    baseline: Decimal | None
    current: Decimal | None
    target: Decimal | None
    warnings: tuple[Warned, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a key result has come in a period."""

    percent: Decimal | None
    """None: there is no data."""
    actual: Decimal | None = None
    target: Decimal | None = None
    warnings: tuple[Warned, ...] = ()


def read(doc: Mapping[str, Any], settings: Settings = DEFAULT) -> KeyResult:
    """Return the numbers of a row of `key_results`; what is no number is left out and warned about."""
    width = width_of(doc.get("frequency"))
    targets, strange_targets = _read_months(doc.get("monthly_targets"))
    actuals, strange_actuals = _read_months(doc.get("monthly_actual"))
    warnings: list[Warned] = ["not_a_number"] if strange_targets or strange_actuals else []
    start = settings.fiscal_year_start
    if width > 1 and any(begin_of(month, width, start) != month for month in (*targets, *actuals)):
        warnings.append("off_grid")
    first, last = read_month(doc.get("start_month")), read_month(doc.get("end_month"))
    target = number(doc.get("target_value"))
    return KeyResult(
        targets=targets,
        actuals=actuals,
        width=width,
        first=EARLIEST if first is None else first,
        last=LATEST if last is None else last,
        aggregation=str(doc.get("aggregation_type") or "sum"),
        is_minimized=doc.get("target_direction") == "minimize",
        baseline=number(doc.get("baseline_value")),
        current=number(doc.get("current_value")),
        target=number(doc.get("yearly_target")) if target is None else target,
        warnings=tuple(warnings),
    )


def measure(kr: KeyResult, span: Span, as_of: date, settings: Settings = DEFAULT) -> Progress:
    """Return the progress of a key result in the period a day is in, or from the beginning of that year to the day."""
    return _measure(kr, keys_of(kr, span, as_of, settings), is_whole=span in ("ytd", "year"))


def course(kr: KeyResult, first: int, settings: Settings = DEFAULT) -> list[Decimal | None]:
    """Return the year-to-date progress as of each month of the year that begins with a month."""
    keys = _keys_in(kr, range(first, first + 12), settings)
    if not any(key in kr.actuals for key in keys):
        return [_measure(kr, (), is_whole=True).percent] * 12
    percents: list[Decimal | None] = []
    counted: list[int] | None = None
    for now in range(first, first + 12):
        due = _due(kr, keys, now, settings)
        percents.append(percents[-1] if due == counted else _measure(kr, due, is_whole=True).percent)
        counted = due
    return percents


def keys_of(kr: KeyResult, span: Span, as_of: date, settings: Settings = DEFAULT) -> list[int]:
    """Return the months a key result keeps its values of that period in, from first to last (AT-20.1, AT-20.4)."""
    now = month_of(as_of)
    months = period_at(now, "year" if span == "ytd" else span, settings.fiscal_year_start)
    keys = _keys_in(kr, months, settings)
    return _due(kr, keys, now, settings) if span == "ytd" else keys


def percent_of(kr: KeyResult, actual: Decimal, target: Decimal) -> Decimal | None:
    """Return an actual value in per cent of its target (AT-20.5); none if the target is zero and more is better."""
    if kr.is_minimized and target >= 0:
        if actual > 0:
            return _HUNDRED * target / actual
        return _HUNDRED if actual == target else CAP
    if actual < 0 or target < 0:
        base = kr.baseline or Decimal(0)
        return None if target == base else _HUNDRED * (actual - base) / (target - base)
    return None if target == 0 else _HUNDRED * actual / target


def _keys_in(kr: KeyResult, months: range, settings: Settings) -> list[int]:
    within = range(max(months.start, kr.first), min(months.stop, kr.last + 1))
    if kr.width == 1:
        return list(within)
    return list(dict.fromkeys(begin_of(month, kr.width, settings.fiscal_year_start) for month in within))


def _due(kr: KeyResult, keys: Sequence[int], now: int, settings: Settings) -> list[int]:
    """Return the periods that are over by the month `now`, and those that have begun and count already (AT-20.4)."""
    if settings.ytd_mode == "calendar":
        return [key for key in keys if key <= now]
    over = LATEST if kr.last < now else now - kr.width
    return [key for key in keys if key <= over or (key <= now and key in kr.actuals)]


def _measure(kr: KeyResult, keys: Sequence[int], *, is_whole: bool) -> Progress:
    if not kr.targets and not kr.actuals:
        return _from_baseline(kr, kr.current)
    seen = [key for key in keys if key in kr.actuals]
    if not seen:
        return Progress(None, None, _target(kr, keys, seen), kr.warnings)
    actual = _aggregate(kr.aggregation, [kr.actuals[key] for key in seen])
    if not kr.targets and is_whole:
        return _from_baseline(kr, actual)  # a target was set for the whole of it only
    return _compare(kr, actual, _target(kr, keys, seen))


def _from_baseline(kr: KeyResult, actual: Decimal | None) -> Progress:
    """Return how far a value has come from the baseline to the target (AT-20.6)."""
    if actual is None:
        return Progress(None, None, kr.target, kr.warnings)
    if kr.target is None or (kr.is_minimized and kr.baseline is None):
        return _compare(kr, actual, kr.target)
    base = kr.baseline or Decimal(0)
    if kr.target == base:
        return Progress(None, actual, kr.target, (*kr.warnings, "meta_zero"))
    return Progress(_HUNDRED * (actual - base) / (kr.target - base), actual, kr.target, kr.warnings)


def _compare(kr: KeyResult, actual: Decimal, target: Decimal | None) -> Progress:
    if target is None:
        return Progress(None, actual, None, (*kr.warnings, "no_target"))
    percent = percent_of(kr, actual, target)
    return Progress(percent, actual, target, kr.warnings if percent is not None else (*kr.warnings, "meta_zero"))


def _target(kr: KeyResult, keys: Sequence[int], seen: Sequence[int]) -> Decimal | None:
    """Return the target of a period (AT-20.3): of sums and extremes over all of it, of an average where it has data."""
    match kr.aggregation:
        case "average":
            keys = seen or keys
        case "last":
            keys = seen[-1:] or keys
        case _:
            pass
    targets = [kr.targets[key] for key in keys if key in kr.targets]
    return _aggregate(kr.aggregation, targets) if targets else None


def _aggregate(how: str, values: Sequence[Decimal]) -> Decimal:
    match how:
        case "average":
            return sum(values, Decimal(0)) / len(values)
        case "max":
            return max(values)
        case "min":
            return min(values)
        case "last":
            return values[-1]
        case _:
            return sum(values, Decimal(0))


def _read_months(value: Any) -> tuple[dict[int, Decimal], bool]:
    months: dict[int, Decimal] = {}
    if not exact.is_object(value):
        return months, value is not None
    is_strange = False
    for key, each in value.items():
        if each is None:
            continue
        month, figure = read_month(key), number(each)
        if month is None or figure is None:
            is_strange = True
        else:
            months[month] = figure
    return months, is_strange
