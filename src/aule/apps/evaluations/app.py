"""The evaluations app itself, which the files beside it add their capabilities to."""

from __future__ import annotations

from aule.apps.evaluations.tables import metadata
from aule.sdk import App

evaluations = App("evaluations", name={"en": "Evaluations", "pt": "Avaliações"}, icon="flask-conical", tables=metadata)
evaluations.shows(evaluation="/evaluations/{id}")
evaluations.brings(
    routes=["aule.apps.evaluations.wire.routes", "aule.apps.evaluations.wire.trials"],
    commands=["aule.apps.evaluations.terminal.commands"],
)
