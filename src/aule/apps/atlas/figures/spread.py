"""Monthly targets: what may stand in them, and how one target is spread over its months (AT-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal, localcontext
from typing import Any

from aule.apps.atlas.figures.months import FREQUENCIES, begin_of, period_at, read_month, width_of, write_month
from aule.apps.atlas.figures.numbers import number, trimmed
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.settings import DEFAULT, Settings

LONGEST = 600
"""Periods a key result may have: fifty years of months."""
_FIELDS = ("monthly_targets", "monthly_actual")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one field."""

    field: str
    message: str
    hint: str


def spread(doc: Mapping[str, Any], settings: Settings = DEFAULT) -> dict[str, int | Decimal] | None:
    """Return monthly targets that would follow from a key result's target; a proposal, never filled in unseen.

    A sum is split evenly, to the last cent; of everything else each period has the whole target. None where its
    frequency, first and last month or target are not given.
    """
    first, last = read_month(doc.get("start_month")), read_month(doc.get("end_month"))
    frequency = doc.get("frequency")
    yearly, whole = number(doc.get("yearly_target")), number(doc.get("target_value"))
    target = whole if yearly is None else yearly
    if first is None or last is None or target is None or not _is_frequency(frequency) or last < first:
        return None
    start = settings.fiscal_year_start
    begin = begin_of(first, width_of(frequency), start)
    keys = list(range(begin, last + 1, width_of(frequency)))
    if len(keys) > LONGEST:
        return None
    if doc.get("aggregation_type", "sum") != "sum":
        return {write_month(key): trimmed(target) for key in keys}
    if yearly is None:
        return dict(_split(target, keys))
    years: dict[int, list[int]] = {}
    for key in keys:
        years.setdefault(period_at(max(key, first), "year", start).start, []).append(key)
    return {key: share for of_year in years.values() for key, share in _split(target, of_year)}


def faults(doc: Mapping[str, Any], settings: Settings = DEFAULT) -> list[Fault]:
    """Return what is wrong with a key result's frequency, months and monthly values."""
    return [*_frame_faults(doc), *(fault for field in _FIELDS for fault in _month_faults(field, doc, settings))]


def _is_frequency(value: Any) -> bool:
    return isinstance(value, str) and value in FREQUENCIES


def _split(target: Decimal, keys: list[int]) -> Iterable[tuple[str, int | Decimal]]:
    """Return even shares that come to exactly the target.

    What is left over goes to the first ones, a smallest unit each.
    """
    exponent = target.as_tuple().exponent
    unit = Decimal(1).scaleb(min(-2, exponent if isinstance(exponent, int) else -2))
    with localcontext(prec=100):
        share = (target / len(keys)).quantize(unit, ROUND_FLOOR)
        left = int((target - share * len(keys)) / unit)
        shares = [trimmed(share + unit if place < left else share) for place in range(len(keys))]
    return zip(map(write_month, keys), shares, strict=True)


def _frame_faults(doc: Mapping[str, Any]) -> Iterator[Fault]:
    frequency = doc.get("frequency")
    if frequency is not None and not _is_frequency(frequency):
        yield Fault("frequency", f"{frequency!r} is not a frequency", f"Use one of {', '.join(FREQUENCIES)}.")
    first, last = doc.get("start_month"), doc.get("end_month")
    for field, month in (("start_month", first), ("end_month", last)):
        if month is not None and read_month(month) is None:
            yield Fault(field, f"{month!r} is not a month", "Write it as YYYY-MM, such as 2026-04.")
    begin, end = read_month(first), read_month(last)
    if begin is not None and end is not None and end < begin:
        yield Fault("end_month", f"{last!r} is before the first month {first!r}", "Give a later last month.")


def _month_faults(field: str, doc: Mapping[str, Any], settings: Settings) -> Iterator[Fault]:
    values = doc.get(field)
    if values is None:
        return
    if not exact.is_object(values):
        yield Fault(field, f"{field} is not an object of months", 'Write it as {"2026-01": 100, "2026-02": 110}.')
        return
    for key, value in values.items():
        wrong = _key_fault(field, key, doc, settings)
        if wrong is not None:
            yield wrong
        elif value is not None and not exact.is_number(exact.exact(value)):
            yield Fault(f"{field}.{key}", f"{value!r} is not a number", "Give a number, or null where there is none.")


def _key_fault(field: str, key: str, doc: Mapping[str, Any], settings: Settings) -> Fault | None:
    month = read_month(key)
    if month is None:
        return Fault(f"{field}.{key}", f"{key!r} is not a month", "Write it as YYYY-MM, such as 2026-04.")
    width, start = width_of(doc.get("frequency")), settings.fiscal_year_start
    begin = begin_of(month, width, start)
    if begin != month:
        hint = f"A {doc.get('frequency')} value stands in the first month of its period: {write_month(begin)!r}."
        return Fault(f"{field}.{key}", f"{key!r} is not the first month of a period", hint)
    first, last = read_month(doc.get("start_month")), read_month(doc.get("end_month"))
    if (first is not None and month + width - 1 < first) or (last is not None and month > last):
        span = f"{doc.get('start_month') or '…'} to {doc.get('end_month') or '…'}"
        return Fault(f"{field}.{key}", f"{key!r} is outside {span}", "Change its first or last month, or leave it out.")
    return None
