"""The catalogue's app itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.apps.additions.tables import metadata
from aule.sdk import App

additions = App("additions", name={"en": "Catalogue", "pt": "Catálogo"}, icon="package-plus", tables=metadata)
additions.offers_files("catalogue", "aule.apps.additions", "builtin")
additions.shows(source="/catalogue/sources")
additions.brings(routes=["aule.apps.additions.wire.routes"], commands=["aule.apps.additions.terminal.commands"])
