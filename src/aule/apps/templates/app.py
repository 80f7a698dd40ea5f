"""The templates app itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.apps.templates.tables import metadata
from aule.sdk import App

templates = App(
    "templates",
    name={"en": "Workflow templates", "pt": "Modelos de fluxo"},
    icon="layout-template",
    tables=metadata,
)
templates.offers_files("templates", "aule.apps.templates", "builtin")
templates.brings(
    routes=["aule.apps.templates.wire.routes"],
    commands=["aule.apps.templates.terminal.commands"],
)
