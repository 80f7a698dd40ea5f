"""What Conductor says by itself; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

_MESSAGES = Messages("aule.apps.conductor")

say, hint = _MESSAGES.say, _MESSAGES.hint
