"""The summary: figures of days added up, by day, model, agent, app or capability, and as a table to take away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Literal

from pydantic import Field

from aule.apps.insights import queries
from aule.apps.insights.metrics.buckets import percentile
from aule.apps.insights.queries import Buckets
from aule.contracts.kinds import RunStatus
from aule.contracts.model import Model
from aule.sdk import Source, errors
from aule.text.tables import guard_cell, write_rows

Grouping = Literal["day", "model", "agent", "app", "capability"]
LONGEST_DAYS = 3_660
USUAL_DAYS = 30


class Figures(Model):
    """What runs came to: how many, how long, at what price."""

    runs: int = 0
    finished: int = 0
    failed: int = 0
    cancelled: int = 0
    success_rate: float | None = None
    """The share that ended well, of those that ended well or badly."""
    mean_ms: float | None = None
    p95_ms: float | None = Field(default=None, description="Right to within 5 %: it is found from buckets.")
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cost: float = 0
    model_calls: int = 0
    calls: int = 0
    calls_failed: int = 0
    approvals_asked: int = 0
    approvals_granted: int = 0
    approvals_denied: int = 0
    approvals_expired: int = 0
    decision_ms: float | None = Field(default=None, description="Median time to a decision, right to within 5 %.")
    undone: int = 0
    """Changes that were taken back."""


class GroupFigures(Figures):
    """The figures of one day, model, agent, app or capability."""

    key: str
    label: str


class DayFigures(Figures):
    """The figures of one day."""

    day: str


class MetricsSummary(Model):
    """What happened in some days."""

    first: str = Field(serialization_alias="from")
    last: str = Field(serialization_alias="to")
    group: Grouping
    key: str | None = None
    project: str | None = None
    """The project whose runs are counted; none: all of them."""
    totals: Figures
    groups: list[GroupFigures]
    """The most used first; days in order."""
    series: list[DayFigures]
    """Every day of the range, also those on which nothing happened."""
    as_of: str
    is_complete: bool
    """False while an old log is still being read: ask again a little later."""


class MetricView(Model):
    """One metric, of a run or of a step of it."""

    run: str
    step: str
    name: str
    value: float
    unit: str
    at: str


class RunTotals(Model):
    """What a run and all below it took."""

    duration_ms: float = 0
    waited_ms: float = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cost: float = 0
    model_calls: int = 0
    calls: int = 0
    calls_failed: int = 0


class RunMetrics(Model):
    """The metrics of a run and of all runs below it."""

    run: str
    items: list[MetricView]
    totals: RunTotals
    is_complete: bool
    """False while the run goes on: its metrics are kept at its end."""


class StepMetrics(Model):
    """What one step of a workflow came to in its latest runs."""

    step: str
    runs: int
    failed: int
    retries: int
    mean_ms: float
    p95_ms: float
    tokens: int
    cost: float


class LatestRun(Model):
    """One of the latest runs of a workflow."""

    run: str
    status: RunStatus
    started_at: str
    duration_ms: float | None
    tokens_in: int
    tokens_out: int
    cost: float


class WorkflowMetrics(Model):
    """What a workflow came to: all its runs in some days, and its steps in the latest of them."""

    workflow: str
    first: str = Field(serialization_alias="from")
    last: str = Field(serialization_alias="to")
    totals: Figures
    series: list[DayFigures]
    steps: list[StepMetrics]
    latest: list[LatestRun]


Found = Mapping[str, tuple[dict[str, float], Buckets]]


def figures_of(sums: Mapping[str, float], buckets: Buckets) -> dict[str, Any]:
    """Return sums as figures, with what is worked out of them."""
    told: dict[str, Any] = {name: int(sums.get(name, 0)) for name in queries.COUNTED}
    ended = told["finished"] + told["failed"]
    lasted = ended + told["cancelled"]
    return {
        **told,
        "cost": round(sums.get("cost", 0), 10),
        "success_rate": round(told["finished"] / ended, 4) if ended else None,
        "mean_ms": round(sums.get("duration_ms", 0) / lasted, 3) if lasted else None,
        "p95_ms": percentile(buckets.get("duration", {}), 0.95),
        "decision_ms": percentile(buckets.get("decision", {}), 0.5),
    }


def total_of(found: Iterable[tuple[Mapping[str, float], Buckets]]) -> Figures:
    """Return all of some figures together."""
    sums: dict[str, float] = {}
    buckets: Buckets = {}
    for each, counted in found:
        for name, value in each.items():
            sums[name] = sums.get(name, 0) + value
        for measure, counts in counted.items():
            into = buckets.setdefault(measure, {})
            for bucket, count in counts.items():
                into[bucket] = into.get(bucket, 0) + count
    return Figures(**figures_of(sums, buckets))


def days_between(first: date, last: date) -> list[str]:
    """Return the days of a range, both ends included."""
    return [(first + timedelta(days=place)).isoformat() for place in range((last - first).days + 1)]


def range_of(first: date | None, last: date | None, today: date) -> tuple[date, date]:
    """Return the range that is meant; `Invalid` where it ends before it begins, or is longer than ten years."""
    last = last or today
    first = first or last - timedelta(days=USUAL_DAYS - 1)
    if not 0 <= (last - first).days < LONGEST_DAYS:
        raise errors.Invalid(
            f"From {first.isoformat()} to {last.isoformat()} is no range of days.",
            code="invalid_range",
            hint="Say the earlier day first, at most ten years before the later one.",
            field="from",
        )
    return first, last


def series_of(found: Found, first: date, last: date) -> list[DayFigures]:
    """Return the figures of every day of a range."""
    nothing: tuple[dict[str, float], Buckets] = ({}, {})
    return [DayFigures(day=day, **figures_of(*found.get(day, nothing))) for day in days_between(first, last)]


async def groups_of(source: Source, group: str, where: Mapping[str, str]) -> list[GroupFigures]:
    """Return the figures of a grouping, the most used first."""
    found = await queries.figures(source, "key", {**where, "grouping": group})
    groups = [GroupFigures(key=key, label=key, **figures_of(*each)) for key, each in found.items()]
    return sorted(groups, key=lambda each: (-each.runs, -each.calls, each.key))


def table_of(summary: MetricsSummary) -> str:
    """Return the groups of a summary as a table; no cell of it is taken for a formula."""
    columns = ["key", "label", *Figures.model_fields]
    return write_rows([columns, *(_cells(group, columns) for group in summary.groups)])


def _cells(group: GroupFigures, columns: Sequence[str]) -> list[str]:
    values = [getattr(group, name) for name in columns]
    return ["" if value is None else guard_cell(str(value)) for value in values]
