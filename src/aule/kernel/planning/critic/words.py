"""What the critic says of a plan, in the plan's language."""

from __future__ import annotations

from aule.text.messages import Messages

WORDS = Messages("aule.kernel.planning.critic")
FINDINGS = Messages("aule.kernel.planning.critic", "findings.toml")

word = WORDS.say


def told(key: str, language: str, **values: object) -> tuple[str, str]:
    """Return what is wrong with a plan and what to do about it."""
    return FINDINGS.say(key, language, **values), FINDINGS.hint(key, language, **values) or ""
