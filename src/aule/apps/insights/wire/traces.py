"""Traces over HTTP: looked at, followed, taken away as a file, compared."""

from __future__ import annotations

from typing import Annotated

from aule.apps.insights.insights import Insights
from aule.apps.insights.traces.span import UNFINISHED, Trace
from aule.sdk.http import Id, Own, Routes, Since

wire = Routes(tags=["insights"])

System = Annotated[Insights, Own()]


@wire.route("GET", "/v1/runs/{id}/trace")
async def get_trace(id: Id, own: System, since: Since = None) -> Trace:
    """What a run did, as spans; with `since`, only those that changed after it or are not over yet."""
    trace = await own.trace(id)
    if since is None:
        return trace
    seen = int(since) if since.isdigit() else 0
    fresh = [span for span in trace.spans if int(span.last_seq) > seen or span.status in UNFINISHED]
    return trace.model_copy(update={"spans": fresh})
