"""What evaluations say by themselves; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.evaluations")

say, hint = MESSAGES.say, MESSAGES.hint
