"""Which company and which cycle is meant, when none is named and when one is (AT-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from aule.apps.atlas.capabilities.cycles import default_cycle
from aule.apps.atlas.figures.months import read_day
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import PLANS
from aule.apps.atlas.rows.queries import Row, RowQueries, Source, companies, last_changed
from aule.apps.atlas.rows.references import MOST_MATCHES, ambiguous, match_of, rank
from aule.apps.atlas.settings import Settings, settings_of
from aule.sdk import errors

OURS = ("aule", "settings")
"""Kind and id of the row in which a company's settings of our own stand."""
EARLIEST, LATEST = date(1900, 1, 1), date(2999, 12, 31)
"""The days a company can be looked at: there is room on both sides to reckon with years before and after."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A company, how it reckons, and the cycle that is meant."""

    company: Row
    settings: Settings
    is_sample: bool
    cycles: list[Row]
    """All of them, in their order."""
    cycle: Row | None
    """The one that is meant; none: the company has none."""
    default: Row | None
    """The one that is meant when none is named."""


async def scope_of(source: Source, company: str = "", *, today: date, cycle: str = "") -> Scope:
    """Return the company and cycle that are meant; `NotFound` or `Ambiguous` where that is not clear."""
    row = await company_of(source, company)
    queries = RowQueries(source, row.id)
    ours = await queries.row(*OURS)
    cycles = await queries.of_kind(PLANS)
    default = default_cycle(cycles, today)
    meant = _one(cycle, cycles, "cycle", "cycle") if cycle.strip() else default
    decided: Mapping[str, Any] = ours.record if ours is not None and exact.is_object(ours.record) else {}
    settings = settings_of(row.record, decided)
    return Scope(row, settings, decided.get("sample") is True, cycles, meant, default)


async def company_of(source: Source, company: str = "", *, field: str = "company") -> Row:
    """Return the company with this id, short id or name; none named.

    The only one, else the one that was changed last.
    """
    known = await companies(source)
    if not known:
        raise errors.NotFound(
            "There is no company yet.", field=field, hint="Import one, make one, or add the sample company."
        )
    if company.strip():
        return _one(company, known, "company", field)
    if len(known) == 1:
        return known[0]
    moments = await last_changed(source)
    return max(known, key=lambda row: (moments.get(row.id, ""), row.position))


def day_in(text: str, field: str) -> date:
    """Return the day a text names, or an error that says how days are written."""
    day = read_day(text)
    if day is None or not EARLIEST <= day <= LATEST:
        raise errors.Invalid(
            f"{text[:40]!r} is no day.", code="invalid_param", field=field, hint="Write it as 2026-04-15."
        )
    return day


def until(cycle: Row | None, today: date) -> date:
    """Return the day to look at a cycle: today, or its last day once it is over."""
    end = None if cycle is None else cycle.due
    return today if end is None else max(EARLIEST, min(today, date.fromisoformat(end)))


def _one(wanted: str, known: Sequence[Row], noun: str, field: str) -> Row:
    found = rank(wanted, known)
    if found is None:
        raise errors.NotFound(
            f"There is no {noun} {wanted[:80]!r}.",
            field=field,
            candidates=[row.short for row in known[:MOST_MATCHES]],
            matches=[match_of(row, {}) for row in known[:MOST_MATCHES]],
            hint=f"Give the id or the name of a {noun} there is.",
        )
    if len(found[1]) > 1:
        raise ambiguous(wanted, found[1], {}, field=field, noun=noun)
    return found[1][0]
