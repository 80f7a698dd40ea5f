"""The studio app itself, which the files beside it add their capabilities and routes to."""

from __future__ import annotations

from aule.sdk import App

studio = App("studio", name={"en": "Studio", "pt": "Estúdio"}, icon="bot")
studio.shows(agent="/agents/{id}")
studio.brings(routes=["aule.apps.studio.wire.routes"], commands=["aule.apps.studio.terminal.commands"])
