"""The OpenAPI app itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.apps.openapi.tables import metadata
from aule.sdk import App

openapi = App("openapi", name={"en": "Web APIs", "pt": "APIs da web"}, icon="braces", tables=metadata)
openapi.shows(openapi="/apis/{id}")
openapi.brings(routes=["aule.apps.openapi.wire.routes"], commands=["aule.apps.openapi.terminal.commands"])
