"""The builder itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.sdk import App

builder = App("builder", name={"en": "Workflow builder", "pt": "Construtor de fluxos"}, icon="workflow")
builder.brings(
    routes=["aule.apps.builder.wire.routes"],
    commands=["aule.apps.builder.terminal.commands"],
)
