"""Entries: what one fact adds to the metrics of its run and to the figures of its day. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aule.apps.insights.metrics.buckets import bucket_of
from aule.apps.insights.traces.drafts import SpanDraft, moment_of
from aule.apps.insights.traces.fold import RunFold
from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.events import facts
from aule.contracts.events.facts import Event
from aule.contracts.kinds import RunStatus
from aule.contracts.runs.run import Run, Usage

FOLLOWED = (
    *("run.finished", "metric.recorded", "change.undone"),
    *("approval.requested", "approval.granted", "approval.denied", "approval.expired"),
)
"""The types of facts that metrics are made of; all else of a run is read when it has ended."""
_CALLS = ("tool", "retrieval", "memory")
_APPROVALS = {
    ApprovalStatus.PENDING: "approvals_asked",
    ApprovalStatus.GRANTED: "approvals_granted",
    ApprovalStatus.DENIED: "approvals_denied",
    ApprovalStatus.EXPIRED: "approvals_expired",
}


def grouping_in(project: str | None, grouping: str) -> str:
    """Return the name of a grouping: of all projects, or of the runs of one."""
    return grouping if project is None else f"{grouping}@{project}"


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric of a run or of a step of it."""

    run: str
    step: str
    name: str
    value: float
    unit: str
    at: str


@dataclass(slots=True)
class DayFigures:
    """What is to be added to the figures of one day and key."""

    figures: dict[str, float] = field(default_factory=dict[str, float])
    buckets: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])

    def add(self, name: str, value: float = 1) -> None:
        """Add to a figure."""
        if value:
            self.figures[name] = self.figures.get(name, 0) + value

    def count(self, measure: str, ms: float) -> None:
        """Count a length of time."""
        key = (measure, bucket_of(ms))
        self.buckets[key] = self.buckets.get(key, 0) + 1


@dataclass(slots=True)
class Additions:
    """What some facts add, all in all."""

    rows: list[tuple[str, MetricRow]] = field(default_factory=list[tuple[str, MetricRow]])
    """Metrics by their ids."""
    days: dict[tuple[str, str, str], DayFigures] = field(default_factory=dict[tuple[str, str, str], DayFigures])
    """By grouping, day and key."""

    def of(self, grouping: str, day: str, key: str, project: str | None) -> tuple[DayFigures, ...]:
        """Return the figures of a day and key: those of all projects, and those of one."""
        groupings = [grouping_in(None, grouping), *([] if project is None else [grouping_in(project, grouping)])]
        return tuple(self.days.setdefault((each, day, key), DayFigures()) for each in groupings)

    def keep(self, seq: str, rows: Iterable[MetricRow]) -> None:
        """Keep the metrics that an event gave."""
        for place, row in enumerate(rows):
            self.rows.append((f"{int(seq):015d}.{place}", row))


def add_run(into: Additions, event: Event, events: Sequence[Event]) -> None:
    """Add a run that has ended: its own model calls and calls, not those of runs below it."""
    ended = event.data
    run = next((each.data.started for each in events if isinstance(each.data, facts.RunStarted)), None)
    if run is None or not isinstance(ended, facts.RunFinished):
        return
    fold = RunFold(run)
    for each in events:
        fold.take(each)
    fold.end(fold.root.end or moment_of(event.ts))
    day = event.ts[:10]
    into.keep(event.seq, _metrics_of(run, fold, event.ts))
    models = [draft for draft in fold.drafts if draft.kind == "model"]
    calls = [] if run.trial is not None else [draft for draft in fold.drafts if draft.capability]
    for grouping, key in _groups_of(run, models):
        own = models if grouping != "model" else [each for each in models if _model_of(each) == key]
        for figures in into.of(grouping, day, key, run.project):
            if grouping != "day" or run.parent is None:
                _add_end(figures, ended.status, _length(fold.root))
            if grouping == "workflow":  # its model calls are made in runs below it, and their sum is its own last word
                _add_spent(figures, ended.usage)
            else:
                _add_models(figures, own)
            figures.add("calls", len(calls))
            figures.add("calls_failed", sum(each.status == "error" for each in calls))
    _add_calls(into, day, calls, run.project)


def add_approval(into: Additions, event: Event, run: Run | None) -> None:
    """Add that something was asked of a person, or what they said and how long that took."""
    approval: Approval | None = getattr(event.data, "approval", None)
    name = None if approval is None else _APPROVALS.get(approval.status)
    if approval is None or name is None:
        return
    keys = [("day", "")]
    if approval.call is not None:
        keys += [("capability", approval.call.capability), ("app", approval.call.capability.partition(".")[0])]
    if run is not None:
        keys += [(grouping, key) for grouping, key in (("agent", run.agent), ("workflow", run.workflow)) if key]
    project = None if run is None else run.project
    for figures in (each for grouping, key in keys for each in into.of(grouping, event.ts[:10], key, project)):
        figures.add(name)
        if approval.decided_at is not None and name in ("approvals_granted", "approvals_denied"):
            waited = moment_of(approval.decided_at) - moment_of(approval.created_at)
            figures.count("decision", max(0.0, waited))


def add_undone(into: Additions, event: Event, run: Run | None, app: str) -> None:
    """Add that a change was taken back: to its day, to the agent that had made it, to its app."""
    keys = [("day", "")]
    keys += [("agent", run.agent)] if run is not None and run.agent else []
    keys += [("app", app)] if app else []
    project = None if run is None else run.project
    for figures in (each for grouping, key in keys for each in into.of(grouping, event.ts[:10], key, project)):
        figures.add("undone")


def add_metric(into: Additions, event: Event) -> None:
    """Keep a metric that an app gave."""
    fact = event.data
    if isinstance(fact, facts.MetricRecorded):
        into.keep(event.seq, [MetricRow(event.run or "", fact.step, fact.name, fact.value, fact.unit, event.ts)])


def _metrics_of(run: Run, fold: RunFold, at: str) -> Iterator[MetricRow]:
    """Yield the metrics of a run that has ended."""
    models = [draft for draft in fold.drafts if draft.kind == "model"]
    calls = [draft for draft in fold.drafts if draft.capability]
    waits = [draft for draft in fold.drafts if draft.kind == "wait"]
    told: Mapping[str, tuple[float, str]] = {
        "run.duration": (_length(fold.root), "ms"),
        "run.waited": (sum(map(_length, waits)), "ms"),
        "tokens.in": (sum(each.tokens_in for each in models), "token"),
        "tokens.out": (sum(each.tokens_out for each in models), "token"),
        "tokens.cached": (sum(each.tokens_cached for each in models), "token"),
        "cost": (round(sum(each.cost for each in models), 10), "USD"),
        "model.calls": (sum(each.model_calls for each in models), ""),
        "calls": (len(calls), ""),
        "calls.failed": (sum(each.status == "error" for each in calls), ""),
    }
    for name, (value, unit) in told.items():
        if value or name == "run.duration":
            yield MetricRow(run.id, run.step or "", name, value, unit, at)
    for place, step in fold.steps.items():
        if step.status != "skipped":
            yield MetricRow(run.id, place, "step.duration", _length(step), "ms", at)
            if step.status == "error":
                yield MetricRow(run.id, place, "step.failed", 1, "", at)
            if step.retries:
                yield MetricRow(run.id, place, "step.retries", step.retries, "", at)


def _groups_of(run: Run, models: Sequence[SpanDraft]) -> list[tuple[str, str]]:
    """Return where a run is counted: a trial costs what it costs, and tells nothing of how agents do their work."""
    found = [("day", "")]
    found += [("agent", run.agent)] if run.agent and not run.has_graph and run.trial is None else []
    found += [("workflow", run.workflow)] if run.workflow else []
    return [*found, *[("model", model) for model in dict.fromkeys(map(_model_of, models))]]


def _model_of(draft: SpanDraft) -> str:
    return f"{draft.provider or ''}/{draft.model or ''}"


def _add_end(figures: DayFigures, status: RunStatus, ms: float) -> None:
    figures.add("runs")
    match status:
        case RunStatus.DONE:
            figures.add("finished")
        case RunStatus.CANCELLED:
            figures.add("cancelled")
        case _:
            figures.add("failed")
    figures.add("duration_ms", ms)
    figures.count("duration", ms)


def _add_models(figures: DayFigures, models: Iterable[SpanDraft]) -> None:
    for draft in models:
        for name in ("tokens_in", "tokens_out", "tokens_cached", "model_calls", "cost"):
            figures.add(name, getattr(draft, name))


def _add_spent(figures: DayFigures, usage: Usage) -> None:
    for name in Usage.model_fields:
        figures.add(name, getattr(usage, name))


def _add_calls(into: Additions, day: str, calls: Sequence[SpanDraft], project: str) -> None:
    """Add calls to their capabilities and apps: there a call is what ends well or badly."""
    seen: set[tuple[str, str]] = set()
    for draft in calls:
        for grouping, key in (("capability", draft.capability), ("app", draft.capability.partition(".")[0])):
            for figures in into.of(grouping, day, key, project):
                _add_call(figures, draft, is_first=(grouping, key) not in seen)
            seen.add((grouping, key))


def _add_call(figures: DayFigures, draft: SpanDraft, *, is_first: bool) -> None:
    figures.add("calls")
    figures.add("runs", is_first)
    match draft.status:
        case "ok":
            figures.add("finished")
        case "error":
            figures.add("failed")
            figures.add("calls_failed")
        case _:
            figures.add("cancelled")
    figures.add("duration_ms", _length(draft))
    figures.count("duration", _length(draft))


def _length(draft: SpanDraft) -> float:
    return max(0.0, round((draft.start if draft.end is None else draft.end) - draft.start, 3))
