"""The insights app itself, which the files beside it add their routes and commands to."""

from __future__ import annotations

from aule.apps.insights.tables import metadata
from aule.sdk import App

insights = App("insights", name={"en": "Insights", "pt": "Análises"}, icon="activity", tables=metadata)
insights.brings(
    routes=["aule.apps.insights.wire.traces", "aule.apps.insights.wire.metrics"],
)
