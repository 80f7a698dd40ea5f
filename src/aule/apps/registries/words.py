"""What the app of package registries says by itself; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.registries")

say, hint = MESSAGES.say, MESSAGES.hint
