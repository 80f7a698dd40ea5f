"""The skeletons app itself: it brings commands and nothing else."""

from __future__ import annotations

from aule.sdk import App

skeletons = App("skeletons", name={"en": "Skeletons", "pt": "Esqueletos"}, icon="shapes")
skeletons.brings(commands=["aule.apps.skeletons.terminal.new", "aule.apps.skeletons.terminal.app"])
