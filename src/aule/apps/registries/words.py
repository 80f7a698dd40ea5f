"""What the app of package registries says by itself; the texts are in `messages.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.registries.records import Registry
from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.registries")

say, hint = MESSAGES.say, MESSAGES.hint


def risks(registries: Sequence[Registry], locale: str) -> list[str]:
    """Return what a person should know before commands reach these registries."""
    is_encrypted = any(url.startswith("https:") for each in registries for url in each.urls)
    return [say("scripts_reach_them", locale), *([say("cannot_be_read", locale)] if is_encrypted else [])]
