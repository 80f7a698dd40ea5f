"""What OpenAPI says by itself; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.openapi")

say, hint = MESSAGES.say, MESSAGES.hint
