"""The teams app itself, which the files beside it add their capabilities to."""

from __future__ import annotations

from aule.apps.teams.tables import metadata
from aule.sdk import App

teams = App("teams", name={"en": "Teams", "pt": "Times"}, icon="users", tables=metadata)
teams.shows(team="/teams/{id}")
teams.brings(routes=["aule.apps.teams.wire.routes"], commands=["aule.apps.teams.terminal.commands"])
