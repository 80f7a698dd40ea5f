"""Metrics over HTTP: of a run, of a workflow, and of all that happened in some days."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from aule.apps.insights.insights import Insights
from aule.apps.insights.metrics.summary import Grouping, MetricsSummary, RunMetrics, WorkflowMetrics, table_of
from aule.sdk.http import Id, Model, Own, Routes, TextReply, Word

wire = Routes(tags=["insights"])

System = Annotated[Insights, Own()]
From = Annotated[date | None, Field(alias="from", description="The first day, in UTC; usually 30 days back.")]
To = Annotated[date | None, Field(alias="to", description="The last day, in UTC; usually today.")]


class Rebuilt(Model):
    """What came of making metrics again."""

    metrics: int
    """How many there are."""


@wire.route("GET", "/v1/metrics/summary", responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}})
async def get_summary(  # noqa: PLR0913 (what may be asked in the address)
    own: System,
    first: From = None,
    last: To = None,
    group: Grouping = "day",
    key: Word = None,
    project: Word = None,
    format: Literal["json", "csv"] = "json",
) -> MetricsSummary | TextReply:
    """What happened in some days: runs, time, tokens, money, approvals; by day, model, agent, app or capability.

    With `project` only the runs of that project are counted.
    """
    summary = await own.metrics.summary(first, last, group, key, project)
    if format == "csv":
        return TextReply(table_of(summary), f"insights-{group}-{summary.first}-{summary.last}.csv", "text/csv")
    return summary


@wire.route("GET", "/v1/runs/{id}/metrics")
async def get_run_metrics(id: Id, own: System) -> RunMetrics:
    """The metrics of a run and of all below it, with what apps measured; they are kept when a run ends."""
    return await own.metrics.of_run(id)


@wire.route("GET", "/v1/workflows/{id}/metrics")
async def get_workflow_metrics(id: Id, own: System, first: From = None, last: To = None) -> WorkflowMetrics:
    """What a workflow came to in some days, day by day, and its steps in the latest runs."""
    return await own.metrics.of_workflow(id, first, last)


@wire.route("POST", "/v1/metrics/rebuild")
async def rebuild_metrics(own: System) -> Rebuilt:
    """Make all metrics again from the log; what they say is the same afterwards."""
    return Rebuilt(metrics=await own.metrics.ledger.rebuild())
