"""The School Power app itself, which the files beside it add their capabilities, views, recipes and agent to."""

from __future__ import annotations

from aule.apps.school.orphans import after_undo
from aule.apps.school.tables import metadata
from aule.sdk import App

school = App(
    "school",
    name={"en": "School Power", "pt": "School Power"},
    icon="graduation-cap",
    tables=metadata,
    check=after_undo,
)
school.by_plan = True
school.words("aule.apps.school")
school.suggests("aule.apps.school")
school.brings(
    routes=["aule.apps.school.wire.agent_routes", "aule.apps.school.wire.contract_routes"],
    commands=["aule.apps.school.terminal.commands"],
)
school.recipes_from("aule.apps.school")
school.offers_files("templates", "aule.apps.school")
