"""What an import says to people; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

_MESSAGES = Messages("aule.apps.atlas.importing")

say, say_count = _MESSAGES.say, _MESSAGES.say_count
