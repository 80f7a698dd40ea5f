"""The Atlas app itself, which the files beside it add their capabilities, views, recipes and agent to."""

from __future__ import annotations

from aule.apps.atlas.rows.orphans import after_undo
from aule.apps.atlas.tables import metadata
from aule.sdk import App

atlas = App(
    "atlas",
    name={"en": "Atlas", "pt": "Atlas"},
    icon="target",
    tables=metadata,
    check=after_undo,
)
atlas.words("aule.apps.atlas")
atlas.suggests("aule.apps.atlas")
atlas.offers_files("templates", "aule.apps.atlas")
atlas.brings(
    routes=["aule.apps.atlas.wire.routes"],
    commands=["aule.apps.atlas.terminal.commands"],
)
atlas.recipes_from("aule.apps.atlas")
