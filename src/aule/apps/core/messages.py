"""What the core app says to people; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

say = Messages("aule.apps.core").say
