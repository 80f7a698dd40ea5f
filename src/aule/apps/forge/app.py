"""The forge app itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.apps.forge.tables import metadata
from aule.sdk import App

forge = App("forge", name={"en": "Tools made here", "pt": "Ferramentas feitas aqui"}, icon="hammer", tables=metadata)
forge.keeps_capabilities("forge_tools", "capability")
forge.shows(tool="/made-tools/{id}")
forge.brings(routes=["aule.apps.forge.wire.routes"], commands=["aule.apps.forge.terminal.commands"])
