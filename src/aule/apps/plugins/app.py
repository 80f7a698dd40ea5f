"""The plugins app itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.apps.plugins.tables import metadata
from aule.sdk import App

plugins = App("plugins", name={"en": "Plugins", "pt": "Plugins"}, icon="puzzle", tables=metadata)
plugins.keeps_capabilities("plugins_capabilities", "capability")
plugins.shows(plugin="/plugins/{id}")
plugins.brings(routes=["aule.apps.plugins.wire.routes"], commands=["aule.apps.plugins.terminal.commands"])
