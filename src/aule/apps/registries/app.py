"""The app of package registries itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.apps.registries.tables import metadata
from aule.sdk import App

registries = App(
    "registries", name={"en": "Package registries", "pt": "Registros de pacotes"}, icon="package", tables=metadata
)
registries.brings(routes=["aule.apps.registries.wire.routes"], commands=["aule.apps.registries.terminal.commands"])
