"""Metrics that apps feed: a measure becomes a fact of the run, with the step it was taken in."""

from __future__ import annotations

from pydantic import ValidationError

from aule.contracts.access.capability import Call
from aule.contracts.errors import Invalid
from aule.contracts.events.facts import MetricRecorded
from aule.contracts.runs.run import Run


def metric_of(run: Run, call: Call, name: str, value: float, unit: str) -> MetricRecorded:
    """Return a measure as a fact; `Invalid` where it is none."""
    of_graph = call.idempotency_key.removeprefix(f"{run.id}/") if run.has_graph else ""
    try:
        return MetricRecorded(name=name, value=value, unit=unit, step=run.step or of_graph, call=call.id)
    except ValidationError as error:
        raise Invalid(
            f"{name!r} is no metric: {error.errors()[0]['msg']}.",
            code="invalid_metric",
            hint="Use a name like `pages.read`, a finite number, and a short unit.",
        ) from None
