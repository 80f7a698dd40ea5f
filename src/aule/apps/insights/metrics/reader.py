"""Reading metrics: the ledger is brought up to date first, then figures are added up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from aule.apps.insights import queries
from aule.apps.insights.metrics import summary as sums
from aule.apps.insights.metrics.entries import MetricRow, grouping_in
from aule.apps.insights.metrics.ledger import Ledger
from aule.apps.insights.traces.drafts import moment_of
from aule.contracts.runs.run import Run
from aule.sdk.system import DEFAULT_LOCALE, Kernel, WhichRuns

LATEST, STEPS_OF = 20, 100
"""How many runs of a workflow are listed, and of how many its steps are told."""
_SUMMED = {
    **{"tokens.in": "tokens_in", "tokens.out": "tokens_out", "tokens.cached": "tokens_cached", "cost": "cost"},
    **{"model.calls": "model_calls", "calls": "calls", "calls.failed": "calls_failed"},
}
"""Metrics of runs that add up to what all of them took."""


@dataclass(slots=True)
class Metrics:
    """Answers questions about figures."""

    kernel: Kernel
    ledger: Ledger

    async def summary(
        self,
        first: date | None,
        last: date | None,
        group: sums.Grouping,
        key: str | None = None,
        project: str | None = None,
    ) -> sums.MetricsSummary:
        """Return what happened in some days, by what is asked; with a key only that one, with a project only there."""
        is_complete = await self.ledger.catch_up()
        source, now = self.kernel.database, self.kernel.ambient.clock.now()
        first, last = sums.range_of(first, last, now.date())
        where = {"first": first.isoformat(), "last": last.isoformat()}
        is_whole = key is None or group == "day"
        whole = {**where, "grouping": grouping_in(project, "day" if is_whole else group)}
        whole |= {} if is_whole else {"key": key or ""}
        by_day = await queries.figures(source, "day", whole)
        series = sums.series_of(by_day, first, last)
        if group == "day":
            groups = [
                sums.GroupFigures(key=each.day, label=each.day, **each.model_dump(exclude={"day"})) for each in series
            ]
        else:
            named = grouping_in(project, group)
            groups = await sums.groups_of(source, named, where if key is None else {**where, "key": key})
        return sums.MetricsSummary(
            first=where["first"],
            last=where["last"],
            group=group,
            key=key,
            project=project,
            totals=sums.total_of(by_day.values()),
            groups=await self._labelled(group, groups),
            series=series,
            as_of=await queries.read_at(source, queries.LEDGER) or self.kernel.ambient.timestamp(),
            is_complete=is_complete,
        )

    async def of_run(self, run: str) -> sums.RunMetrics:
        """Return the metrics of a run and of all below it; `NotFound` when there is no such run."""
        found = await self.kernel.runs.get(run)
        is_complete = await self.ledger.catch_up() and found.status.is_final
        rows = await self._rows_below(run)
        own = {row.name: row.value for row in rows if row.run == run and row.name in ("run.duration", "run.waited")}
        summed = {name: sum(row.value for row in rows if row.name == metric) for metric, name in _SUMMED.items()}
        return sums.RunMetrics(
            run=run,
            items=[sums.MetricView(**asdict(row)) for row in rows],
            totals=sums.RunTotals(
                duration_ms=own.get("run.duration", 0),
                waited_ms=own.get("run.waited", 0),
                cost=round(summed.pop("cost"), 10),
                **{name: int(value) for name, value in summed.items()},
            ),
            is_complete=is_complete,
        )

    async def of_workflow(self, id: str, first: date | None, last: date | None) -> sums.WorkflowMetrics:
        """Return what a workflow came to in some days, with its steps in the latest runs."""
        await self.ledger.catch_up()
        first, last = sums.range_of(first, last, self.kernel.ambient.clock.now().date())
        where = {"grouping": "workflow", "key": id, "first": first.isoformat(), "last": last.isoformat()}
        found = await queries.figures(self.kernel.database, "day", where)
        runs = (await self.kernel.runs.list(WhichRuns(workflow=id), limit=STEPS_OF)).items
        return sums.WorkflowMetrics(
            workflow=id,
            first=where["first"],
            last=where["last"],
            totals=sums.total_of(found.values()),
            series=sums.series_of(found, first, last),
            steps=steps_of({run.id: await self._rows_below(run.id) for run in runs if run.status.is_final}),
            latest=[_latest(run) for run in runs[:LATEST]],
        )

    async def _rows_below(self, run: str) -> list[MetricRow]:
        tree = await self.kernel.runs.tree(run)
        return [row for each in tree for row in await queries.metrics_of(self.kernel.database, each.id)]

    async def _labelled(self, group: str, groups: list[sums.GroupFigures]) -> list[sums.GroupFigures]:
        """Return groups with the names that people know them by, where there still is such a thing."""
        named: dict[str, str] = {}
        if group == "agent":
            found = [await self.kernel.agents.find(each.key) for each in groups]
            named = {agent.id: agent.name for agent in found if agent is not None}
        elif group in ("capability", "app"):
            locale = self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE
            named = {each.name: each.title_in(locale) for each in self.kernel.registry.all()}
        return [each.model_copy(update={"label": named.get(each.key, each.key)}) for each in groups]


def steps_of(runs: Mapping[str, Sequence[MetricRow]]) -> list[sums.StepMetrics]:
    """Return what steps came to, by the metrics of each run and those below it; the longest first."""
    found: dict[str, dict[str, list[float]]] = {}
    for run, rows in runs.items():
        for row in rows:
            if row.step and (row.run != run or row.name.startswith("step.")):
                found.setdefault(row.step, {}).setdefault(row.name, []).append(row.value)
    steps = [_step(place, values) for place, values in found.items() if values.get("step.duration")]
    return sorted(steps, key=lambda each: -each.mean_ms)


def _step(place: str, values: Mapping[str, list[float]]) -> sums.StepMetrics:
    lengths = sorted(values["step.duration"])
    return sums.StepMetrics(
        step=place,
        runs=len(lengths),
        failed=int(sum(values.get("step.failed", ()))),
        retries=int(sum(values.get("step.retries", ()))),
        mean_ms=round(sum(lengths) / len(lengths), 3),
        p95_ms=lengths[max(0, math.ceil(len(lengths) * 0.95) - 1)],
        tokens=int(sum(values.get("tokens.in", ())) + sum(values.get("tokens.out", ()))),
        cost=round(sum(values.get("cost", ())), 10),
    )


def _latest(run: Run) -> sums.LatestRun:
    lasted = None if run.finished_at is None else moment_of(run.finished_at) - moment_of(run.started_at)
    return sums.LatestRun(
        run=run.id,
        status=run.status,
        started_at=run.started_at,
        duration_ms=lasted,
        tokens_in=run.usage.tokens_in,
        tokens_out=run.usage.tokens_out,
        cost=run.usage.cost,
    )
