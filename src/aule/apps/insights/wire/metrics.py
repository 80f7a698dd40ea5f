"""Metrics over HTTP: of a run, of a workflow, and of all that happened in some days."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from aule.apps.insights.insights import Insights
from aule.apps.insights.metrics.summary import Grouping, Summary, table_of
from aule.sdk.http import Own, Routes, TextReply, Word

wire = Routes(tags=["insights"])

System = Annotated[Insights, Own()]
From = Annotated[date | None, Field(alias="from", description="The first day, in UTC; usually 30 days back.")]
To = Annotated[date | None, Field(alias="to", description="The last day, in UTC; usually today.")]


@wire.route("GET", "/v1/metrics/summary")
async def get_summary(
    own: System,
    first: From = None,
    last: To = None,
    group: Grouping = "day",
    key: Word = None,
    format: Literal["json", "csv"] = "json",
) -> Summary | TextReply:
    """What happened in some days: runs, time, tokens, money, approvals; by day, model, agent, app or capability."""
    summary = await own.metrics.summary(first, last, group, key)
    if format == "csv":
        return TextReply(table_of(summary), f"insights-{group}-{summary.first}-{summary.last}.csv", "text/csv")
    return summary
