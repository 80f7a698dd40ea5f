"""What the gate, approvals, plans and runs say to people; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.kernel.capabilities")

say = MESSAGES.say
