"""The skills app itself, which the files beside it add their capabilities, routes and commands to."""

from __future__ import annotations

from aule.apps.skills.tables import metadata
from aule.sdk import App

skills = App("skills", name={"en": "Skills", "pt": "Habilidades"}, icon="book-open", tables=metadata)
skills.keeps_capabilities("skills_accepted", "capability")
skills.shows(skill="/skills/{id}")
skills.brings(routes=["aule.apps.skills.wire.routes"], commands=["aule.apps.skills.terminal.commands"])
