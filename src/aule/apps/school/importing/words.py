"""What an import says to people; the texts are in `messages.toml`."""

from __future__ import annotations

from aule.apps.school.words import counted
from aule.text.messages import Messages

_MESSAGES = Messages("aule.apps.school.importing")
_SHOWN = 20

say, say_count = _MESSAGES.say, _MESSAGES.say_count


def first_of(lines: list[str], locale: str, most: int = _SHOWN) -> list[str]:
    """Return the first of many lines, and a line that says how many more there are."""
    rest = len(lines) - most
    return lines if rest <= 0 else [*lines[:most], say("more", locale, count=rest)]


__all__ = ["counted", "first_of", "say", "say_count"]
