"""Words of extraction in the language of the person."""

from __future__ import annotations

from aule.text.messages import Messages

MESSAGES = Messages("aule.apps.knowledge.extraction")

say = MESSAGES.say
say_count = MESSAGES.say_count
say_hint = MESSAGES.hint
