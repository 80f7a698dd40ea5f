"""The insights app itself, which the files beside it add their routes and commands to."""

from __future__ import annotations

from aule.apps.insights.tables import metadata
from aule.sdk import App

insights = App("insights", name={"en": "Insights", "pt": "Análises"}, icon="activity", tables=metadata)
insights.wakes_when_set("insights.otlp_url")
insights.brings(
    commands=["aule.apps.insights.terminal.commands"],
    routes=["aule.apps.insights.wire.traces", "aule.apps.insights.wire.metrics"],
)
