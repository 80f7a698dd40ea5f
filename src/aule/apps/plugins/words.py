"""What plugins say by themselves; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.plugins")

say, say_count, hint = MESSAGES.say, MESSAGES.say_count, MESSAGES.hint
