"""The planner app itself, which the files beside it add their agents and recipes to."""

from __future__ import annotations

from aule.sdk import App

planner = App("planner", name={"en": "Planner", "pt": "Planejador"}, icon="list-checks")
planner.words("aule.apps.planner")
planner.recipes_from("aule.apps.planner")
