"""What skills say by themselves; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.skills")

say, hint = MESSAGES.say, MESSAGES.hint
