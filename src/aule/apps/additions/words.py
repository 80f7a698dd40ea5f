"""What the catalogue says by itself; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.additions")

say, say_count, hint = MESSAGES.say, MESSAGES.say_count, MESSAGES.hint
