"""The core app itself, which the files beside it add their capabilities to."""

from __future__ import annotations

from aule.sdk import App

core = App("core", name={"en": "Core", "pt": "Essencial"}, icon="folder")
core.words("aule.apps.core")
core.suggests("aule.apps.core")
core.recipes_from("aule.apps.core")
